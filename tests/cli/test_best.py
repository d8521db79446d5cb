import json
import re

import pytest
from tests.cli.program import run, run_on_terminal
from tests.truth import load

from sowfish import Position, best_turn, solve
from sowfish.render import draw_text

EXAMPLE = Position.parse("avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south")
SMALL = Position.parse("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16 south")
HARD = "4 4 4 4 4 4 4 4 0 / 4 4 4 4 4 4 4 4 0"  # beyond every proof
KEYS = {"rules", "position", "turn", "value", "kind", "after", "banked", "nodes", "seconds", "alternatives"}
TURN = [2, 5, 4, 2, 1, 2, 4, 5, 0, 5, 5, 4, 0, 5, 3, 2, 0, 1, 4, 5]


def played(position: Position, turn: list[int]) -> Position:
    for pit in turn:
        position = position.after(pit)
    return position


def test_best_shows_board_turn_board_and_why() -> None:
    shown = run("best", str(EXAMPLE))
    assert (shown.returncode, shown.stderr) == (0, "")
    before, after = draw_text(EXAMPLE, marks={2: "^"}), draw_text(played(EXAMPLE, TURN))
    assert shown.stdout.index(before) < shown.stdout.index(
        "\n 1. pit 2, the 3rd from the left  sows 2, 2 laps, +1, again\n"
    )
    assert shown.stdout.index(
        "\n20. pit 5, the 6th from the left  sows 2, 4 laps, +1, turn over\n"
    ) < shown.stdout.index(after)
    assert shown.stdout.endswith(
        f"\nPlay {' '.join(map(str, TURN))}\n20 moves, +31, leaves them at most 2 next turn: you win by 37, proven.\n"
    )


def test_phone_view_says_where_to_tap() -> None:
    shown = run("best", str(EXAMPLE), "--view", "phone").stdout
    assert draw_text(EXAMPLE, view="phone", marks={2: ">"}) in shown
    assert "\n 1. tap the 3rd pit from the top (2)  sows 2, 2 laps, +1, again\n" in shown


def test_best_in_json_has_these_keys_and_no_others() -> None:
    content = json.loads(run("best", "--json", "--time", "100", str(EXAMPLE)).stdout)
    assert set(content) == KEYS
    assert (content["rules"], content["position"]) == ("avalanche", str(EXAMPLE))
    assert (content["value"], content["kind"], content["banked"]) == (37, "proven", 31)
    assert content["after"] == str(played(EXAMPLE, content["turn"]))
    assert {move["pit"]: move["value"] for move in content["alternatives"]} == {0: -10, 1: 22, 2: 37, 4: 33, 5: 4}
    assert all(set(move) == {"pit", "value", "kind"} for move in content["alternatives"])


@pytest.mark.parametrize("objective", ["stones", "difference"])
def test_objective_is_the_best_single_turn(objective: str) -> None:
    content = json.loads(run("best", "--json", str(EXAMPLE), "--objective", objective).stdout)
    best = best_turn(EXAMPLE, objective)
    assert set(content) == KEYS
    assert (content["turn"], content["value"], content["kind"]) == (list(best.pits), best.score, "proven")
    assert max(move["value"] for move in content["alternatives"]) == best.score
    shown = run("best", str(EXAMPLE), "--objective", objective).stdout
    assert "one turn can reach, proven; the rest of the game is ignored.\n" in shown


def test_ring_numbers_go_once_round_the_board() -> None:
    facts = load("avalanche_facts")["default_start"]
    words = ("best", str(Position.start("avalanche")), "--objective", "stones", "--numbering", "ring")
    shown = run(*words).stdout
    turn = re.search("\nPlay ([0-9 ]+)\n", shown)
    assert turn is not None
    ours = [int(number) - 7 for number in turn[1].split()]
    assert ours in facts["optimal_sequences"]
    assert "> south   7    8    9   10   11   12\n" in shown


