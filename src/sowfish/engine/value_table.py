"""Values of many positions as arrays, shown in notebooks, written to files and read back."""

from __future__ import annotations

import csv
import html
import os
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sowfish.engine.values import Kind
from sowfish.errors import SowfishError
from sowfish.model.notation import MAX_STONES
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.runtime.array_files import ArrayFileError, read_arrays, read_file
from sowfish.runtime.files import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KINDS = (Kind.PROVEN, Kind.BOUND, Kind.ESTIMATE)  # by their number in the arrays, the core's ValueKind
NO_VALUE = 3  # the kind of an illegal pit or of a position not reached
# Where there is no value. Below every margin, so that neither max() nor argmax() picks an illegal pit, and their
# negations fit the type too.
ILLEGAL = -32767
NOT_REACHED = -32766
SHOWN_ROWS = 20
NPZ_FIELDS = ("cells", "north_to_move", "rule", "value", "low", "high", "kind", "pit", "nodes")
TYPES = {
    "cells": "u1",
    "north_to_move": "u1",
    "rule": "u1",
    "value": "i2",
    "low": "i2",
    "high": "i2",
    "kind": "u1",
    "pit": "i1",
    "nodes": "u8",
}
MOVE_FIELDS = ("move_value", "move_low", "move_high", "move_kind")


def numpy() -> Any:  # noqa: ANN401  # a module
    """Import numpy, needed only for arrays."""
    try:
        import numpy as np  # noqa: PLC0415  # `import sowfish` does without
    except ImportError:
        raise SowfishError("values of many positions are numpy arrays: pip install numpy") from None
    return np


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ValueTable:
    """Values of positions, one row each, in the order given; margins are for the side to move.

    `kind` holds the index of a kind in `KINDS`, and `NO_VALUE` for positions that were not reached; their `value`,
    `low` and `high` are `NOT_REACHED`. The arrays of moves have a column for each pit, with the kind `NO_VALUE` and
    the values `ILLEGAL` where it cannot be played, so `argmax` never picks such a pit if another can be played. They
    are None if moves were not requested.
    """

    rules: tuple[Rules, ...]
    rule: NDArray[np.uint8]  # index into the rules
    cells: NDArray[np.uint8]  # south's pits and store, north's pits and store; zero-padded for smaller boards
    north_to_move: NDArray[np.uint8]
    value: NDArray[np.int16]
    low: NDArray[np.int16]
    high: NDArray[np.int16]
    kind: NDArray[np.uint8]
    pit: NDArray[np.int8]  # the best known move; -1 if there is none
    nodes: NDArray[np.uint64]
    move_value: NDArray[np.int16] | None = None
    move_low: NDArray[np.int16] | None = None
    move_high: NDArray[np.int16] | None = None
    move_kind: NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.value)

    def __iter__(self) -> Iterator[dict[str, object]]:
        """Yield each row with the columns of `save`, so that `pandas.DataFrame(table)` works; None where empty."""
        columns = self._columns()
        for line in self._lines():
            yield dict(zip(columns, line, strict=True))

    @property
    def is_proven(self) -> NDArray[np.bool_]:
        """Which values are exact."""
        proven: NDArray[np.bool_] = self.kind == KINDS.index(Kind.PROVEN)
        return proven

    def position(self, row: int) -> Position:
        """Return the position of a row."""
        rules = self.rules[self.rule[row]]
        cells = self.cells[row].tolist()
        south, north = cells[: rules.pits + 1], cells[rules.pits + 1 : 2 * rules.pits + 2]
        return Position(
            south[:-1],
            north[:-1],
            south_store=south[-1],
            north_store=north[-1],
            to_move="north" if self.north_to_move[row] else "south",
            rules=rules,
        )

    # ---- files

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all rows to a file: .npz with the arrays, or .csv or .parquet with one line per position."""
        kind = Path(path).suffix
        if kind == ".npz":
            np = numpy()
            fields = (*NPZ_FIELDS, *(MOVE_FIELDS if self.move_value is not None else ()))
            rules = np.array([str(rules) for rules in self.rules])
            packed = BytesIO()
            np.savez_compressed(packed, rules=rules, **{name: getattr(self, name) for name in fields})
            write_whole(path, packed.getvalue())
        elif kind == ".csv":
            text = StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(self._columns())
            writer.writerows(self._lines())
            write_whole(path, text.getvalue().encode())
        elif kind == ".parquet":
            _write_parquet(path, self._columns(), list(self._lines()))
        else:
            raise SowfishError(f"a table of values is saved as .npz, .csv or .parquet, not as {os.fspath(path)!r}")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ValueTable:
        """Read a .npz file written by `save`."""
        numpy()
        try:
            arrays = read_arrays(read_file(path))
            fields = (*NPZ_FIELDS, *(MOVE_FIELDS if "move_value" in arrays else ()))
            rules = tuple(Rules.parse(str(name)) for name in arrays["rules"].reshape(-1))
            table = cls(rules=rules, **{name: arrays[name] for name in fields})
        except (ArrayFileError, KeyError) as error:
            why = f"it has no {error.args[0]}" if isinstance(error, KeyError) else error
            raise SowfishError(f"{os.fspath(path)!r} is not a table of values: {why}") from None
        if fault := table._fault():
            raise SowfishError(f"{os.fspath(path)!r} is not a table of values: {fault}")
        mark_missing(table)  # files of earlier versions have zeros there
        return table

    def _fault(self) -> str | None:
        """Return what is wrong with a file's arrays, or None."""
        widest = max((rules.pits for rules in self.rules), default=0)
        wide = {"cells": _width(self.cells)}
        if self.move_value is not None:
            wide |= dict.fromkeys(MOVE_FIELDS, _width(self.move_value))
        if wide["cells"] < 2 * (widest + 1) or wide.get("move_value", widest) < widest:
            return "its boards are too small for its rules"
        for name in (*NPZ_FIELDS, *(MOVE_FIELDS if self.move_value is not None else ())):
            array = getattr(self, name)
            shape = (len(self.rule), wide[name]) if name in wide else (len(self.rule),)
            if array.shape != shape or array.dtype != TYPES[name.removeprefix("move_")]:
                return f"{name} has another size or type"
        if len(self) and (int(self.rule.max()) >= len(self.rules) or int(self.kind.max()) > NO_VALUE):
            return "it names rules or kinds that there are not"
        if self.move_kind is not None and self.move_kind.size and int(self.move_kind.max()) > NO_VALUE:
            return "it names kinds that there are not"
        if (self.cells.sum(axis=1, dtype="i4") > MAX_STONES).any():
            return f"a position has more than {MAX_STONES} stones"
        return None

    def _columns(self) -> list[str]:
        moves = [] if self.move_value is None else [f"pit_{pit}" for pit in range(self.move_value.shape[1])]
        return ["position", "value", "low", "high", "kind", "pit", "nodes", *moves]

    def _lines(self) -> Iterator[list[object]]:
        for row in range(len(self)):
            yield self._line(row)

    def _line(self, row: int) -> list[object]:
        head: list[object] = [str(self.position(row))]
        if self.kind[row] == NO_VALUE:
            head += [None] * 6
        else:
            pit = int(self.pit[row])
            head += [int(self.value[row]), int(self.low[row]), int(self.high[row]), str(KINDS[self.kind[row]])]
            head += [pit if pit >= 0 else None, int(self.nodes[row])]
        if self.move_value is None or self.move_kind is None:
            return head
        moves = zip(self.move_value[row].tolist(), self.move_kind[row].tolist(), strict=True)
        return [*head, *(None if kind == NO_VALUE else value for value, kind in moves)]

    # ---- in words

    def __repr__(self) -> str:
        """Return how many there are."""
        proven = int(self.is_proven.sum())
        return f"ValueTable({len(self)} positions, {proven} proven)"

    def _repr_html_(self) -> str:
        """Return the first rows as a table, for notebooks."""
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self._columns())
        rows = "".join(
            "<tr>" + "".join(f"<td>{'' if cell is None else html.escape(str(cell))}</td>" for cell in self._line(row))
            for row in range(min(len(self), SHOWN_ROWS))
        )
        more = f"<p>... {len(self) - SHOWN_ROWS:,} more</p>" if len(self) > SHOWN_ROWS else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"


