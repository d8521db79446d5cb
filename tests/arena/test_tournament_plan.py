from dataclasses import replace

import pytest

from sowfish import ArenaError, PlayerError, Position
from sowfish.arena.openings import opening
from sowfish.arena.tournament_plan import Format, Job, Openings, Plan, checked
from sowfish.search.minimax import minimax

PLAN = Plan(players=("random", "greedy", "turn"))


def test_round_robin_has_everybody_meet_everybody() -> None:
    assert PLAN.pairings == ((0, 1), (0, 2), (1, 2))


def test_gauntlet_has_the_first_meet_all_others() -> None:
    assert replace(PLAN, format=Format.GAUNTLET).pairings == ((0, 1), (0, 2))


def test_ladder_has_each_meet_the_two_that_follow() -> None:
    plan = Plan(players=("leftmost", "random", "greedy", "turn"), format=Format.LADDER)
    assert plan.pairings == ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))


def test_plan_round_trips() -> None:
    plan = replace(PLAN, openings=Openings.LISTED, positions=("kalah: 1 0 / 1 0 south",), sprt="0,5", clock="move=1")
    assert Plan.from_json(plan.to_json()) == plan


def test_a_player_may_take_part_twice() -> None:
    plan = checked(Plan(players=("random:seed=0", "random")))
    assert plan.names == ("random", "random #2")


def test_seeds_of_all_games_differ_and_do_not_depend_on_who_else_plays() -> None:
    seeds = {PLAN.seed_of(job, seat) for job in PLAN.jobs() for seat in (0, 1)}
    assert len(seeds) == 3 * 100
    alone = Plan(players=("random", "turn"))
    assert alone.seed_of(Job(0, 7), 1) == PLAN.seed_of(Job(1, 7), 1)


def test_more_games_belong_to_the_same_tournament() -> None:
    assert replace(PLAN, games=500).digest == PLAN.digest != replace(PLAN, seed=2).digest


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": ("random",)}, "two players"),
        ({"games": 7}, "even number"),
        ({"clock": "move=-1"}, "move of a clock"),
        ({"sprt": "5,5"}, "smaller first"),
        ({"players": ("random", "human")}, "no person to ask"),
        ({"players": ("random", "gredy")}, "did you mean greedy"),
        ({"positions": ("1 / 1",)}, "listed"),
        ({"openings": Openings.LISTED, "positions": ("0 0 5 / 1 0 3",)}, "finished position"),
        ({"patience": 0.0}, "patience"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises((ArenaError, PlayerError, ValueError), match=words):
        checked(replace(PLAN, **changes))  # type: ignore[arg-type]


def test_mirrored_openings_are_alike_for_both_sides_and_differ() -> None:
    found = [opening(PLAN, number) for number in range(20)]
    assert all(position.south == position.north and position.total == 48 for position in found)
    assert len(set(found)) == 20


@pytest.mark.parametrize("rules", ["kalah", "avalanche"])
def test_balanced_openings_look_level_and_differ(rules: str) -> None:
    plan = replace(PLAN, rules=rules, openings=Openings.BALANCED)
    found = [opening(plan, number) for number in range(10)]
    assert len(set(found)) == 10
    assert all(position.to_move == "south" and position.total == 48 for position in found)
    assert all(abs(minimax(position, depth=6, seconds=None).value - 0.5) <= 0.03 for position in found)


def test_listed_openings_come_one_after_the_other() -> None:
    texts = ("kalah: 1 2 0 / 2 1 0 south", "kalah: 2 2 0 / 2 1 0 north")
    plan = replace(PLAN, openings=Openings.LISTED, positions=texts)
    assert [str(opening(plan, number)) for number in range(3)] == [*texts, texts[0]]


def test_start_is_the_usual_one() -> None:
    assert opening(replace(PLAN, openings=Openings.START), 5) == Position.start()
