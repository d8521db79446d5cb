"""Sowfish beside OpenSpiel's `mancala`: somebody else's program for the same rules.

OpenSpiel plays Kalah(6,4) from the usual start only. Player 0 is south. Its board is one list: cell 0 is
north's store, 1 to 6 are south's pits in sowing order, 7 is south's store, 8 to 13 are north's pits in
sowing order; an action is the cell to sow. Sowing, free moves, captures (only if the opposite pit holds
stones) and the end (either side empty after a move) are those of `kalah`. Two things differ in form, not
in result:

- the rest is left lying when the game ends, and counted for its owner in the returns. So every board,
  the last one too, is that of `kalah,rest=nobody`, and its winner is that of `kalah`;
- a result is +1, 0 or -1: there is no margin to compare.

A game longer than 1,000 moves would be stopped; none comes near.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.lockstep import DifferenceError

from sowfish import Outcome, Position, Rules, Side

SOUTH_RETURN = {Outcome.SOUTH_WINS: 1.0, Outcome.TIE: 0.0, Outcome.NORTH_WINS: -1.0}


def compare_game(game: Any, source: Random) -> int:  # noqa: ANN401  # pyspiel ships no types
    """Play one random game in both programs; return the number of moves compared."""
    state = game.new_initial_state()
    swept = Position.start("kalah")
    left = swept.with_rules(Rules.named("kalah", rest="nobody"))
    compared = 0
    while True:
        same = (
            _seen(state) == _expected(left)
            and state.is_terminal() == left.is_over == swept.is_over
            and (swept.is_over or left.with_rules("kalah") == swept)
            and [_pit(action) for action in state.legal_actions()] == list(left.legal_pits)
        )
        if not same:
            raise DifferenceError(f"after {compared} moves OpenSpiel has\n{state}\nand Sowfish {left}, {swept}")
        if state.is_terminal():
            break
        pit = source.choice(left.legal_pits)
        state.apply_action(_action(pit, left.to_move))
        left, swept = left.after(pit), swept.after(pit)
        compared += 1
    expected = SOUTH_RETURN[swept.outcome]
    if state.returns() != [expected, -expected]:
        raise DifferenceError(f"OpenSpiel returns {state.returns()} and Sowfish ends in {swept}")
    return compared


def _seen(state: Any) -> list[int]:  # noqa: ANN401  # pyspiel ships no types
    """Return OpenSpiel's fourteen cells and player to move; the number of the move follows them."""
    return [int(number) for number in state.observation_tensor(0)[:15]]


def _expected(position: Position) -> list[int]:
    cells = [position.north_store, *position.south, position.south_store, *position.north]
    return [*cells, position.to_move is Side.NORTH]


def _action(pit: int, mover: Side) -> int:
    return pit + (1 if mover is Side.SOUTH else 8)


def _pit(action: int) -> int:
    return (action - 1) % 7
