"""The adapter of docs/mutable-board.md against the trace of a program with a mutable board."""

from __future__ import annotations

import doctest
import re
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from tests.truth import load

from sowfish import Position
from sowfish.players import Clock, make

PAGE = Path(__file__).parent.parent / "docs" / "mutable-board.md"
TRACE = load("board_trace")


@pytest.fixture
def board_class() -> Any:  # noqa: ANN401  # a class that only the page has
    """Return the class that the page defines."""
    example = next(
        each
        for each in doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8"))
        if "class" in each.source
    )
    scope: dict[str, Any] = {}
    exec("from sowfish import Position, SowfishError\n" + example.source, scope)  # noqa: S102  # our own page
    return scope["MutableBoard"]


def test_the_adapter_is_short() -> None:
    (source,) = re.findall(r">>> class MutableBoard:\n((?:\.\.\. .*\n|\.\.\.\n)+)", PAGE.read_text(encoding="utf-8"))
    assert sum(bool(line.strip(". \n")) for line in source.splitlines()) <= 25


def test_every_assertion_about_such_a_board_holds(board_class: Any) -> None:  # noqa: ANN401
    boards: dict[str, Any] = {}
    for step in load("board_assertions"):
        if "new" in step:
            boards[step["board"]] = board_class(*step["new"])
        elif "copy_of" in step:
            boards[step["board"]] = copy(boards[step["copy_of"]])
        else:
            board = boards[step["board"]]
            before = board.position
            assert called(board, step["call"], *step["args"]) == step["result"], step
            if "end" in step:
                side, hole = step["args"]
                assert last_hole(board, before, side, hole) == tuple(step["end"]), step
    assert len(boards) == 3


def called(board: Any, name: str, *arguments: Any) -> object:  # noqa: ANN401
    """Call what the adapter has, or what the page says instead."""
    position: Position = board.position
    match name:
        case "holes":
            return position.rules.pits
        case "beans_in_play":
            return position.stones_on(arguments[0])
        case "total_beans":
            return position.total
        case "leftmost_player":
            (side,) = arguments
            pit = make("leftmost").choose(position.with_to_move(side), Clock())
            return next(hole for hole in range(1, board.holes + 1) if board._pit(side, hole) == pit)
        case _:
            return getattr(board, name)(*arguments)


def last_hole(board: Any, before: Position, side: str, hole: int) -> tuple[str, int]:  # noqa: ANN401
    """Return where a sowing ended, in the program's numbers."""
    cell = before.lap(side, board._pit(side, hole))[1]
    if cell.pit is None:
        return str(cell.side), 0
    return str(cell.side), next(each for each in range(1, board.holes + 1) if board._pit(cell.side, each) == cell.pit)


def test_the_adapter_does_what_the_program_does(board_class: Any) -> None:  # noqa: ANN401
    board = board_class(holes=4, beans=2)
    operations = 0
    for step in TRACE["trace"]:
        words = step["op"].split()
        side = words[1].lower() if len(words) > 1 else ""
        answer = step.get("result", True)
        match words:
            case ["sow", _, hole]:
                assert board.sow(side, int(hole)) is answer, step["op"]
            case ["setBeans", _, hole, beans]:
                assert board.set_beans(side, int(hole), int(beans)) is answer, step["op"]
            case ["moveToPot", _, hole, "->", into, "pot"]:
                assert board.move_to_pot(side, int(hole), into.lower()) is answer, step["op"]
            case _:
                continue
        operations += 1
        if "after" in step:
            shown = {
                "north_holes_1_to_4": [board.beans("north", hole) for hole in range(1, 5)],
                "north_pot": board.beans("north", 0),
                "south_holes_1_to_4": [board.beans("south", hole) for hole in range(1, 5)],
                "south_pot": board.beans("south", 0),
            }
            assert shown == step["after"], step["op"]
    assert operations >= 10
