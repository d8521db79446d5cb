"""The best single turn: what other programs agree on, and a plain search on the reference's board."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lockstep import reference_of
from tests.naive import Turns, turns
from tests.strategies import combinations, profiles, small_positions
from tests.truth import by_player, load

from sowfish import (
    PROFILES,
    BestTurn,
    Kind,
    LimitError,
    Limits,
    Objective,
    Position,
    Rules,
    Side,
    SowfishError,
    _core,
    best_turn,
    best_turns,
)
from sowfish.engine.advice import advise
from sowfish.model.reference import ReferenceBoard

AVALANCHE = load("avalanche_positions")["positions"]
FACTS = load("avalanche_facts")
START = FACTS["default_start"]
EXAMPLE = FACTS["worked_example"]
LARGE = "av-006"  # 72 stones: two million states
ANY: Any = best_turn  # the types forbid much of what is tried here


def can_move(position: Position) -> bool:
    return bool(position.legal_pits)


def played(position: Position, pits: list[int] | tuple[int, ...]) -> Position:
    for pit in pits:
        position = position.after(pit)
    return position


def south_of(position: Position) -> dict[str, object]:
    return {"player": list(position.south), "player_store": position.south_store, "opponent": list(position.north)}


# ---- what other programs agree on


@pytest.mark.parametrize("entry", AVALANCHE, ids=[entry["id"] for entry in AVALANCHE])
def test_the_best_turn_of_avalanche_is_as_known(entry: dict[str, Any]) -> None:
    position = by_player(entry)
    best = best_turn(position, "stones")
    assert best.score == entry["max_store"] == entry["max_gain"] + entry["player_store"]
    assert best.sequences == entry["n_optimal_sequences"]
    assert best.first == tuple(entry["lex_first_optimal"])
    assert len(best.shortest) == entry["shortest_optimal_len"]
    assert south_of(played(position, best.first)) == entry["lex_first_final"]
    assert best.after.south_store == entry["max_store"]
    assert best.states == entry["distinct_to_move_states"]
    assert best.ends == entry["distinct_terminal_states"]
    assert best.tree.nodes == entry["tree_nodes_incl_root"]
    assert best.tree.leaves == entry["tree_leaves"]
    assert best.tree.longest == entry["longest_sequence_len"]


@pytest.mark.parametrize("entry", AVALANCHE, ids=[entry["id"] for entry in AVALANCHE])
def test_a_technical_win_ends_the_turn_as_known(entry: dict[str, Any]) -> None:
    known = entry["technical_win_cutoff"]
    best = best_turn(by_player(entry), "stones", technical_win=True)
    assert best.score == known["max_store"]
    assert best.tree.nodes == known["tree_nodes_incl_root"]
    assert best.tree.leaves == known["tree_leaves"]
    assert best.states == known["distinct_to_move_states"]


@pytest.mark.parametrize(
    "entry", [entry for entry in AVALANCHE if entry["id"] != LARGE], ids=lambda entry: str(entry["id"])
)
def test_the_best_difference_is_as_known(entry: dict[str, Any]) -> None:
    best = best_turn(by_player(entry), Objective.DIFFERENCE)
    assert best.score == entry["max_diff"]
    assert best.first == tuple(entry["lex_first_optimal"])  # nobody fills the other's store


@pytest.mark.parametrize(
    "entry",
    [entry for entry in AVALANCHE if entry["distinct_terminal_states"] < 3_000],
    ids=lambda entry: str(entry["id"]),
)
def test_best_turns_end_in_the_known_ways(entry: dict[str, Any]) -> None:
    position = by_player(entry)
    assert best_turn(position, lambda end: end.is_over).score == entry["game_can_end_this_turn"]
    ends = {
        "turn_end": best_turn(position, lambda end: -1 if end.is_over else end.south_store).score,
        "game_over": best_turn(position, lambda end: end.south_store if end.is_over else -1).score,
    }
    assert [kind for kind, store in ends.items() if store == entry["max_store"]] == entry["optimal_end_kinds"]


def test_the_turn_of_the_four_stone_start_banks_43_in_26_moves() -> None:
    best = best_turn(Position.start("avalanche"), "stones")
    assert best.score == START["max_store_in_one_turn"] == 43
    assert best.sequences == START["n_optimal_sequences"] == 2
    assert best.first == best.pits == tuple(min(START["optimal_sequences"]))
    assert len(best.pits) == START["optimal_len"] == 26
    assert best.states == START["distinct_to_move_states_incl_root"] == 9_583
    assert best.ends == START["distinct_terminal_states"]
    assert best.tree.nodes == START["tree_nodes_incl_root"] == 36_411
    assert best.tree.leaves == START["tree_leaves"]
    assert best.tree.nodes - best.tree.leaves == START["tree_inner_nodes_incl_root"]
    assert best.tree.longest == START["longest_sequence"]


def test_both_best_turns_of_the_four_stone_start_are_found_by_their_ends() -> None:
    position = Position.start("avalanche")
    for pits in START["optimal_sequences"]:
        end = played(position, pits)
        best = best_turn(position, lambda reached, end=end: reached == end)  # type: ignore[misc]
        assert (best.score, best.sequences, best.first) == (1, 1, tuple(pits))
    ring = [7 + pit for pit in START["optimal_sequences"][0]]
    assert ring == START["ring_numbering"]


def test_the_technical_win_of_the_four_stone_start_is_as_known() -> None:
    known = START["technical_win_cutoff_strict"]
    best = best_turn(Position.start("avalanche"), "stones", technical_win=True)
    assert best.score == known["best_store"]
    assert best.sequences == known["n_best"]
    assert best.first == tuple(known["sequence"])
    assert best.tree.nodes == known["tree_nodes_incl_root"] == 9_513
    assert best.tree.leaves == known["leaves"]
    assert south_of(best.after) == known["final"]


@pytest.mark.parametrize(("laps", "store"), START["lap_depth_limit_best_store"].items())
def test_a_limit_of_laps_gives_the_known_store(laps: str, store: int) -> None:
    assert best_turn(Position.start("avalanche"), "stones", max_laps=int(laps)).score == store


def test_laps_beyond_the_longest_turn_limit_nothing() -> None:
    free, limited = (best_turn(Position.start("avalanche"), "stones", max_laps=laps) for laps in (None, 97))
    assert (limited.score, limited.sequences, limited.first) == (free.score, free.sequences, free.first)
    assert (limited.tree.nodes, limited.ends) == (free.tree.nodes, free.ends)
    assert limited.states > free.states  # the same stones after other laps are another state


@pytest.mark.parametrize(("stones", "store"), list(FACTS["uniform_starts_max_store"].items())[:-1])  # 6 is av-006
def test_uniform_starts_bank_what_is_known(stones: str, store: int) -> None:
    assert best_turn(Position.start("avalanche", int(stones)), "stones").score == store


def test_the_worked_example_has_the_known_turns() -> None:
    position, known = by_player(EXAMPLE), EXAMPLE["without_cutoff"]
    best = best_turn(position, "stones")
    assert best.score == known["best_store"] == 45
    assert best_turn(position, "difference").score == known["best_diff"]
    assert best.sequences == known["n_optimal_sequences"]
    assert len(best.shortest) == known["shortest_optimal_len"]
    assert best.first == tuple(known["lex_first_optimal"])
    assert (best.tree.nodes, best.tree.leaves) == (known["tree_nodes_incl_root"], known["leaves"])
    assert (best.states, best.ends) == (known["distinct_to_move_states_incl_root"], known["distinct_terminal_states"])
    finals = [south_of(played(position, pits)) for pits in (best.first, best.shortest)]
    assert all(final in known["optimal_finals"] for final in finals)
    for final in known["optimal_finals"]:
        assert best_turn(position, lambda end, final=final: south_of(end) == final).score == 1  # type: ignore[misc]


def test_the_worked_example_has_the_known_technical_win() -> None:
    position, known = by_player(EXAMPLE), EXAMPLE["with_technical_win_cutoff"]
    best = best_turn(position, "stones", technical_win=True)
    assert best.score == known["best_store"] == 35
    assert best_turn(position, "difference", technical_win=True).score == known["best_diff"]
    assert best.sequences == known["n_best"]
    assert best.first == best.shortest == tuple(EXAMPLE["technical_win_sequence"])
    assert (best.tree.nodes, best.tree.leaves) == (known["tree_nodes_incl_root"], known["leaves"])
    assert best.after == by_player(EXAMPLE["technical_win_final"]).with_to_move("north")
    assert best.after.technical_winner is Side.SOUTH


def test_traps_catch_nothing() -> None:
    empty_pit, lost, tied = FACTS["traps"]
    assert best_turn(by_player(empty_pit), "stones").score == empty_pit["true_max_store"]
    for trap in (lost, tied):
        position = by_player(trap)
        best = best_turn(position, "stones")
        assert best.score == trap["better_final"]["player_store"] > trap["final"]["player_store"]
        assert played(position, trap["better_sequence"]).south_store == best.score
        assert not best.after.is_over


# ---- a plain search


def check(position: Position, best: BestTurn, known: Turns, score: Callable[[ReferenceBoard], float]) -> None:
    most, sequences = known.best(score)
    assert best.score == most
    assert best.sequences == len(sequences)
    assert best.first == sequences[0] == min(sequences)
    assert best.shortest == best.pits == min(sequences, key=lambda pits: (len(pits), pits))
    assert best.tree.nodes == known.nodes
    assert best.tree.leaves == len(known.ends)
    assert best.tree.longest == known.longest
    assert best.states == len(known.states)
    assert best.ends == len(known.distinct_ends())
    assert best.after == played(position, best.pits)
    assert best.position == position


def check_all(position: Position, *, technical_win: bool, max_laps: int | None) -> None:
    """Compare under every objective with a plain search."""
    known = turns(reference_of(position), technical_win=technical_win, max_laps=max_laps)
    mover, other = (reference_of(position).store(side) for side in (position.to_move, position.to_move.other))

    def found(objective: Any) -> BestTurn:  # noqa: ANN401  # any of the three kinds
        return best_turn(position, objective, technical_win=technical_win, max_laps=max_laps)

    check(position, found("stones"), known, lambda end: end.ring[mover])
    check(position, found("difference"), known, lambda end: end.ring[mover] - end.ring[other])
    # A strange objective, so that ends in the middle of the tree are the best ones.
    check(
        position,
        found(lambda end: -((end.south_store * 7 + end.rest * 5) % 11) / 3),
        known,
        lambda end: -((end.ring[end.pits] * 7 + (sum(end.ring) - end.ring[end.pits] - end.ring[-1]) * 5) % 11) / 3,
    )


TECHNICAL_WIN = st.booleans()
MAX_LAPS = st.one_of(st.none(), st.none(), st.integers(1, 12))


@pytest.mark.parametrize("name", PROFILES)
@settings(max_examples=60)
@given(data=st.data())
def test_profiles_have_the_turns_a_plain_search_finds(name: str, data: st.DataObject) -> None:
    rules = st.builds(PROFILES[name].with_pits, st.integers(1, 8))
    position = data.draw(small_positions(rules, 24).filter(can_move))
    check_all(position, technical_win=data.draw(TECHNICAL_WIN), max_laps=data.draw(MAX_LAPS))


@settings(max_examples=200)
@given(small_positions(combinations(), 24).filter(can_move), st.data())
def test_any_rules_have_the_turns_a_plain_search_finds(position: Position, data: st.DataObject) -> None:
    check_all(position, technical_win=data.draw(TECHNICAL_WIN), max_laps=data.draw(MAX_LAPS))


@pytest.mark.parametrize("name", PROFILES)
def test_starts_and_deals_have_the_turns_a_plain_search_finds(name: str) -> None:
    for pits, stones in ((1, 1), (1, 127), (2, 3), (3, 4), (6, 2), (7, 2), (8, 1), (12, 1)):
        check_all(Position.start(name, stones, pits), technical_win=False, max_laps=None)
    for seed in range(8):
        position = Position.random(30, seed=seed, rules=name, deal="free")
        check_all(position, technical_win=seed % 2 == 1, max_laps=seed if seed > 5 else None)


@given(small_positions(profiles(), 24).filter(can_move))
@settings(max_examples=60)
def test_north_has_the_turns_of_south(position: Position) -> None:
    best, turned = best_turn(position, "stones"), best_turn(position.turned(), "stones")
    assert (best.score, best.first, best.shortest) == (turned.score, turned.first, turned.shortest)
    assert best.after == turned.after.turned()


# ---- cases that are easily missed


def test_a_free_move_with_nothing_left_to_sow_ends_the_turn() -> None:
    position = Position.parse("events: 0 0 1 0 / 1 0 0 0")
    best = best_turn(position, "stones")
    assert (best.score, best.pits, best.sequences, best.states, best.ends) == (1, (2,), 1, 1, 1)
    assert best.after.must_pass
    longer = best_turn(Position.parse("events: 0 1 1 0 / 1 0 0 0"), "stones")
    assert (longer.score, longer.pits) == (3, (2, 1))


def test_a_sweep_counts_as_stones_of_the_turn() -> None:
    assert best_turn(Position.parse("kalah: 0 0 1 4 / 5 0 0 0"), "stones").score == 5
    assert best_turn(Position.parse("kalah: 0 0 1 4 / 5 0 0 0"), "difference").score == 0
    assert best_turn(Position.parse("kalah,rest=nobody: 0 0 1 4 / 5 0 0 0"), "difference").score == 5


def test_a_turn_after_a_technical_win_is_still_a_turn() -> None:
    position = Position.parse("kalah: 0 1 1 40 / 1 1 0 0")
    assert position.technical_winner is Side.SOUTH
    assert best_turn(position, "stones", technical_win=True).tree.longest == 1
    assert best_turn(position, "stones").tree.longest == 2


def test_the_largest_boards_have_turns() -> None:
    heap = Position([255] + [0] * 11, [0] * 12, rules=Rules(pits=12, ends="all-empty"))  # type: ignore[arg-type]
    assert best_turn(heap, "stones").pits == (0,)
    assert best_turn(Position([254], [1], rules="avalanche"), "stones").states >= 1
    assert best_turn(Position([1] * 12, [0] * 11 + [243], rules="kalah"), "stones").first[0] == 11


# ---- objectives


def test_a_function_sees_every_end_once_and_nothing_else() -> None:
    position = by_player(EXAMPLE)
    seen: list[Position] = []

    def objective(end: Position) -> float:
        seen.append(end)
        return 0.0

    best = best_turn(position, objective)
    assert len(seen) == len(set(seen)) == best.ends
    assert best.sequences == best.tree.leaves
    assert all(end.rules == position.rules for end in seen)


def test_a_function_may_answer_with_infinity() -> None:
    position = Position.start("avalanche", 2)
    assert best_turn(position, lambda _: -math.inf).score == -math.inf
    assert best_turn(position, lambda _: -math.inf).sequences == best_turn(position, "stones").tree.leaves
    assert best_turn(position, lambda end: math.inf if end.south_store == 5 else 0).after.south_store == 5


def test_what_a_function_raises_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        best_turn(Position.start(), lambda _: 1 / 0)
    with pytest.raises(TypeError):
        ANY(Position.start(), lambda _: None)


def test_an_objective_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(SowfishError, match="not a number"):
        best_turn(Position.start(), lambda _: math.nan)
    with pytest.raises(SowfishError, match="not a number"):
        best_turn(Position.start(), lambda end: math.nan if end.south_store else 1)


@pytest.mark.parametrize("objective", ["", "stone", "STONES", 1, b"stones", ["stones"], {}])
def test_an_objective_that_does_not_exist_is_refused(objective: object) -> None:
    with pytest.raises(SowfishError, match="objective must be stones, difference or a function"):
        ANY(Position.start(), objective)


# ---- no turn, and limits


def test_a_finished_game_has_no_turn() -> None:
    with pytest.raises(SowfishError, match="the game is over"):
        best_turn(Position.parse("kalah: 0 0 5 / 1 1 0"), "stones")


def test_a_side_that_must_pass_has_no_turn() -> None:
    with pytest.raises(SowfishError, match="north must pass"):
        best_turn(Position.parse("events: 1 1 5 / 0 0 0 north"), "stones")


@pytest.mark.parametrize("laps", [0, -1, 1 << 30, 1.0, "1", True, 1 << 70])
def test_laps_that_are_no_limit_are_refused(laps: object) -> None:
    with pytest.raises(LimitError, match="max_laps"):
        ANY(Position.start(), "stones", max_laps=laps)


@pytest.mark.parametrize(
    "limits", [Limits(nodes=100_000), Limits(nodes=1), Limits(seconds=1e-9), Limits(memory=1), Limits(memory=10**7)]
)
def test_a_turn_too_large_for_the_limits_is_refused(limits: Limits) -> None:
    named = "time limit of 1e-09 s" if limits.seconds else "memory limit of" if limits.nodes is None else "states"
    with pytest.raises(LimitError, match=named):
        best_turn(Position.start("avalanche", 10, 12), "stones", limits=limits)


def test_the_best_turn_found_within_the_limits_comes_with_the_error() -> None:
    start = Position.start("avalanche", 10, 12)
    with pytest.raises(LimitError, match="ended the search of the turn after") as caught:
        best_turn(start, "stones", limits=Limits(nodes=400_000))
    found = caught.value.found
    assert isinstance(found, BestTurn)
    assert found.after.to_move is Side.NORTH or found.after.is_over
    end = found.after.swept() if found.after.is_over else found.after
    assert end.store("south") == found.score


def test_an_advice_for_a_turn_too_large_is_a_bound_that_names_the_limit() -> None:
    advice = advise(Position.start("avalanche", 10, 12), objective="stones", limits=Limits(nodes=400_000))
    assert advice.kind is Kind.BOUND
    assert advice.low == advice.value <= advice.high == 240
    assert advice.limit.startswith("the limit of 400,000 states ended the search")
    assert advice.after.store("south") >= 1


def test_a_turn_larger_than_what_is_searched_at_once_is_found_within_the_limits() -> None:
    position = by_player(next(entry for entry in AVALANCHE if entry["id"] == LARGE))
    limits = Limits(nodes=3_000_000, seconds=600)
    assert best_turn(position, "stones", limits=limits).states == 2_158_162


def test_a_best_turn_shows_its_score_and_pits() -> None:
    shown = repr(best_turn(Position.start("kalah", 1), "stones"))
    assert shown.startswith("BestTurn(score=")
    assert "pits=(5," in shown


def test_a_search_that_starts_again_has_only_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    control = _core.Control

    def counted(*, seconds: float, nodes: int) -> _core.Control:
        given.append(seconds)
        return control(seconds=seconds, nodes=nodes)

    monkeypatch.setattr("sowfish.engine.turns._core.Control", counted)
    monkeypatch.setattr("sowfish.engine.turns.AT_ONCE", 100)
    best_turn(Position.start("avalanche"), "stones", limits=Limits(seconds=50))
    first, second = given
    assert first == 50
    assert second < first


@pytest.mark.parametrize(
    "search", [lambda: best_turn(Position.start()).score, lambda: best_turns([Position.start()]).score[0]]
)
def test_without_an_objective_a_turn_has_the_most_stones_and_a_warning(search: Callable[[], float]) -> None:
    with pytest.warns(DeprecationWarning, match=r"not the game: .* solve\(position\)\.turn") as warned:
        score = search()
    assert score == best_turn(Position.start(), "stones").score
    assert warned[0].filename == __file__
