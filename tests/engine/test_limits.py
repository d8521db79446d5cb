"""Searches that end early: limits, cancel, progress and Ctrl-C; what is known then is still true."""

import signal
import subprocess
import sys
import time
from threading import Event, Timer
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lines import replayed
from tests.lockstep import reference_of
from tests.naive import Minimax
from tests.strategies import any_rules, small_positions
from tests.truth import load

from sowfish import Kind, LimitError, Limits, Position, Progress, Result, Rules, analyse, solve
from sowfish.engine import Value, forget

MEBIBYTE = 1 << 20
HARD = Position.start("kalah", 6)  # nobody has proven it
HARD_WIDE = Position.start(Rules(pits=9), 5)
HARD_RELAY = Position.start(Rules(pits=9, relay=True, ends="all-empty"), 5)  # type: ignore[arg-type]
PROMPTLY = 5.0  # seconds, on a busy machine, where minutes would go by otherwise
OPENINGS = {opening["stones"]: dict(enumerate(opening["moves"])) for opening in load("kalah_values")["opening_moves"]}
ANY_LIMITS: Any = Limits


def check_value(position: Position, found: Value, value: int) -> None:
    """Hold what is said to the true value."""
    assert found.low <= value <= found.high
    assert found.low <= found.value <= found.high
    if found.kind is Kind.PROVEN:
        assert found.low == found.high
    else:
        assert found.low < found.high
    replayed(position, found.line)


# ---- nodes


@pytest.mark.parametrize("stones", [3, 4])
def test_bounds_hold_the_true_value_whatever_the_limit_of_nodes(stones: int) -> None:
    position = Position.start("kalah", stones)
    moves = OPENINGS[stones]
    for nodes in (1, 300, 3_000, 30_000, 100_000):
        forget()
        limits = Limits(nodes=nodes, memory=MEBIBYTE, seconds=0.5)
        check_value(position, solve(position, limits=limits), max(moves.values()))
        analysis = analyse(position, limits=limits)
        assert [move.pit for move in analysis.moves] == list(moves)
        for move in analysis.moves:
            check_value(position, move, moves[move.pit])
            assert move.line[0][0] == move.pit


@settings(max_examples=60)
@given(small_positions(any_rules(1, 8), 9), st.sampled_from([1, 50, 1_000]))
def test_bounds_hold_the_value_of_a_plain_minimax(position: Position, nodes: int) -> None:
    minimax = Minimax(position.rules)
    limits = Limits(nodes=nodes, memory=1, seconds=0.1)
    check_value(position, solve(position, limits=limits), minimax.value(reference_of(position)))
    for move in analyse(position, limits=limits).moves:
        check_value(position, move, minimax.move_value(reference_of(position), move.pit))


