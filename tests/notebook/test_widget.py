"""The notebook's board from Python's side: taps, traits, games, values, and the bundle of the page's modules."""

import shutil
import subprocess
from pathlib import Path

import pytest

from sowfish import Game, NotationError, Position
from sowfish.notebook import BoardWidget, bundle


def tap(widget: BoardWidget, side: str, pit: int) -> None:
    widget._handle_custom_msg({"tap": {"side": side, "pit": pit}}, [])


def test_a_tap_plays_a_legal_pit_and_nothing_else() -> None:
    widget = BoardWidget()
    tap(widget, "north", 0)
    assert widget.position == str(Position.start())
    tap(widget, "south", 2)
    assert widget.position == str(Position.start().after(2))
    tap(widget, "south", 2)  # empty now
    assert (widget.moves, widget.index) == ([2], 1)
    widget._handle_custom_msg("rubbish", [])
    locked = BoardWidget(can_move=False)
    tap(locked, "south", 2)
    assert locked.moves == []


def test_the_position_can_be_set_and_observed() -> None:
    widget = BoardWidget("avalanche: 1 0 3 / 1 1 4")
    seen: list[str] = []
    widget.observe(lambda change: seen.append(change["new"]), "position")
    widget.position = "kalah: 0 1 0 3 / 1 1 0 2"
    assert widget.shown == Position.parse("kalah: 0 1 0 3 / 1 1 0 2")
    assert widget._state["legal"] == [1]
    assert widget.position == "kalah: 0 1 0 3 / 1 1 0 2 south"
    assert widget.position in seen
    with pytest.raises(NotationError):
        widget.position = "nonsense"
    assert widget.shown == Position.parse("kalah: 0 1 0 3 / 1 1 0 2")


def test_a_game_is_stepped_through_and_continued() -> None:
    game = Game(Position.start())
    for pit in (2, 5, 0):
        game.play(pit)
    widget = BoardWidget(game)
    assert (widget.index, widget._last) == (3, 3)
    widget.index = 1
    assert widget.position == str(Position.start().after(2))
    widget.index = 99
    assert widget.index == 3
    widget.index = 1
    widget.play(0)
    assert (widget.moves, widget._last) == ([2, 0], 2)


def test_values_come_while_the_engine_runs_and_go_with_the_next_move() -> None:
    widget = BoardWidget("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16")
    widget.analyse(wait=True)
    assert [(value["pit"], value["mark"], value["is_best"]) for value in widget.values] == [
        (1, "+2", False),
        (2, "+6", True),
        (3, "+4", False),
        (5, "+4", False),
    ]
    assert "win by 6, proven" in widget.note
    widget.play(2)
    assert widget.values == []
    widget.close()


def test_a_background_search_can_be_stopped() -> None:
    widget = BoardWidget(Position.start(stones=6))
    widget.analyse()
    widget.stop()
    widget.close()


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed: apt-get install nodejs")
def test_the_bundle_is_one_valid_module(tmp_path: Path) -> None:
    path = tmp_path / "widget.mjs"
    path.write_text(str(BoardWidget._esm), encoding="utf-8")
    checked = subprocess.run(["node", "--check", str(path)], capture_output=True, text=True, check=False)  # noqa: S607
    assert checked.returncode == 0, checked.stderr
    assert "import {" not in bundle.script()
    assert bundle.gradients().count("<radialGradient") == 5
