import json

from tests.cli.program import run

from sowfish import Game, Position
from sowfish.render import draw_text

START = "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"


def test_move_draws_the_board_before_and_after_each_move() -> None:
    shown = run("move", START, "2", "5", "0")
    game = Game()
    drawings = [draw_text(game.position)]
    for pit in (2, 5, 0):
        game.play(pit)
        drawings.append(draw_text(game.position))
    assert [drawing in shown.stdout for drawing in drawings] == [True] * 4
    assert "1. south plays pit 2: sows 4 stones, banks 1, moves again\n" in shown.stdout
    assert "3. north plays pit 0: sows 5 stones" in shown.stdout
    assert shown.stdout.endswith("\nsouth to move\n")


def test_move_in_json_has_the_result_of_each_move() -> None:
    content = json.loads(run("move", "1 0 0 0 0 1 0 / 4 4 4 4 5 4 0", "0", "1", "--json").stdout)
    position = Position.parse("1 0 0 0 0 1 0 / 4 4 4 4 5 4 0")
    first, second = content["moves"]
    assert first == {
        "pit": 0,
        "mover": "south",
        "sown": 1,
        "after": str(position.after(0)),
        "laps": 1,
        "captured": 6,
        "banked": 6,
        "swept": 0,
        "outcome": "turn_end",
    }
    assert (second["mover"], second["outcome"]) == ("north", "turn_end")
    assert content["position"] == str(position)
    assert content["after"] == second["after"]


def test_forced_pass_is_made_between_moves() -> None:
    content = json.loads(run("move", "events: 1 0 2 0 / 0 0 0 3 south", "0", "2", "--json").stdout)
    assert [move["mover"] for move in content["moves"]] == ["south", "south"]
    assert content["moves"][0]["after"].endswith("north")


def test_phone_view_of_moves() -> None:
    shown = run("move", START, "2", "--view", "phone")
    assert draw_text(Position.start().after(2), view="phone") in shown.stdout


def test_nothing_is_drawn_when_a_later_move_is_illegal() -> None:
    shown = run("move", START, "2", "2")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "move 2: pit 2 is empty\n" in shown.stderr


def test_rules_come_from_the_position_then_the_option_then_the_environment() -> None:
    def rules(*words: str, **environment: str) -> object:
        return json.loads(run("best", "--json", *words, **environment).stdout)["rules"]

    board = "1 2 3 0 0 0 0 / 1 2 3 0 0 0 0"
    assert rules(board) == "kalah"
    assert rules(board, SOWFISH_RULES="avalanche") == "avalanche"
    assert rules(board, "--rules", "events", SOWFISH_RULES="avalanche") == "events"
    assert rules(f"kalah-lazy: {board}", SOWFISH_RULES="avalanche") == "kalah-lazy"
    assert rules(f"events: {board}", "--rules", "events") == "events"
