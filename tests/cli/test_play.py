"""Games played with the real program."""

import contextlib
import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from tests.arena import rude
from tests.cli.program import Terminal, run

from sowfish import Game, Position, Side
from sowfish.cli.play.seats import seat
from sowfish.render import draw_text

HARD = "8 8 8 8 8 8 0 / 8 8 8 8 8 8 0"


def play(typed: str, folder: Path, *words: str, code: int = 0) -> list[dict[str, object]]:
    """Play through pipes and return the lines of JSON."""
    shown = run("play", "--json", *words, typed=typed, SOWFISH_DATA=str(folder))
    assert shown.returncode == code, shown.stderr
    return [json.loads(line) for line in shown.stdout.splitlines()]


def test_two_players_play_to_the_end(tmp_path: Path) -> None:
    start, *moves, end = play("", tmp_path, "--south", "greedy", "--north", "random:seed=3")
    assert start["players"] == {"south": "greedy", "north": "random:seed=3"}
    assert {line["event"] for line in moves} == {"moves"}
    assert end["reason"] == "played_out"
    assert str(end["result"]).endswith(("_wins", "tie"))
    assert not tmp_path.joinpath("stash").exists()  # nobody was there who could want it


def test_same_seed_is_the_same_game(tmp_path: Path) -> None:
    words = ("--south", "random", "--north", "random", "--rules", "avalanche", "--deal", "mirrored", "--seed")
    assert play("", tmp_path, *words, "5") == play("", tmp_path, *words, "5") != play("", tmp_path, *words, "6")


def test_starts_are_what_was_asked_for(tmp_path: Path) -> None:
    def first(*words: str) -> Position:
        return Position.parse(str(play("", tmp_path, *words)[0]["position"]))

    assert first("--stones", "3", "--pits", "4", "--to-move", "north", "--north", "human") == Position.start(
        stones=3, pits=4
    ).with_to_move("north")
    dealt = first("--deal", "reflected", "--seed", "9", "--rules", "avalanche")
    assert dealt == Position.random(48, seed=9, deal="reflected", rules="avalanche")
    assert first("1 2 3 / 3 2 1") == Position.parse("1 2 3 / 3 2 1")


def test_person_plays_hints_and_takes_back(tmp_path: Path) -> None:
    typed = "2 5\nhint\nback\nback\nlast\nboard\n"
    shown = run("play", "--north", "turn", typed=typed, SOWFISH_DATA=str(tmp_path))
    assert shown.returncode == 2
    assert shown.stderr == "sowfish: the other side has not played yet\n"
    assert "south plays pit 2: sows 4 stones, banks 1, moves again\n" in shown.stdout
    assert "\nHint: " in shown.stdout
    assert "3 moves taken back.\n" in shown.stdout  # north's two and the last of south's
    assert "1 move taken back.\n" in shown.stdout
    assert shown.stdout.count(draw_text(Position.start())) == 3  # at first, taken back, and by `board`
    assert "The game is not over: south to move\n" in shown.stdout


def test_last_turn_of_the_other_side_is_shown_step_by_step(tmp_path: Path) -> None:
    shown = run("play", "--north", "turn", typed="2 5\nlast\n", SOWFISH_DATA=str(tmp_path)).stdout
    steps = shown[shown.index("\n1. north plays pit 1") :]
    before = Position.start().after(2).after(5)
    assert draw_text(before.after(1)) in steps
    assert "\n2. north plays pit 2: sows 6 stones, banks 1\n" in steps
    assert draw_text(before.after(1).after(2)) in steps


def test_players_tell_what_they_saw_if_asked(tmp_path: Path) -> None:
    assert "saw:" not in run("play", typed="0\n", SOWFISH_DATA=str(tmp_path)).stdout
    shown = run("play", "--north", "turn", "--narrate", typed="0\n", SOWFISH_DATA=str(tmp_path)).stdout
    assert shown.count("turn saw: best turn ") == 1


def test_resigning_ends_the_game(tmp_path: Path) -> None:
    *_, end, kept = play("0\nresign\n", tmp_path)
    assert (end["reason"], end["result"]) == ("resigned", "north_wins")
    assert Game.load(str(kept["file"])).metadata["resigned"] == "south"
    refused = run("play", "--resume", SOWFISH_DATA=str(tmp_path))
    assert refused.stderr == "sowfish: the game of play is over: south has resigned\n"


