"""A package that adds players, as pip installs it: a folder on the path with metadata beside it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sowfish import PlayerError, Position
from sowfish.players import Clock, canonical, kind, kinds, make, names, registry

MODULE = '''
from typing import Annotated
from sowfish.players import Player

class Highest(Player):
    """Plays the highest pit it may."""

    def __init__(self, *, skip: Annotated[int, "pits passed over"] = 0) -> None:
        self.skip = skip

    def choose(self, position, clock):
        pits = position.legal_pits
        return pits[-1 - min(self.skip, len(pits) - 1)]

class Failing(Highest):
    """Cannot be made."""

    def __init__(self, *, level: int = 1) -> None:
        raise OSError("no weights\\nhere")

def nobody():
    """Makes no player."""
    return 7
'''
ENTRY_POINTS = """
[sowfish.players]
highest = extra_players:Highest
broken = extra_players:Missing
failing = extra_players:Failing
nobody = extra_players:nobody
greedy = extra_players:Highest
Bad Name = extra_players:Highest
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "extra_players.py").write_text(MODULE)
    info = tmp_path / "extra_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra-players\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    registry.forget()
    monkeypatch.delitem(sys.modules, "extra_players", raising=False)
    yield tmp_path
    registry.forget()


@pytest.mark.usefixtures("installed")
def test_another_package_adds_a_player_with_options() -> None:
    assert make("highest:skip=1").choose(Position.start(), Clock()) == 4
    assert canonical("highest:skip=0") == "highest"
    assert (kind("highest").package, kind("greedy").package) == ("extra-players", "sowfish")
    assert kind("highest").summary == "Plays the highest pit it may."


@pytest.mark.usefixtures("installed")
def test_other_packages_cannot_replace_our_players() -> None:
    assert make("greedy").choose(Position.start("kalah", 1), Clock()) == 5
    assert [option.name for option in kind("greedy").options] == []
    assert "Bad Name" not in names()


@pytest.mark.usefixtures("installed")
def test_a_broken_player_is_named_and_hides_no_other() -> None:
    with pytest.raises(PlayerError, match="the player broken of extra-players cannot be loaded: AttributeError"):
        make("broken")
    with pytest.raises(PlayerError, match="failing:level=2 of extra-players cannot play: OSError: no weights here"):
        make("failing:level=2")
    with pytest.raises(PlayerError, match="nobody of extra-players makes 7, which is not a Player"):
        make("nobody")
    assert "highest" in {kind.name for kind in kinds()}


def test_the_program_lists_players_of_other_packages(installed: Path) -> None:
    code = (
        "import sys; from sowfish.cli.main import main; sys.argv = ['sowfish', 'players', '--json']; sys.exit(main())"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(installed)}
    )
    listed = {player["name"]: player for player in json.loads(shown.stdout)["players"]}
    assert listed["highest"] == {
        "name": "highest",
        "summary": "Plays the highest pit it may.",
        "package": "extra-players",
        "options": [{"name": "skip", "kind": "a whole number", "default": "0", "help": "pits passed over"}],
    }
    assert listed["broken"]["error"].startswith("the player broken of extra-players cannot be loaded")


@pytest.mark.usefixtures("installed")
def test_a_player_of_another_package_passes_the_checks() -> None:
    from sowfish.players.conformance import check  # noqa: PLC0415  # as another package's tests would

    check(lambda: make("highest"), positions=5)
