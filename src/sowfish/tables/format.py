"""The table file: a one-page header, then one byte per position.

    bytes      0 .. 8     "sowtable"
               8 .. 12    version of the format
              12 .. 24    the rules: pits, relay, capture, both stores, ending, rest, and zeros
              24 .. 32    checksum of the bytes 0 .. 24
              32 ..       for each layer (stones in play) from 0 on: checksum of its values, checksum of this entry
                          with the bytes 0 .. 24 before it and the layer's number behind; zeros for layers to come
            4096 ..       the values, signed bytes, in the order of the ranking (native/include/sowfish/ranking.hpp)

All numbers are little-endian. A layer's entry is written once its values are on disk, and a layer with an entry is
never rewritten; so readers only ever see complete layers, whatever happens to the writer.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass

from sowfish import _core
from sowfish.errors import RulesError, TableError
from sowfish.model.rules import Capture, Ending, Rest, Rules
from sowfish.runtime import systems

MAGIC = b"sowtable"
VERSION = 1
HEAD_BYTES = 4096
MOST_STONES = 100
_RULES_END = 24
_ENTRIES = 32
_ENTRY = struct.Struct("<QQ")
_CHOICES: tuple[tuple[str, tuple[object, ...]], ...] = (
    # The number in the file is the index in the tuple.
    ("relay", (False, True)),
    ("capture", (Capture.NONE, Capture.OPPOSITE, Capture.ALWAYS)),
    ("both_stores", (False, True)),
    ("ends", (Ending.EITHER_EMPTY, Ending.MOVER_EMPTY, Ending.ALL_EMPTY)),
    ("rest", (Rest.OWNER, Rest.NOBODY)),
)


@dataclass(frozen=True, slots=True)
class Head:
    """The header: the rules, and the checksum of every finished layer."""

    rules: Rules
    checksums: tuple[int, ...]

    @property
    def stones(self) -> int:
        """The most stones in play of a finished layer; -1 if there is none."""
        return len(self.checksums) - 1

    @property
    def bytes(self) -> int:
        """The minimum length of the file."""
        return layer_place(self.rules, self.stones + 1)


def layer_place(rules: Rules, stones: int) -> int:
    """Return the file offset of a layer's values."""
    return HEAD_BYTES + (_core.table_bytes(rules.pits, stones - 1) if stones > 0 else 0)


def new_head(rules: Rules) -> bytes:
    """Return the header of a table without layers."""
    switches = [choices.index(getattr(rules, name)) for name, choices in _CHOICES]
    start = MAGIC + struct.pack("<I12B", VERSION, rules.pits, *switches, *[0] * (11 - len(switches)))
    return (start + _core.checksum(start).to_bytes(8, "little")).ljust(HEAD_BYTES, b"\0")


def entry_place(stones: int) -> int:
    """Return the file offset of a layer's entry."""
    return _ENTRIES + stones * _ENTRY.size


def entry(page: bytes, stones: int, checksum: int) -> bytes:
    """Return the entry of a finished layer, for the table with this header."""
    sealed = page[:_RULES_END] + checksum.to_bytes(8, "little") + stones.to_bytes(4, "little")
    return _ENTRY.pack(checksum, _core.checksum(sealed))


def read_head(file: int, name: str) -> Head:
    """Read and check the header of an open file; raises TableError naming the file."""
    page = systems.read_at(file, HEAD_BYTES, 0)
    if page[: len(MAGIC)] != MAGIC:
        raise TableError(f"{name} is not a Sowfish table")
    if len(page) < HEAD_BYTES:
        raise TableError(f"{name} is truncated in its header")
    version = int.from_bytes(page[8:12], "little")
    if _core.checksum(page[:_RULES_END]) != int.from_bytes(page[_RULES_END:_ENTRIES], "little"):
        raise TableError(f"{name} is damaged in its header")
    if version != VERSION:
        raise TableError(f"{name} has format {version}; this version of Sowfish reads format {VERSION}")
    head = Head(_rules(page, name), _checksums(page, name))
    if os.fstat(file).st_size < head.bytes:
        raise TableError(f"{name} is truncated: {os.fstat(file).st_size} bytes of {head.bytes}")
    return head


def _rules(page: bytes, name: str) -> Rules:
    pits, *switches = page[12:_RULES_END]
    try:
        fields = {field: choices[switch] for (field, choices), switch in zip(_CHOICES, switches, strict=False)}
        return Rules(pits=pits, **fields)  # type: ignore[arg-type]  # Rules checks them
    except (IndexError, RulesError):
        raise TableError(f"{name} is for rules unknown to this version of Sowfish") from None


def _checksums(page: bytes, name: str) -> tuple[int, ...]:
    sums: list[int] = []
    for stones in range(MOST_STONES + 1):
        place = entry_place(stones)
        written = page[place : place + _ENTRY.size]
        if not any(written):
            break
        checksum = _ENTRY.unpack(written)[0]
        if written != entry(page, stones, checksum):
            raise TableError(f"{name} is damaged in its list of layers, at {stones} stones")
        sums.append(checksum)
    if any(page[entry_place(len(sums)) :]):
        raise TableError(f"{name} is damaged in its list of layers, after {len(sums)} layers")
    return tuple(sums)
