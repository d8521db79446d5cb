"""The engine: proven where it says so, in time, the same for the same nodes, and what it learnt is kept."""

import os
import threading
import time
from collections.abc import Iterator
from itertools import chain, islice, pairwise

import pytest
from tests.lockstep import reference_of
from tests.naive import Minimax
from tests.search.boards import game, playable

from sowfish import PROFILES, Engine, EngineError, Limits, Position, Progress, Result, SowfishError, analyse, solve
from sowfish.engine import EnginePool, Kind, shared_engine

MEBIBYTE = 1 << 20
HARD = Position.start("kalah", 6)  # nobody has proven it


def check_result(position: Position, found: Result) -> None:
    assert found.turn[0] in position.legal_pits
    assert found.low <= found.value <= found.high
    assert (found.low == found.high) == found.is_proven
    board = position
    for pit in chain(*found.line):
        while board.must_pass:
            board = board.passed()
        board = board.after(pit)


def pit_of(found: Result) -> int:
    return found.turn[0]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("rules", PROFILES)
def test_proven_values_are_those_of_a_plain_minimax(rules: str, threads: int) -> None:
    engine = Engine(threads=threads, memory=8 * MEBIBYTE)
    minimax = Minimax(Position.start(rules, 2, 3).rules)
    for position in islice(game(rules, 3, stones=3, pits=3), 4, None):
        found = engine.best_move(position, seconds=5)
        check_result(position, found)
        if len(position.legal_pits) > 1:
            assert found.is_proven
        if found.is_proven:
            board = reference_of(position)
            assert found.value == minimax.value(board) == minimax.move_value(board, pit_of(found))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_proof_outruns_the_look_ahead_and_agrees_with_solve(threads: int) -> None:
    engine = Engine(threads=threads, memory=64 * MEBIBYTE)
    position = Position.start("kalah", 3, 5)
    found = engine.best_move(position, seconds=20)
    check_result(position, found)
    assert (found.value, found.kind) == (solve(position).value, Kind.PROVEN)
    after = position.after(pit_of(found))
    value = solve(after).value
    assert found.value == (value if after.to_move == position.to_move else -value)


# ---- limits


@pytest.mark.parametrize("nodes", [1, 300, 20_000, 600_000])
def test_the_same_nodes_give_the_same_answers(nodes: int) -> None:
    def answers(engine: Engine) -> list[object]:
        found = [engine.best_move(position, nodes=nodes) for position in islice(game("kalah", 9), 0, 9, 3)]
        return [(pit_of(one), one.value, one.kind, one.depth, one.nodes) for one in found]

    engine = Engine(memory=16 * MEBIBYTE, threads=1)
    first = answers(engine)
    engine.solve(Position.start("avalanche", 3))  # other rules
    engine.solve(Position.start("kalah", 3), seconds=1)  # and another table
    engine.clear()
    assert answers(engine) == first == answers(Engine(memory=16 * MEBIBYTE, threads=1))


def test_an_answer_limited_by_nodes_alone_does_not_depend_on_what_was_asked_before() -> None:
    position, limits = Position.start("kalah", 4), Limits(nodes=100_000)
    first = analyse(position, limits=limits, threads=1)
    solve(position.after(2), limits=Limits(seconds=1))
    again = analyse(position, limits=limits, threads=1)
    assert (again.moves, again.nodes) == (first.moves, first.nodes)


def test_nodes_are_a_limit() -> None:
    for threads in (1, 2):
        for nodes in (1_000, 50_000, 900_000):
            found = Engine(threads=threads, memory=16 * MEBIBYTE).best_move(Position.start(), nodes=nodes)
            assert found.nodes < nodes + 5_000


def test_every_position_is_answered_in_time() -> None:
    for threads in (1, 2):
        engine = Engine(threads=threads, memory=4 * MEBIBYTE)
        for position in playable(60, seed=20 + threads):
            started = time.perf_counter()
            check_result(position, engine.best_move(position, seconds=0.01))
            assert time.perf_counter() - started < 2


def test_a_forced_move_is_made_at_once() -> None:
    position = Position.parse("0 0 0 0 9 0 5 / 4 4 4 4 4 4 10 south")
    found = Engine().best_move(position, seconds=60)
    assert pit_of(found) == 4
    assert found.seconds < 10


def test_a_look_ahead_proves_nothing_and_searches_to_its_depth() -> None:
    found = Engine(threads=1, memory=8 * MEBIBYTE).look_ahead(Position.start(), depth=4, nodes=1_000_000)
    assert found.result.depth == 4
    assert [move.kind for move in found.moves] == [Kind.ESTIMATE] * 6
    assert found.result.estimate == max(move.estimate for move in found.moves)


