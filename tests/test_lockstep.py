"""The native core says what the reference says."""

from random import Random

import pytest
from hypothesis import given, settings
from tests import lockstep
from tests.strategies import combinations, moves, positions, profiles

from sowfish import PROFILES, Event, MoveOutcome, Position, Rules, Side

SIZES = range(1, 13)
MOVES_PER_PROFILE_AND_SIZE = 12_500
CHUNKS_OF_ANY_RULES = 10
MOVES_PER_CHUNK = 12_500


@given(positions())
def test_core_and_reference_agree_on_what_may_happen(position: Position) -> None:
    reference = lockstep.reference_of(position)
    assert list(position.legal_pits) == reference.legal_pits()
    assert position.is_over == reference.is_over()
    assert position.must_pass == reference.must_pass()
    if position.must_pass:
        reference.pass_turn()
        assert str(position.passed()) == lockstep.text_of(reference)


def check_move(position: Position, pit: int) -> None:
    reference = lockstep.reference_of(position)
    events: list[Event] = []
    moved = reference.move(pit, events)
    move = position.move(pit)
    assert (move.laps, move.captured, move.banked, move.swept) == (
        moved.laps,
        moved.captured,
        moved.banked,
        moved.swept,
    )
    assert move.outcome is moved.outcome
    assert list(move.events) == events
    expected = lockstep.text_of(reference)
    assert str(move.after) == expected
    assert str(position.after(pit)) == expected
    assert move.after.to_move is reference.to_move
    assert move.after.is_over == reference.is_over() == (moved.outcome is MoveOutcome.GAME_OVER)
    assert list(move.after.legal_pits) == reference.legal_pits()


@settings(max_examples=400)
@given(moves(profiles()))
def test_core_and_reference_agree_on_moves_of_every_profile(drawn: tuple[Position, int]) -> None:
    check_move(*drawn)


@settings(max_examples=400)
@given(moves(combinations()))
def test_core_and_reference_agree_on_moves_under_any_rules(drawn: tuple[Position, int]) -> None:
    check_move(*drawn)


@given(positions())
def test_core_and_reference_agree_on_the_sweep(position: Position) -> None:
    reference = lockstep.reference_of(position)
    reference._sweep()
    assert str(position.swept()) == lockstep.text_of(reference)


@pytest.mark.parametrize("pits", SIZES)
@pytest.mark.parametrize("name", PROFILES)
def test_core_and_reference_agree_in_games_of_every_profile_and_size(name: str, pits: int) -> None:
    source = Random(f"{name} with {pits} pits")
    compared = lockstep.compare(Rules.named(name, pits=pits), MOVES_PER_PROFILE_AND_SIZE, source)
    assert compared == MOVES_PER_PROFILE_AND_SIZE


@pytest.mark.parametrize("chunk", range(CHUNKS_OF_ANY_RULES))
def test_core_and_reference_agree_in_games_under_any_rules(chunk: int) -> None:
    source = Random(f"any rules, chunk {chunk}")
    compared = 0
    while compared < MOVES_PER_CHUNK:
        compared += lockstep.compare(lockstep.random_rules(source), 250, source)
    assert compared == MOVES_PER_CHUNK


def test_the_games_above_come_to_a_million_moves() -> None:
    of_profiles = len(PROFILES) * len(SIZES) * MOVES_PER_PROFILE_AND_SIZE
    assert of_profiles + CHUNKS_OF_ANY_RULES * MOVES_PER_CHUNK >= 1_000_000


# ---- the comparison itself can fail


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("kalah: 1 0 3 0 / 2 0 1 0 south", "kalah-empty-capture"),
        ("kalah: 1 0 0 5 / 1 6 1 5 south", "kalah-lazy"),
        ("avalanche: 0 0 1 7 / 1 2 3 4 south", "avalanche-sweep"),
        ("avalanche-sweep: 1 1 3 0 / 2 0 1 0 south", "kalah"),
        ("kalah: 0 0 5 0 / 2 0 1 0 south", "kalah,both_stores=yes"),
        ("kalah,pits=12: 1 1 1 1 1 1 1 1 1 1 1 2 0 / 1 1 1 1 1 1 1 1 1 1 1 1 0 south", "avalanche"),
    ],
)
def test_a_core_with_other_rules_is_found_out(text: str, other: str) -> None:
    position = Position.parse(text)
    reference = lockstep.reference_of(position)
    pit = position.legal_pits[0]
    with pytest.raises(lockstep.DifferenceError, match=f"pit {pit} in {position}"):
        lockstep.compare_move(position.with_rules(other)._board, reference, pit)


def test_a_missing_event_is_found_out() -> None:
    position = Position.start()
    with pytest.raises(lockstep.DifferenceError, match="path"):
        lockstep.compare_move(position._board, lockstep.reference_of(position), 0, [*position.move(0).events[:1]])


def test_the_random_boards_of_the_comparison_are_of_every_kind() -> None:
    source = Random(1)
    boards = [lockstep.random_ring(6, source) for _ in range(500)]
    assert all(sum(board) <= 255 for board in boards)
    assert any(max(board[:6]) > 200 for board in boards)
    assert any(board[6] > 50 and board[13] > 50 for board in boards)
    assert any(sum(board) <= 4 for board in boards)
    assert any(board == [4, 4, 4, 4, 4, 4, 0] * 2 for board in boards)
    rules = {lockstep.random_rules(source) for _ in range(5_000)}
    assert {one.pits for one in rules} == set(range(1, 13))
    assert {one.name for one in rules} >= set(PROFILES)
    assert len({one.with_pits(6) for one in rules}) == 2 * 3 * 2 * 3 * 2
    assert {source.choice(list(Side)) for _ in range(20)} == set(Side)
