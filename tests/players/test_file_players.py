"""A class in a Python file is a player in every command, without a package."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.program import run

from sowfish import PlayerError, Position
from sowfish.arena.tournament_plan import Plan, checked, refuse_programs
from sowfish.errors import ArenaError
from sowfish.players import Clock, Match, canonical, make, play, runs_programs, short_name

BOLD = '''
from helper import fullest
from sowfish.players import Player

NOT_A_PLAYER = 3

class Bold(Player):
    """Plays the fullest pit."""

    def __init__(self, *, least: int = 2) -> None:
        self.least = least

    def choose(self, position, clock):
        return fullest(position)
'''
HELPER = """
def fullest(position):
    stones = position.pits(position.to_move)
    return max(position.legal_pits, key=lambda pit: stones[pit])
"""


@pytest.fixture
def bold(tmp_path: Path) -> str:
    (tmp_path / "bold.py").write_text(BOLD)
    (tmp_path / "helper.py").write_text(HELPER)
    return f"{tmp_path}/bold.py:Bold"


def test_a_class_in_a_file_is_made_with_its_options(bold: str) -> None:
    player = make(f"{bold}:least=5")
    assert (player.least, player.name) == (5, "bold.py:Bold:least=5")  # type: ignore[attr-defined]


def test_its_canonical_text_has_the_whole_path_and_no_defaults(bold: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = bold.removesuffix("/bold.py:Bold")
    monkeypatch.chdir(folder)
    assert canonical("bold.py:Bold:least=2") == bold
    assert short_name(bold) == "bold.py:Bold"


def test_it_plays_by_its_text(bold: str) -> None:
    assert play(bold, "random", seed=3).game.score == play(make(bold), make("random"), seed=3).game.score


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bald.py:Bold", "there is no file"),
        ("bold.py:Bald", "it has no Bald; did you mean Bold?"),
        ("bold.py:NOT_A_PLAYER", "3 cannot make a player"),
        ("bold.py:Bold:strength=3", "has no option strength"),
        ("bold.py:Bold least=3", "a player in a file is file.py:Class:option=value"),
        ("broken.py:Bold", "cannot be loaded: SyntaxError"),
        ("leaves.py:Bold", "cannot be loaded: SystemExit"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(bold: str, name: str, message: str) -> None:
    folder = Path(bold).parent
    (folder / "broken.py").write_text("class Bold(:")
    (folder / "leaves.py").write_text("raise SystemExit(3)")
    with pytest.raises(PlayerError, match=message.replace("?", r"\?")):
        make(f"{folder}/{name}")


def test_a_function_in_a_file_is_a_player(bold: str, tmp_path: Path) -> None:
    function = bold.replace("Bold", "fullest")
    assert make(function).name == "bold.py:fullest"
    assert play(function, "random", seed=3).game.moves == play(bold, "random", seed=3).game.moves
    shown = run("play", "--south", function, "--north", "random", "--seed", "1", SOWFISH_DATA=str(tmp_path / "data"))
    assert (shown.returncode, "south is bold.py:fullest" in shown.stdout) == (0, True)


def test_a_function_is_a_player() -> None:
    def last(position: Position) -> int:
        return position.legal_pits[-1]

    def last_in_time(position: Position, clock: Clock) -> int:
        assert clock.limit == 5
        return position.legal_pits[-1]

    played = play(last, "greedy")
    assert played.game.moves == play(last_in_time, "greedy", clock=Clock(move=5)).game.moves
    assert played.game.moves[0] == 5
    assert play("greedy", lambda _position: 9).explanation.startswith("north (<lambda>) played an illegal move")


def test_a_person_needs_someone_who_asks() -> None:
    with pytest.raises(PlayerError, match=r"there is no person to ask; in Python: make\('human', ask=function\)"):
        Match("human", "greedy")
    with Match(make("human", ask=lambda position, _clock: position.legal_pits[0]), "greedy") as match:
        assert match.step() is not None


def test_only_its_user_may_have_it_run(bold: str) -> None:
    assert runs_programs(bold)
    with pytest.raises(ArenaError, match="allow-programs"):
        refuse_programs(checked(Plan(players=(bold, "random"), games=2)), "a file")


def test_it_plays_in_commands(bold: str, tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    shown = run("play", "--south", bold, "--north", "random", "--seed", "1", SOWFISH_DATA=data)
    assert "south is bold.py:Bold, north is random" in shown.stdout
    report = run("arena", bold, "random", "--games", "4", "--jobs", "1", "--json", SOWFISH_DATA=data)
    assert sorted(json.loads(report.stdout)["players"]) == ["bold.py:Bold", "random"]
    listed = run("engine", bold, typed="protocol 1\nquit\n").stdout
    assert listed.startswith("id bold.py:Bold\n")


CRASHING = """
import json
from sowfish.players import Player

class Crash(Player):
    def choose(self, position, clock):
        return self.deeper(position)

    def deeper(self, position):
        return json.loads("{")  # fails in Python's own code

class Illegal(Player):
    def choose(self, position, clock):
        return position.after(99)

class Bare:
    def choose(self, position, clock):
        return 0
"""
COMMANDS = (
    ("play", "--south", "greedy", "--north"),
    ("arena", "greedy", "--games", "2", "--fresh"),
    ("grade", "--limit", "2"),
)


@pytest.fixture
def crashing(tmp_path: Path) -> str:
    (tmp_path / "crashing.py").write_text(CRASHING)
    return f"{tmp_path}/crashing.py"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Crash", r"failed.*: JSONDecodeError: Expecting property name .* \(crashing.py, line 10\)"),
        ("Illegal", r"failed.*: IllegalMoveError: .*99.* \(crashing.py, line 14\)"),
    ],
)
def test_a_crash_says_the_file_and_line_of_the_players_own_code(
    crashing: str, command: tuple[str, ...], name: str, message: str
) -> None:
    shown = run(*command, f"{crashing}:{name}", SOWFISH_DATA=str(Path(crashing).parent / "data"))
    assert re.search(message, " ".join((shown.stdout + shown.stderr).split()))
    assert "bug in Sowfish" not in shown.stderr


def test_a_crash_while_loading_says_its_line(crashing: str) -> None:
    path = Path(crashing).with_name("broken.py")
    path.write_text("import math\n\nmath.tree\n")
    with pytest.raises(PlayerError, match=r"module 'math' has no attribute 'tree' \(broken.py, line 3\)$"):
        make(f"{path}:Bold")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_class_without_the_base_class_is_told_what_it_lacks(crashing: str, command: tuple[str, ...]) -> None:
    shown = run(*command, f"{crashing}:Bare", SOWFISH_DATA=str(Path(crashing).parent / "data"))
    assert shown.returncode == 2
    assert shown.stderr.endswith(
        "; it has no new_game or opponent_moved; derive its class from sowfish.players.Player\n"
    )