# ---- what it knows


def test_what_was_learnt_is_kept_until_it_is_cleared() -> None:
    engine = Engine(memory=64 * MEBIBYTE, threads=1)
    position = Position.start("kalah", 3)
    first = engine.best_move(position, nodes=9_000_000)
    assert first.is_proven
    again = engine.best_move(position, nodes=9_000_000)
    assert (again.value, again.kind, again.line) == (first.value, first.kind, first.line)
    assert again.nodes < first.nodes / 10
    engine.clear()
    assert engine.best_move(position, nodes=9_000_000).nodes == first.nodes


def test_a_line_that_was_proven_is_walked_without_searching() -> None:
    with Engine(memory=256 * MEBIBYTE) as engine:
        position = Position.start("avalanche")
        found = engine.analyse(position)
        work = found.nodes
        for turn in found.result.line[:6]:
            for pit in turn:
                position = position.after(pit)
            if not position.is_over:
                again = engine.solve(position)
                assert again.is_proven
                assert again.nodes < work / 20


def test_the_position_and_its_moves_agree() -> None:
    for seed in range(12):
        position = Position.random(30, seed=seed, rules="avalanche", deal="free")
        for nodes in (2_000, 40_000, 400_000):
            found = Engine(memory=16 * MEBIBYTE, threads=1).analyse(position, nodes=nodes)
            assert found.result.low == max(move.low for move in found.moves) or not found.is_proven
            assert found.result.high <= max(move.high for move in found.moves)
            assert all(move.high <= found.result.high for move in found.moves)
            assert found.best.value == found.result.value or not found.result.is_proven


# ---- reports


def test_reports_only_get_better_and_end_with_the_answer() -> None:
    engine = Engine(memory=64 * MEBIBYTE)
    reports = list(engine.reports(Position.start(), seconds=1.5))
    assert len(reports) > 3
    for before, after in pairwise(reports):
        assert after.result.low >= before.result.low
        assert after.result.high <= before.result.high
        assert after.result.depth >= before.result.depth
        assert after.nodes >= before.nodes
        assert [move.pit for move in after.moves] == list(range(6))
        assert all(new.low >= old.low for new, old in zip(after.moves, before.moves, strict=True))
    assert all(report.result.turn for report in reports)


def test_closing_the_reports_ends_the_search() -> None:
    engine = Engine(memory=16 * MEBIBYTE)
    started = time.perf_counter()
    for _report in engine.reports(HARD):
        break
    assert engine.solve(Position.start("kalah", 2)).is_proven
    assert time.perf_counter() - started < 10


def test_an_error_reaches_who_reads_the_reports() -> None:
    engine = Engine()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        list(engine.reports(Position.start()))


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_reported_and_a_stop_request_is_obeyed(threads: int) -> None:
    told: list[Progress] = []
    stop = threading.Event()

    def progress(at: Progress) -> None:
        told.append(at)
        if at.analysis is not None:
            stop.set()

    found = Engine(threads=threads, memory=16 * MEBIBYTE).best_move(HARD, seconds=60, progress=progress, cancel=stop)
    assert found.seconds < 20
    assert told[-1].analysis is not None
    check_result(HARD, told[-1].analysis.result)


def test_an_error_of_the_listener_ends_the_search_but_not_the_engine() -> None:
    def broken(_progress: Progress) -> None:
        raise KeyboardInterrupt

    engine = Engine(memory=16 * MEBIBYTE)
    with pytest.raises(KeyboardInterrupt):
        engine.best_move(HARD, seconds=60, progress=broken)
    assert engine.solve(Position.start("kalah", 2)).is_proven


# ---- many who ask


def test_a_second_thread_waits_for_its_turn() -> None:
    engine = Engine(memory=32 * MEBIBYTE)
    found: list[int] = []
    positions = [Position.start("kalah", 2), Position.start("kalah", 3, 4), Position.start("kalah-lazy", 2)]
    team = [threading.Thread(target=lambda p=p: found.append(engine.solve(p).value)) for p in positions * 4]
    for thread in team:
        thread.start()
    for thread in team:
        thread.join(60)
    assert sorted(found) == sorted([solve(position).value for position in positions] * 4)


