import copy
import pickle
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from tests.strategies import moves, positions

from sowfish import Cell, Deal, EventKind, IllegalMoveError, Outcome, Position, PositionError, Rules, Side

EXAMPLE = Position.parse("avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 north")


# ---- making positions


def test_a_start_has_equal_pits_and_empty_stores() -> None:
    assert str(Position.start()) == "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"
    assert str(Position.start("events", 2, 3)) == "events: 2 2 2 0 / 2 2 2 0 south"
    assert Position.start("kalah,pits=3", stones=0).rules.pits == 3


def test_a_mirrored_deal_is_the_same_for_both_in_their_own_order() -> None:
    assert str(Position.mirrored([1, 2, 3])) == "kalah: 1 2 3 0 / 1 2 3 0 south"


def test_a_reflected_deal_has_equal_facing_pits() -> None:
    assert str(Position.reflected([1, 2, 3], "avalanche")) == "avalanche: 1 2 3 0 / 3 2 1 0 south"


def test_deals_take_any_iterable() -> None:
    assert Position.mirrored(iter([1, 2])) == Position.mirrored([1, 2])
    assert Position.reflected(iter([1, 2])) == Position.reflected((1, 2))


@pytest.mark.parametrize("deal", Deal)
def test_a_random_deal_depends_on_its_seed_alone(deal: Deal) -> None:
    deals = [Position.random(48, seed=seed, deal=deal) for seed in range(20)]
    assert deals == [Position.random(48, seed=seed, deal=str(deal)) for seed in range(20)]
    assert len(set(deals)) == 20


@pytest.mark.parametrize("pits", [1, 6, 12])
@pytest.mark.parametrize("deal", [Deal.MIRRORED, Deal.REFLECTED, Deal.FREE])
def test_a_random_deal_has_the_total_asked_for_and_stones_on_both_sides(deal: Deal, pits: int) -> None:
    for seed in range(50):
        for total in (2, 48, 254):
            position = Position.random(total, seed=seed, pits=pits, deal=deal, rules="events")
            assert position.rules == Rules.named("events", pits=pits)
            assert position.rest == position.total == total
            assert position.stones_on("south")
            assert position.stones_on("north")


def test_random_deals_relate_the_sides_as_their_name_says() -> None:
    assert Position.random() != Position.random()  # without a seed
    mirrored = Position.random(30, seed=1, deal=Deal.MIRRORED)
    assert mirrored.south == mirrored.north
    reflected = Position.random(30, seed=1, deal=Deal.REFLECTED)
    assert reflected.south == reflected.north[::-1]
    assert Position.random(seed=7).south == Position.random(48, seed=7, deal="mirrored").north


@pytest.mark.parametrize(
    ("deal", "total", "pits", "distributions"),
    [
        (Deal.MIRRORED, 6, 2, 4),
        (Deal.REFLECTED, 4, 3, 6),
        (Deal.FREE, 4, 1, 3),
        (Deal.FREE, 3, 2, 12),
        (Deal.PHONE, 6, 1, 5),
        (Deal.PHONE, 6, 2, 10),
        (Deal.PHONE_MIRRORED, 18, 2, 4),
    ],
)
def test_every_distribution_is_dealt_equally_often(deal: Deal, total: int, pits: int, distributions: int) -> None:
    seen = Counter(Position.random(total, seed=seed, pits=pits, deal=deal) for seed in range(600 * distributions))
    assert len(seen) == distributions
    assert all(480 < count < 720 for count in seen.values())  # 600, give or take five standard errors


@pytest.mark.parametrize(("deal", "most"), [(Deal.PHONE, 5), (Deal.PHONE_MIRRORED, 6)])
def test_phone_deals_have_few_stones_in_every_pit(deal: Deal, most: int) -> None:
    seen: Counter[int] = Counter()
    for seed in range(200):
        position = Position.random(48, seed=seed, deal=deal)
        assert position.total == 48
        assert (position.south == position.north) == (deal is Deal.PHONE_MIRRORED)
        seen.update(position.south + position.north)
    assert set(seen) == set(range(1, most + 1))
    for total in (10, 12 * most + 2):
        with pytest.raises(PositionError, match=f"1 to {most} stones in every pit"):
            Position.random(total, seed=1, deal=deal)


