"""Lines of best play, replayed on the reference's board."""

from __future__ import annotations

from tests.lockstep import reference_of

from sowfish import MoveOutcome, Position
from sowfish.engine import Line, Value
from sowfish.model.reference import ReferenceBoard


def replayed(position: Position, line: Line) -> ReferenceBoard:
    """Play a line turn by turn, holding each turn to what a turn is; return the board it leads to."""
    board = reference_of(position)
    for number, turn in enumerate(line):
        mover = board.to_move
        if not turn:
            board.pass_turn()  # which asserts that the side has nothing to sow
            continue
        for pit in turn[:-1]:
            assert board.move(pit).outcome is MoveOutcome.FREE_MOVE
            assert board.to_move is mover
            assert not board.must_pass()
        outcome = board.move(turn[-1]).outcome
        is_whole = outcome is not MoveOutcome.FREE_MOVE or board.must_pass()
        assert is_whole or number == len(line) - 1  # the last turn may be as far as it was seen
    return board


def check_line(position: Position, found: Value) -> None:
    """Hold a proven value to its line: a whole game that ends with the value."""
    assert found.low == found.value == found.high
    end = replayed(position, found.line)
    assert end.is_over()
    mover = position.to_move
    if found.line:  # else it was over before, and the rest may still lie there
        assert end.ring[end.store(mover)] - end.ring[end.store(mover.other)] == found.value
