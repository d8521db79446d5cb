"""Endgame tables: every value against a plain minimax, samples against search, and the building of them."""

import math
import time
from itertools import islice
from threading import Thread
from typing import Any

import pytest
from tests.asking import ask, core_session
from tests.lockstep import reference_of
from tests.naive import Minimax, splits

from sowfish import PROFILES, Limits, Position, Rules, Side, _core, solve, tables
from sowfish.model.position import core_board, core_rules

core: Any = _core  # Any, because the types forbid some of what is tried here
SIZES = {1: 40, 2: 10, 3: 6, 4: 5, 5: 4, 6: 3, 7: 3}  # stones up to which every position is compared
KALAH = Rules.named("kalah", pits=3)


def built(rules: Rules, stones: int, start: _core.Table | None = None, *, threads: int = 1) -> _core.Table:
    """Return a table built by so many threads."""
    task = _core.TableTask(core_rules(rules), stones, start)
    team = [Thread(target=task.work) for _ in range(threads)]
    for thread in team:
        thread.start()
    for thread in team:
        thread.join()
    assert task.layers_done == stones + 1
    return task.table()


def probed(table: _core.Table, rules: Rules, stones: int) -> list[int]:
    """Return the values of all positions with up to so many stones."""
    return [probe(table, Position(south, north, rules=rules)) for south, north in splits(rules.pits, stones)]


def probe(table: _core.Table, position: Position) -> int:
    """Return the margin still to be won."""
    margin = table.margin(core_board(position))
    assert margin is not None
    return margin - (position.store(position.to_move) - position.store(position.to_move.other))


# ---- values


@pytest.mark.parametrize("pits", SIZES)
@pytest.mark.parametrize("name", PROFILES)
def test_every_value_is_that_of_a_plain_minimax(name: str, pits: int) -> None:
    rules, stones = Rules.named(name, pits=pits), SIZES[pits]
    minimax = Minimax(rules)
    values = probed(built(rules, stones), rules, stones)
    assert values == [minimax.future(mine, theirs) for mine, theirs in splits(pits, stones)]


@pytest.mark.parametrize("pits", [1, 2, 4, 6, 7])
@pytest.mark.parametrize("name", PROFILES)
def test_values_are_those_of_a_search_without_a_table(name: str, pits: int) -> None:
    rules = Rules.named(name, pits=pits)
    stones = {1: 100, 2: 40, 4: 16, 6: 12, 7: 9}[pits]
    table = built(rules, stones)
    session = core_session(1 << 23)
    for seed in range(40):
        position = Position.random(max(2, stones - seed % 7), seed=seed, pits=pits, rules=rules, deal="free")
        if position.is_over:
            continue
        known = ask(session, position).position
        assert known.low == known.high == table.margin(core_board(position)), str(position)


def test_stores_and_names_of_sides_do_not_matter() -> None:
    table = built(KALAH, 6)
    for south, north in islice(splits(3, 6), 0, None, 7):
        position = Position(south, north, rules=KALAH)
        value = probe(table, position)
        assert probe(table, position.turned()) == value
        assert probe(table, position.with_store("south", 90).with_store("north", 3)) == value
        if not position.is_over:
            assert solve(position).value == value


def test_a_search_leans_on_its_table() -> None:
    position = Position.start("kalah", 3, 4)
    nodes = []
    for table in (None, built(position.rules, 10), built(position.rules, 24)):
        session = core_session(1 << 21, rules=position.rules, table=table)
        found = ask(session, position).position
        assert (found.low, found.high) == (6, 6)
        nodes.append(session.progress().nodes)
    assert nodes[0] > nodes[1] > nodes[2] == 0


# ---- building


@pytest.mark.parametrize("name", PROFILES)
def test_a_table_that_is_extended_is_the_one_built_at_once(name: str) -> None:
    rules = Rules.named(name, pits=3)
    whole = probed(built(rules, 9), rules, 9)
    for first in (0, 1, 5, 8, 9):
        assert probed(built(rules, 9, built(rules, first)), rules, 9) == whole
    assert probed(built(rules, 4, built(rules, 9)), rules, 4) == probed(built(rules, 9), rules, 4)


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("name", PROFILES)
def test_any_number_of_threads_builds_the_same_table(name: str, threads: int) -> None:
    rules = Rules.named(name, pits=3)
    assert probed(built(rules, 9, threads=threads), rules, 9) == probed(built(rules, 9), rules, 9)


