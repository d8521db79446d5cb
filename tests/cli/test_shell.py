"""The shell, piped and on a terminal."""

import json
import signal
import subprocess
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, Terminal, environment, run

from sowfish import Game, Position
from sowfish.render import draw_text

EXAMPLE = Position.parse("avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south")
ENTERED = "m\n5 3 2 0 1 7 12\n7 2 4 9 0 2 9\n1\n"
FEW_LAPS = ("--objective", "stones", "--max-laps", "20")
SMALL = "kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16"


def shell(typed: str, folder: Path, *words: str, code: int = 0) -> str:
    """Pipe lines into the shell and return what it shows."""
    shown = run("shell", *words, typed=typed, SOWFISH_DATA=str(folder))
    assert (shown.returncode, shown.stderr) == (code, "" if code == 0 else shown.stderr)
    return shown.stdout


def answers(typed: str, folder: Path, *words: str, code: int = 0) -> list[dict[str, object]]:
    return [json.loads(line) for line in shell(typed, folder, "--json", *words, code=code).splitlines()]


def test_piped_example_finds_the_technical_win(tmp_path: Path) -> None:
    shown = shell(f"{ENTERED}d\nf technical\nq\n", tmp_path, "--rules", "avalanche")
    assert shown.count(draw_text(EXAMPLE)) == 3  # entered, displayed, and with the turn that is found
    assert "avalanche: south (1) to move, in progress; 63 stones\n" in shown
    assert "\nPlay 2 5 4 2 1 2 4 5 5 5 0 2 4\n" in shown
    assert shown.endswith(": 35 in the store, a technical win for south, proven.\n")


def test_piped_entries_show_a_running_total(tmp_path: Path) -> None:
    shown = shell(ENTERED, tmp_path)
    assert "6 pits with 18, store 12: 30 stones\n" in shown
    assert "6 pits with 24, store 9: 33 stones; 63 in all\n" in shown
    assert "The board before had 48 stones.\n" in shown


def test_found_turn_can_be_played(tmp_path: Path) -> None:
    shown = shell(f"{ENTERED}f technical\np best\n", tmp_path, "--rules", "avalanche")
    assert shown.endswith("avalanche: north (2) to move, a technical win for south; 63 stones\n")


def test_turn_found_ends_where_a_technical_win_ends_the_game(tmp_path: Path) -> None:
    words = ("--technical-win", "--rules", "avalanche")
    found, played, refused = answers("f\np best\nf\n", tmp_path, *words, code=2)
    assert played["state"] == "technical_win"
    assert [move["pit"] for move in played["moves"]] == found["turn"]  # type: ignore[attr-defined]
    assert found["technical_winner"] == "south"
    game = Game(Position.start("avalanche"))
    for move in played["moves"][:-1]:  # type: ignore[index]
        game.play(move["pit"])
        assert game.position.technical_winner is None
    assert refused["error"] == "there is nothing to play: the game is over, a technical win for south"


def test_four_questions_and_same_set_up_a_mirrored_board(tmp_path: Path) -> None:
    (entered,) = answers("e\n3\n4\n1 2 3\nsame\n", tmp_path)
    assert entered == {"action": "enter", "position": "kalah: 1 2 3 3 / 1 2 3 4 south", "state": "in_progress"}
    (entered,) = answers("M\n1 2 3 9\nSame\n2\n", tmp_path)
    assert entered["position"] == "kalah: 1 2 3 9 / 1 2 3 9 north"


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("m\n1 2 x\n1 2 3\n1\n", "'x' is not a number of stones"),
        ("m\n1 2 3\n1 2\n2\n", "south has 2 pits and north has 1; they must be equal"),
        ("m\n1 2 3\nsame\n3\n", "'3' is neither you (1, south) nor they (2, north)"),
        ("e\nx\n4\n1 2 3\nsame\n", "'x' is not a number of stones"),
    ],
)
def test_wrong_line_in_a_pipe_refuses_its_entry_and_shifts_no_other_line(
    tmp_path: Path, entry: str, error: str
) -> None:
    refused, shown = answers(f"{entry}d\n", tmp_path, code=2)
    assert refused == {"error": error}
    assert (shown["action"], shown["position"]) == ("display", str(Position.start()))