def test_technical_win_ends_the_game_whether_pits_are_typed_on_one_line_or_many(tmp_path: Path) -> None:
    turn = "5 2 1 4 0 0 4 4 1 2 4 3 5 3 2 3 5 3 4"  # nobody can catch up after the 14th
    for typed in (f"{turn}\n", turn.replace(" ", "\n")):
        *events, end, _ = play(typed, tmp_path, "--technical-win", "--rules", "avalanche")
        moves = [move["pit"] for event in events for move in event.get("moves", [])]  # type: ignore[attr-defined]
        assert " ".join(map(str, moves)) == "5 2 1 4 0 0 4 4 1 2 4 3 5 3"
        assert (end["reason"], end["result"]) == ("technical_win", "south_wins")


def test_hint_ends_where_a_technical_win_ends_the_game(tmp_path: Path) -> None:
    words = ("--technical-win", "--rules", "avalanche", "--north", "human")
    typed = "5 2 1 4 0 0 4 4 1 2 4 3 5\nhint\n"
    hint = play(typed, tmp_path, *words)[2]
    after = Position.parse(str(hint["position"]))
    for pit in hint["turn"]:  # type: ignore[attr-defined]
        assert after.technical_winner is None
        after = after.after(pit)
    assert after.technical_winner is not None


def test_end_of_input_saves_the_game_and_resume_continues_it(tmp_path: Path) -> None:
    *_, end, kept = play("2 5\n", tmp_path, "--north", "greedy", "--rules", "avalanche")
    assert (end["event"], end["reason"], end["result"]) == ("end", "left", "in_progress")
    resumed = play("board\n", tmp_path, "--resume")
    assert resumed[0]["position"] == end["position"]
    assert resumed[0]["players"] == {"south": "human", "north": "greedy"}
    assert Game.load(str(kept["file"])).moves[:2] == (2, 5)


def test_saved_game_can_be_resumed_with_other_players(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    saved = play(f"0\nsave {file}\nquit\n", tmp_path)
    assert {"event": "saved", "file": str(file)} in saved
    resumed = play("", tmp_path, "--resume", str(file), "--south", "random", "--north", "greedy")
    assert resumed[0]["players"] == {"south": "random", "north": "greedy"}
    assert resumed[-1]["reason"] == "played_out"


def test_save_option_writes_the_game_when_it_is_over(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("", tmp_path, "--south", "random", "--north", "random", "--save", str(file))
    game = Game.load(file)
    assert game.position.is_over
    assert dict(game.metadata) == {"south": "random", "north": "random"}


WRONG = [
    ("9", "there is no pit 9; pits are 0 to 5"),
    ("-1", "'-1' is not a pit; pits are 0 to 5"),
    ("2 2", "pit 2 is empty"),
    ("0 1", "the turn is over after 0"),
    ("xyz", "'xyz' is neither a pit nor one of hint, "),
    ("back", "there is no move of yours to take back"),
    ("save /", "Is a directory: '/'"),
    ("b", "'b' is neither a pit nor one of"),
]


def test_wrong_entries_are_explained_and_asked_again(tmp_path: Path) -> None:
    typed = "".join(f"{line}\n" for line, _ in WRONG) + "0\n"
    shown = run("play", typed=typed, SOWFISH_DATA=str(tmp_path))
    assert shown.returncode == 2
    for said, (line, message) in zip(shown.stderr.splitlines(), WRONG, strict=True):
        assert said.startswith("sowfish: ")
        assert message in said, line
    assert shown.stdout.count("south plays pit") == 1


def test_ring_numbers_are_typed_as_they_are_shown(tmp_path: Path) -> None:
    shown = run("play", "--numbering", "ring", "--near", "north", typed="9\n", SOWFISH_DATA=str(tmp_path)).stdout
    assert "south plays pit 9: sows 4 stones, banks 1, moves again" in shown
    assert draw_text(Position.start().after(2), near="north", numbering="ring") in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--north", "nobody"], "there is no player nobody"),
        (["--north", "random:seed=x"], "seed must be a whole number"),
        (["--deal", "unfair"], "'unfair' is not one of"),
        (["--time", "0"], "must be a positive number"),
        (["--resume", "nothing"], "there is no stashed game 'nothing'"),
        (["--resume", "./none.txt"], "No such file or directory"),
        (["0 0 1 / 0 1 2"], "there is nothing to play: the game is over"),
        (["--stones", "200"], "2400 stones are too many"),
        (["1 2 / 1 2", "--deal", "mirrored"], "Give either a position or --deal"),
        (["--resume", "x", "--rules", "kalah"], "Give either --resume or --rules"),
    ],
)
def test_wrong_option_is_one_sentence(tmp_path: Path, words: list[str], message: str) -> None:
    shown = run("play", *words, SOWFISH_DATA=str(tmp_path))
    assert (shown.returncode, shown.stdout) == (2, "")
    assert message in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_player_that_fails_ends_the_game_but_loses_nothing(tmp_path: Path) -> None:
    script = tmp_path / "player.py"
    script.write_text("print('nonsense')")
    player = f'program:command="{sys.executable} {script}",patience=5'
    shown = run("play", "--north", player, typed="0\n", SOWFISH_DATA=str(tmp_path))
    assert shown.returncode == 2
    assert "Traceback" not in shown.stderr