def test_who_cannot_wait_is_refused() -> None:
    engine = Engine(memory=16 * MEBIBYTE)
    stop, begun = threading.Event(), threading.Event()
    thread = threading.Thread(
        target=lambda: engine.solve(HARD, progress=lambda _: begun.set(), cancel=stop), daemon=True
    )
    thread.start()
    assert begun.wait(20)
    with pytest.raises(EngineError, match="busy with another question"):
        engine.solve(Position.start("kalah", 2), seconds=0.1)
    stop.set()
    thread.join(20)
    assert engine.solve(Position.start("kalah", 2), seconds=10).is_proven


def test_a_question_from_within_an_answer_is_refused() -> None:
    engine = Engine(memory=16 * MEBIBYTE)

    def ask_again(_progress: Progress) -> None:
        engine.solve(Position.start("kalah", 2))

    with pytest.raises(EngineError, match="this thread is already using"):
        engine.solve(HARD, seconds=20, progress=ask_again)


def test_closing_ends_a_search_with_a_clear_error() -> None:
    engine = Engine(memory=16 * MEBIBYTE)
    errors: list[BaseException] = []
    begun = threading.Event()

    def ask() -> None:
        try:
            engine.solve(HARD, progress=lambda _: begun.set())
        except EngineError as error:
            errors.append(error)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    assert begun.wait(20)
    engine.close()
    thread.join(20)
    assert [str(error) for error in errors] == ["the engine was closed during the search"]
    with pytest.raises(EngineError, match="the engine is closed"):
        engine.solve(Position.start("kalah", 2))


def test_solve_from_within_progress_of_another_solve_is_answered() -> None:
    values: list[int] = []

    def progress(_progress: Progress) -> None:
        values.append(solve(Position.start("kalah", 2)).value)

    solve(HARD, limits=Limits(seconds=0.5, memory=16 * MEBIBYTE), progress=progress)
    assert set(values) == {solve(Position.start("kalah", 2)).value}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # forking with threads is what this is about
def test_solve_after_a_fork_never_hangs() -> None:
    stop, begun = threading.Event(), threading.Event()
    limits = Limits(memory=16 * MEBIBYTE)
    thread = threading.Thread(target=lambda: solve(HARD, limits=limits, progress=lambda _: begun.set(), cancel=stop))
    thread.start()
    assert begun.wait(20)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if solve(Position.start("kalah", 2), limits=limits).value == solve_known() else 1
        finally:
            os._exit(code)
    stop.set()
    thread.join(20)
    for _ in range(300):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(child, 9)
    assert done
    assert os.waitstatus_to_exitcode(status) == 0


def solve_known() -> int:
    """Return the value of Kalah(6,2)."""
    return 6


# ---- pools


def engines_of(pool: EnginePool, rules: str, count: int) -> Iterator[Engine]:
    with pool.engine(PROFILES[rules]) as engine:
        engine.solve(Position.start(rules, 1))
        if count > 1:
            yield from engines_of(pool, rules, count - 1)
        yield engine


def test_a_pool_lends_the_engine_that_knows_the_rules_and_keeps_few() -> None:
    pool = EnginePool(memory=32 * MEBIBYTE, size=2)
    kalah = list(engines_of(pool, "kalah", 1))
    lazy = list(engines_of(pool, "kalah-lazy", 1))
    assert list(engines_of(pool, "kalah", 1)) == kalah
    assert list(engines_of(pool, "kalah-lazy", 1)) == lazy
    assert kalah[0].memory == 16 * MEBIBYTE
    three = list(engines_of(pool, "kalah", 3))  # one more than are kept
    assert len(set(three)) == 3
    pool.close()
    with pytest.raises(EngineError, match="closed"):
        three[0].solve(Position.start("kalah", 1))


def test_solve_and_analyse_share_an_engine_within_their_memory() -> None:
    limits = Limits(memory=64 * MEBIBYTE)
    position = Position.start("kalah", 3)
    first = analyse(position, limits=limits)
    assert solve(position, limits=limits).nodes < first.nodes / 10
    with shared_engine(position.rules, limits, None) as engine:
        assert engine.memory == 64 * MEBIBYTE
    with shared_engine(position.rules, Limits(memory=MEBIBYTE), None) as smaller:
        assert smaller.memory == MEBIBYTE


def test_wrong_options_are_named() -> None:
    for options in ({"threads": 0}, {"memory": 0}):
        with pytest.raises(SowfishError, match=next(iter(options))):
            Engine(**options)  # type: ignore[arg-type]
    for limits in ({"seconds": 0}, {"nodes": -1}):
        with pytest.raises(SowfishError, match=next(iter(limits))):
            Engine().best_move(Position.start(), **limits)  # type: ignore[arg-type]
    with pytest.raises(SowfishError, match="the game is over"):
        Engine().best_move(Position.parse("0 0 1 / 0 0 2"))