def test_back_in_an_entry_returns_to_the_question_before(tmp_path: Path) -> None:
    (entered,) = answers("m\n1 2 4\nback\n1 2 3\nsame\nb\n4 5 6\n2\n", tmp_path)
    assert entered["position"] == "kalah: 1 2 3 / 4 5 6 north"
    (entered,) = answers("e\n3\nback\n2\n4\n1 2 3\nsame\n", tmp_path)
    assert entered["position"] == "kalah: 1 2 3 2 / 1 2 3 4 south"


def test_wrong_line_of_an_entry_is_explained_and_read_again(tmp_path: Path) -> None:
    with Terminal("shell", columns=80, SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("sowfish> ")
        for line in ("m", "1 2 x", "1 2 3", "1 2", "4 5 6", "3", "2", "q"):
            terminal.type(f"{line}\n")
            terminal.settle()
        shown = terminal.end()
    for error in (
        "'x' is not a number of stones",
        "south has 2 pits and north has 1; they must be equal",
        "'3' is neither you (1, south) nor they (2, north)",
    ):
        assert f"\n  {error}\n" in shown
    assert draw_text(Position.parse("1 2 3 / 4 5 6 north")) in shown


def test_display_says_whose_turn_and_the_state(tmp_path: Path) -> None:
    boards = {
        "1 1 0\n1 1 0\n1": "kalah: south (1) to move, in progress; 4 stones",
        "1 1 0\n1 1 0\n2": "kalah: north (2) to move, in progress; 4 stones",
        "1 1 9\n1 1 0\n1": "kalah: south (1) to move, a technical win for south; 13 stones",
        "0 0 9\n0 1 0\n1": "kalah: south has won, 9 to 1; 10 stones",
        "0 0 4\n0 0 4\n1": "kalah: a tie, 4 to 4; 8 stones",
    }
    shown = shell("".join(f"m\n{board}\n" for board in boards), tmp_path)
    assert [line for line in shown.splitlines() if line.startswith("kalah: ")] == list(boards.values())


def test_test_move_leaves_the_board_and_play_move_does_not(tmp_path: Path) -> None:
    tested, shown, played, now = answers("t 2 5\nd\np\n2 5\nd\n", tmp_path)
    assert tested["moves"] == played["moves"]
    assert shown["position"] == str(Position.start())
    assert now["position"] == tested["after"] == str(Position.start().after(2).after(5))


def test_wrong_pit_plays_none_of_the_pits(tmp_path: Path) -> None:
    refused, shown = answers("p 2 2\nd\n", tmp_path, code=2)
    assert refused == {"error": "move 2: pit 2 is empty"}
    assert shown["position"] == str(Position.start())


def test_undo_goes_back_move_by_move_and_then_board_by_board(tmp_path: Path) -> None:
    typed = "r 3\np 3\np 2\nu 2\nredo\nu\nu\nu\n"
    *_, redone, start, back, nothing = answers(typed, tmp_path, code=2)
    assert redone["position"] == str(Position.start(stones=3).after(3))
    assert start["position"] == str(Position.start(stones=3))
    assert back["position"] == str(Position.start())
    assert nothing == {"error": "there is nothing to undo"}


def test_reset_deals_and_the_seed_deals_again(tmp_path: Path) -> None:
    (dealt,) = answers("r random 7\n", tmp_path, "--rules", "avalanche")
    assert dealt["position"] == str(Position.random(seed=7, deal="phone", rules="avalanche"))
    first, again = answers("r random\nr random\n", tmp_path)
    assert first["seed"] != again["seed"]


def test_rules_change_the_game_not_the_board(tmp_path: Path) -> None:
    said, changed, refused = answers("rules\nrules avalanche\nrules chess\n", tmp_path, code=2)
    assert said["rules"] == "kalah"
    assert changed["position"] == str(Position.start("avalanche"))
    assert "unknown rules 'chess'" in str(refused["error"])


def test_find_takes_an_objective(tmp_path: Path) -> None:
    found = answers("f\nf stones\nF Difference\nf technical\n", tmp_path, SMALL)
    assert [(line["objective"], line["value"]) for line in found] == [
        ("value", 6),
        ("stones", 15),
        ("difference", -1),
        ("technical", 15),
    ]
    assert {line["kind"] for line in found} == {"proven"}


def test_find_takes_a_limit_of_laps_as_best_does(tmp_path: Path) -> None:
    best = run("best", "--rules", "avalanche", str(Position.start("avalanche")), "--json", *FEW_LAPS)
    (found,) = answers(f"f {' '.join(FEW_LAPS[1:])}\n", tmp_path, "--rules", "avalanche")
    assert (found["value"], found["turn"]) == (json.loads(best.stdout)["value"], json.loads(best.stdout)["turn"])
    (unlimited,) = answers("f stones\n", tmp_path, "--rules", "avalanche")
    assert unlimited["value"] > found["value"]  # type: ignore[operator]


def test_stash_survives_the_end_of_the_program(tmp_path: Path) -> None:
    shell("p 2\ns\nr 3\ns three\nsave " + str(tmp_path / "game.json"), tmp_path)
    listed, first, named, file = answers(f"list\nl\nl three\nl {tmp_path / 'game.json'}\n", tmp_path)
    assert listed["names"] == ["stash", "three"]
    assert first["position"] == str(Position.start().after(2))
    assert named["position"] == file["position"] == str(Position.start(stones=3))


def test_forgotten_game_is_gone(tmp_path: Path) -> None:
    *_, refused = answers("s\nforget stash\nl\n", tmp_path, code=2)
    assert refused == {"error": "there is no stashed game 'stash'; stashed: nothing"}


def test_damaged_stash_is_named_and_kept(tmp_path: Path) -> None:
    shell("s a\ns b\n", tmp_path)
    damaged = tmp_path / "stash" / "a.txt"
    damaged.write_text("[Sowfish")
    refused, other = answers("l a\nl b\n", tmp_path, code=2)
    assert str(damaged) in str(refused["error"])
    assert other["position"] == str(Position.start())
    (stashed,) = answers("s a\n", tmp_path)
    assert Path(str(stashed["damaged"])).read_text() == "[Sowfish"
    assert Game.load(damaged).position == Position.start()


def test_stash_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (refused,) = answers("s\n", tmp_path / "file", code=2)
    assert str(refused["error"]).startswith(("Not a directory", "File exists"))


WRONG = [
    ("x", "'x' is not on the menu; h shows it"),
    ("re", "'re' can mean reset or redo"),
    ("p 9", "there is no pit 9; pits are 0 to 5"),
    ("p -1", "'-1' is not a pit; pits are 0 to 5"),
    ("p best", "no turn has been found for this board yet; use `find`"),
    ("u 0", "'0' is not a number of moves"),
    ("f fun", "'fun' is not an objective"),
    ("f stones 60", "'60' is too much: find takes an objective and --max-laps NUMBER"),
    ("f --max-laps 60", "--max-laps needs stones, difference or technical"),
    ("f stones --max-laps", "--max-laps needs a number of laps, not ''"),
    ("d 1", "'1' is too much: display takes nothing"),
    ("u 1 2", "'2' is too much: undo takes [MOVES]"),
    ("q now", "'now' is too much: quit takes nothing"),
    ("r 99", "1188 stones are too many"),
    ("r random x", "a seed is a whole number, not 'x'"),
    ("s ../x", "not '../x'"),
    ("l none", "there is no stashed game 'none'"),
    ("l /", "Is a directory: '/'"),
    ("l ./none.txt", "No such file or directory: 'none.txt'"),
    ("save /", "Is a directory: '/'"),
    ("save /no/such/game.txt", "No such file or directory: '/no/such/game.txt'"),
    ("forget", "say which stashed game to forget"),
    ("\x00\x1b", r"'\x00\x1b' is not on the menu"),
]


def test_wrong_lines_are_one_sentence_each_and_the_shell_continues(tmp_path: Path) -> None:
    typed = "".join(f"{line}\n" for line, _ in WRONG) + "d\n"
    shown = run("shell", typed=typed, SOWFISH_DATA=str(tmp_path))
    assert shown.returncode == 2
    for said, (line, message) in zip(shown.stderr.splitlines(), WRONG, strict=True):
        assert said.startswith("sowfish: ")
        assert message in said, line
    assert shown.stdout.count(draw_text(Position.start())) == 1  # nothing has changed


def test_input_that_ends_in_a_question_is_said(tmp_path: Path) -> None:
    shown = run("shell", typed="m\n1 2 3\n", SOWFISH_DATA=str(tmp_path))
    assert (shown.returncode, shown.stderr) == (2, "sowfish: the input ended before the answer\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_full_disk_is_said_and_the_game_stays_on_the_table(tmp_path: Path) -> None:
    _, refused, shown = answers("p 2\nsave /dev/full\nd\n", tmp_path, code=2)
    assert refused == {"error": "No space left on device: '/dev/full'"}
    assert shown["position"] == str(Position.start().after(2))
    assert Path("/dev/full").is_char_device()


def test_bytes_that_are_no_text_are_a_wrong_line(tmp_path: Path) -> None:
    shown = subprocess.run(
        [PROGRAM, "shell"],
        input=b"\xff\n",
        capture_output=True,
        env=environment(SOWFISH_DATA=str(tmp_path), PYTHONUTF8="0", PYTHONIOENCODING="utf-8:strict"),
        check=False,
    )
    assert shown.returncode == 2
    assert b"is not on the menu" in shown.stderr


def test_terminal_asks_completes_and_remembers(tmp_path: Path) -> None:
    with Terminal("shell", SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("sowfish> ")
        terminal.type("manu\t\n")
        terminal.until("South's pits and store: ")
        terminal.type("1 2 3\n")
        terminal.until("North's pits and store, or same: ")
        terminal.type("same\n")
        terminal.until("Who moves, 1 (south) or 2 (north)? [1] ")
        terminal.type("\n")
        terminal.until("kalah: south (1) to move")
        terminal.until("sowfish> ")
        terminal.type("a bcdefghijklmnopqrstuvwxyz\n")  # every letter is typed as it is
        terminal.until("a bcdefghijklmnopqrstuvwxyz")
        terminal.until("'a' is not on the menu")
        terminal.until("sowfish> ")
        terminal.type("q\n")
        assert "(T)est move" in terminal.end()
    assert Game.load(tmp_path / "stash" / "last.txt").position == Position.parse("1 2 3 / 1 2 3")
    with Terminal("shell", SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("load last brings back the game of last time.")
        terminal.until("sowfish> ")
        terminal.type("\x1b[A\x1b[A\x1b[A")  # three lines up: what was typed last time
        terminal.until("manually")
        terminal.type("\x15\x04")
        terminal.end()


def test_ctrl_c_ends_a_question_and_at_the_menu_the_shell(tmp_path: Path) -> None:
    with Terminal("shell", SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("sowfish> ")
        terminal.type("m\n")
        terminal.until("store: ")
        terminal.interrupt()
        terminal.until("sowfish> ")
        terminal.type("e\n")
        terminal.until("store: ")
        terminal.type("\x04")
        terminal.until("sowfish> ")
        terminal.interrupt()
        terminal.end(code=130)


def test_ctrl_c_ends_a_search_and_keeps_what_is_known(tmp_path: Path) -> None:
    with Terminal("shell", "8 8 8 8 8 8 0 / 8 8 8 8 8 8 0", "--time", "60", SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("sowfish> ")
        terminal.type("f\n")
        terminal.until(" s: ")  # the line that says how far it is
        terminal.process.send_signal(signal.SIGINT)
        terminal.until("estimated")
        terminal.until("sowfish> ")
        terminal.type("\x04")
        terminal.end()


@pytest.mark.parametrize("columns", [40, 80])
def test_no_line_is_wider_than_the_terminal(tmp_path: Path, columns: int) -> None:
    with Terminal("shell", columns=columns, SOWFISH_DATA=str(tmp_path), TERM="dumb") as terminal:
        for line in ("h", "f stones", "t 2 5", "rules"):
            terminal.until("sowfish> ")
            terminal.type(f"{line}\n")
        terminal.until("sowfish> ")
        terminal.type("q\n")
        shown = terminal.end()
    assert max(map(len, shown.splitlines())) <= columns
