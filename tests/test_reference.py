"""The rules one by one, worked out by hand, and the laws that hold in all of them."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lockstep import random_ring, random_rules, reference_of, text_of
from tests.strategies import combinations, moves, positions, profiles

from sowfish import PROFILES, Cell, Event, EventKind, IllegalMoveError, MoveOutcome, Position, Rules, Side
from sowfish.model.reference import Moved, ReferenceBoard

FREE_MOVE, TURN_END, GAME_OVER = MoveOutcome.FREE_MOVE, MoveOutcome.TURN_END, MoveOutcome.GAME_OVER


def played(text: str, *pits: int) -> tuple[str, Moved]:
    """Play pits one after the other; return the text of the last board and what the last move did."""
    reference = reference_of(Position.parse(text))
    done = [reference.move(pit) for pit in pits]
    return text_of(reference), done[-1]


# ---- sowing


def test_stones_are_sown_one_by_one_towards_the_store_and_the_turn_passes() -> None:
    after, done = played("kalah: 3 3 3 3 3 3 0 / 3 3 3 3 3 3 0 south", 1)
    assert after == "kalah: 3 0 4 4 4 3 0 / 3 3 3 3 3 3 0 north"
    assert done == Moved(laps=1, captured=0, banked=0, swept=0, outcome=TURN_END)


def test_north_sows_in_its_own_order_and_into_its_own_store() -> None:
    after, done = played("kalah: 3 3 3 3 3 3 0 / 3 3 3 3 3 3 0 north", 4)
    assert after == "kalah: 4 3 3 3 3 3 0 / 3 3 3 3 0 4 1 south"
    assert done == Moved(laps=1, captured=0, banked=1, swept=0, outcome=TURN_END)


def test_last_stone_in_own_store_moves_again() -> None:
    after, done = played("kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south", 2)
    assert after == "kalah: 4 4 0 5 5 5 1 / 4 4 4 4 4 4 0 south"
    assert done == Moved(laps=1, captured=0, banked=1, swept=0, outcome=FREE_MOVE)


def test_the_others_store_is_passed_over() -> None:
    after, done = played("kalah: 1 0 9 0 / 1 1 1 0 south", 2)
    assert after == "kalah: 2 1 1 2 / 3 2 2 0 north"  # 9 stones: store, 3, 3, store, 1
    assert done.captured == 0


def test_the_others_store_is_sown_where_the_rules_say_so() -> None:
    after, done = played("events: 1 0 5 0 / 1 1 1 0 south", 2)
    assert after == "events: 1 0 0 1 / 2 2 2 1 north"
    assert done == Moved(laps=1, captured=0, banked=1, swept=0, outcome=TURN_END)


def test_last_stone_in_the_others_store_ends_the_turn() -> None:
    after, done = played("events: 0 1 0 / 0 3 0 north", 1)
    assert after == "events: 1 2 0 / 0 0 1 south"
    assert done.outcome is TURN_END
    after, done = played("events: 0 1 0 / 0 4 0 north", 1)
    assert after == "events: 1 2 1 / 0 0 1 south"
    assert done.outcome is TURN_END


def test_a_full_lap_comes_back_to_the_pit_it_left() -> None:
    after, done = played("kalah: 5 1 0 / 1 1 0 south", 0)
    # 5 stones over 2 + store + 2: the last falls into the pit just emptied, and captures what faces it
    assert after == "kalah: 0 2 4 / 2 0 0 north"
    assert done == Moved(laps=1, captured=3, banked=4, swept=0, outcome=TURN_END)


def test_255_stones_in_one_pit_go_round_and_round() -> None:
    after, done = played("kalah,ends=all-empty: 255 0 / 0 0 south", 0)
    assert after == "kalah,ends=all-empty: 85 85 / 85 0 north"
    assert done == Moved(laps=1, captured=0, banked=85, swept=0, outcome=TURN_END)


# ---- relay


def test_a_last_stone_in_a_filled_own_pit_starts_another_lap() -> None:
    after, done = played("avalanche: 2 0 1 0 0 / 1 1 1 1 0 south", 0)
    # 2 stones to pits 1 and 2; pit 2 holds 2, lifted to pit 3 and the store
    assert after == "avalanche: 0 1 0 1 1 / 1 1 1 1 0 south"
    assert done == Moved(laps=2, captured=0, banked=1, swept=0, outcome=FREE_MOVE)


def test_a_relay_also_lifts_pits_of_the_other_side() -> None:
    after, done = played("avalanche: 1 0 2 0 / 2 0 0 0 south", 2)
    # store, north's pit 0 (now 3), lifted: north's pits 1 and 2, south's pit 0 (now 2), lifted: 1 and 2
    assert after == "avalanche: 0 1 1 1 / 0 1 1 0 north"
    assert done == Moved(laps=3, captured=0, banked=1, swept=0, outcome=TURN_END)


def test_a_relay_ends_in_an_empty_pit_of_either_side() -> None:
    after, done = played("avalanche: 1 0 2 0 / 0 1 1 0 south", 2)
    assert after == "avalanche: 1 0 0 1 / 1 1 1 0 north"
    assert (done.laps, done.outcome) == (1, TURN_END)


def test_without_relay_a_filled_pit_ends_the_turn() -> None:
    after, done = played("kalah: 1 1 0 / 1 1 0 south", 0)
    assert after == "kalah: 0 2 0 / 1 1 0 north"
    assert done.laps == 1


def test_a_relay_under_the_switches_of_kalah_may_end_in_a_capture() -> None:
    after, done = played("kalah,relay=yes: 1 1 0 0 0 / 7 0 1 1 0 south", 0)
    # to pit 1 (now 2), lifted: pits 2 and 3; pit 3 was empty and faces north's pit 0
    assert after == "kalah,relay=yes: 0 0 1 0 8 / 0 0 1 1 0 north"
    assert done == Moved(laps=2, captured=8, banked=8, swept=0, outcome=TURN_END)


def test_a_store_is_never_lifted() -> None:
    after, done = played("avalanche,both_stores=yes: 1 0 5 9 / 1 1 1 9 south", 2)
    assert after == "avalanche,both_stores=yes: 1 0 0 10 / 2 2 2 10 north"
    assert (done.laps, done.outcome) == (1, TURN_END)
    after, done = played("avalanche,both_stores=yes: 1 0 1 9 / 1 1 1 9 south", 2)
    assert after == "avalanche,both_stores=yes: 1 0 0 10 / 1 1 1 9 south"
    assert (done.laps, done.outcome) == (1, FREE_MOVE)


# ---- captures


def test_last_stone_in_an_own_empty_pit_captures_itself_and_the_facing_pit() -> None:
    after, done = played("kalah: 1 0 3 5 / 2 6 1 5 south", 0)
    assert after == "kalah: 0 0 3 12 / 2 0 1 5 north"
    assert done == Moved(laps=1, captured=7, banked=7, swept=0, outcome=TURN_END)


def test_kalah_does_not_capture_against_an_empty_pit() -> None:
    after, done = played("kalah: 1 0 3 5 / 2 0 1 5 south", 0)
    assert after == "kalah: 0 1 3 5 / 2 0 1 5 north"
    assert done.captured == 0


def test_empty_capture_banks_the_single_stone() -> None:
    after, done = played("kalah-empty-capture: 1 0 3 5 / 2 0 1 5 south", 0)
    assert after == "kalah-empty-capture: 0 0 3 6 / 2 0 1 5 north"
    assert done == Moved(laps=1, captured=1, banked=1, swept=0, outcome=TURN_END)


def test_an_empty_pit_of_the_other_side_captures_nothing() -> None:
    after, done = played("kalah: 4 0 2 0 / 0 3 3 0 south", 2)
    assert after == "kalah: 4 0 0 1 / 1 3 3 0 north"
    assert done.captured == 0


def test_a_filled_own_pit_captures_nothing() -> None:
    after, done = played("kalah: 1 1 3 5 / 2 6 1 5 south", 0)
    assert after == "kalah: 0 2 3 5 / 2 6 1 5 north"
    assert done.captured == 0


def test_avalanche_never_captures() -> None:
    after, done = played("avalanche: 1 0 3 5 / 2 6 1 5 south", 0)
    assert after == "avalanche: 0 1 3 5 / 2 6 1 5 north"
    assert done.captured == 0


def test_north_captures_too() -> None:
    after, done = played("kalah: 1 1 9 0 / 1 0 1 0 north", 0)
    assert after == "kalah: 1 0 9 0 / 0 0 1 2 south"
    assert done == Moved(laps=1, captured=2, banked=2, swept=0, outcome=TURN_END)


# ---- the end


def test_kalah_ends_when_the_mover_has_emptied_its_side_and_the_rest_goes_to_its_owner() -> None:
    after, done = played("kalah: 0 0 1 7 / 1 2 3 4 south", 2)
    assert after == "kalah: 0 0 0 8 / 0 0 0 10 south"
    assert done == Moved(laps=1, captured=0, banked=1, swept=6, outcome=GAME_OVER)


def test_kalah_ends_when_a_capture_empties_the_other_side() -> None:
    after, done = played("kalah: 1 0 3 5 / 0 6 0 5 south", 0)
    assert after == "kalah: 0 0 0 15 / 0 0 0 5 north"
    assert done == Moved(laps=1, captured=7, banked=7, swept=3, outcome=GAME_OVER)


def test_a_finished_game_ends_even_if_a_free_move_is_pending() -> None:
    _, done = played("kalah: 0 0 1 7 / 1 0 0 4 south", 2)
    assert done.outcome is GAME_OVER


def test_lazy_kalah_continues_while_the_side_to_move_has_stones() -> None:
    after, done = played("kalah-lazy: 1 0 0 5 / 1 6 1 5 south", 0)
    assert after == "kalah-lazy: 0 0 0 12 / 1 0 1 5 north"
    assert done.outcome is TURN_END


def test_lazy_kalah_ends_when_a_free_move_finds_nothing_and_the_rest_goes_to_its_owner() -> None:
    after, done = played("kalah-lazy: 0 0 1 7 / 1 2 3 4 south", 2)
    assert after == "kalah-lazy: 0 0 0 8 / 0 0 0 10 south"
    assert done == Moved(laps=1, captured=0, banked=1, swept=6, outcome=GAME_OVER)


def test_avalanche_leaves_the_rest_to_nobody() -> None:
    after, done = played("avalanche: 0 0 1 7 / 1 2 3 4 south", 2)
    assert after == "avalanche: 0 0 0 8 / 1 2 3 4 south"
    assert done == Moved(laps=1, captured=0, banked=1, swept=0, outcome=GAME_OVER)


def test_avalanche_sweep_gives_the_rest_to_its_owner() -> None:
    after, done = played("avalanche-sweep: 0 0 1 7 / 1 2 3 4 south", 2)
    assert after == "avalanche-sweep: 0 0 0 8 / 0 0 0 10 south"
    assert done.swept == 6


def test_the_event_game_ends_only_when_all_pits_are_empty() -> None:
    after, done = played("events: 0 1 7 / 0 1 4 south", 1)
    assert after == "events: 0 0 8 / 0 1 4 south"
    assert done.outcome is FREE_MOVE
    reference = reference_of(Position.parse(after))
    assert reference.must_pass()
    reference.pass_turn()
    assert reference.move(1) == Moved(laps=1, captured=0, banked=1, swept=0, outcome=GAME_OVER)
    assert text_of(reference) == "events: 0 0 8 / 0 0 5 north"


def test_the_event_game_steals_or_banks_a_single_stone() -> None:
    assert played("events: 1 0 0 / 2 0 0 south", 0)[1].captured == 3
    assert played("events: 1 0 0 / 0 2 0 south", 0)[1].captured == 1


# ---- events


def test_events_are_pick_ups_and_drops_in_order_with_capture_and_sweep_on_the_last() -> None:
    events: list[Event] = []
    reference_of(Position.parse("kalah: 1 0 3 5 / 0 6 0 5 south")).move(0, events)
    assert events == [
        Event(EventKind.PICK_UP, Side.SOUTH, Cell(Side.SOUTH, 0), 1),
        Event(EventKind.DROP, Side.SOUTH, Cell(Side.SOUTH, 1), 1, captured=7, swept=3),
    ]


def test_every_relay_lift_is_a_pick_up() -> None:
    events: list[Event] = []
    reference_of(Position.parse("avalanche: 2 0 1 0 0 / 1 1 1 1 0 south")).move(0, events)
    assert [(event.kind, event.cell, event.stones) for event in events] == [
        (EventKind.PICK_UP, Cell(Side.SOUTH, 0), 2),
        (EventKind.DROP, Cell(Side.SOUTH, 1), 1),
        (EventKind.DROP, Cell(Side.SOUTH, 2), 1),
        (EventKind.PICK_UP, Cell(Side.SOUTH, 2), 2),
        (EventKind.DROP, Cell(Side.SOUTH, 3), 1),
        (EventKind.DROP, Cell(Side.SOUTH, None), 1),
    ]


def test_the_reference_refuses_a_pit_that_may_not_be_played() -> None:
    for text, pit in [
        ("1 0 0 / 1 1 0", 1),
        ("1 0 0 / 1 1 0", 2),
        ("1 0 0 / 0 0 0", 0),
        ("1 0 0 / 1 1 0", -1),
    ]:
        with pytest.raises(IllegalMoveError, match=f"pit {pit} cannot be played by south"):
            reference_of(Position.parse(text)).move(pit)


def test_a_copy_moves_on_its_own() -> None:
    reference = reference_of(Position.start())
    twin = reference.copy()
    twin.move(0)
    assert text_of(reference) == str(Position.start())
    assert text_of(twin) == str(Position.start().after(0))


# ---- laws


class Watched(ReferenceBoard):
    """A board that counts its stones, those in the hand too, after every event."""

    __slots__ = ("events_seen", "total")

    def __init__(self, rules: Rules, ring: Sequence[int], to_move: Side) -> None:
        super().__init__(rules, ring, to_move)
        self.total = sum(ring)
        self.events_seen = 0

    def pick_up(self, cell: int) -> int:
        lifted = super().pick_up(cell)
        self.count()
        return lifted

    def drop(self) -> tuple[int, int, int]:
        dropped = super().drop()
        self.count()
        return dropped

    def count(self) -> None:
        assert sum(self.ring) + self.hand == self.total
        assert min(self.ring) >= 0
        self.events_seen += 1


def rest_and_distance(board: ReferenceBoard) -> tuple[int, int]:
    """Return the stones in pits, and their summed distance to the store of the side they lie on."""
    rows = [board.row(side) for side in Side]
    distance = sum((board.pits - pit) * stones for row in rows for pit, stones in enumerate(row))
    return sum(map(sum, rows)), distance


def check_laws(board: Watched, source: Random) -> int:
    """Play a random game to its end, checking every law at every move; return the moves made."""
    made = 0
    passed = False
    while not board.is_over():
        if board.must_pass():
            assert not passed, f"a second pass in a row in {text_of(board)}"
            board.pass_turn()
            passed = True
            continue
        before, where = rest_and_distance(board), text_of(board)
        pit = source.choice(board.legal_pits())
        events: list[Event] = []
        board.events_seen = 0
        board.move(pit, events)
        assert board.events_seen == len(events)
        assert board.hand == 0
        assert rest_and_distance(board) < before, f"pit {pit} in {where}"
        passed = False
        made += 1
    return made


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("pits", range(1, 13))
def test_the_laws_hold_in_games_of_every_profile(name: str, pits: int) -> None:
    source = Random(f"laws of {name} with {pits} pits")
    rules = Rules.named(name, pits=pits)
    made = sum(
        check_laws(Watched(rules, random_ring(pits, source), source.choice(list(Side))), source) for _ in range(12)
    )
    assert made > 12


def test_the_laws_hold_in_games_of_any_rules() -> None:
    source = Random("laws of any rules")
    made = 0
    for _ in range(150):
        rules = random_rules(source)
        made += check_laws(Watched(rules, random_ring(rules.pits, source), source.choice(list(Side))), source)
    assert made > 1_500


@given(moves(st.one_of(profiles(), combinations())))
def test_stones_are_conserved_and_rest_then_distance_fall(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    board = Watched(position.rules, position._board.ring, position.to_move)
    before = rest_and_distance(board)
    board.move(pit)
    assert board.events_seen > 0
    assert rest_and_distance(board) < before


@given(positions(combinations().filter(lambda rules: rules.ends == "all-empty")))
def test_a_pass_changes_no_stone_and_is_never_followed_by_another(position: Position) -> None:
    mover = position.to_move
    emptied = position
    for pit in range(position.rules.pits):
        emptied = emptied.banked(mover, pit, into=mover)
    board = reference_of(emptied)
    assert board.must_pass() == bool(position.stones_on(mover.other))
    if board.must_pass():
        ring = list(board.ring)
        board.pass_turn()
        assert board.ring == ring
        assert board.to_move is mover.other
        assert not board.must_pass()
        assert board.legal_pits()
