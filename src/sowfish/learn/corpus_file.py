"""The corpus file: an .npz that numpy reads by itself, with a JSON header; see docs/learning.md.

header    text          JSON: format, rules, plan, versions, command
own       (n, p) uint8  pits of the side to move, in its sowing order
their     (n, p) uint8  pits of the other side, in its own sowing order
lead      (n,)   int16  own store minus theirs
gains     (n, p) f4     stones each move still wins beyond the lead with best play; -inf if illegal
proven    (n, p) bool   whether that gain is exact
value     (n,)   f4     the best move's gain
exact     (n,)   bool   whether the value is proven
game      (n,)   int32  number of the game it comes from
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sowfish.errors import LearnError, quoted
from sowfish.learn.corpus_check import fault
from sowfish.learn.corpus_plan import CorpusPlan
from sowfish.model.rules import Rules
from sowfish.runtime.array_files import MAGIC, ArrayFileError, read_arrays, read_file

FORMAT = "sowfish corpus 1"
FORMAT_NAME = FORMAT.rpartition(" ")[0]
SUFFIX = ".npz"
KINDS = {
    "own": "u1",
    "their": "u1",
    "lead": "<i2",
    "gains": "<f4",
    "proven": "?",
    "value": "<f4",
    "exact": "?",
    "game": "<i4",
}
BY_PIT = ("own", "their", "gains", "proven")
ILLEGAL = -np.inf  # the gain of an illegal move: argmax never picks it. Files of earlier versions have NaN
FIXED_DATE = (1980, 1, 1, 0, 0, 0)  # equal corpora give equal files


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Labelled positions from the point of view of the side to move; one array per field, all of the same length."""

    header: Mapping[str, Any]
    own: NDArray[np.uint8]
    their: NDArray[np.uint8]
    lead: NDArray[np.int16]
    gains: NDArray[np.float32]
    proven: NDArray[np.bool_]
    value: NDArray[np.float32]
    exact: NDArray[np.bool_]
    game: NDArray[np.int32]

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.lead)

    @property
    def rules(self) -> Rules:
        """The rules of all positions."""
        return Rules.parse(str(self.header["rules"]))

    @property
    def plan(self) -> CorpusPlan:
        """The plan it was built from."""
        return CorpusPlan.of(self.header["plan"])

    @property
    def legal(self) -> NDArray[np.bool_]:
        """The legal pits of each position."""
        return self.own > 0

    @property
    def rest(self) -> NDArray[np.int64]:
        """The stones in play in each position."""
        total: NDArray[np.int64] = self.own.sum(axis=1, dtype=np.int64) + self.their.sum(axis=1, dtype=np.int64)
        return total

    @property
    def digest(self) -> str:
        """An identifier of these positions and labels."""
        sums = hashlib.sha256(json.dumps(self.header, sort_keys=True).encode())
        # With NaN for illegal moves, as in files of earlier versions: nets record the digests of their corpora.
        parts = {name: getattr(self, name) for name in KINDS}
        parts["gains"] = np.where(self.legal, self.gains, np.float32(np.nan))
        for array in parts.values():
            sums.update(np.ascontiguousarray(array).tobytes())
        return sums.hexdigest()

    def taken(self, which: NDArray[np.int64] | NDArray[np.bool_]) -> Corpus:
        """Return a corpus of some of the positions."""
        return Corpus(self.header, *(getattr(self, name)[which] for name in KINDS))


def pack(corpus: Corpus) -> bytes:
    """Return the file's bytes; equal corpora give equal bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        arrays = {"header": np.array(json.dumps(corpus.header)), **{name: getattr(corpus, name) for name in KINDS}}
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", date_time=FIXED_DATE)
            archive.writestr(info, member.getvalue(), compress_type=zipfile.ZIP_DEFLATED)
    return file.getvalue()


def read(path: str | Path, rules: str | Rules | None = None) -> Corpus:
    """Read a corpus, or explain in one sentence why it cannot be used; `rules` must match if given."""
    place = Path(path)
    try:
        data = read_file(place)
    except OSError as error:
        raise LearnError(f"cannot read {place}: {(error.strerror or str(error)).lower()}") from None
    corpus = unpack(data, str(place))
    if rules is not None and corpus.rules != Rules.of(rules):
        raise LearnError(f"{place} is a corpus of {corpus.rules}, not {Rules.of(rules)}")
    return corpus


def unpack(data: bytes, name: str) -> Corpus:
    """Parse a corpus from the bytes of a file."""
    if not data.startswith(MAGIC):
        raise LearnError(f"{name} is not a corpus")
    try:
        arrays = read_arrays(data)
        header = json.loads(str(arrays["header"])) if "header" in arrays else None
    except (ArrayFileError, ValueError, RecursionError) as error:
        why = error if isinstance(error, ArrayFileError) else "its header is no JSON"
        raise LearnError(f"{name} is damaged: {why}") from None
    if not isinstance(header, dict) or not str(header.get("format")).startswith(FORMAT_NAME):
        raise LearnError(f"{name} is not a corpus")
    if header["format"] != FORMAT:
        raise LearnError(f"{name} has format {quoted(header['format'])}; this version reads {FORMAT}")
    if missing := KINDS.keys() - arrays.keys():
        raise LearnError(f"{name} is damaged: it is truncated, without {', '.join(sorted(missing))}")
    corpus = Corpus(header, **{part: arrays[part] for part in KINDS})
    if wrong := fault(corpus, KINDS, BY_PIT):
        raise LearnError(f"{name} is damaged: {wrong}")
    corpus.gains[~corpus.legal] = ILLEGAL
    return corpus
