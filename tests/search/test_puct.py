"""PUCT: what it proves is true whatever the net says, it follows the net, and it plays where there is no net."""

from __future__ import annotations

import threading
from itertools import islice
from pathlib import Path

import pytest
from tests.naive import Minimax
from tests.nets import plain
from tests.search.boards import game
from tests.search.test_uct import check_bounds

from sowfish import NetError, Position, Rules, SowfishError
from sowfish.nets import Layout, Net
from sowfish.search.puct import Puct, puct


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nets")


def some_net(folder: Path, rules: Rules, seed: int = 1) -> Net:
    path = folder / f"{rules}-{seed}.net"
    plain.write_random(path, Layout(rules=rules, rows=8, widths=(8, 8)), seed)
    return Net.load(path)


@pytest.mark.parametrize("rules", ["kalah", "kalah-lazy", "kalah-empty-capture", "avalanche", "events"])
@pytest.mark.parametrize("playouts", [5, 40, 3_000])
def test_what_is_proven_is_true_whatever_the_net_says(rules: str, playouts: int, folder: Path) -> None:
    small = Rules.named(rules, pits=3)
    minimax, net = Minimax(small), some_net(folder, small)
    proven = 0
    for seed in range(6):
        for position in game(rules, seed, stones=3, pits=3):
            if position.rest > 9:
                continue
            found = puct(position, net=net, playouts=playouts)
            check_bounds(position, found, minimax)
            proven += found.is_proven
    assert proven > (0 if playouts == 5 else 10)


def test_priors_are_the_policy_of_the_net(folder: Path) -> None:
    net = some_net(folder, Rules())
    for position in islice(game("kalah", 5), 20):
        found = puct(position, net=net, playouts=50)
        policy = net.evaluate(position).policy
        assert [move.prior for move in found.moves] == pytest.approx(
            [policy[move.pit] for move in found.moves], abs=1e-4
        )


def test_one_visit_goes_to_the_likeliest_pit_and_gets_the_nets_score(folder: Path) -> None:
    net = some_net(folder, Rules())
    for position in islice(game("kalah", 6), 20):
        found = puct(position, net=net, playouts=1)
        visited = next(move for move in found.moves if move.visits)
        after = position.after(visited.pit)
        if visited.is_proven or after.is_over:
            continue
        assert visited.pit == net.evaluate(position).pit
        score = net.evaluate(after).score * (1 if after.to_move is position.to_move else -1)
        assert visited.value == pytest.approx(0.5 + score / 2, abs=1e-5)


def test_the_tree_is_kept_along_a_game(folder: Path) -> None:
    tree = Puct(net=some_net(folder, Rules()))
    kept = []
    position = Position.start("kalah", 3)
    while not position.is_over:
        found = tree.search(position, playouts=500)
        kept.append(found.kept)
        assert sum(move.visits for move in found.moves) >= found.playouts
        position = position.after(found.pit)
    assert kept[0] == 0
    assert all(kept[1:])


def test_the_same_net_gives_the_same_search(folder: Path) -> None:
    def signature(net: Net) -> list[object]:
        tree = Puct(net=net)
        found = [tree.search(position, playouts=300) for position in islice(game("kalah", 2), 12)]
        return [(result.pit, result.moves, result.nodes, result.line) for result in found]

    assert signature(some_net(folder, Rules(), 7)) == signature(some_net(folder, Rules(), 7))
    assert signature(some_net(folder, Rules(), 7)) != signature(some_net(folder, Rules(), 8))


def test_without_a_net_all_moves_are_as_likely_and_games_are_random() -> None:
    rules = Rules.named("kalah-lazy", pits=3)
    position = Position.start(rules, 2)
    found = puct(position, playouts=3_000, seed=1)
    assert [move.prior for move in found.moves] == pytest.approx([1 / 3] * 3, abs=1e-4)
    assert found.is_proven
    check_bounds(position, found, Minimax(rules))
    large = Position.start("kalah-lazy", 5, 12)
    assert puct(large, playouts=50, seed=1).moves != puct(large, playouts=50, seed=2).moves


def test_a_net_for_other_rules_is_refused(folder: Path) -> None:
    tree = Puct(net=some_net(folder, Rules(pits=3)))
    for start in (Position.start(), Position.start("avalanche", pits=3)):
        with pytest.raises(NetError, match="the net is for kalah with 3 pits, not for"):
            tree.search(start, playouts=10)
    assert tree.search(Position.start(pits=3), playouts=10).playouts == 10


def test_time_and_a_wish_end_it(folder: Path) -> None:
    net = some_net(folder, Rules())
    start = Position.start("kalah", 8)
    assert puct(start, net=net, seconds=0.05).seconds < 2
    wish = threading.Event()
    wish.set()
    assert puct(start, net=net, playouts=10**9, cancel=wish).seconds < 5


def test_memory_bounds_the_tree(folder: Path) -> None:
    found = Puct(net=some_net(folder, Rules()), memory=1 << 16).search(Position.start(), playouts=20_000)
    assert found.playouts == 20_000
    assert found.nodes <= (1 << 16) / 2 / 32


def test_wrong_options_are_named() -> None:
    for options in ({"exploration": 0}, {"memory": 0}, {"seed": -1}):
        with pytest.raises(SowfishError, match=next(iter(options))):
            Puct(**options)  # type: ignore[arg-type]
