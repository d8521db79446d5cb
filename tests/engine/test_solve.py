"""Exact values: a plain minimax on the reference's board, known values, and lines that lead to them."""

from collections.abc import Iterator
from itertools import islice, product
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.asking import ask, core_session
from tests.lines import check_line
from tests.lockstep import reference_of
from tests.naive import Minimax, splits
from tests.strategies import any_rules, small_positions
from tests.truth import by_player, load

from sowfish import (
    PROFILES,
    Analysis,
    Capture,
    Ending,
    Kind,
    LimitError,
    Limits,
    Position,
    Rest,
    Rules,
    Side,
    analyse,
    solve,
)
from sowfish.engine import forget

AVALANCHE = {entry["id"]: entry for entry in load("avalanche_positions")["positions"]}
AVALANCHE_VALUES = [
    (name, rest, by_player(AVALANCHE[name], rules), known[rest])
    for name, known in load("avalanche_values").items()
    for rest, rules in (("nobody", "avalanche"), ("owner", "avalanche-sweep"))
]
KALAH_VALUES = load("kalah_values")
ALL_SWITCHES = [
    Rules(relay=relay, capture=capture, both_stores=both, ends=ends, rest=rest)
    for relay, capture, both, ends, rest in product([False, True], Capture, [False, True], Ending, Rest)
]
ANY_SOLVE: Any = solve  # the types forbid much of what is tried here


def boards(rules: Rules, most: int) -> Iterator[Position]:
    """Yield every board with up to so many stones in pits that goes on, sides in turn to move, stores various."""
    for number, (south, north) in enumerate(splits(rules.pits, most)):
        position = Position(
            south,
            north,
            south_store=number % 5,
            north_store=number % 3,
            to_move=list(Side)[number % 2],
            rules=rules,
        )
        if not position.is_over:
            yield position


def check_analysis(position: Position, found: Analysis, minimax: Minimax) -> None:
    board = reference_of(position)
    assert [move.pit for move in found.moves] == board.legal_pits()
    for move in found.moves:
        assert move.kind is Kind.PROVEN
        assert move.value == minimax.move_value(board, move.pit), (str(position), move.pit)
        assert move.line[0][0] == move.pit
        check_line(position, move)


# ---- a plain minimax


@pytest.mark.parametrize(("pits", "stones"), [(1, 30), (2, 11), (3, 7), (4, 5), (6, 3), (7, 3)])
@pytest.mark.parametrize("name", PROFILES)
def test_profiles_have_the_values_of_a_plain_minimax(name: str, pits: int, stones: int) -> None:
    rules = Rules.named(name, pits=pits)
    minimax = Minimax(rules)
    session = core_session(1 << 17)  # one hash for all, and no table to lean on
    for position in boards(rules, stones):
        board = reference_of(position)
        whole = ask(session, position).position
        assert whole.low == whole.high == minimax.value(board), str(position)
        if board.must_pass():
            continue
        moves = ask(session, position, every_move=True).moves
        assert [move.pit for move in moves] == board.legal_pits()
        for move in moves:
            assert move.low == move.high == minimax.move_value(board, move.pit or 0), (str(position), move.pit)


@pytest.mark.parametrize(("pits", "stones"), [(1, 12), (2, 5), (3, 3), (9, 2)])
@pytest.mark.parametrize("switches", ALL_SWITCHES, ids=[rules.label for rules in ALL_SWITCHES])
def test_any_switches_have_the_values_of_a_plain_minimax(switches: Rules, pits: int, stones: int) -> None:
    rules = switches.with_pits(pits)
    minimax = Minimax(rules)
    session = core_session(1 << 13)
    for position in boards(rules, stones):
        whole = ask(session, position).position
        assert whole.low == whole.high == minimax.value(reference_of(position)), str(position)


@pytest.mark.parametrize("name", PROFILES)
def test_solve_and_analyse_agree_with_a_plain_minimax(name: str) -> None:
    for pits, stones in ((1, 12), (2, 8), (3, 7), (6, 3)):
        rules = Rules.named(name, pits=pits)
        minimax = Minimax(rules)
        for position in islice(boards(rules, stones), 0, None, 41):
            result = solve(position)
            assert (result.value, result.kind) == (minimax.value(reference_of(position)), Kind.PROVEN)
            assert result.position == position
            check_line(position, result)
            analysis = analyse(position)
            check_analysis(position, analysis, minimax)
            if analysis.moves:
                assert analysis.best.value == result.value
                assert result.turn[0] in [move.pit for move in analysis.moves if move.value == result.value]


@settings(max_examples=80)
@given(small_positions(any_rules(1, 7), 8))
def test_any_position_has_the_value_of_a_plain_minimax(position: Position) -> None:
    minimax = Minimax(position.rules)
    result = solve(position, limits=Limits(memory=1 << 16))
    assert (result.value, result.kind) == (minimax.value(reference_of(position)), Kind.PROVEN)
    check_line(position, result)
    check_analysis(position, analyse(position, limits=Limits(memory=1 << 16)), minimax)


