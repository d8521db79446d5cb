"""A board of four pits taken through the operations of a hobby program: tests/data/board_trace.

It numbers holes 1 to 4 from the left on both sides, as south sees them, and the pot is hole 0. Where it
clamps a bad argument or answers false, we raise.
"""

from typing import Any

import pytest
from tests.truth import load

from sowfish import Cell, Position, PositionError, Side, SowfishError

TRACE = load("board_trace")


def pit_of(side: str, hole: str) -> int:
    """Return our number of a hole: south sows to the right, north to the left."""
    return int(hole) - 1 if side == "SOUTH" else 4 - int(hole)


def cell_of(side: str, hole: int) -> Cell:
    return Cell(Side(side.lower()), None if hole == 0 else pit_of(side, str(hole)))


def board_of(position: Position) -> dict[str, object]:
    return {
        "north_holes_1_to_4": list(reversed(position.north)),
        "north_pot": position.north_store,
        "south_holes_1_to_4": list(position.south),
        "south_pot": position.south_store,
    }


def operated(position: Position, step: dict[str, Any]) -> Position:
    """Return the position after one operation of the trace, checking what the operation answers."""
    words = step["op"].split()
    match words:
        case ["sow", side, hole] if step.get("result") is False:
            with pytest.raises(SowfishError):
                position.lap(side.lower(), pit_of(side, hole))
        case ["setBeans", side, hole, stones] if step.get("result") is False:
            with pytest.raises(SowfishError):
                position.with_stones(side.lower(), pit_of(side, hole), int(stones))
        case ["sow", side, hole]:
            position, last = position.lap(side.lower(), pit_of(side, hole))
            assert last == cell_of(*step["end"])
        case ["setBeans", side, hole, stones]:
            position = position.with_stones(side.lower(), pit_of(side, hole), int(stones))
        case ["moveToPot", side, hole, "->", into, "pot"]:
            position = position.banked(side.lower(), pit_of(side, hole), into=into.lower())
        case ["leftmost", "nonempty", "NORTH", "hole"]:
            filled = [hole for hole in range(1, 5) if position.north[pit_of("NORTH", str(hole))]]
            assert filled[0] == step["result"]
        case _:
            pytest.fail(f"unknown operation {step['op']}")
    return position


def test_the_trace_holds_in_every_step() -> None:
    position = Position.start("kalah", stones=2, pits=4)
    for step in TRACE["trace"]:
        position = operated(position, step)
        if "after" in step:
            assert board_of(position) == step["after"], step["op"]
        if "beansInPlay" in step:
            in_play = {side.name: position.stones_on(side) for side in Side}
            assert in_play == step["beansInPlay"]
            assert position.total == step["totalBeans"]
        assert position.to_move is Side.SOUTH  # editing leaves the turn alone
    assert len(TRACE["trace"]) == 13


def test_a_construction_the_program_clamps_is_refused() -> None:
    assert "Board(0,-2)" in TRACE["invalid_construction"]
    with pytest.raises(SowfishError, match="pits must be"):
        Position.start("kalah", stones=-2, pits=0)
    with pytest.raises(PositionError, match="south's pit 0 must hold 0 to 255 stones, not -2"):
        Position.start("kalah", stones=-2, pits=4)