# ---- what is where


def test_a_position_tells_what_is_where() -> None:
    assert EXAMPLE.south == EXAMPLE.pits(Side.SOUTH) == (5, 3, 2, 0, 1, 7)
    assert EXAMPLE.north == EXAMPLE.pits("north") == (7, 2, 4, 9, 0, 2)
    assert (EXAMPLE.south_store, EXAMPLE.north_store) == (12, 9)
    assert (EXAMPLE.store("south"), EXAMPLE.store(Side.NORTH)) == (12, 9)
    assert (EXAMPLE.stones_on("south"), EXAMPLE.stones_on("north")) == (18, 24)
    assert (EXAMPLE.rest, EXAMPLE.total) == (42, 63)
    assert EXAMPLE.to_move is Side.NORTH


def test_numbers_may_be_of_any_type_that_counts() -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    position = Position([Two(), 2], [2, Two()], south_store=Two())
    assert str(position) == "kalah: 2 2 2 / 2 2 0 south"
    assert position.perft(Two()) == position.perft(2)
    assert Position.start().after(Two()) == Position.start().after(2)
    assert type(Position.start().move(Two()).pit) is int


# ---- how the game stands


@pytest.mark.parametrize(
    ("text", "outcome", "margin"),
    [
        ("kalah: 1 0 20 / 0 1 9 south", Outcome.IN_PROGRESS, 11),
        ("kalah: 1 0 20 / 0 1 9 north", Outcome.IN_PROGRESS, -11),
        ("kalah: 0 0 3 / 0 0 2 south", Outcome.SOUTH_WINS, 1),
        ("kalah: 0 0 3 / 0 0 2 north", Outcome.SOUTH_WINS, -1),
        ("kalah: 0 0 3 / 0 0 3 north", Outcome.TIE, 0),
        ("kalah: 0 0 3 / 0 2 2 south", Outcome.NORTH_WINS, -1),  # the rest is its owner's
        ("avalanche: 0 0 3 / 0 2 2 south", Outcome.SOUTH_WINS, 1),  # the rest is nobody's
        ("avalanche-sweep: 0 0 3 / 0 2 2 north", Outcome.NORTH_WINS, 1),
        ("kalah-lazy: 0 0 3 / 0 2 2 south", Outcome.NORTH_WINS, -1),
        ("kalah-lazy: 0 0 3 / 0 2 2 north", Outcome.IN_PROGRESS, -1),
        ("events: 0 0 3 / 0 2 2 south", Outcome.IN_PROGRESS, 1),
        ("events: 0 0 3 / 0 0 4 south", Outcome.NORTH_WINS, -1),
    ],
)
def test_outcome_and_margin_count_the_rest_as_the_rules_do(text: str, outcome: Outcome, margin: int) -> None:
    position = Position.parse(text)
    assert (position.outcome, position.margin) == (outcome, margin)
    assert position.is_over == (outcome is not Outcome.IN_PROGRESS)


def test_a_technical_win_is_a_lead_greater_than_all_the_rest() -> None:
    assert Position.parse("2 1 9 / 1 0 4").technical_winner is Side.SOUTH
    assert Position.parse("2 1 9 / 1 0 4 north").technical_winner is Side.SOUTH
    assert Position.parse("2 1 4 / 1 0 9").technical_winner is Side.NORTH
    assert Position.parse("2 1 8 / 1 0 4").technical_winner is None  # the other could still tie
    assert Position.start().technical_winner is None


@given(positions())
def test_at_most_one_side_has_technically_won_and_it_leads(position: Position) -> None:
    winner = position.technical_winner
    if winner:
        assert position.store(winner) > position.store(winner.other) + position.rest
    else:
        assert abs(position.margin if not position.is_over else 0) <= position.rest


