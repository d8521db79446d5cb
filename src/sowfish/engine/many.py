"""Values of many positions in one call: one table, all cores, arrays in and out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from sowfish import _core
from sowfish.engine.batch import run_batch
from sowfish.engine.shared import shared_engine
from sowfish.engine.turns import Objective, chosen_objective
from sowfish.engine.value_table import NO_VALUE, ValueTable, mark_missing, numpy
from sowfish.errors import SowfishError, quoted
from sowfish.model.position import Position, core_board, core_rules
from sowfish.model.rules import Rules
from sowfish.runtime import workers
from sowfish.runtime.limits import Cancel, Limits, is_set, whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PROGRESS_SECONDS = 0.1
MOST_STONES = 255
ValueColumns = ("value", "low", "high")


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchProgress:
    """The progress of a batch."""

    done: int  # positions
    total: int
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TurnTable:
    """The best single turns of positions, in the order given; an empty turn and a score of NaN if there is no move."""

    score: NDArray[np.float64]
    states: NDArray[np.uint64]
    turns: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.turns)


def solve_many(
    positions: NDArray[np.uint8] | Iterable[Position],
    *,
    rules: str | Rules = "kalah",
    limits: Limits | None = None,
    threads: int | None = None,
    progress: Callable[[BatchProgress], object] | None = None,
    cancel: Cancel | None = None,
) -> ValueTable:
    """Return the value of every position, in order.

    `positions` are Position objects, or an integer array with one row per position: south's pits and store, north's
    pits and store, and optionally a column that is 1 where north is to move; `rules` are those of an array. `limits`
    apply to each position, `memory` to all together. When cancelled, it returns what is known; positions not reached
    have no kind and values below every margin (`NOT_REACHED`).
    """
    watcher = _Watcher(progress, cancel)
    return _values(positions, Rules.of(rules), limits or Limits(), threads, watcher, every_move=False)


def analyse_many(
    positions: NDArray[np.uint8] | Iterable[Position],
    *,
    rules: str | Rules = "kalah",
    limits: Limits | None = None,
    threads: int | None = None,
    progress: Callable[[BatchProgress], object] | None = None,
    cancel: Cancel | None = None,
) -> ValueTable:
    """Return the value of every position and of each of its moves, in order; see `solve_many`.

    Pits that cannot be played have values below every margin (`ILLEGAL`); see `ValueTable`.
    """
    watcher = _Watcher(progress, cancel)
    return _values(positions, Rules.of(rules), limits or Limits(), threads, watcher, every_move=True)


def best_turns(
    positions: NDArray[np.uint8] | Iterable[Position],
    objective: Objective | str | None = None,
    *,
    rules: str | Rules = "kalah",
    threads: int | None = None,
    cancel: Cancel | None = None,
) -> TurnTable:
    """Return the best single turn of every position, in order; see `best_turn`."""
    objective = chosen_objective(objective, "best_turns")
    if objective not in tuple(Objective):
        raise SowfishError(f"objective must be stones or difference, not {quoted(objective)}")
    np = numpy()
    batch = _Batch.of(positions, Rules.of(rules))
    table = batch.empty(every_move=False)
    listed = [table.position(row) for row in range(len(table))]
    boards = [core_board(position) if position.legal_pits else None for position in listed]
    score, states = np.full(len(boards), np.nan), np.zeros(len(boards), np.uint64)
    turns: list[tuple[int, ...]] = [()] * len(boards)
    control = _core.Control()
    rows = iter(range(len(boards)))  # safe: the GIL admits one thread at a time

    def work() -> None:
        for row in rows:
            if control.stopped:
                return
            board = boards[row]
            if board is None:
                continue
            best = _core.best_turn(board, False, 0, objective == Objective.DIFFERENCE, control)  # noqa: FBT003
            if best is not None:
                score[row], states[row], turns[row] = best.score, best.states, tuple(best.shortest)

    def watch() -> None:
        if is_set(cancel):
            control.stop()

    workers.run(work, _threads(threads), stop=control.stop, watch=watch)
    return TurnTable(score=score, states=states, turns=tuple(turns))


@dataclass(frozen=True, slots=True)
class _Batch:
    """Positions as arrays; smaller boards are padded to the widest."""

    rules: tuple[Rules, ...]
    rule: NDArray[np.uint8]
    cells: NDArray[np.uint8]
    north_to_move: NDArray[np.uint8]

    @classmethod
    def of(cls, positions: object, rules: Rules) -> _Batch:
        np = numpy()
        if hasattr(positions, "__array__"):
            return cls._of_array(np.asarray(positions), rules)
        if isinstance(positions, Position) or not isinstance(positions, Iterable):
            raise SowfishError(f"positions are needed, not a {type(positions).__name__}")
        listed = list(positions)
        for item in listed:
            if not isinstance(item, Position):
                raise SowfishError(f"positions are needed, not a {type(item).__name__}")
        kinds = list(dict.fromkeys(position.rules for position in listed)) or [rules]
        width = max(2 * kind.pits + 2 for kind in kinds)
        if len(kinds) > MOST_STONES:
            raise SowfishError(f"positions have {len(kinds)} kinds of rules; the limit is 255")
        numbers = {kind: number for number, kind in enumerate(kinds)}
        rings = [core_board(position).ring.ljust(width, b"\0") for position in listed]
        return cls(
            tuple(kinds),
            np.array([numbers[position.rules] for position in listed], np.uint8),
            np.frombuffer(b"".join(rings), np.uint8).reshape(-1, width),
            np.array([position.to_move == "north" for position in listed], np.uint8),
        )

    @classmethod
    def _of_array(cls, array: Any, rules: Rules) -> _Batch:  # noqa: ANN401  # anything numpy can convert
        np = numpy()
        width = 2 * rules.pits + 2
        if array.ndim != 2 or array.shape[1] not in (width, width + 1) or array.dtype.kind not in "iu":
            raise SowfishError(
                f"an array of positions has {width} or {width + 1} columns of whole numbers for {rules}, not the shape "
                f"{array.shape} of {array.dtype}"
            )
        wrong = (array < 0).any(axis=1) | (array[:, :width].sum(axis=1, dtype=np.int64) > MOST_STONES)
        if array.shape[1] > width:
            wrong |= array[:, width] > 1
        if wrong.any():
            number = int(wrong.argmax())
            raise SowfishError(f"row {number} is not a position: counts must not be negative, nor exceed 255 in total")
        to_move = array[:, width] if array.shape[1] > width else np.zeros(len(array))
        cells = np.ascontiguousarray(array[:, :width], np.uint8)
        return cls((rules,), np.zeros(len(array), np.uint8), cells, to_move.astype(np.uint8))

    @property
    def count(self) -> int:
        return len(self.rule)

    def empty(self, *, every_move: bool) -> ValueTable:
        """Return a table without values."""
        np = numpy()
        count, pits = self.count, max(rules.pits for rules in self.rules)
        columns: dict[str, Any] = {name: np.zeros(count, np.int16) for name in ValueColumns}
        if every_move:
            columns |= {f"move_{name}": np.zeros((count, pits), np.int16) for name in ValueColumns}
            columns["move_kind"] = np.full((count, pits), NO_VALUE, np.uint8)
        return ValueTable(
            rules=self.rules,
            rule=self.rule,
            cells=self.cells,
            north_to_move=self.north_to_move,
            kind=np.full(count, NO_VALUE, np.uint8),
            pit=np.full(count, -1, np.int8),
            nodes=np.zeros(count, np.uint64),
            **columns,
        )


def _threads(threads: int | None) -> int:
    return workers.available_threads() if threads is None else whole("threads", threads, most=256)


def _values(
    positions: object, rules: Rules, limits: Limits, threads: int | None, watcher: _Watcher, *, every_move: bool
) -> ValueTable:
    np = numpy()
    batch = _Batch.of(positions, rules)
    found = batch.empty(every_move=every_move)
    watcher.total = batch.count
    for number, kind in enumerate(batch.rules):
        rows = np.flatnonzero(batch.rule == number)
        if len(rows) and not is_set(watcher.cancel):
            _Group(found, rows, kind, limits, _threads(threads)).run(watcher)
    mark_missing(found)
    return found


class _Watcher:
    """Reports the progress of all groups, and checks for cancellation."""

    def __init__(self, progress: Callable[[BatchProgress], object] | None, cancel: Cancel | None) -> None:
        self.started = self.told = time.perf_counter()
        self.cancel = cancel
        self.total = 0
        self._progress = progress
        self.done = self.nodes = 0  # in earlier groups

    def tell(self, done: int, nodes: int, *, at_once: bool = False) -> None:
        now = time.perf_counter()
        if self._progress is None or (now - self.told < PROGRESS_SECONDS and not at_once):
            return
        self.told = now
        self._progress(
            BatchProgress(done=self.done + done, total=self.total, nodes=self.nodes + nodes, seconds=now - self.started)
        )


class _Group:
    """The positions of one set of rules."""

    def __init__(self, found: ValueTable, rows: Any, rules: Rules, limits: Limits, threads: int) -> None:  # noqa: ANN401
        self.found, self.rows, self.rules, self.limits, self.threads = found, rows, rules, limits, threads

    def run(self, watcher: _Watcher) -> None:
        np = numpy()
        found, rows, pits = self.found, self.rows, self.rules.pits
        cells = np.ascontiguousarray(found.cells[rows, : 2 * pits + 2])
        stones = cells.sum(axis=1, dtype=np.int64) - cells[:, pits] - cells[:, 2 * pits + 1]
        values = np.zeros((3, len(rows)), np.int16)
        kind = np.full(len(rows), NO_VALUE, np.uint8)
        pit = np.full(len(rows), -1, np.int8)
        nodes = np.zeros(len(rows), np.uint64)
        every_move = found.move_value is not None
        moves = np.zeros((3, len(rows), pits), np.int16) if every_move else None
        move_kinds = np.full((len(rows), pits), NO_VALUE, np.uint8) if every_move else None
        to_move = np.ascontiguousarray(found.north_to_move[rows])
        columns = (cells, to_move, values, kind, pit, nodes, moves, move_kinds)
        done, searched = self._search(columns, int(stones.max()), watcher)
        found.value[rows], found.low[rows], found.high[rows] = values
        found.kind[rows], found.pit[rows], found.nodes[rows] = kind, pit, nodes
        if moves is not None and move_kinds is not None and found.move_value is not None:
            assert found.move_low is not None
            assert found.move_high is not None
            assert found.move_kind is not None
            found.move_value[rows, :pits], found.move_low[rows, :pits], found.move_high[rows, :pits] = moves
            found.move_kind[rows, :pits] = move_kinds
        watcher.done += done
        watcher.nodes += searched
        watcher.tell(0, 0, at_once=True)

    def _search(self, columns: tuple[Any, ...], rest: int, watcher: _Watcher) -> tuple[int, int]:
        """Fill the columns; return the number of positions done, and the nodes."""
        with shared_engine(self.rules, self.limits, self.threads) as engine:
            task = run_batch(
                partial(_core.ValueTask, core_rules(self.rules), *columns),
                engine,
                self.rules,
                rest=rest,
                limits=self.limits,
                every_move=columns[-1] is not None,
                cancel=watcher.cancel,
                watch=lambda task: watcher.tell(task.done, task.nodes),
            )
        return task.done, task.nodes