@settings(max_examples=60)
@given(st.one_of(small_positions(any_rules(8, 9), 6), small_positions(any_rules(10, 12), 4)))
def test_large_boards_have_the_values_of_a_plain_minimax(position: Position) -> None:
    minimax = Minimax(position.rules)
    result = solve(position, limits=Limits(memory=1 << 16))
    assert result.value == minimax.value(reference_of(position))
    check_line(position, result)


# ---- known values


@pytest.mark.parametrize(
    ("position", "known"),
    [(position, known) for _, _, position, known in AVALANCHE_VALUES if position.rest < 32],
    ids=[f"{name}-{rest}" for name, rest, position, _ in AVALANCHE_VALUES if position.rest < 32],
)
def test_every_pit_of_avalanche_has_the_known_value(position: Position, known: dict[str, Any]) -> None:
    found = analyse(position)
    values = {move.pit: move.value for move in found.moves}
    assert [values.get(pit) for pit in range(6)] == known["moves"]
    assert found.best.value == known["value"]
    for move in found.moves:
        check_line(position, move)


def test_the_avalanche_values_are_all_there() -> None:
    assert len(AVALANCHE_VALUES) == 264
    assert sum(position.rest < 32 for _, _, position, _ in AVALANCHE_VALUES) > 120


@pytest.mark.parametrize(("rules", "value"), [("avalanche", 45), ("avalanche-sweep", 42)])
def test_the_four_stone_start_of_avalanche_has_the_known_value(rules: str, value: int) -> None:
    result = solve(Position.start(rules))
    assert result.value == value
    check_line(Position.start(rules), result)


@pytest.mark.parametrize(
    "start",
    [start for start in KALAH_VALUES["starts"] if start["pits"] * start["stones"] <= 20],
    ids=lambda start: f"{start['rules']}-{start['pits']}-{start['stones']}",
)
def test_kalah_starts_have_the_known_values(start: dict[str, Any]) -> None:
    position = Position.start(start["rules"], start["stones"], start["pits"])
    result = solve(position)
    assert (result.value, result.kind) == (start["value"], Kind.PROVEN)
    check_line(position, result)


def test_the_openings_of_kalah_with_three_stones_have_the_known_values() -> None:
    known = next(opening for opening in KALAH_VALUES["opening_moves"] if opening["stones"] == 3)
    found = analyse(Position.start("kalah", 3))
    assert [move.value for move in found.moves] == known["moves"]


# ---- what a value means


def test_stores_so_far_are_in_the_value() -> None:
    bare = solve(Position.parse("kalah: 1 2 0 3 0 / 2 0 1 1 0")).value
    assert solve(Position.parse("kalah: 1 2 0 3 40 / 2 0 1 1 7")).value == bare + 33
    assert solve(Position.parse("kalah: 1 2 0 3 0 / 2 0 1 1 200")).value == bare - 200


@given(small_positions(any_rules(1, 8), 7))
@settings(max_examples=40)
def test_north_has_the_values_of_south(position: Position) -> None:
    here, there = (solve(asked, limits=Limits(memory=1 << 16)) for asked in (position, position.turned()))
    assert (here.value, here.line) == (there.value, there.line)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("kalah: 0 0 5 / 1 2 3 south", -1),  # the rest is due
        ("kalah: 0 0 5 / 1 2 3 north", 1),
        ("avalanche: 0 0 5 / 1 2 3 south", 2),  # and here it is nobody's
        ("kalah: 0 0 5 / 0 0 5 south", 0),
        ("kalah-lazy: 0 0 5 / 1 2 3 south", -1),
        ("kalah: 0 255 / 0 0 south", 255),
        ("events: 0 3 / 0 4 north", 1),
    ],
)
def test_a_finished_game_has_its_margin(text: str, value: int) -> None:
    position = Position.parse(text)
    result = solve(position)
    assert (result.value, result.low, result.high, result.kind) == (value, value, value, Kind.PROVEN)
    assert (result.line, result.turn, result.nodes) == ((), (), 0)
    assert analyse(position).moves == ()


def test_a_forced_pass_is_an_empty_turn() -> None:
    position = Position.parse("events: 0 0 0 / 1 0 0 south")
    result = solve(position)
    assert result.line[0] == result.turn == ()
    assert result.line[1][0] == 0
    check_line(position, result)
    assert analyse(position).moves == ()


def test_a_free_move_with_nothing_left_is_followed_by_a_pass() -> None:
    position = Position.parse("events: 0 1 0 / 1 0 0 south")
    result = solve(position)
    assert result.line[:2] == ((1,), ())
    check_line(position, result)