@given(positions())
def test_only_an_unfinished_game_has_moves_or_a_pass(position: Position) -> None:
    assert position.is_over == (not position.legal_pits and not position.must_pass)
    assert position.must_pass == (not position.is_over and not position.stones_on(position.to_move))
    if position.legal_pits:
        own = position.pits(position.to_move)
        assert position.legal_pits == tuple(pit for pit, stones in enumerate(own) if stones)


# ---- moving


@given(moves())
def test_after_and_move_lead_to_the_same_position(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    move = position.move(pit)
    assert move.after == position.after(pit)
    assert hash(move.after) == hash(position.after(pit))
    assert (move.pit, move.mover, move.after.rules) == (pit, position.to_move, position.rules)


@given(moves())
def test_a_move_leaves_the_position_it_was_made_in_alone(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    text = str(position)
    position.move(pit)
    position.after(pit)
    assert str(position) == text


@given(moves())
def test_a_moves_numbers_and_events_tell_the_same_story(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    move = position.move(pit)
    lifts = [event for event in move.events if event.kind is EventKind.PICK_UP]
    drops = [event for event in move.events if event.kind is EventKind.DROP]
    own_store = Cell(move.mover, None)
    assert len(lifts) == move.laps
    assert len(drops) == sum(event.stones for event in lifts) == len(move.path)
    assert lifts[0].cell == Cell(move.mover, pit)
    assert {event.mover for event in move.events} == {move.mover}
    assert move.banked == move.path.count(own_store) + move.captured
    assert move.captured == drops[-1].captured == sum(event.captured for event in move.events)
    assert move.swept == drops[-1].swept == sum(event.swept for event in move.events)
    if not move.swept:
        assert move.after.store(move.mover) == position.store(move.mover) + move.banked
    assert move.after.total == position.total


@given(moves())
def test_turning_the_board_changes_names_only(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    turned = position.turned()
    assert turned.turned() == position
    assert (turned.south, turned.north_store) == (position.north, position.south_store)
    assert turned.to_move is position.to_move.other
    assert (turned.legal_pits, turned.margin) == (position.legal_pits, position.margin)
    assert turned.after(pit) == position.after(pit).turned()
    assert turned.move(pit).laps == position.move(pit).laps


def test_only_a_side_without_stones_in_an_unfinished_game_passes() -> None:
    position = Position.parse("events: 0 0 3 / 0 2 2 south")
    assert position.must_pass
    assert position.passed() == position.with_to_move("north")
    for text in ("events: 1 0 3 / 0 2 2 south", "events: 0 0 3 / 0 0 2 south", "kalah: 0 0 3 / 0 2 2 south"):
        with pytest.raises(IllegalMoveError, match=f"south may not pass in {text}"):
            Position.parse(text).passed()


# ---- other views and edits


def test_edits_return_new_positions() -> None:
    before = str(EXAMPLE)
    assert str(EXAMPLE.with_stones("north", 4, 3)) == "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 3 2 9 north"
    assert str(EXAMPLE.with_store(Side.SOUTH, 0)) == "avalanche: 5 3 2 0 1 7 0 / 7 2 4 9 0 2 9 north"
    assert str(EXAMPLE.with_to_move("south")) == "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south"
    assert str(EXAMPLE.with_rules("events")) == "events: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 north"
    assert str(EXAMPLE.banked("south", 5, into="north")) == "avalanche: 5 3 2 0 1 0 12 / 7 2 4 9 0 2 16 north"
    assert str(EXAMPLE.banked("north", 3, into="north")) == "avalanche: 5 3 2 0 1 7 12 / 7 2 4 0 0 2 18 north"
    assert EXAMPLE.banked("south", 3, into="south") == EXAMPLE
    assert str(EXAMPLE) == before


def test_sweeping_gives_the_rest_to_its_owners_or_to_nobody() -> None:
    assert EXAMPLE.swept() == EXAMPLE
    swept = EXAMPLE.with_rules("kalah").swept()
    assert str(swept) == "kalah: 0 0 0 0 0 0 30 / 0 0 0 0 0 0 33 north"


def test_one_lap_is_sown_without_relay_capture_or_end() -> None:
    after, last = EXAMPLE.lap("south", 0)
    assert str(after) == "avalanche: 0 4 3 1 2 8 12 / 7 2 4 9 0 2 9 north"
    assert last == Cell(Side.SOUTH, 5)
    capture = Position.parse("kalah: 1 0 0 / 2 2 0")
    assert str(capture.lap("south", 0)[0]) == "kalah: 0 1 0 / 2 2 0 south"
    assert capture.lap("north", 1) == (
        Position.parse("kalah: 2 0 0 / 2 0 1 south"),
        Cell(Side.SOUTH, 0),
    )


def test_one_lap_sows_into_the_others_store_only_where_the_rules_do() -> None:
    position = Position.parse("kalah: 4 0 / 0 0")
    assert position.lap("south", 0) == (Position.parse("kalah: 1 2 / 1 0"), Cell(Side.SOUTH, None))
    both = position.with_rules("events")
    assert both.lap("south", 0) == (Position.parse("events: 1 1 / 1 1"), Cell(Side.SOUTH, 0))


@given(moves())
def test_the_first_lap_of_a_move_is_that_lap(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    move = position.move(pit)
    _, last = position.lap(position.to_move, pit)
    assert last == move.path[move.events[0].stones - 1]


# ---- the ways of a Python value


@given(positions(), positions())
def test_equal_positions_and_only_those_share_a_text_and_a_hash(one: Position, other: Position) -> None:
    assert (one == other) == (str(one) == str(other))
    twin = Position.parse(str(one))
    assert one == twin
    assert hash(one) == hash(twin)


@given(positions())
def test_positions_that_differ_in_one_thing_differ(position: Position) -> None:
    assert position != position.with_to_move(position.to_move.other)
    assert position != position.with_rules(replace(position.rules, relay=not position.rules.relay))
    for side in Side:
        if position.stones_on(side):
            assert position != position.banked(side, position.pits(side).index(max(position.pits(side))), into=side)
    assert position != str(position)
    assert position != position._board


@given(positions())
def test_positions_pickle_and_copy(position: Position) -> None:
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301  # written a moment ago
    assert copy.copy(position) == copy.deepcopy(position) == position


def test_hashes_spread() -> None:
    seen = {hash(Position.random(48, seed=seed, deal=Deal.FREE)) for seed in range(2_000)}
    assert len(seen) > 1_990


@pytest.mark.parametrize("name", ["rules", "_board", "south", "to_move", "new"])
def test_positions_never_change(name: str) -> None:
    position: Any = Position.start()
    with pytest.raises(AttributeError):
        setattr(position, name, 1)
    with pytest.raises(AttributeError):
        delattr(position, name)
    assert position == Position.start()


def test_a_result_of_a_move_never_changes() -> None:
    move: Any = Position.start().move(0)
    with pytest.raises(AttributeError):
        move.pit = 3


def test_perft_of_depth_none_or_over_is_one() -> None:
    assert Position.start().perft(0) == 1
    assert Position.parse("kalah: 0 3 / 0 3").perft(9) == 1
    with pytest.raises(PositionError, match="-1"):
        Position.start().perft(-1)


def test_perft_deeper_than_any_game_counts_the_games() -> None:
    position = Position.start("events", 1, 2)
    assert position.perft(2**70) == position.perft(100) > 1


def test_start_is_named_by_rules_pits_and_stones_as_in_questions() -> None:
    assert Position.start("kalah(6,4)") == Position.start()
    assert Position.start("avalanche ( 3, 5 )") == Position.start("avalanche", 5, 3)
    with pytest.raises(PositionError, match=r"'kalah\(6,4\)' gives pits and stones; omit stones= and pits="):
        Position.start("kalah(6,4)", pits=6)
    with pytest.raises(PositionError, match="0 to 255 stones, not 400"):
        Position.start("kalah(6,400)")
