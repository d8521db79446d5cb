"""The engine with a net: what it proves is true whatever the net says, and the net does what it is told to."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from tests.engine.test_engine import check_result
from tests.lockstep import reference_of
from tests.naive import Minimax
from tests.nets import plain
from tests.search.boards import game

from sowfish import PROFILES, Engine, NetError, Position, Rules, _core
from sowfish.nets import Layout, Net

MEBIBYTE = 1 << 20


def some_net(folder: Path, rules: Rules, seed: int = 1) -> Net:
    plain.write_random(folder / "some.net", Layout(rules=rules, rows=8, widths=(8, 8)), seed)
    return Net.load(folder / "some.net")


@pytest.mark.parametrize("rules", PROFILES)
def test_proven_values_are_true_whatever_the_net_says(rules: str, tmp_path: Path) -> None:
    small = Rules.named(rules, pits=3)
    engine = Engine(memory=8 * MEBIBYTE, net=some_net(tmp_path, small))
    minimax = Minimax(small)
    for position in islice(game(rules, 3, stones=3, pits=3), 4, None):
        found = engine.best_move(position, seconds=5)
        check_result(position, found)
        if found.is_proven:
            board = reference_of(position)
            assert found.value == minimax.value(board) == minimax.move_value(board, found.turn[0])


def test_a_look_of_one_move_ends_in_the_nets_values(tmp_path: Path) -> None:
    net = some_net(tmp_path, Rules())
    for position in islice(game("kalah", 4), 15):
        values = {}
        for pit in position.legal_pits:
            after = position.after(pit)
            if after.is_over:
                break
            bare = Position(after.south, after.north, to_move=after.to_move)  # the look ahead sees no stores
            gain = round(net.evaluate(bare).margin * _core.PARTS_OF_STONE)
            mine = after.to_move is position.to_move
            margin = after.store(position.to_move) - after.store(position.to_move.other)
            values[pit] = margin * _core.PARTS_OF_STONE + (gain if mine else -gain)
        else:
            found = Engine(net=net, threads=1, memory=MEBIBYTE).look_ahead(position, depth=1, nodes=1)
            assert {move.pit: move.estimate * _core.PARTS_OF_STONE for move in found.moves} == values


def test_the_same_nodes_give_the_same_answers(tmp_path: Path) -> None:
    net = some_net(tmp_path, Rules())

    def answers() -> list[object]:
        engine = Engine(memory=16 * MEBIBYTE, threads=1, net=net)
        found = [engine.best_move(position, nodes=20_000) for position in islice(game("kalah", 9), 0, 9, 3)]
        return [(one.turn[0], one.value, one.kind, one.depth, one.nodes) for one in found]

    assert answers() == answers()


def test_a_net_for_other_rules_is_refused(tmp_path: Path) -> None:
    engine = Engine(net=some_net(tmp_path, Rules(pits=3)))
    with pytest.raises(NetError, match="the net is for kalah with 3 pits, not for kalah with 6 pits"):
        engine.best_move(Position.start(), nodes=100)
    assert engine.best_move(Position.start(pits=3), nodes=100).turn[0] in range(3)
