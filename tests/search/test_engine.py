"""The engine: proven where it says so, in time, the same for the same nodes, and nothing forgotten in between."""

import threading
import time
from itertools import islice

import pytest
from tests.lockstep import reference_of
from tests.naive import Minimax
from tests.search.boards import game, playable

from sowfish import PROFILES, Position, SowfishError, solve
from sowfish.search.engine import Engine, Thought
from sowfish.solver import Kind

MEBIBYTE = 1 << 20


def check_thought(position: Position, thought: Thought) -> None:
    assert thought.pit in position.legal_pits
    assert thought.line[0] == thought.pit
    assert thought.low <= thought.value <= thought.high
    assert (thought.low == thought.high) == thought.is_proven
    board = position
    for pit in thought.line:
        while board.must_pass:
            board = board.passed()
        board = board.after(pit)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("rules", PROFILES)
def test_proven_values_are_those_of_a_plain_minimax(rules: str, threads: int) -> None:
    engine = Engine(threads=threads, memory=8 * MEBIBYTE)
    minimax = Minimax(Position.start(rules, 2, 3).rules)
    for position in islice(game(rules, 3, stones=3, pits=3), 4, None):
        thought = engine.think(position, seconds=5)
        check_thought(position, thought)
        if len(position.legal_pits) > 1:
            assert thought.is_proven
        if thought.is_proven:
            board = reference_of(position)
            assert thought.value == minimax.value(board) == minimax.move_value(board, thought.pit)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_proof_outruns_the_look_ahead_and_agrees_with_the_solver(threads: int) -> None:
    engine = Engine(threads=threads, memory=64 * MEBIBYTE)
    position = Position.start("kalah", 3, 5)
    thought = engine.think(position, seconds=20)
    check_thought(position, thought)
    assert (thought.value, thought.kind) == (solve(position).value, Kind.PROVEN)
    after = position.after(thought.pit)
    value = solve(after).value
    assert thought.value == (value if after.to_move == position.to_move else -value)


@pytest.mark.parametrize("nodes", [1, 300, 20_000, 600_000])
def test_the_same_nodes_give_the_same_thoughts(nodes: int) -> None:
    def thoughts() -> list[object]:
        engine = Engine(memory=16 * MEBIBYTE)
        found = [engine.think(position, nodes=nodes) for position in islice(game("kalah", 9), 0, 9, 3)]
        return [(thought.pit, thought.value, thought.kind, thought.depth, thought.nodes) for thought in found]

    assert thoughts() == thoughts()


def test_nodes_are_a_limit() -> None:
    for threads in (1, 2):
        for nodes in (1_000, 50_000, 900_000):
            thought = Engine(threads=threads, memory=16 * MEBIBYTE).think(Position.start(), nodes=nodes)
            assert thought.nodes < nodes + 5_000


def test_every_position_is_answered_in_time() -> None:
    for threads in (1, 2):
        engine = Engine(threads=threads, memory=4 * MEBIBYTE)
        for position in playable(60, seed=20 + threads):
            started = time.perf_counter()
            check_thought(position, engine.think(position, seconds=0.01))
            assert time.perf_counter() - started < 2


def test_a_forced_move_is_made_at_once() -> None:
    position = Position.parse("0 0 0 0 9 0 5 / 4 4 4 4 4 4 10 south")
    thought = Engine().think(position, seconds=60)
    assert thought.pit == 4
    assert thought.seconds < 10


def test_what_was_learnt_is_kept_until_forgotten() -> None:
    engine = Engine(memory=64 * MEBIBYTE)
    position = Position.start("kalah", 3)
    first = engine.think(position, nodes=9_000_000)
    assert first.is_proven
    again = engine.think(position, nodes=9_000_000)
    assert (again.value, again.kind) == (first.value, first.kind)
    assert again.nodes < first.nodes / 10
    engine.forget()
    assert engine.think(position, nodes=9_000_000).nodes == first.nodes


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_and_a_wish_to_stop_is_heard(threads: int) -> None:
    told: list[Thought] = []
    wish = threading.Event()

    def progress(thought: Thought) -> None:
        told.append(thought)
        wish.set()

    position = Position.start("kalah", 6)
    thought = Engine(threads=threads, memory=16 * MEBIBYTE).think(position, seconds=60, progress=progress, cancel=wish)
    assert thought.seconds < 20
    assert told
    check_thought(position, told[0])


def test_an_error_of_the_listener_ends_it() -> None:
    def broken(_thought: Thought) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Engine(memory=16 * MEBIBYTE).think(Position.start("kalah", 6), seconds=60, progress=broken)


def test_wrong_options_are_named() -> None:
    for options in ({"threads": 0}, {"memory": 0}, {"guide": "both ways"}):
        with pytest.raises(SowfishError, match=next(iter(options))):
            Engine(**options)
    for limits in ({"seconds": 0}, {"nodes": -1}):
        with pytest.raises(SowfishError, match=next(iter(limits))):
            Engine().think(Position.start(), **limits)  # type: ignore[arg-type]
    with pytest.raises(SowfishError, match="the game is over"):
        Engine().think(Position.parse("0 0 1 / 0 0 2"))