def test_what_is_not_proven_in_time_is_called_an_estimate() -> None:
    shown = run("best", HARD, "--time", "0.5")
    assert shown.returncode == 0
    assert "estimated" in shown.stdout
    assert "a longer --time proves more.\n" in shown.stdout
    content = json.loads(run("best", HARD, "--time", "0.5", "--json").stdout)
    assert content["kind"] in ("bound", "estimate")
    assert ("low" in content) == ("high" in content) == (content["kind"] == "bound")
    assert Position.parse(content["after"]).to_move == "north"
    assert len(content["alternatives"]) == 8
    assert max(move["value"] for move in content["alternatives"]) >= content["value"]


def test_north_is_they() -> None:
    north = SMALL.with_to_move("north")
    shown = run("best", str(SMALL), "--to-move", "north").stdout
    assert shown == run("best", str(north)).stdout
    assert shown.startswith("kalah: they (north) to move\n")
    assert "\nThey play " in shown
    assert "leaves you at most" in shown


def test_side_that_has_nothing_to_sow_passes() -> None:
    position = Position.parse("events: 0 0 3 / 2 1 1 south")
    shown = run("best", str(position)).stdout
    assert "You have nothing to sow and pass: " in shown
    content = json.loads(run("best", str(position), "--json").stdout)
    assert (content["turn"], content["after"], content["value"]) == ([], str(position.passed()), solve(position).value)


def test_best_takes_a_position_without_quotes() -> None:
    assert run("best", "4", "1", "/", "3", "0").stdout == run("best", "4 1 / 3 0").stdout != ""


def test_without_a_position_it_asks_for_the_board() -> None:
    typed = "chess\navalanche\n5 3 2 0 1 x\n5 3 2 0 1 7\n7 2 4\n7 2 4 9 0 2\n12\n9\n\n"
    shown = run_on_terminal("best", columns=80, typed=typed)
    assert "unknown rules 'chess'" in shown
    assert "'x' is not a number of stones" in shown
    assert "south has 6 pits and north has 3" in shown
    assert "63 stones in all" in shown
    assert "you win by 37, proven." in shown


def test_same_copies_your_side_and_known_rules_are_not_asked() -> None:
    shown = run_on_terminal(
        "best", "--rules", "avalanche", "--to-move", "south", columns=40, typed="0 0 2 1\nsame\n\n\n"
    )
    assert "Avalanche?" not in shown
    assert "Who moves" not in shown
    assert draw_text(Position.mirrored([0, 0, 2, 1], "avalanche"), marks={3: "^"}) in shown


def test_end_of_input_while_asking_is_one_sentence() -> None:
    shown = run_on_terminal("best", columns=80, typed="kalah\n\x04", code=2)
    assert shown.endswith("sowfish: the input ended before the board was complete\n")


def test_wide_terminal_shows_the_table_and_a_narrow_one_the_phone() -> None:
    assert draw_text(SMALL, view="table") in run_on_terminal("best", str(SMALL), columns=80)
    assert "from the top" in run_on_terminal("best", str(SMALL), columns=40)


def test_no_line_is_wider_than_a_narrow_terminal() -> None:
    for command in ("best", "analyse", "solve"):
        shown = run_on_terminal(command, str(EXAMPLE), "--time", "5", columns=40, NO_COLOR="1", TERM="dumb")
        assert max(map(len, re.sub("\x1b.*?[A-Za-z]", "", shown).splitlines())) <= 40


def test_colours_are_for_terminals_that_want_them() -> None:
    assert "\x1b[1mPlay" in run_on_terminal("best", str(SMALL), columns=80)
    assert "\x1b[1m" not in run_on_terminal("best", str(SMALL), columns=80, NO_COLOR="1")
    assert "\x1b" not in run("best", str(SMALL)).stdout


def test_view_comes_from_the_option_or_the_environment() -> None:
    shown = run("best", str(SMALL), "--view", "phone").stdout
    assert "from the top" in shown
    assert run("best", str(SMALL), SOWFISH_VIEW="phone").stdout == shown


def test_output_that_knows_no_lines_gets_ascii() -> None:
    for command in ("best", "analyse", "solve"):
        shown = run(command, str(SMALL), PYTHONUTF8="0", PYTHONIOENCODING="ascii")
        assert shown.returncode == 0
        assert draw_text(SMALL, charset="ascii").splitlines()[2] in shown.stdout