def test_a_task_that_is_stopped_before_it_begins_has_no_table() -> None:
    task = _core.TableTask(core_rules(KALAH), 5, None)
    task.stop()
    task.work()
    assert task.layers_done == 0
    with pytest.raises(ValueError, match="not a layer is finished"):
        task.table()


@pytest.mark.parametrize("name", ["kalah", "avalanche", "events"])
def test_a_build_that_is_stopped_midway_resumes(name: str) -> None:
    rules = Rules.named(name, pits=6)
    table: _core.Table | None = None
    stops = 0
    while table is None or table.stones < 13:
        task = _core.TableTask(core_rules(rules), 13, table)
        team = [Thread(target=task.work) for _ in range(2)]
        for thread in team:
            thread.start()
        time.sleep(0.02 + stops / 50)
        task.stop()
        for thread in team:
            thread.join()
        stops += 1
        if task.layers_done:
            assert task.layers_done == task.table().stones + 1
            table = task.table()
    whole = built(rules, 13, threads=2)
    for seed in range(500):
        board = core_board(Position.random(2 + seed % 12, seed=seed, rules=rules, deal="free"))
        assert table.margin(board) == whole.margin(board) is not None


# ---- tables kept in memory


def test_a_table_is_built_once_and_grows() -> None:
    tables.forget()
    small = tables.load(KALAH, 4)
    assert small is not None
    assert small.stones == 4
    assert tables.load(KALAH, 3) is small
    large = tables.load(KALAH, 8, threads=2)
    assert large is not None
    assert large.stones == 8
    assert tables.load(KALAH, 4) is large
    assert tables.load(Rules.named("kalah-lazy", pits=3), 4) is not large
    tables.forget()
    assert tables.load(KALAH, 4) is not large
    assert probe(large, Position([1, 0, 0], [1, 0, 0], rules=KALAH)) == Minimax(KALAH).future((1, 0, 0), (1, 0, 0))


def test_a_table_lives_as_long_as_it_is_referenced() -> None:
    tables.forget()
    table = tables.load(KALAH, 6)
    assert table is not None
    part = table.part(3)
    assert (part.stones, part.bytes) == (3, _core.table_bytes(3, 3))
    del table
    assert probe(part, Position([1, 0, 0], [1, 0, 0], rules=KALAH)) == Minimax(KALAH).future((1, 0, 0), (1, 0, 0))
    del part
    smaller = tables.load(KALAH, 5)
    assert smaller is not None
    assert smaller.stones == 5


def test_a_cancelled_build_returns_the_finished_layers() -> None:
    tables.forget()
    rules = Rules.named("kalah")
    started = time.perf_counter()
    first = tables.load(rules, 22, should_stop=lambda: time.perf_counter() - started > 0.1)
    assert first is None or first.stones < 22
    known = tables.load(rules, 12)
    assert known is not None
    more = tables.load(rules, 22, should_stop=lambda: True)
    assert more is not None
    assert known.stones <= more.stones < 22
    assert probe(more, Position.start("kalah", 1).after(0)) <= 12
    tables.forget()


def test_many_threads_get_one_table() -> None:
    tables.forget()
    found: list[_core.Table | None] = []
    team = [Thread(target=lambda: found.append(tables.load(KALAH, 12))) for _ in range(6)]
    for thread in team:
        thread.start()
    for thread in team:
        thread.join()
    assert len(found) == 6
    assert len({id(table) for table in found}) == 1


def test_there_are_tables_for_the_named_profiles_up_to_seven_pits() -> None:
    for rules in PROFILES.values():
        assert [tables.supports(rules.with_pits(pits)) for pits in range(1, 13)] == [True] * 7 + [False] * 5
    assert not tables.supports(Rules(relay=True))


def test_the_largest_table_fits_and_the_next_would_not() -> None:
    for pits in range(1, 8):
        rules = KALAH.with_pits(pits)
        for positions in (0, 1, 100, 10**6, 10**9):
            stones = tables.largest(rules, positions)
            assert stones == 0 or _core.table_bytes(pits, stones) <= positions
            assert stones == 99 or _core.table_bytes(pits, stones + 1) > positions


