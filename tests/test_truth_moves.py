"""Moves other programs agree on: tests/data/avalanche_positions, avalanche_facts and kalah_moves."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.lockstep import reference_of, text_of
from tests.strategies import moves
from tests.truth import by_player, by_side, load

from sowfish import IllegalMoveError, MoveOutcome, Outcome, Position, Rules, Side

AVALANCHE = load("avalanche_positions")["positions"]
FACTS = load("avalanche_facts")
KALAH = load("kalah_moves")["moves"]
OUTCOMES = {
    "free_turn": MoveOutcome.FREE_MOVE,
    "turn_end": MoveOutcome.TURN_END,
    "game_over": MoveOutcome.GAME_OVER,
}


def south_of(position: Position) -> dict[str, object]:
    """Return what the truth tells of a board after a turn of south."""
    return {
        "player": list(position.south),
        "player_store": position.south_store,
        "opponent": list(position.north),
    }


# ---- avalanche


@pytest.mark.parametrize("entry", AVALANCHE, ids=[entry["id"] for entry in AVALANCHE])
def test_avalanche_moves_are_as_known(entry: dict[str, Any]) -> None:
    position = by_player(entry)
    for pit, known in enumerate(entry["moves"]):
        if known is None:
            with pytest.raises(IllegalMoveError):
                position.move(pit)
            continue
        move = position.move(pit)
        assert south_of(move.after) == {name: known[name] for name in ("player", "player_store", "opponent")}
        assert (move.laps, move.outcome) == (known["laps"], OUTCOMES[known["outcome"]])
        assert (move.path[-1].pit is None) == known["last_in_store"]
        assert move.after.north_store == entry["opponent_store"]
        assert position.after(pit) == move.after
        reference = reference_of(position)
        assert reference.move(pit).laps == known["laps"]
        assert text_of(reference) == str(move.after)


def test_the_avalanche_truth_is_all_there() -> None:
    assert len(AVALANCHE) == 133
    assert sum(known is not None for entry in AVALANCHE for known in entry["moves"]) > 600


def replay(position: Position, steps: list[dict[str, Any]]) -> Position:
    """Play a worked turn, comparing every board and the number of laps on the way."""
    laps = 0
    for step in steps:
        move = position.move(step["pit"])
        laps += move.laps
        assert (move.laps, laps, move.outcome) == (
            step["laps"],
            step["laps_total"],
            OUTCOMES[step["outcome"]],
        )
        position = move.after
        assert south_of(position) == {name: step[name] for name in ("player", "player_store", "opponent")}
    return position


def test_the_best_turn_of_the_four_stone_start_replays() -> None:
    fact = FACTS["default_start"]
    steps = fact["replay_of_first_optimal"]
    assert [step["pit"] for step in steps] == fact["optimal_sequences"][0]
    end = replay(by_player(fact), steps)
    assert end.south_store == fact["max_store_in_one_turn"] == 43


@pytest.mark.parametrize("number", [0, 1])
def test_both_best_turns_of_the_four_stone_start_bank_43(number: int) -> None:
    position = by_player(FACTS["default_start"])
    *free, last = FACTS["default_start"]["optimal_sequences"][number]
    for pit in free:
        assert position.move(pit).outcome is MoveOutcome.FREE_MOVE
        position = position.after(pit)
    assert position.move(last).outcome is not MoveOutcome.FREE_MOVE
    assert position.after(last).south_store == 43


def test_the_ring_numbering_of_a_turn_is_seven_plus_the_pit() -> None:
    fact = FACTS["default_start"]
    assert [7 + pit for pit in fact["optimal_sequences"][0]] == fact["ring_numbering"]


def test_the_worked_example_replays_to_a_technical_win() -> None:
    example = FACTS["worked_example"]
    position = by_player(example)
    steps = example["technical_win_replay"]
    assert [step["pit"] for step in steps] == example["technical_win_sequence"]
    for step in steps:
        assert position.technical_winner is None
        position = position.after(step["pit"])
    assert position == replay(by_player(example), steps)
    assert position.technical_winner is Side.SOUTH
    assert position == by_player(example["technical_win_final"]).with_to_move("north")


def test_the_best_turn_of_the_worked_example_replays() -> None:
    example = FACTS["worked_example"]
    known = example["without_cutoff"]
    position = by_player(example)
    for pit in known["lex_first_optimal"]:
        position = position.after(pit)
    assert south_of(position) in known["optimal_finals"]
    assert position.south_store == known["best_store"] == 45


def test_a_trap_that_plays_an_empty_pit_is_refused() -> None:
    trap = FACTS["traps"][0]
    position = by_player(trap)
    *played, empty = trap["history_pits"]
    assert len(played) == trap["first_empty_play_index"]
    for pit in played:
        position = position.after(pit)
    assert position.south_store <= trap["true_max_store"]
    with pytest.raises(IllegalMoveError, match=f"pit {empty} is empty"):
        position.after(empty)


@pytest.mark.parametrize(
    ("trap", "outcome"), [(FACTS["traps"][1], Outcome.NORTH_WINS), (FACTS["traps"][2], Outcome.TIE)]
)
def test_a_trap_that_ends_the_game_too_early_ends_as_known(trap: dict[str, Any], outcome: Outcome) -> None:
    for sequence, final in (("sequence", "final"), ("better_sequence", "better_final")):
        position = by_player(trap)
        for pit in trap[sequence]:
            position = position.after(pit)
        assert south_of(position) == trap[final]
        assert position.outcome is (outcome if final == "final" else Outcome.IN_PROGRESS)


def test_the_turn_tree_of_the_four_stone_start_has_the_known_size() -> None:
    fact = FACTS["default_start"]
    ways = {by_player(fact): 1}  # to-move states of the first turn, with the number of ways to reach them
    nodes, leaves, over, longest, most_laps = 1, 0, 0, 0, 0
    states: set[Position] = set()
    terminal: set[Position] = set()
    while ways:
        longest += 1
        states.update(ways)
        following: dict[Position, int] = {}
        for position, count in ways.items():
            for pit in position.legal_pits:
                move = position.move(pit)
                nodes += count
                most_laps = max(most_laps, move.laps)
                if move.outcome is MoveOutcome.FREE_MOVE:
                    following[move.after] = following.get(move.after, 0) + count
                else:
                    leaves += count
                    over += count * (move.outcome is MoveOutcome.GAME_OVER)
                    terminal.add(move.after.with_to_move("south"))
        ways = following
    assert nodes == fact["tree_nodes_incl_root"] == 36_411
    assert nodes - leaves == fact["tree_inner_nodes_incl_root"]
    assert (leaves, over) == (fact["tree_leaves"], fact["leaves_game_over"])
    assert len(terminal) == fact["distinct_terminal_states"]
    assert longest == fact["longest_sequence"]
    assert most_laps == fact["max_laps_in_one_move"]
    assert len(states) == fact["distinct_to_move_states_incl_root"]


@given(moves(st.just(Rules.named("avalanche"))))
def test_a_mover_with_six_pits_never_empties_the_others_side(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    other = position.to_move.other
    assume(position.stones_on(other))
    assert position.after(pit).stones_on(other)


# ---- kalah


@pytest.mark.parametrize("entry", KALAH, ids=[entry["id"] for entry in KALAH])
def test_kalah_moves_are_as_known(entry: dict[str, Any]) -> None:
    mover = entry["before"]["to_move"]
    position = by_side(entry["before"], "kalah", mover)
    move = position.move(entry["move"])
    after = by_side(entry["after"], "kalah", entry["next"] or move.after.to_move)
    assert move.after == after == position.after(entry["move"])
    assert move.captured == entry["capture_total"]
    assert max(0, move.captured - 1) == entry["captured_from_opponent"]
    assert move.swept == sum(entry["swept"].values())
    assert (move.outcome is MoveOutcome.GAME_OVER) == entry["game_over"] == move.after.is_over
    assert (move.path[-1].pit is None) == entry["extra_turn"]
    assert position.rules.pits == entry["pits_per_side"]


@pytest.mark.parametrize("entry", KALAH, ids=[entry["id"] for entry in KALAH])
def test_lazy_kalah_differs_only_where_known(entry: dict[str, Any]) -> None:
    position = by_side(entry["before"], "kalah-lazy", entry["before"]["to_move"])
    move = position.move(entry["move"])
    known = entry["lazy_end_variant"] or {
        **entry["after"],
        "next": entry["next"],
        "game_over": entry["game_over"],
    }
    after = by_side(known, "kalah-lazy", known["next"] or move.after.to_move)
    assert move.after == after == position.after(entry["move"])
    assert (move.outcome is MoveOutcome.GAME_OVER) == known["game_over"] == move.after.is_over


def test_the_kalah_truth_is_all_there() -> None:
    assert len(KALAH) == 129
    assert sum(entry["lazy_end_variant"] is not None for entry in KALAH) == 8