def mark_missing(table: ValueTable) -> None:
    """Write `NOT_REACHED` and `ILLEGAL` where there is no value."""
    for column in (table.value, table.low, table.high):
        column[table.kind == NO_VALUE] = NOT_REACHED
    if table.move_kind is None:
        return
    missing = table.move_kind == NO_VALUE
    waiting = missing & (table.kind == NO_VALUE)[:, None] & _has_stones(table, table.move_kind.shape)
    for moves in (table.move_value, table.move_low, table.move_high):
        assert moves is not None
        moves[missing] = ILLEGAL
        moves[waiting] = NOT_REACHED


def _has_stones(table: ValueTable, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return which pits of the side to move hold stones."""
    holds: NDArray[np.bool_] = numpy().zeros(shape, bool)
    for number, rules in enumerate(table.rules):
        for side in (0, 1):
            rows = (table.rule == number) & ((table.north_to_move != 0) == bool(side))
            first = side * (rules.pits + 1)
            holds[rows, : rules.pits] = table.cells[rows, first : first + rules.pits] > 0
    return holds


def _width(array: NDArray[Any]) -> int:
    return int(max(array.shape[-1:], default=0))


def _write_parquet(path: str | os.PathLike[str], columns: list[str], lines: list[list[object]]) -> None:
    try:
        import pyarrow as pa  # noqa: PLC0415  # only for this kind of file
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise SowfishError("writing Parquet needs pyarrow: pip install pyarrow") from None
    data = {name: [line[at] for line in lines] for at, name in enumerate(columns)}
    parquet.write_table(pa.table(data), os.fspath(path))