def test_a_table_has_a_byte_for_every_position() -> None:
    for pits in range(1, 8):
        for stones in (0, 1, 5, 20, 48, 100):
            assert _core.table_bytes(pits, stones) == math.comb(stones + 2 * pits, 2 * pits)
    assert built(KALAH, 5).bytes == math.comb(11, 6)


def test_a_table_outlives_its_task_and_its_place_in_memory() -> None:
    table = built(KALAH, 5)
    position = Position.start(KALAH, 2)
    session = core_session(1 << 17, rules=KALAH, table=table)
    del table
    tables.forget()
    assert ask(session, position).position.low == Minimax(KALAH).value(reference_of(position))


# ---- what a caller can get wrong


def test_a_position_that_is_not_in_the_table_has_no_margin() -> None:
    table = built(KALAH, 5)
    for position in (Position([6, 0, 0], [0, 0, 0], rules=KALAH), Position([3, 0, 0], [3, 0, 0], rules=KALAH)):
        assert table.margin(core_board(position)) is None
    for rules in (Rules.named("kalah-lazy", pits=3), KALAH.with_pits(2), KALAH.with_pits(8), Rules(pits=3, relay=True)):
        assert table.margin(core_board(Position.start(rules, 0))) is None
    with pytest.raises(TypeError):
        core.Table.margin(table, "kalah: 1 0 0 0 / 0 0 0 0")


@pytest.mark.parametrize("rules", [Rules(pits=8), Rules(relay=True), Rules(both_stores=True), Rules(pits=12)])
def test_rules_without_a_kernel_of_their_own_have_no_table(rules: Rules) -> None:
    with pytest.raises(ValueError, match="only the named profiles"):
        core.TableTask(core_rules(rules), 3)


def test_a_task_out_of_range_is_refused() -> None:
    for stones in (-1, 101, 255, 2**31 - 1):
        with pytest.raises(ValueError, match="stones out of range"):
            core.TableTask(core_rules(KALAH), stones)
        with pytest.raises(ValueError, match="no such table"):
            core.table_bytes(3, stones)
    for pits in (0, 8, -1):
        with pytest.raises(ValueError, match="no such table"):
            core.table_bytes(pits, 3)
    with pytest.raises(ValueError, match="other rules"):
        core.TableTask(core_rules(KALAH), 3, built(KALAH.with_pits(2), 3))
    with pytest.raises(MemoryError):
        core.TableTask(core_rules(KALAH.with_pits(7)), 100)


def test_a_session_refuses_what_belongs_to_other_rules() -> None:
    table = built(KALAH.with_pits(2), 3)
    with pytest.raises(ValueError, match="other rules"):
        core_session(1 << 17, rules=KALAH, table=table)
    with pytest.raises(ValueError, match="stones out of range"):
        core.Session(1 << 17, 101)


def test_a_session_without_a_request_has_nothing_to_do() -> None:
    session = core_session(1 << 17)
    for work in (session.begin, session.work, lambda: session.snapshot(1), lambda: session.restore(b"")):
        with pytest.raises(ValueError, match="no request"):
            work()
    assert session.progress().report is None
    session.stop()
    session.learn((-1, 0, 0, []))


def test_a_session_refuses_a_finished_game() -> None:
    position = Position([0, 0, 0], [1, 0, 0], rules=KALAH, to_move=Side.NORTH)
    with pytest.raises(ValueError, match="over"):
        ask(core_session(1 << 17), position)


def test_the_ends_of_another_turn_are_refused() -> None:
    graphs = [core.turn_graph(core_board(Position.start("avalanche", n)), False, 0, core.Control()) for n in (1, 3)]  # noqa: FBT003
    for graph, other in (graphs, graphs[::-1]):
        ends = other.ends()
        with pytest.raises(ValueError, match="another turn"):
            graph.best(ends, [0.0] * len(ends))
        with pytest.raises(ValueError, match="one score per end"):
            other.best(ends, [0.0])
        with pytest.raises(ValueError, match="not a number"):
            other.best(ends, [math.nan] * len(ends))


def test_a_small_hash_and_no_table_are_enough() -> None:
    position = Position.start(KALAH, 2)
    for size in (0, 1, 63, 64, 1000):
        session = core_session(size)
        assert ask(session, position).position.low == solve(position, limits=Limits(memory=1)).value
        assert session.hash_bytes <= max(size, 128)
