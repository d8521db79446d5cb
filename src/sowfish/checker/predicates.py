"""Predicates: well-formed boards, and relations between two states.

Structural predicates take a number of pits, the others a `State`. `PREDICATES` names those on states, for `sowfish
check` and for questions: `never position where not well_formed`.
"""

from __future__ import annotations

from collections.abc import Callable

from sowfish.checker.state import State
from sowfish.model.events import Side
from sowfish.model.reference import ReferenceBoard

Predicate = Callable[[State], bool]

# ---- structure: cells are numbers on the ring, south's pits, south's store, north's pits, north's store


def next_cell(cell: int, pits: int) -> int:
    """Return the cell that follows on the ring, stores included."""
    return (cell + 1) % (2 * pits + 2)


def opposite(cell: int, pits: int) -> int:
    """Return the pit that faces a pit."""
    return 2 * pits - cell


def stores(pits: int) -> tuple[int, int]:
    """Return the cells that are stores, south's first."""
    return pits, 2 * pits + 1


def one_cycle(pits: int) -> bool:
    """Following `next_cell` from cell 0 visits every cell once and returns to cell 0."""
    seen, cell = [0], next_cell(0, pits)
    while cell != 0 and len(seen) <= 2 * pits + 2:
        seen.append(cell)
        cell = next_cell(cell, pits)
    return sorted(seen) == list(range(2 * pits + 2))


def two_halves(pits: int) -> bool:
    """Each half is a row of pits followed by their side's store."""
    south, north = stores(pits)
    return south == pits and north == south + pits + 1 and next_cell(north, pits) == 0


def opposites(pits: int) -> bool:
    """Facing is mutual, pairs a pit with a pit of the other half, and leaves no pit out."""
    pairs = {cell: opposite(cell, pits) for cell in range(2 * pits + 1) if cell != pits}
    mutual = all(pairs.get(other) == cell for cell, other in pairs.items())
    across = all((cell < pits) != (other < pits) for cell, other in pairs.items())
    return mutual and across and len(set(pairs.values())) == 2 * pits


# ---- states


def board_structure(state: State) -> bool:
    """The ring has two halves of the same size on one cycle, and facing pits."""
    pits = state.rules.pits
    right_size = len(state.ring) == 2 * pits + 2
    return right_size and one_cycle(pits) and two_halves(pits) and opposites(pits)


def counts_not_negative(state: State) -> bool:
    """No cell and no hand holds a negative count."""
    return min(state.ring) >= 0 and state.hand >= 0


def hand_belongs_to_a_move(state: State) -> bool:
    """Between moves the hand is empty; during one, a cell was touched and there is more to come."""
    if state.at is None:
        return state.hand == 0
    if not 0 <= state.at < len(state.ring):
        return False
    return state.hand > 0 or state.board().relays()


def well_formed(state: State) -> bool:
    """The structure is right, no count is negative, and the hand belongs to a move."""
    return board_structure(state) and counts_not_negative(state) and hand_belongs_to_a_move(state)


def is_start(state: State) -> bool:
    """Hand and stores are empty, no move is under way, and all pits hold the same number of stones."""
    row = state.pits(Side.SOUTH)
    even = row == state.pits(Side.NORTH) and len(set(row)) == 1 and row[0] > 0
    return not state.under_way and not any(map(state.store, Side)) and even


def is_final(state: State) -> bool:
    """The game is over."""
    return state.is_over


def nothing_left(state: State) -> bool:
    """All pits and the hand are empty."""
    return state.rest() == 0 and state.hand == 0


PREDICATES: dict[str, Predicate] = {
    each.__name__: each
    for each in (
        board_structure,
        counts_not_negative,
        hand_belongs_to_a_move,
        well_formed,
        is_start,
        is_final,
        nothing_left,
    )
}

# ---- two states


def only_turn_changed(before: State, after: State) -> bool:
    """The turn changed and the board did not."""
    return (before.ring, before.hand, before.to_move) == (after.ring, after.hand, after.to_move.other)


def others_unchanged(before: State, after: State, *cells: int) -> bool:
    """All cells of the ring except these are unchanged."""
    pairs = enumerate(zip(before.ring, after.ring, strict=True))
    return all(one == two for cell, (one, two) in pairs if cell not in cells)


def conserved(before: State, after: State) -> bool:
    """No stone appears or vanishes."""
    return before.total == after.total


def distance(state: State) -> int:
    """Return the total distance of all stones in pits to their side's store."""
    pits = state.rules.pits
    return sum((pits - pit) * stones for side in Side for pit, stones in enumerate(state.pits(side)))


def falls(before: State, after: State) -> bool:
    """Between two moves the pair (rest, distance) decreases, or a pass left it unchanged."""
    pair, other = (before.rest(), distance(before)), (after.rest(), distance(after))
    return other < pair or (other == pair and ReferenceBoard(before.rules, before.ring, before.to_move).must_pass())
