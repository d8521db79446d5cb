"""Export of graded positions, solved starts, deals, corpora and nets; nothing needs a network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from sowfish import nets
from sowfish.datasets.cards import data_card, model_card
from sowfish.errors import SowfishError
from sowfish.grading import load as load_graded
from sowfish.grading.scoring import phase_of
from sowfish.model.rules import PROFILES
from sowfish.nets import Net
from sowfish.runtime.files import write_whole
from sowfish.starts.deals import load_deals
from sowfish.starts.stored import load as load_starts

Columns = dict[str, list[Any]]
NETS = Path(nets.__file__).parent / "data"
POSITION = "the position as text: south's pits and store, north's pits and store, side to move"


def export(folder: str | os.PathLike[str], corpora: Iterable[str | os.PathLike[str]] = ()) -> list[Path]:
    """Write every dataset and net to a folder, and the given corpora; return what was written."""
    if find_spec("pyarrow") is None:
        raise SowfishError("Parquet needs pyarrow: pip install 'sowfish[data]'")
    place = Path(folder)
    written: list[Path] = []
    written += _dataset(place / "graded-positions", GRADED_TITLE, GRADED_TEXT, GRADED_COLUMNS, _graded())
    written += _dataset(place / "solved-starts", STARTS_TITLE, STARTS_TEXT, STARTS_COLUMNS, {"all": _starts()})
    written += _dataset(place / "solved-deals", DEALS_TITLE, DEALS_TEXT, DEALS_COLUMNS, {"all": _deals()})
    sources = [Path(path) for path in corpora]
    if sources:
        parts = {path.stem: _corpus(path) for path in sources}
        written += _dataset(place / "corpora", CORPUS_TITLE, CORPUS_TEXT, CORPUS_COLUMNS, parts)
    for path in sorted(NETS.glob("*.net")):
        written += _net(place / "nets" / path.stem, path)
    return written


def _dataset(
    folder: Path, title: str, text: str, columns: Mapping[str, str], parts: Mapping[str, Columns]
) -> list[Path]:
    folder.joinpath("data").mkdir(parents=True, exist_ok=True)
    written, files, rows = [], {}, {}
    for name, content in parts.items():
        path = folder / "data" / f"{name}.parquet"
        _write_parquet(path, content)
        files[name] = f"data/{name}.parquet"
        rows[name] = len(next(iter(content.values())))
        written.append(path)
    card = folder / "README.md"
    write_whole(card, data_card(title=title, text=text, files=files, columns=columns, rows=rows).encode())
    return [*written, card]


def _write_parquet(path: Path, content: Columns) -> None:
    import pyarrow as pa  # noqa: PLC0415  # an extra
    from pyarrow import parquet  # noqa: PLC0415  # an extra

    buffer = BytesIO()
    parquet.write_table(pa.table(content), buffer, compression="zstd")
    write_whole(path, buffer.getvalue())


def _net(folder: Path, path: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    net = Net.load(path)
    copy, card = folder / path.name, folder / "README.md"
    shutil.copyfile(path, copy)
    record = net.record
    facts = [("rules", str(net.rules)), ("bytes", f"{path.stat().st_size:,}")]
    facts += [(name, str(record[name])[:300]) for name in ("corpus", "options", "versions") if name in record]
    text = (
        "Predicts, for the side to move, which pit is best, who wins and by how much. "
        f'`sowfish.nets.Net.load("{path.name}")` reads it; the format is documented in `sowfish.nets.format`.'
    )
    write_whole(card, model_card(title=f"Sowfish net {path.stem}", text=text, facts=facts).encode())
    return [copy, card]


# ---- contents

GRADED_TITLE = "Sowfish graded positions"
GRADED_TEXT = (
    "Positions from games between players of different strength. Every legal move has its proven value, "
    "so an agent's move can be graded exactly: the difference to the best value is what it gives away."
)
GRADED_COLUMNS = {
    "position": POSITION,
    "phase": "opening, middlegame or endgame, by the share of stones still in pits",
    "values": "proven margin of every pit for the side to move, null for an empty pit",
    "value": "the value of the position",
    "best": "the optimal pits",
}


def _graded() -> dict[str, Columns]:
    parts: dict[str, Columns] = {}
    for name in PROFILES:
        graded = load_graded(name).positions
        parts[name] = {
            "position": [str(one.position) for one in graded],
            "phase": [str(phase_of(one.position)) for one in graded],
            "values": [list(one.values) for one in graded],
            "value": [one.best for one in graded],
            "best": [[pit for pit, value in enumerate(one.values) if value == one.best] for one in graded],
        }
    return parts


STARTS_TITLE = "Sowfish solved starts"
STARTS_TEXT = "What the first player wins by with best play from starts with equal pits, proven, or proven bounds."
STARTS_COLUMNS = {
    "rules": "the rules profile",
    "pits": "pits per side",
    "stones": "stones per pit",
    "low": "proven lower bound of the margin",
    "high": "proven upper bound; equal to `low` where the start is solved",
    "openings_low": "proven lower bounds of every first move",
    "openings_high": "proven upper bounds of every first move",
    "nodes": "nodes of the proof",
}


def _starts() -> Columns:
    starts = list(load_starts().values())
    return {
        "rules": [start.rules for start in starts],
        "pits": [start.pits for start in starts],
        "stones": [start.stones for start in starts],
        "low": [start.margin.low for start in starts],
        "high": [start.margin.high for start in starts],
        "openings_low": [[bounds.low for bounds in start.openings] for start in starts],
        "openings_high": [[bounds.high for bounds in start.openings] for start in starts],
        "nodes": [start.nodes for start in starts],
    }


DEALS_TITLE = "Sowfish solved deals"
DEALS_TEXT = (
    "Random deals as phones deal them, with the proven margin of the first player and what the greedy turn costs."
)
DEALS_COLUMNS = {
    "position": POSITION,
    "value": "proven margin of the first player",
    "greedy": "the same after the turn that banks the most",
}


def _deals() -> Columns:
    deals = load_deals()
    solved = deals.solved
    positions = [position for position, _ in zip(deals.positions(), solved, strict=False)]
    return {
        "position": [str(position) for position in positions],
        "value": [deal.value for deal in solved],
        "greedy": [deal.greedy for deal in solved],
    }


CORPUS_TITLE = "Sowfish corpora"
CORPUS_TEXT = "Positions of played games with the gain of every move, proven where `proven` says so."
CORPUS_COLUMNS = {
    "own": "pits of the side to move, in its sowing order",
    "their": "pits of the other side, in its own sowing order",
    "lead": "own store minus theirs",
    "gains": "stones each move still wins beyond the lead with best play; -inf if illegal",
    "proven": "whether that gain is exact",
    "value": "the best move's gain",
    "exact": "whether the value is proven",
    "game": "number of the game",
}


def _corpus(path: Path) -> Columns:
    from sowfish.learn.corpus_file import read  # noqa: PLC0415  # needs numpy

    corpus = read(path)
    return {name: getattr(corpus, name).tolist() for name in CORPUS_COLUMNS}