HANGING = """
import re, time
from sowfish.players import Player

class Sleeper(Player):
    def choose(self, position, clock):
        time.sleep(30)

class Blocker(Player):  # keeps all of Python waiting, threads that watch the clock included
    def choose(self, position, clock):
        re.match("(a+)+$", 60 * "a" + "b")

class Printer(Player):
    def choose(self, position, clock):
        print("bestmove", end="")
        return position.legal_pits[0]
"""


@pytest.fixture
def hanging(tmp_path: Path) -> str:
    """Return the path of a file with players that never answer."""
    path = tmp_path / "hanging.py"
    path.write_text(HANGING, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["Sleeper", "Blocker"])
def test_player_that_oversteps_the_time_limit_loses(tmp_path: Path, hanging: str, name: str) -> None:
    started = time.monotonic()
    *_, end, kept = play("2 5\n", tmp_path, "--north", f"{hanging}:{name}", "--time", "0.5")
    assert time.monotonic() - started < 15
    assert (end["reason"], end["result"]) == ("overstep", "south_wins")
    game = Game.load(str(kept["file"]))
    assert re.fullmatch(
        rf"north \(hanging.py:{name}\) (took \d\.\d{{3}} s|was still thinking) where 0.500 s were allowed",
        game.metadata["termination"],
    )
    resumed = run("play", "--resume", "--north", "greedy", SOWFISH_DATA=str(tmp_path))
    assert resumed.stderr == f"sowfish: the game of play is over: {game.metadata['termination']}\n"


def test_one_of_our_players_that_oversteps_the_time_limit_loses(tmp_path: Path) -> None:
    shown = run("play", "--south", "uct", "--north", "greedy", "--time", "0.000001", SOWFISH_DATA=str(tmp_path))
    assert shown.returncode == 0
    assert re.search(r"\nsouth \(uct\) took 0\.... s where 0\.000 s were allowed: north wins\n", shown.stdout)


def test_without_a_time_limit_our_players_keep_their_own_and_others_have_three_seconds(hanging: str) -> None:
    sides = [seat(Side.SOUTH, text) for text in ("minimax", "engine", "perfect", f"{hanging}:Sleeper", "human")]
    clocks, limits = [side.clock.limit for side in sides], [side.limit for side in sides]
    for side in sides:
        side.close()
    assert clocks == [None, None, 3.0, 3.0, None]
    assert limits == [None, None, None, 3.0, None]  # a proof that is stopped a little late does not lose
    with contextlib.closing(seat(Side.SOUTH, "minimax", seconds=2)) as side:
        assert side.clock.limit == side.limit == 2


def test_player_that_prints_disturbs_neither_the_game_nor_its_json(tmp_path: Path, hanging: str) -> None:
    *_, end = play("", tmp_path, "--south", "greedy", "--north", f"{hanging}:Printer")
    assert end["reason"] == "played_out"


def test_game_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shown = run("play", typed="0\n", SOWFISH_DATA=str(tmp_path / "file"))
    assert shown.returncode == 2
    assert "the game could not be kept: " in shown.stderr


def test_game_that_cannot_be_saved_where_it_should_is_stashed(tmp_path: Path) -> None:
    words = ("--north", "human", "--save", "/dev/full")
    *_, kept = play("2\n", tmp_path, *words, code=2)
    assert Game.load(str(kept["file"])).moves == (2,)


def test_game_file_cannot_run_programs(tmp_path: Path) -> None:
    game = Game(metadata={"north": f"program:command=touch {tmp_path}/run"})
    game.save(tmp_path / "game.txt")
    shown = run("play", "--resume", str(tmp_path / "game.txt"), typed="0\n", SOWFISH_DATA=str(tmp_path))
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.startswith("sowfish: north was played by a program or a file; if you trust it")
    assert not (tmp_path / "run").exists()


