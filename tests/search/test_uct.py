"""UCT: proven outcomes are true, the tree lives on, and the same seed gives the same search."""

import threading
from itertools import islice

import pytest
from tests.lockstep import reference_of
from tests.naive import Minimax
from tests.search.boards import game, playable

from sowfish import Position, Rules, SowfishError, solve
from sowfish.search.tree import TreeResult
from sowfish.search.uct import Uct, uct


def outcome(margin: int) -> float:
    return 0.5 + 0.5 * ((margin > 0) - (margin < 0))


def check_bounds(position: Position, found: TreeResult, minimax: Minimax) -> None:
    board = reference_of(position)
    for move in found.moves:
        true = outcome(minimax.move_value(board, move.pit))
        assert move.low <= true <= move.high, str(position)
        if move.is_proven:
            assert move.value == true
    if found.is_proven:
        assert found.value == outcome(minimax.value(board)), str(position)
        assert found.best.is_proven


def test_what_making_moves_proves_reaches_the_root() -> None:
    """A node that becomes a sure tie when its moves are made leaves its parent nothing to hope for."""
    position = Position.parse("kalah: 0 1 1 1 1 0 16 / 3 0 0 0 0 2 13 north")
    for seed in range(20):
        found = uct(position, playouts=5_000, seed=seed)
        assert found.is_proven
        assert found.value == outcome(solve(position).value)


@pytest.mark.parametrize("rules", ["kalah", "kalah-lazy", "kalah-empty-capture", "avalanche", "events"])
@pytest.mark.parametrize("playouts", [5, 40, 3_000])
def test_what_is_proven_is_true(rules: str, playouts: int) -> None:
    minimax = Minimax(Rules.named(rules, pits=3))
    proven = 0
    for seed in range(6):
        for position in game(rules, seed, stones=3, pits=3):
            if position.rest > 9:
                continue
            found = uct(position, playouts=playouts, seed=seed)
            check_bounds(position, found, minimax)
            proven += found.is_proven
    assert proven > (0 if playouts == 5 else 10)


def test_any_switches_are_proven_right() -> None:
    checked = 0
    for position in playable(400, seed=12):
        if position.rest > 7 or position.rules.pits > 4:
            continue
        found = uct(position, playouts=500)
        check_bounds(position, found, Minimax(position.rules))
        checked += 1
    assert checked > 30


def test_the_tree_is_kept_along_a_game() -> None:
    tree = Uct(seed=3)
    kept = []
    position = Position.start("kalah", 3)
    while not position.is_over:
        found = tree.search(position, playouts=2_000)
        kept.append(found.kept)
        assert found.nodes >= found.kept
        assert sum(move.visits for move in found.moves) >= found.playouts
        position = position.after(found.pit)
    assert kept[0] == 0
    assert all(kept[1:])


def test_a_position_two_turns_later_is_found_again() -> None:
    tree = Uct(seed=5)
    start = Position.start("kalah", 4)
    tree.search(start, playouts=20_000)
    later = start.after(2).after(5).after(1)
    fresh = uct(later, playouts=100)
    assert tree.search(later, playouts=100).kept > 10 * fresh.nodes
    assert tree.search(start, playouts=100).kept == 0  # there is no way back


def test_memory_bounds_the_tree() -> None:
    found = Uct(memory=1 << 16).search(Position.start(), playouts=20_000)
    assert found.playouts == 20_000
    assert found.nodes <= (1 << 16) / 2 / 32


def test_the_same_seed_gives_the_same_search() -> None:
    def signature(seed: int) -> list[object]:
        tree = Uct(seed=seed)
        found = [tree.search(position, playouts=300) for position in islice(game("kalah", 2), 12)]
        return [(result.pit, result.moves, result.nodes, result.line) for result in found]

    assert signature(7) == signature(7)
    assert signature(7) != signature(8)


def test_forced_passes_are_in_the_tree_but_not_in_the_line() -> None:
    position = Position.parse("events: 0 0 1 2 / 0 0 0 3 south")
    found = uct(position, playouts=100)
    assert found.is_proven
    assert found.value == outcome(Minimax(position.rules).value(reference_of(position)))
    board = position
    for pit in found.line:
        while board.must_pass:
            board = board.passed()
        board = board.after(pit)


def test_time_and_a_wish_end_it() -> None:
    start = Position.start("kalah", 8)
    assert uct(start, seconds=0.05).seconds < 2
    wish = threading.Event()
    wish.set()
    assert uct(start, playouts=10**9, cancel=wish).seconds < 5


def test_wrong_options_are_named() -> None:
    for options in ({"exploration": 0}, {"memory": 0}, {"seed": -1}):
        with pytest.raises(SowfishError, match=next(iter(options))):
            Uct(**options)
    with pytest.raises(SowfishError, match="playouts"):
        uct(Position.start(), playouts=0)
    with pytest.raises(SowfishError, match="the game is over"):
        uct(Position.parse("0 0 1 / 0 0 2"))
