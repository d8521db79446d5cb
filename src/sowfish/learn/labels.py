"""What positions are worth: every move's value, proven where the nodes allow it and estimated elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sowfish import _core, tables, workers
from sowfish.position import Position, core_board, core_rules
from sowfish.rules import Rules

HASH_BYTES = 64 << 20
LOOK_BYTES = 8 << 20
GUESS_NODES = 1000  # before a proof, which is quicker the better the guess it begins with


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a position's moves are worth, in stones still to be won by the side to move beyond its present lead."""

    gains: dict[int, float]  # by pit
    proven: frozenset[int]  # pits whose gain is exact
    value: float  # the gain of the best move
    is_exact: bool  # whether the value is proven; moves that are surely worse need not be


class Labeller:
    """Labels positions one after the other; the hash lives on, so label what comes late in a game first."""

    def __init__(self, rules: Rules, *, nodes: int, look: int, table: int) -> None:
        """Spend at most `nodes` on a proof and `look` on an estimate, with an endgame table of so many stones."""
        self.nodes = nodes
        self.look = look
        kept = fixed_table(rules, table) if tables.has_tables(rules) else None
        self._tabled = -1 if kept is None else kept.stones
        self._solver = _core.solver(core_rules(rules), HASH_BYTES, kept)
        self._deepening = _core.Deepening(core_rules(rules), LOOK_BYTES)
        self._deepening.set_table(kept)

    def label(self, position: Position) -> Label:
        """Return the label of a position with a legal move, proven as far as the nodes go."""
        guesses = []
        if position.rest > self._tabled:
            self._deepening.set_root(core_board(position), every_move=True)
            guesses = [round(guess) for guess in self._look_ahead(GUESS_NODES).values()]
        control = _core.Control(nodes=self.nodes)
        board = core_board(position)
        proof = self._solver.prove(board, every_move=True, threads=1, control=control, guesses=guesses)
        proof.work()
        return self._label(position, {known.pit: (known.low, known.high) for known in proof.proven()})

    def estimate(self, position: Position) -> Label:
        """Return the label of a position with a legal move without trying to prove anything."""
        lead, rest = position.margin, position.rest
        self._deepening.set_root(core_board(position), every_move=True)
        return self._label(position, dict.fromkeys(position.legal_pits, (lead - rest, lead + rest)))

    def _label(self, position: Position, bounds: Mapping[int | None, tuple[int, int]]) -> Label:
        """Return what bounds of the moves' margins say, with estimates between those that are apart."""
        lead = position.margin
        guesses = {} if all(low == high for low, high in bounds.values()) else self._look_ahead(self.look)
        gains = {}
        for pit in position.legal_pits:
            low, high = bounds[pit]
            gains[pit] = min(max(guesses.get(pit, float(low)), low), high) - lead
        least, most = (max(edge) for edge in zip(*bounds.values(), strict=True))
        return Label(
            gains=gains,
            proven=frozenset(pit for pit in gains if bounds[pit][0] == bounds[pit][1]),
            value=float(least - lead) if least == most else max(gains.values()),
            is_exact=least == most,
        )

    def _look_ahead(self, nodes: int) -> dict[int, float]:
        """Look so many nodes further, and return what each move of the position set seems worth, as a margin."""
        control = _core.Control(nodes=nodes)
        while self._deepening.deepen(control):
            pass
        return {move.pit: move.value / _core.PARTS_OF_STONE for move in self._deepening.result().moves}


@lru_cache(maxsize=2)
def fixed_table(rules: Rules, stones: int) -> _core.Table:
    """Return a table of exactly so many stones, from disk or built: which positions get proven depends on its size."""
    stored = tables.on_disk(rules)
    if stored is not None and stored.stones >= stones:
        table = stored.table(stones)
        if table is not None and table.stones == stones:
            return table
    task = _core.TableTask(core_rules(rules), stones)
    workers.run(task.work, workers.available_threads(), stop=task.stop)
    return task.table()