@pytest.mark.parametrize("rules", [*PROFILES.values(), *ALL_SWITCHES[::5]], ids=str)
def test_a_single_stone_has_the_value_of_a_plain_minimax_wherever_it_lies(rules: Rules) -> None:
    for pits in (1, 2, 6, 7, 8, 12):
        minimax = Minimax(rules.with_pits(pits))
        for pit, side, mover in product(range(pits), Side, Side):
            empty = Position([0] * pits, [0] * pits, to_move=mover, rules=rules)
            position = empty.with_stones(side, pit, 1)
            assert solve(position, limits=Limits(memory=1)).value == minimax.value(reference_of(position))


@pytest.mark.parametrize("rules", [*PROFILES.values(), *ALL_SWITCHES[::3]], ids=str)
def test_heaps_of_255_stones_have_the_values_of_a_plain_minimax(rules: Rules) -> None:
    shapes = [([255], [0]), ([254], [1]), ([128], [127]), ([1], [254]), ([0], [255])]
    for (south,), (north,) in shapes:
        position = Position([south], [north], rules=rules)
        assert solve(position, limits=Limits(memory=1 << 16)).value == Minimax(position.rules).value(
            reference_of(position)
        )


def test_values_beyond_a_byte_are_proven() -> None:
    for pits in (2, 3, 6, 7, 12):
        empty = [0] * (pits - 1)
        position = Position([*empty, 1], [*empty, 240], rules="kalah")
        result = solve(position, limits=Limits(memory=1 << 20))
        assert result.value == Minimax(position.rules).value(reference_of(position)) == -239
        check_line(position, result)


def test_a_heap_of_254_against_a_single_stone_is_worth_251() -> None:
    """The hash table once took a bound that does not fit a byte for a tighter one."""
    assert solve(Position.parse("avalanche: 254 0 / 1 0"), limits=Limits(memory=1 << 16)).value == 251


# ---- any memory, any number of threads, any company

SOME = [
    Position.start("kalah", 3, 4),
    Position.start("kalah-empty-capture", 3, 4),
    Position.start("kalah-lazy", 3, 4),
    Position.start("avalanche", 3, 5),
    Position.start("avalanche-sweep", 3, 5),
    Position.start("events", 2, 4),
    Position.start(Rules(pits=4, relay=True), 2),  # a kernel for any rules
    Position.start(Rules(pits=8), 1),
    Position.parse("avalanche: 5 3 2 0 1 7 12 / 0 2 0 1 0 2 9 north"),
]


@pytest.fixture(scope="module")
def values() -> list[int]:
    """Return the values of `SOME`, by one thread with plenty of memory."""
    return [solve(position, threads=1).value for position in SOME]


@pytest.mark.parametrize("memory", [1, 1 << 16, 1 << 20])
def test_too_little_memory_changes_no_value(memory: int, values: list[int]) -> None:
    forget()  # a table that is there would be used
    for position, value in zip(SOME, values, strict=True):
        result = solve(position, limits=Limits(memory=memory))
        assert (result.value, result.kind) == (value, Kind.PROVEN)
        check_line(position, result)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_threads_finds_the_same_values(threads: int, values: list[int]) -> None:
    forget()
    for position, value in zip(SOME, values, strict=True):
        assert solve(position, threads=threads, limits=Limits(memory=1)).value == value
    for position, value in zip(SOME, values, strict=True):
        assert analyse(position, threads=threads, limits=Limits(memory=1 << 24)).best.value == value


def test_many_solves_at_once_find_the_right_values(values: list[int]) -> None:
    forget()
    found: list[tuple[int, int]] = []

    def work(first: int) -> None:
        for number in range(len(SOME)):
            at = (first + number) % len(SOME)
            if number % 4 == 3:
                forget()
            found.append((at, solve(SOME[at], threads=1 + first % 2).value))

    team = [Thread(target=work, args=(first,)) for first in range(0, 2 * len(SOME), 3)]
    for thread in team:
        thread.start()
    for thread in team:
        thread.join()
    assert len(found) == len(team) * len(SOME)
    assert set(found) == set(enumerate(values))


@pytest.mark.parametrize("name", PROFILES)
def test_a_hash_used_by_many_proofs_tells_no_lies(name: str) -> None:
    rules = Rules.named(name, pits=5)
    shared = core_session(1 << 15)
    for seed in range(40):
        position = Position.random(12, seed=seed, pits=5, rules=rules, deal="free")
        given_up = ask(shared, position, nodes=1 + 50 * seed).position
        alone = ask(core_session(1 << 21), position).position
        together = ask(shared, position).position
        assert (together.low, together.high) == (alone.low, alone.high)
        assert given_up.low <= alone.low <= given_up.high


@pytest.mark.parametrize("threads", [0, -1, 257, 1.0, "2", True, 1 << 70])
def test_threads_that_are_no_number_of_threads_are_refused(threads: object) -> None:
    with pytest.raises(LimitError, match="threads must be a whole number from 1 to 256"):
        ANY_SOLVE(Position.start(), threads=threads)
