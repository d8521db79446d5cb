"""The adapter of docs/mutable-board.md against the trace of a program with a mutable board."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest
from tests.truth import load

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
