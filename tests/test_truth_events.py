"""The shortest and longest games of the event model: tests/data/event_bounds, found by the reference."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from tests.lockstep import reference_of
from tests.truth import load

from sowfish import Event, Position, Side
from sowfish.model.reference import ReferenceBoard

QUICK_STATES = 4_000
TABLE = [entry for entry in load("event_bounds")["table"] if entry["turn_level_states"] <= QUICK_STATES]
KINDS = [f"{end}{steal}" for steal in ("", "_with_steal", "_without_steal") for end in ("shortest", "longest")]


class Length(NamedTuple):
    """How long the rest of a game is, in the three units of the table."""

    boards: int
    sowings: int
    turns: int


Games = dict[bool, list[tuple[int, int] | None]]  # with a steal or without: per unit, the shortest and longest


def joined(ranges: list[tuple[int, int] | None]) -> tuple[int, int] | None:
    known = [each for each in ranges if each]
    return (min(low for low, _ in known), max(high for _, high in known)) if known else None


def step(board: ReferenceBoard, pit: int | None) -> tuple[ReferenceBoard, Length, bool]:
    """Play a pit, or pass; return the board, the length of the step, and whether it was a steal."""
    after = board.copy()
    if pit is None:
        after.pass_turn()
        return after, Length(1, 0, 1), False
    events: list[Event] = []
    moved = after.move(pit, events)
    turn_over = after.to_move is not board.to_move or after.is_over()
    return after, Length(len(events), 1, int(turn_over)), moved.captured > 1


def games_from(board: ReferenceBoard, known: dict[object, Games]) -> Games:
    """Return the ranges of all games that go on from here; stores do not matter."""
    if board.is_over():
        return {False: [(0, 0)] * 3, True: [None] * 3}
    key = (board.to_move, *board.row(Side.SOUTH), *board.row(Side.NORTH))
    if key not in known:
        pits: list[int | None] = [None] if board.must_pass() else [*board.legal_pits()]
        found: dict[bool, list[list[tuple[int, int] | None]]] = {False: [[], [], []], True: [[], [], []]}
        for pit in pits:
            after, length, steal = step(board, pit)
            for later, ranges in games_from(after, known).items():
                for unit, each in enumerate(ranges):
                    longer = each and (each[0] + length[unit], each[1] + length[unit])
                    found[steal or later][unit].append(longer)
        known[key] = {steal: [joined(ranges) for ranges in found[steal]] for steal in found}
    return known[key]


@pytest.mark.parametrize(
    "entry", TABLE, ids=[f"{entry['pockets_per_side']}x{entry['marbles_per_pocket']}" for entry in TABLE]
)
def test_the_shortest_and_longest_games_are_as_known(entry: dict[str, Any]) -> None:
    start = Position.start("events", entry["marbles_per_pocket"], entry["pockets_per_side"])
    games = games_from(reference_of(start), {})
    for unit, name in enumerate(Length._fields):
        of_any_kind = joined([games[True][unit], games[False][unit]])
        extra = int(name == "boards")  # boards = events + 1
        ends = [each for kind in (of_any_kind, games[True][unit], games[False][unit]) for each in kind or (None, None)]
        found = {kind: None if end is None else end + extra for kind, end in zip(KINDS, ends, strict=True)}
        assert found == entry[name], name


def test_the_small_boards_are_nearly_all_boards_of_the_table() -> None:
    assert len(TABLE) == len(load("event_bounds")["table"]) - 1
