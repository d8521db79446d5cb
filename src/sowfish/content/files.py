"""Files: saved games, endgame tables, certificates and corpora."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from sowfish.certificates import Verdict
from sowfish.content.base import Content, Count, filled
from sowfish.model.position import Position
from sowfish.tables import Table

if TYPE_CHECKING:
    from sowfish.learn.verify import Verified  # needs numpy


class WrittenFile(Content, frozen=True, kw_only=True):
    """A written file."""

    file: str


class WrittenSite(Content, frozen=True, kw_only=True):
    """A folder with the page, for a static host."""

    folder: str
    version: str
    files: Count
    bytes: Count
    gzipped: Count


class StoredTable(Content, frozen=True, kw_only=True):
    """A table on disk."""

    rules: str
    stones: Count
    positions: Count
    bytes: Count
    path: str


class TableList(Content, frozen=True, kw_only=True):
    """All tables, and what is wrong with other files in their folder."""

    folder: str
    tables: list[StoredTable]
    faults: list[str]


class ProbedMove(Content, frozen=True, kw_only=True):
    """A move's value from a table."""

    pit: Count
    value: int


class ProbedPosition(Content, frozen=True, kw_only=True):
    """A table's knowledge of a position."""

    position: str
    value: int
    kind: Literal["proven"] = "proven"
    moves: list[ProbedMove]


class VerifiedTable(Content, frozen=True, kw_only=True):
    """The result of a check; null if nothing is wrong."""

    rules: str
    stones: Count
    checked: Count
    fault: str | None


class CheckedCertificate(Content, frozen=True, kw_only=True):
    """Whether a certificate holds, why, and what it claims."""

    holds: bool
    reason: str
    rules: str | None
    position: str | None
    value: int | None
    positions: Count


class CorpusFile(Content, frozen=True, kw_only=True):
    """A corpus; the keys of its header follow these."""

    file: str
    positions: Count
    exact: Count
    games: Count
    digest: str


class CorpusContradiction(Content, frozen=True, kw_only=True):
    """A margin in a corpus that is not true, with its proven bounds; `pit` is None for the position's own value."""

    position: str
    pit: int | None
    said: float
    low: int
    high: int


class VerifiedCorpus(Content, frozen=True, kw_only=True):
    """What proving positions of a corpus anew has shown."""

    file: str
    positions: Count
    open: Count
    values: Count
    wrong: list[CorpusContradiction]


def of_verified(path: Path, found: Verified) -> VerifiedCorpus:
    """Return the result of proving positions of a corpus anew."""
    wrong = [filled(CorpusContradiction, each) for each in found.wrong]
    return filled(VerifiedCorpus, found, file=str(path), wrong=wrong)


def of_table(table: Table) -> StoredTable:
    """Return a table."""
    return filled(StoredTable, table, rules=str(table.rules), bytes=table.head.bytes, path=str(table.path))


def of_probe(position: Position, value: int, moves: Mapping[int, int]) -> ProbedPosition:
    """Return a table's knowledge of a position and of its moves, by pit."""
    probed = [ProbedMove(pit=pit, value=worth) for pit, worth in moves.items()]
    return ProbedPosition(position=str(position), value=value, moves=probed)


def of_verdict(verdict: Verdict) -> CheckedCertificate:
    """Return whether a certificate holds."""
    claimed = {name: getattr(verdict.claim, name, None) for name in ("rules", "position", "value")}
    return filled(CheckedCertificate, verdict, **claimed)
