"""The edges people run into first: boards typed wrongly, places that cannot be written, names in any case."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.program import Terminal, run, run_on_terminal

from sowfish import Game, Position

GAME = Path(__file__).parent.parent.parent / "docs" / "games" / "kalah.txt"
HARD = "8 8 8 8 8 8 0 / 8 8 8 8 8 8 0"


@pytest.mark.parametrize(
    "text", ["4 4 4 4 4 4 / 4 4 4 4 4 4", "5 3 2 0 1 7 / 7 2 4 9 0 2", "avalanche: 0 0 0 0 1 0 / same"]
)
def test_forgotten_stores_are_refused_with_a_hint(text: str) -> None:
    shown = run("best", text)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "are the stores missing? Six pits need 7 numbers a side" in shown.stderr
    assert ",pits=5" in shown.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("check", "shortest game from 4 4 4 4 4 4 / 4 4 4 4 4 4"),
        ("check", "shortest game", "--from", "4 4 4 4 4 4 / same"),
    ],
)
def test_forgotten_stores_are_refused_in_questions_about_games(command: tuple[str, ...]) -> None:
    shown = run(*command, "--time", "5")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "are the stores missing? Six pits need 7 numbers a side" in shown.stderr


def test_forgotten_stores_are_refused_in_a_file_of_openings(tmp_path: Path) -> None:
    (tmp_path / "openings").write_text("4 4 4 4 4 4 / 4 4 4 4 4 4\n", encoding="utf-8")
    words = ("greedy", "leftmost", "--openings", str(tmp_path / "openings"), "--games", "2")
    shown = run("arena", *words, SOWFISH_DATA=str(tmp_path))
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "openings, line 1: each side has 6 numbers; are the stores missing?" in shown.stderr


def test_forgotten_stores_are_asked_for_again_in_the_shell(tmp_path: Path) -> None:
    with Terminal("shell", columns=200, SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("sowfish> ")
        for line in ("m", "4 4 4 4 4 4", "5 4 4 4 4 4 0", "5 4 4 4 4 4", "same", "2", "q"):
            terminal.type(f"{line}\n")
            terminal.settle()
        shown = terminal.end()
    assert shown.count("each side has 6 numbers; are the stores missing?") == 1
    assert "south has 6 pits and north has 5; they must be equal" in shown
    assert "kalah: north (2) to move, in progress; 50 stones" in shown


def test_forgotten_stores_are_noticed_at_the_second_side_if_the_first_looks_like_five_pits(tmp_path: Path) -> None:
    even = "m\n4 4 4 4 4 0\nsame\n1\n"  # a start of five pits
    shown = run("shell", "--json", typed=f"m\n4 4 4 4 4 0\n5 5 5 4 4 4\n1\n{even}", SOWFISH_DATA=str(tmp_path))
    refused, entered = map(json.loads, shown.stdout.splitlines())
    assert refused["error"].startswith("each side has 6 numbers; are the stores missing?")
    assert entered["position"] == str(Position.start(pits=5))


def test_seven_numbers_are_not_six_pits_in_the_shell(tmp_path: Path) -> None:
    shown = run("shell", "--json", typed="e\n0\n0\n4 4 4 4 4 4 0\nsame\n", SOWFISH_DATA=str(tmp_path))
    refused = json.loads(shown.stdout)
    assert refused["error"].startswith("these are 7 numbers; is the store among them? Only the pits go here.")


def test_seven_numbers_are_not_six_pits_when_best_asks() -> None:
    typed = "kalah\n0 0 0 0 0 1 20\n0 0 0 0 0 1\n0 0 0 1 0 0\n20\n26\nyou\n"
    shown = run_on_terminal("best", columns=100, typed=typed)
    assert "these are 7 numbers; is the store among them? Only the pits go here." in shown
    assert "48 stones in all" in shown


@pytest.mark.parametrize(
    ("pits", "typed"), [(5, "m\n1 0 2 0 0 3\n0 0 0 1 0 4\n1\n"), (7, "e\n0\n0\n4 4 4 4 4 4 0\nsame\n")]
)
def test_five_and_seven_pits_are_accepted_where_the_rules_have_them(tmp_path: Path, pits: int, typed: str) -> None:
    shown = run("shell", "--json", typed=f"rules kalah,pits={pits}\n{typed}", SOWFISH_DATA=str(tmp_path))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert Position.parse(json.loads(shown.stdout.splitlines()[-1])["position"]).rules.pits == pits


@pytest.mark.parametrize(
    "text",
    [
        "kalah,pits=5: 1 0 2 0 0 3 / 0 0 0 1 0 4",
        "kalah: 1 0 2 0 0 3 / 0 0 0 1 0 4 south",  # as Sowfish itself writes it
        "1 1 1 1 1 0 / 1 1 1 1 1 0",
    ],
)
def test_five_pits_that_are_meant_are_accepted(text: str) -> None:
    shown = run("best", text, "--json")
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout)["rules"] == "kalah,pits=5"


@pytest.mark.parametrize(
    "words",
    [["kalah,pits=4: 1 0 2 3 / 0 1 1 4"], ["--rules", "kalah,pits=6", "1 0 2 3 / 0 1 1 4"]],
)
def test_a_number_of_pits_that_contradicts_the_board_is_refused(words: list[str]) -> None:
    shown = run("best", *words)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "but each side has 4 numbers: 3 pits and a store" in shown.stderr


@pytest.mark.parametrize("rules", ["Capture", "GAMEPIGEON", "Kalah", "kalah"])
def test_rules_have_aliases_and_any_case(rules: str) -> None:
    assert json.loads(run("best", "0 1 0 3 / 1 1 0 2", "--rules", rules, "--json").stdout)["rules"] == "kalah,pits=3"
    assert Position.parse(f"{rules}: 1 2 / SAME North") == Position.parse("kalah: 1 2 / 1 2 north")


@pytest.mark.parametrize(
    "words",
    [
        ["arena", "greedy", "minimax", "--html", "/no/such/report.html"],
        ["arena", "greedy", "minimax", "--html", "/"],
        ["arena", "greedy", "minimax", "--export", "/proc/games"],
        ["play", "--north", "perfect", "--save", "/no/such/game.txt"],
        ["review", str(GAME), "--svg", "/no/such/graph.svg"],
        ["check", "longest game of kalah(6,4)", "--html", "/no/such/page.html"],
        ["check", "longest game of kalah(6,4)", "--trace", "/no/such/trace.json"],
    ],
)
def test_places_are_checked_before_the_work(words: list[str], tmp_path: Path) -> None:
    shown = run(*words, SOWFISH_DATA=str(tmp_path))
    assert (shown.returncode, shown.stdout) == (2, "")
    assert words[-1] in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_a_long_tournament_is_announced_with_a_clock_to_try(tmp_path: Path) -> None:
    words = ("arena", "minimax", "greedy", "--games", "2", "--jobs", "1")
    with Terminal(*words, SOWFISH_DATA=str(tmp_path)) as terminal:
        terminal.until("minimax thinks up to 9.89 s a move, so a game takes about 3 min; --clock move=0.1")
        terminal.until("games")  # the standings: what follows Ctrl-C is told
        terminal.interrupt()
        terminal.end(code=130, seconds=40)
    shown = run("arena", "minimax:depth=2", "greedy", "--games", "2", "--jobs", "1", SOWFISH_DATA=str(tmp_path))
    assert shown.stderr == ""


def test_the_board_is_asked_for_with_a_way_back() -> None:
    with Terminal("best") as terminal:
        terminal.until("Capture or Avalanche?")
        terminal.type("A\n")
        terminal.until("Your pits")
        terminal.type("1 2 4 0 2 2\n")
        terminal.until("6 pits, 11 stones")
        terminal.until("Their pits")
        terminal.type("back\n")
        terminal.until("Your pits")
        terminal.type("1 2 4 0 2 1\n")
        terminal.until("6 pits, 10 stones")
        for question, answer in [("Their pits", "4 0 0 4 1 1"), ("Your store", "10"), ("Their store", "18")]:
            terminal.until(question)
            terminal.type(f"{answer}\n")
        terminal.until("48 stones in all. Who moves")
        terminal.type("\n")
        shown = terminal.end()
    assert "Play 2 5 5" in shown
    assert "you win by 3, proven" in shown


def test_a_provisional_turn_is_shown_while_it_proves() -> None:
    with Terminal("best", HARD, "--time", "4", columns=100) as terminal:
        terminal.until("; best so far ")
        shown = terminal.end()
    assert re.search(r"; best so far (~|≥|≤)[+-]?\d+: \d", shown)


class TestRingNumbering:
    BOARD = "avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18"

    def test_counts_from_the_own_store_round_the_board(self) -> None:
        shown = run("best", self.BOARD, "--numbering", "ring").stdout
        assert "  north   6    5    4    3    2    1\n" in shown
        assert "> south   7    8    9   10   11   12\n" in shown
        assert "\nPlay 9 12 12\n" in shown

    def test_pits_are_typed_as_they_are_shown(self) -> None:
        shown = run("move", self.BOARD, "9", "12", "12", "2", "--numbering", "ring")
        assert "4. north plays pit 2" in shown.stdout
        refused = run("move", self.BOARD, "0", "--numbering", "ring")
        assert "there is no pit 0; pits are 7 to 12" in refused.stderr

    def test_boards_are_read_in_the_order_of_the_ring(self) -> None:
        ring = "10 18  1 2 4 0 2 1  4 0 0 4 1 1"
        words = ("--rules", "avalanche", "--numbering", "ring")
        assert run("best", ring, *words).stdout == run("best", self.BOARD, *words).stdout
        assert "your store, their store, your pits and their pits" in run("best", "1 2 3", *words).stderr


class TestNamesAndTechnicalWins:
    def test_players_are_named_on_the_screen_and_in_the_file(self, tmp_path: Path) -> None:
        place = tmp_path / "game.txt"
        words = ("play", "--south-name", "Ann", "--north", "greedy", "--north-name", "Bob", "--save", str(place))
        shown = run(*words, typed="2 5\nquit\n", SOWFISH_DATA=str(tmp_path))
        assert "south is Ann (human), north is Bob (greedy)" in shown.stdout
        assert "Ann plays pit 2" in shown.stdout
        assert dict(Game.load(place).metadata) == {
            "south": "Ann",
            "south_player": "human",
            "north": "Bob",
            "north_player": "greedy",
        }
        again = run("play", "--resume", str(place), typed="quit\n", SOWFISH_DATA=str(tmp_path))
        assert "south is Ann (human), north is Bob (greedy)" in again.stdout

    def test_play_ends_at_a_technical_win(self, tmp_path: Path) -> None:
        words = ("play", "--south", "greedy", "--north", "greedy", "--json", "1 1 1 20 / 1 1 3 0")
        *_, end = map(json.loads, run(*words, SOWFISH_DATA=str(tmp_path)).stdout.splitlines())
        assert end["reason"] == "played_out"
        *_, end = map(json.loads, run(*words, "--technical-win", SOWFISH_DATA=str(tmp_path)).stdout.splitlines())
        assert (end["reason"], end["result"]) == ("technical_win", "south_wins")

    def test_the_shell_plays_no_further_than_a_technical_win(self, tmp_path: Path) -> None:
        words = ("shell", "--rules", "avalanche", "5 3 2 0 1 7 12 / 7 2 4 9 0 2 9")
        typed = "f technical\np best\np 0\n"
        assert run(*words, typed=typed, SOWFISH_DATA=str(tmp_path)).returncode == 0
        shown = run(*words, "--technical-win", typed=typed, SOWFISH_DATA=str(tmp_path))
        assert shown.stderr == "sowfish: pit 0 cannot be played: the game is over, a technical win for south\n"

    def test_the_menu_is_shown_after_each_action_if_asked(self, tmp_path: Path) -> None:
        shown = run("shell", "--menu", typed="d\nu\n\n", SOWFISH_DATA=str(tmp_path)).stdout
        assert shown.count("(D)isplay (R)eset") == 3
        assert "(D)isplay" not in run("shell", typed="d\n\n", SOWFISH_DATA=str(tmp_path)).stdout

    def test_enter_alone_shows_the_menu(self, tmp_path: Path) -> None:
        with Terminal("shell", columns=120, SOWFISH_DATA=str(tmp_path)) as terminal:
            terminal.until("(D)isplay")
            terminal.type("\n")
            terminal.until("(D)isplay")
            terminal.type("q\n")
            terminal.end()


class TestSingleTurns:
    START = "avalanche: 4 4 4 4 4 4 0 / same"

    def test_are_limited_in_laps_and_ended_by_a_technical_win(self) -> None:
        def value(*words: str) -> int:
            shown = run("best", self.START, "--objective", "stones", "--json", *words)
            return int(json.loads(shown.stdout)["value"])

        assert value() == 43
        assert value("--max-laps", "60") == 39  # see avalanche_facts.json
        assert value("--technical-win") == 29

    def test_are_counted(self) -> None:
        words = ("best", self.START, "--objective", "stones", "--counts")
        counts = json.loads(run(*words, "--json").stdout)["counts"]
        assert (counts["nodes"], counts["states"]) == (36_411, 9_583)
        assert "36,411 nodes in their tree; 9,583 positions with a choice" in run(*words).stdout

    @pytest.mark.parametrize("words", [["--max-laps", "3"], ["--technical-win"], ["--counts"]])
    def test_options_of_a_single_turn_need_an_objective(self, words: list[str]) -> None:
        shown = run("best", self.START, *words)
        assert shown.returncode == 2
        assert "need --objective stones or difference" in shown.stderr

    def test_one_that_is_too_large_names_the_limit_and_gives_the_best_found(self) -> None:
        start = "avalanche: 12 12 12 12 12 12 12 12 12 12 0 / same"
        shown = run("best", start, "--objective", "stones", "--time", "0.5")
        assert shown.returncode == 0, shown.stderr
        assert "\nPlay " in shown.stdout
        assert ": at least " in shown.stdout
        assert "The time limit of 0.5 s ended the search of the turn after" in shown.stdout


def test_odd_character_is_shown_as_typed() -> None:
    shown = run("best", "\uff15 4 / 4 4")
    assert shown.stderr == "sowfish: '\uff15' is not a number of stones\n"
    assert "\\u202e" in run("best", "\u202e4 4 / 4 4").stderr  # what cannot be seen is escaped
