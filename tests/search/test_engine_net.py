"""The engine with a net: what it proves is true whatever the net says, and the net does what it is told to."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from tests.lockstep import reference_of
from tests.naive import Minimax
from tests.nets import plain
from tests.search.boards import game
from tests.search.test_engine import check_thought

from sowfish import PROFILES, NetError, Position, Rules, _core
from sowfish.nets import Layout, Net
from sowfish.position import core_board, core_rules
from sowfish.search.engine import Engine, Guide

MEBIBYTE = 1 << 20


def some_net(folder: Path, rules: Rules, seed: int = 1) -> Net:
    plain.write_random(folder / "some.net", Layout(rules=rules, rows=8, widths=(8, 8)), seed)
    return Net.load(folder / "some.net")


@pytest.mark.parametrize("guide", Guide)
@pytest.mark.parametrize("rules", PROFILES)
def test_proven_values_are_true_whatever_the_net_says(rules: str, guide: Guide, tmp_path: Path) -> None:
    small = Rules.named(rules, pits=3)
    engine = Engine(memory=8 * MEBIBYTE, net=some_net(tmp_path, small), guide=guide)
    minimax = Minimax(small)
    for position in islice(game(rules, 3, stones=3, pits=3), 4, None):
        thought = engine.think(position, seconds=5)
        check_thought(position, thought)
        if thought.is_proven:
            board = reference_of(position)
            assert thought.value == minimax.value(board) == minimax.move_value(board, thought.pit)


def seen(net: Net | None, guide: Guide, position: Position, depth: int) -> tuple[int, int, int]:
    """Value in parts of a stone, pit and nodes of a look ahead."""
    deepening = _core.Deepening(core_rules(position.rules), MEBIBYTE)
    deepening.set_net(None if net is None else net.core, list(Guide).index(guide))
    deepening.set_root(core_board(position), every_move=False)
    control = _core.Control(seconds=0.0, nodes=0)
    while deepening.result().depth < depth:
        assert deepening.deepen(control)
    found = deepening.result()
    return found.value, found.line[0], control.nodes


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
            value, pit, _ = seen(net, Guide.VALUES, position, 1)
            assert value == max(values.values())
            assert values[pit] == value


def test_an_order_changes_the_work_and_not_the_value(tmp_path: Path) -> None:
    net = some_net(tmp_path, Rules())
    position = Position.start()
    value, _, nodes = seen(None, Guide.ORDER, position, 8)
    assert seen(net, Guide.ORDER, position, 8)[0] == value
    assert seen(net, Guide.ORDER, position, 8)[2] != nodes


def test_the_same_nodes_give_the_same_thoughts(tmp_path: Path) -> None:
    net = some_net(tmp_path, Rules())

    def thoughts() -> list[object]:
        engine = Engine(memory=16 * MEBIBYTE, net=net)
        found = [engine.think(position, nodes=20_000) for position in islice(game("kalah", 9), 0, 9, 3)]
        return [(thought.pit, thought.value, thought.kind, thought.depth, thought.nodes) for thought in found]

    assert thoughts() == thoughts()


def test_a_net_for_other_rules_is_refused(tmp_path: Path) -> None:
    engine = Engine(net=some_net(tmp_path, Rules(pits=3)))
    with pytest.raises(NetError, match="the net is for kalah with 3 pits, and this is kalah with 6 pits"):
        engine.think(Position.start(), nodes=100)
    assert engine.think(Position.start(pits=3), nodes=100).pit in range(3)


def test_a_proof_ordered_by_a_net_finds_the_same_value(tmp_path: Path) -> None:
    position = Position.start("kalah", 3, 4)
    rules = core_rules(position.rules)

    def proof(net: Net | None) -> tuple[int, int, int]:
        solver = _core.solver(rules, 16 * MEBIBYTE, None)
        solver.set_net(None if net is None else net.core)
        control = _core.Control(seconds=0.0, nodes=0)
        proof = solver.prove(core_board(position), every_move=False, threads=1, control=control)
        proof.work()
        known = proof.proven()[0]
        return known.low, known.high, control.nodes

    plainly, guided = proof(None), proof(some_net(tmp_path, position.rules))
    assert plainly[:2] == guided[:2]
    assert plainly[2] != guided[2]