def test_game_file_cannot_load_players_of_other_packages(tmp_path: Path) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    rude.install(folder)
    (folder / "rude_players.py").write_text(f"open({str(tmp_path / 'run')!r}, 'w')")
    Game(metadata={"north": "faulty"}).save(tmp_path / "game.txt")
    shown = run(
        "play", "--resume", str(tmp_path / "game.txt"), typed="0\n", SOWFISH_DATA=str(tmp_path), PYTHONPATH=str(folder)
    )
    assert shown.returncode == 2
    assert shown.stderr.startswith("sowfish: north was played by a program or a file; if you trust it")
    assert not (tmp_path / "run").exists()


def test_person_on_a_terminal_plays_and_leaves(tmp_path: Path) -> None:
    with Terminal("play", columns=40, SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("south> ")
        terminal.type("0\n")
        terminal.until("north plays pit")
        terminal.until("south> ")
        terminal.type("\x04")
        shown = terminal.end()
    assert "The game is kept: sowfish play --resume" in shown
    boards = [line for line in shown.splitlines() if line.startswith(("  ┌", "      ┌"))]
    assert boards
    assert max(map(len, boards)) <= 40


def test_ctrl_c_is_heard_while_a_player_thinks(tmp_path: Path) -> None:
    words = ("play", HARD, "--north", "perfect", "--time", "100")
    with Terminal(*words, SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("south> ")
        terminal.type("0\n")
        terminal.until("north to move")
        time.sleep(0.5)  # it thinks
        terminal.interrupt()
        assert "The game is kept: sowfish play --resume" in terminal.end(code=130)


def test_ctrl_c_at_the_question_leaves_and_keeps(tmp_path: Path) -> None:
    with Terminal("play", "--north", "human", SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("south> ")
        terminal.type("2 5\n")
        terminal.until("north> ")
        terminal.interrupt()
        terminal.end(code=130)
    assert Game.load(tmp_path / "stash" / "play.txt").moves == (2, 5)


@pytest.mark.parametrize("command", ["play", "shell"])
def test_closed_window_keeps_the_game(tmp_path: Path, command: str) -> None:
    words = ("play", "--north", "human") if command == "play" else ("shell",)
    with Terminal(*words, SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("> south")
        terminal.type("2\n" if command == "play" else "p 2\n")
        terminal.until("moves again")
        terminal.until("> ")
        terminal.settle()
        terminal.process.send_signal(signal.SIGHUP)
        terminal.end(code=130)
    (file,) = (tmp_path / "stash").iterdir()
    assert Game.load(file).moves == (2,)


def test_closed_output_is_quiet(tmp_path: Path) -> None:
    command = f"exec {sys.executable} -m sowfish play --south random --north random | head -1"
    assert os.WEXITSTATUS(os.system(f"SOWFISH_DATA={tmp_path} {command} >/dev/null 2>{tmp_path}/errors")) == 0  # noqa: S605
    assert (tmp_path / "errors").read_text() == ""


# ---- two computers, followed turn by turn


def test_a_person_follows_two_players_turn_by_turn_and_leaves(tmp_path: Path) -> None:
    words = ("--south", "greedy", "--north", "random:seed=3", "--pause")
    start, *moves, end = play("\n\nq\n", tmp_path, *words)
    assert start["event"] == "start"
    assert [line["event"] for line in moves] == ["moves"] * 3
    assert end["reason"] == "left"


def test_a_pause_takes_no_other_word(tmp_path: Path) -> None:
    shown = run("play", "--south", "greedy", "--north", "greedy", "--pause", typed="x\nq\n", SOWFISH_DATA=str(tmp_path))
    assert "type ENTER or q, not 'x'" in shown.stderr
    assert "The game is not over" in shown.stdout


def test_without_a_pause_two_players_play_on(tmp_path: Path) -> None:
    *_, end = play("", tmp_path, "--south", "greedy", "--north", "greedy", "--no-pause")
    assert end["reason"] == "played_out"


def test_a_terminal_asks_whether_to_pause(tmp_path: Path) -> None:
    for answer, shows in (("n", "has won"), ("", "ENTER for the next turn")):
        with Terminal(
            "play", "--south", "greedy", "--north", "greedy", "--seed", "1", SOWFISH_DATA=str(tmp_path)
        ) as terminal:
            terminal.until("Wait for ENTER after each turn?")
            terminal.type(f"{answer}\n")
            terminal.until(shows)
            terminal.type("q\n")
