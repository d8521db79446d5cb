"""Counting move sequences: known counts, and the same count by the reference."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lockstep import reference_of
from tests.strategies import combinations, positions

from sowfish import PROFILES, Position, Rules, Side
from sowfish.model.reference import ReferenceBoard

PASS = -1


def counted(board: ReferenceBoard, depth: int, mover: Side) -> tuple[int, int]:
    """Count sequences by the reference, and add up the margins they reach for the side that moved last."""
    if depth == 0 or board.is_over():
        return 1, board.ring[board.store(mover)] - board.ring[board.store(mover.other)]
    sequences = margins = 0
    for pit in board.legal_pits() or [PASS]:
        child = board.copy()
        if pit == PASS:
            child.pass_turn()
        else:
            child.move(pit)
        more, margin = counted(child, depth - 1, board.to_move)
        sequences += more
        margins += margin
    return sequences, margins


def check_perft(position: Position, depth: int) -> None:
    sequences, margins = counted(reference_of(position), depth, position.to_move)
    perft = position._board.perft(depth)
    assert perft.sequences == position.perft(depth) == sequences
    assert perft.margins == margins % 2**64


@pytest.mark.parametrize(("depth", "sequences"), [(10, 13_519_608), (11, 65_870_790)])
def test_kalah_from_the_usual_start_has_the_known_counts(depth: int, sequences: int) -> None:
    assert Position.start().perft(depth) == sequences


@pytest.mark.parametrize("pits", [1, 2, 3, 6, 7, 8, 12])
@pytest.mark.parametrize("name", PROFILES)
def test_perft_counts_what_the_reference_counts_in_every_profile(name: str, pits: int) -> None:
    rules = Rules.named(name, pits=pits)
    for depth in range(5 if pits < 7 else 3):
        check_perft(Position.start(rules, stones=3), depth)
        check_perft(Position.start(rules, stones=1), depth)


@settings(max_examples=60)
@given(positions(combinations(st.integers(1, 4))), st.integers(0, 4))
def test_perft_counts_what_the_reference_counts_under_any_rules(position: Position, depth: int) -> None:
    check_perft(position, depth)


@pytest.mark.parametrize("name", PROFILES)
def test_perft_to_the_end_of_small_games_counts_the_games(name: str) -> None:
    check_perft(Position.start(name, stones=1, pits=2), 100)
    check_perft(Position.start(name, stones=2, pits=2), 100)


def test_a_free_move_is_a_ply_and_a_finished_game_counts_once() -> None:
    assert [Position.start().perft(depth) for depth in range(3)] == [1, 6, 35]
    assert Position.parse("kalah: 0 1 0 / 0 1 0").perft(7) == 1


def test_a_pass_is_a_ply() -> None:
    position = Position.parse("events: 0 0 0 / 1 1 0 south")
    assert [position.perft(depth) for depth in range(3)] == [1, 1, 2]