def test_a_search_knows_more_and_more() -> None:
    position = Position.start("kalah", 3, 4)
    forget()
    needed = analyse(position, limits=Limits(memory=1), threads=1).nodes
    kinds = []
    for part in range(8):
        forget()
        limits = Limits(nodes=needed * part // 5 + 1, memory=1, seconds=1)
        for move in analyse(position, limits=limits, threads=1).moves:
            after = position.after(move.pit)
            standing = after.south_store - after.north_store
            trivial = (move.low, move.high) == (standing - after.rest, standing + after.rest)
            proven = move.low == move.high
            assert move.kind is (Kind.PROVEN if proven else Kind.ESTIMATE if trivial else Kind.BOUND)
            kinds.append(move.kind)
    assert kinds[0] is Kind.ESTIMATE
    assert Kind.BOUND in kinds
    assert set(kinds[-4:]) == {Kind.PROVEN}


def test_nodes_are_counted_and_kept_to() -> None:
    for position in (HARD, HARD_WIDE):
        for threads in (1, 2):
            result = solve(position, limits=Limits(nodes=50_000, memory=MEBIBYTE, seconds=2), threads=threads)
            assert 10_000 < result.nodes < 60_000


def test_a_proven_value_comes_with_a_move_that_is_worth_it() -> None:
    """With so little memory the line has to be searched again, and there are no nodes left for that."""
    for seed in range(40):
        position = Position.random(14, seed=seed, pits=5, rules="kalah-empty-capture", deal="free")
        values = {move.pit: move.value for move in analyse(position).moves}
        for nodes in (300, 1_200, 5_000, 20_000):
            forget()
            found = solve(position, limits=Limits(nodes=nodes, memory=1, seconds=0.1), threads=1)
            if found.kind is Kind.PROVEN:
                assert found.value == max(values.values())
                assert values[found.turn[0]] == found.value
                replayed(position, found.line)


# ---- time


@pytest.mark.parametrize("position", [HARD, HARD_WIDE, HARD_RELAY], ids=["kalah", "wide", "relay"])
def test_a_limit_of_seconds_is_kept(position: Position) -> None:
    for search in (solve, analyse):
        forget()
        started = time.perf_counter()
        found: Any = search(position, limits=Limits(seconds=0.3, memory=64 * MEBIBYTE))
        assert time.perf_counter() - started < 0.3 + PROMPTLY
        assert 0 < found.seconds < 0.3 + PROMPTLY
        for value in found.moves if search is analyse else [found]:
            assert value.kind is not Kind.PROVEN
            assert value.line  # something to play, even so
            replayed(position, value.line)


def test_almost_no_time_is_not_forever() -> None:
    started = time.perf_counter()
    assert solve(HARD, limits=Limits(seconds=5e-324, memory=MEBIBYTE)).kind is Kind.ESTIMATE
    assert time.perf_counter() - started < PROMPTLY


# ---- cancel


@pytest.mark.parametrize("position", [HARD, HARD_WIDE], ids=["kalah", "wide"])
def test_a_search_that_is_cancelled_before_it_begins_ends_promptly(position: Position) -> None:
    cancel = Event()
    cancel.set()
    started = time.perf_counter()
    result = solve(position, limits=Limits(seconds=600, memory=64 * MEBIBYTE), cancel=cancel)
    analysis = analyse(position, limits=Limits(seconds=600, memory=64 * MEBIBYTE), cancel=cancel)
    assert time.perf_counter() - started < PROMPTLY
    assert result.kind is not Kind.PROVEN
    assert result.turn
    assert [move.pit for move in analysis.moves] == list(position.legal_pits)


@pytest.mark.parametrize("limits", [Limits(memory=64 * MEBIBYTE), Limits(seconds=600, memory=MEBIBYTE)])
def test_a_search_that_is_cancelled_while_it_runs_ends_promptly(limits: Limits) -> None:
    cancel = Event()
    timer = Timer(0.5, cancel.set)
    timer.start()
    started = time.perf_counter()
    result = solve(HARD, limits=limits, cancel=cancel)
    assert 0.2 < time.perf_counter() - started < PROMPTLY
    assert result.low < result.high
    timer.join()


def test_a_cancelled_search_keeps_the_bounds_proven_so_far() -> None:
    cancel = Event()
    # It is soon known to be worth 15 or more; that it is worth 17 takes a hundred times as long.
    position = Position.parse("5 5 4 0 0 6 0 / 1 6 6 0 6 6 0")

    def watch(progress: Progress) -> None:
        if progress.bounds and progress.bounds[0] != (-45, 45):
            cancel.set()

    forget()
    result = solve(position, limits=Limits(memory=64 * MEBIBYTE, seconds=120), progress=watch, cancel=cancel)
    check_value(result.position, result, 17)
    assert (result.low, result.high) != (-45, 45)
    assert result.kind is not Kind.ESTIMATE


# ---- progress


def test_progress_tells_nodes_seconds_and_bounds() -> None:
    told: list[Progress] = []
    solve(HARD, limits=Limits(seconds=1.5, memory=64 * MEBIBYTE), progress=told.append)
    assert len(told) >= 2
    assert [progress.nodes for progress in told] == sorted(progress.nodes for progress in told)
    assert [progress.seconds for progress in told] == sorted(progress.seconds for progress in told)
    assert {len(progress.bounds) for progress in told} <= {0, 1}
    told.clear()
    analyse(HARD, limits=Limits(seconds=1.5, memory=64 * MEBIBYTE), progress=told.append)
    assert len(told[-1].bounds) == 6
    assert all(low <= high for low, high in told[-1].bounds)


class StrangeError(Exception):
    """What nobody else raises."""


@pytest.mark.parametrize("phase", ["table", "proof"])
def test_an_error_in_progress_ends_the_search_at_once(phase: str) -> None:
    reports: list[Progress] = []

    def fail(progress: Progress) -> None:
        reports.append(progress)
        if len(reports) == 2:
            raise StrangeError

    forget()
    memory = 512 * MEBIBYTE if phase == "table" else MEBIBYTE  # a table that takes a second, or none to speak of
    started = time.perf_counter()
    with pytest.raises(StrangeError):
        solve(HARD, limits=Limits(seconds=120, memory=memory), progress=fail)
    assert time.perf_counter() - started < PROMPTLY


def test_an_error_in_cancel_ends_the_search_at_once() -> None:
    class Broken:
        def is_set(self) -> bool:
            raise StrangeError

    with pytest.raises(StrangeError):
        solve(HARD, limits=Limits(memory=MEBIBYTE, seconds=120), cancel=Broken())


# ---- Ctrl-C

RUN = "from sowfish import *; from sowfish.engine import Progress; say = lambda *_: print('running', flush=True); "
INTERRUPTED = {
    "table": "solve(Position.start('kalah', 8), limits=Limits(memory=1 << 30), progress=say)",
    "proof": "solve(Position.start('kalah', 6), limits=Limits(memory=1 << 20), progress=lambda p: p.bounds and say())",
    "turn": "say(); best_turn(Position.start('avalanche', 20), 'stones')",
}


@pytest.mark.parametrize("code", INTERRUPTED.values(), ids=INTERRUPTED)
def test_ctrl_c_ends_a_search_promptly(code: str) -> None:
    process = subprocess.Popen([sys.executable, "-c", RUN + code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"running\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=2 * PROMPTLY)
    finally:
        process.kill()
    assert errors.rstrip().endswith(b"KeyboardInterrupt")


# ---- deep games

DEEP = """
from sowfish import *
position = Position.start("kalah,capture=none,ends=all-empty", 10, 12)
print(solve(position, limits=Limits(seconds=2)).kind)
"""


def test_games_of_many_moves_need_no_large_stack() -> None:
    """Where the system gives threads little, as musl does."""
    command = ["/bin/sh", "-c", 'ulimit -s 256 && exec "$0" -c "$1"', sys.executable, DEEP]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, result.stdout) == (0, "estimate\n"), result.stderr


# ---- limits that are none


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("seconds", value) for value in (0, -1, 0.0, float("nan"), float("inf"), "1", True, None.__class__)),
        *(("nodes", value) for value in (0, -1, 1.0, "1", True, 1 << 64)),
        *(("memory", value) for value in (0, -1, 1.0, None, "1", True, 1 << 63)),
    ],
)
def test_an_invalid_limit_is_rejected(name: str, value: object) -> None:
    with pytest.raises(LimitError, match=f"{name} must be a positive"):
        ANY_LIMITS(**{name: value})


def test_limits_are_keyword_only_and_frozen() -> None:
    with pytest.raises(TypeError):
        ANY_LIMITS(1.0)
    with pytest.raises(AttributeError):
        ANY_LIMITS().seconds = 1


def test_more_memory_than_there_is_is_refused() -> None:
    with pytest.raises(LimitError, match="allow less"):
        solve(Position.start("kalah", 10), limits=Limits(memory=1 << 60))


def test_a_result_says_what_it_is_about() -> None:
    result = solve(Position.start("kalah", 2))
    assert isinstance(result, Result)
    assert result.position == Position.start("kalah", 2)
    assert result.turn == result.line[0]
    assert result.seconds > 0
    with pytest.raises(AttributeError):
        result.value = 1  # type: ignore[misc]
