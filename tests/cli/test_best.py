import json

from tests.cli.program import run, run_on_terminal

from sowfish import Position
from sowfish.render import draw_text

EXAMPLE = Position.parse("avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south")


def test_best_draws_the_position_and_the_board_after_each_legal_move() -> None:
    shown = run("best", str(EXAMPLE))
    assert shown.returncode == 0
    assert shown.stderr == ""
    for position in (EXAMPLE, *map(EXAMPLE.after, EXAMPLE.legal_pits)):
        assert draw_text(position) in shown.stdout
    assert "pit 4: sows 1 stone, runs 3 laps, banks 2, moves again\n" in shown.stdout


def test_best_takes_a_position_without_quotes() -> None:
    assert run("best", "4", "1", "/", "3", "0").stdout == run("best", "4 1 / 3 0").stdout != ""


def test_best_in_json_tells_the_same_to_programs() -> None:
    content = json.loads(run("best", "--json", str(EXAMPLE)).stdout)
    assert (content["rules"], content["position"]) == ("avalanche", str(EXAMPLE))
    assert [move["pit"] for move in content["alternatives"]] == list(EXAMPLE.legal_pits)
    assert [move["after"] for move in content["alternatives"]] == [
        str(EXAMPLE.after(pit)) for pit in EXAMPLE.legal_pits
    ]


def test_best_passes_for_a_side_that_has_nothing_to_sow() -> None:
    shown = run("best", "events: 0 0 3 / 2 1 1 south")
    assert "south has nothing to sow and passes" in shown.stdout
    assert "events, north to move" in shown.stdout


def test_wide_terminal_shows_the_table_and_a_narrow_one_the_phone() -> None:
    assert draw_text(EXAMPLE, view="table") in run_on_terminal("best", str(EXAMPLE), columns=80)
    assert draw_text(EXAMPLE, view="phone") in run_on_terminal("best", str(EXAMPLE), columns=40)


def test_no_line_is_wider_than_a_narrow_terminal() -> None:
    shown = run_on_terminal("best", "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0", columns=40)
    boards = [line for line in shown.splitlines() if "│" in line or "─" in line]
    assert boards
    assert max(map(len, boards)) <= 40


def test_view_that_is_asked_for_is_shown_on_any_terminal() -> None:
    shown = run_on_terminal("best", str(EXAMPLE), "--view", "phone", columns=80)
    assert draw_text(EXAMPLE, view="phone") in shown


def test_output_that_knows_no_lines_gets_ascii() -> None:
    shown = run("best", str(EXAMPLE), PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert draw_text(EXAMPLE, ink="ascii") in shown.stdout
