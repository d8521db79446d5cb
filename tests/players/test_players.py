"""The simple players, each by what it promises."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.naive import Minimax, splits
from tests.strategies import positions
from tests.truth import load

from sowfish import PROFILES, Game, Position, Side, best_turn
from sowfish.model.reference import ReferenceBoard
from sowfish.players import Clock, Player, make
from sowfish.players.human import Human
from sowfish.players.perfect import Perfect

NO_LIMIT = Clock()


def test_leftmost_plays_the_left_end_as_south_sees_it() -> None:
    player = make("leftmost")
    position = Position([0, 2, 1, 0], [0, 1, 3, 0])
    assert player.choose(position, NO_LIMIT) == 1
    assert player.choose(position.with_to_move("north"), NO_LIMIT) == 2


def test_leftmost_agrees_with_the_hobby_program() -> None:
    """In the trace, hole 1 is the left end; for north that is our highest pit."""
    steps = load("board_trace")["trace"]
    place = next(index for index, step in enumerate(steps) if step["op"] == "leftmost nonempty NORTH hole")
    board = next(step["after"] for step in reversed(steps[:place]) if "after" in step)
    position = Position(board["south_holes_1_to_4"], board["north_holes_1_to_4"][::-1], to_move="north")
    assert make("leftmost").choose(position, NO_LIMIT) == 4 - steps[place]["result"]


def test_random_plays_every_pit_equally_often() -> None:
    """Chi-squared with 4 degrees of freedom: 18.5 is passed once in a thousand seeds; this seed is fixed."""
    player = make("random:seed=1")
    position = Position([1, 0, 2, 3, 1, 1], [1] * 6)
    counts = dict.fromkeys(position.legal_pits, 0)
    for _ in range(5000):
        counts[player.choose(position, NO_LIMIT)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 18.5


@given(positions().filter(lambda position: bool(position.legal_pits)))
def test_greedy_banks_the_most_one_move_can(position: Position) -> None:
    pit = make("greedy").choose(position, NO_LIMIT)
    most = max(position.move(other).banked for other in position.legal_pits)
    assert position.move(pit).banked == most
    assert all(position.move(other).banked < most for other in position.legal_pits if other > pit)


def test_greedy_tells_what_each_pit_banks() -> None:
    player = make("greedy")
    assert player.narrate() is None
    player.choose(Position([0, 1, 1], [2, 2, 2]), NO_LIMIT)
    seen = player.narrate()
    assert seen is not None
    assert seen.data == {"banked": {"1": 0, "2": 1}}
    assert seen.text == "pit 1 banks 0, pit 2 banks 1"


@given(st.integers(0, 1000), st.sampled_from(list(PROFILES)), st.sampled_from(["stones", "difference"]))
def test_turn_plays_a_best_turn_to_its_end(seed: int, rules: str, objective: str) -> None:
    start = Position.random(36, seed=seed, rules=rules)
    player = make(f"turn:objective={objective}")
    game = Game(start)
    while not game.turns or not game.turns[0].is_whole:
        game.play(player.choose(game.position, NO_LIMIT))
    assert game.turns[0].pits == best_turn(start, objective).pits


def test_turn_answers_where_there_are_too_many_turns_to_see() -> None:
    position = Position.start("avalanche")
    player = make("turn:states=10")
    assert player.choose(position, NO_LIMIT) == make("greedy").choose(position, NO_LIMIT)
    seen = player.narrate()
    assert seen is not None
    assert "the limit of 10 states" in seen.text


def test_human_asks_with_position_and_clock() -> None:
    asked: list[tuple[Position, Clock]] = []

    def ask(position: Position, clock: Clock) -> int:
        asked.append((position, clock))
        return 3

    position, clock = Position.start(), Clock(move=9)
    assert make("human", ask=ask).choose(position, clock) == 3
    assert Human(ask=ask).choose(position, clock) == 3
    assert asked == [(position, clock)] * 2


# ---- perfect


def board_of(position: Position) -> ReferenceBoard:
    ring = [*position.south, position.south_store, *position.north, position.north_store]
    return ReferenceBoard(position.rules, ring, position.to_move)


def worst_margin(player: Player, game: Game, side: Side) -> int:
    """Return the worst that can happen to a player: its final margin against the most harmful moves."""
    position = game.position
    if position.is_over:
        return position.margin if position.to_move is side else -position.margin
    if position.to_move is side:
        game.play(player.choose(position, NO_LIMIT))
        worst = worst_margin(player, game, side)
        game.undo()
        return worst
    found = []
    for pit in position.legal_pits:
        game.play(pit)
        found.append(worst_margin(player, game, side))
        game.undo()
    return min(found)


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize(("pits", "stones"), [(1, 6), (2, 4), (3, 3)])
def test_perfect_never_scores_below_the_proven_value(name: str, pits: int, stones: int) -> None:
    """Every board of this size with so many stones, every answer of the other side."""
    rules = PROFILES[name].with_pits(pits)
    truth = Minimax(rules)
    player = Perfect(threads=1)
    for south, north in splits(pits, stones):
        start = Position(south, north, rules=rules)
        if start.is_over:
            continue
        value = truth.value(board_of(start))
        assert worst_margin(player, Game(start), Side.SOUTH) >= value, start
        assert worst_margin(player, Game(start), Side.NORTH) >= -value, start


def test_perfect_proves_once_and_follows_the_line() -> None:
    player = Perfect()
    start = Position.parse("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16")
    game = Game(start)
    player.new_game(start, Side.SOUTH, 1)
    player.choose(start, NO_LIMIT)
    proof = player.narrate()
    assert proof is not None
    line: Any = proof.data["line"]
    for pit in [pit for turn in line for pit in turn]:
        if game.position.to_move is Side.SOUTH:
            assert player.choose(game.position, NO_LIMIT) == pit
            assert player.narrate() == proof
        game.play(pit)


def test_perfect_tells_the_value_and_how_sure_it_is() -> None:
    player = make("perfect")
    position = Position.parse("avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18")
    assert player.choose(position, NO_LIMIT) == 2
    seen = player.narrate()
    assert seen is not None
    assert seen.text.startswith("value +3, proven; line 2 5 5; 1; ")
    assert (seen.data["value"], seen.data["kind"], seen.data["position"]) == (3, "proven", str(position))


def test_perfect_with_a_clock_plays_what_it_knows_in_time() -> None:
    player = make("perfect:memory=64")
    position = Position.start("kalah", 9, 7)
    assert player.choose(position, Clock(move=0.2)) in position.legal_pits
    seen = player.narrate()
    assert seen is not None
    assert seen.data["kind"] in ("bound", "estimate")


def test_perfect_can_be_stopped_before_it_begins() -> None:
    player = make("perfect:memory=64")
    position = Position.start("kalah", 9, 7)
    player.stop()
    assert player.choose(position, NO_LIMIT) in position.legal_pits
