"""The event model: states, successors, traces, and what is well-formed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from tests import strategies

from sowfish import EventKind, Position, Rules, Side, SowfishError
from sowfish.checker import State, Trace, predicates, successors
from sowfish.checker.counting import NOTHING, counted
from sowfish.checker.trace import PASS
from sowfish.errors import TraceError


@given(strategies.moves())
@settings(max_examples=40)
def test_events_one_by_one_are_what_a_move_does(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    move = position.move(pit)
    state = State.of(position)
    events = []
    step = next(each for each in successors(state) if each.event.cell is not None and each.event.cell.pit == pit)
    while True:
        events.append(step.event)
        assert predicates.conserved(state, step.state)
        assert predicates.well_formed(step.state)
        state = step.state
        if not state.under_way:
            break
        (step,) = successors(state)
    assert tuple(events) == move.events
    assert state == State.of(move.after)
    assert state.position == move.after
    assert predicates.falls(State.of(position), state)


@given(strategies.moves())
@settings(max_examples=25)
def test_counts_of_a_trace_are_those_of_the_move(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    move = position.move(pit)
    trace = Trace.played(position, [pit])
    counts = trace.counts[-1]
    assert trace.events == move.events
    assert (counts["moves"], counts["laps"], counts["relays"]) == (1, move.laps, move.laps - 1)
    assert (counts["captured"], counts["banked"], counts["swept"]) == (move.captured, move.banked, move.swept)
    assert counts["stones"] == move.after.store(position.to_move) - position.store(position.to_move)
    assert counts["drops"] == len(move.path)
    assert counts["free_moves"] + counts["turns"] == 1
    assert counts[f"{position.to_move}_events"] == counts["events"] == len(move.events)
    assert counts[f"{position.to_move.other}_events"] == 0


@given(strategies.positions())
@settings(max_examples=40)
def test_a_position_has_the_successors_it_has_choices(position: Position) -> None:
    state = State.of(position)
    following = successors(state)
    if position.must_pass:
        assert [event.kind for event, _ in following] == [EventKind.PASS]
        assert following[0].state == State.of(position.passed())
    else:
        assert tuple(event.cell.pit for event, _ in following if event.cell is not None) == position.legal_pits
    assert state.is_over is position.is_over


@given(strategies.moves())
@settings(max_examples=20)
def test_traces_come_back_from_json(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    whole = Trace.played(position, [pit])
    part = Trace.played(position, [pit], events=len(whole.events) // 2 or None)
    for trace in (whole, part):
        again = Trace.from_json(trace.to_json())
        assert again == trace
        assert again.states == trace.states


def test_passes_stand_in_traces() -> None:
    start = Position.parse("kalah,ends=all-empty: 2 0 0 / 0 0 0 north")
    trace = Trace.played(start, [PASS, 0, 1])
    assert [event.kind for event in trace.events[:1]] == [EventKind.PASS]
    assert trace.turns() == [(Side.NORTH, ()), (Side.SOUTH, (0, 1))]
    assert trace.final.is_over
    with pytest.raises(TraceError, match="move 2 of the trace: south may not pass"):
        Trace.played(start, [PASS, PASS])
    assert Trace.from_json(trace.to_json()) == trace


def test_events_that_break_the_rules_are_refused() -> None:
    trace = Trace.played(Position.start("kalah", 2, 3), [0, 1])
    with pytest.raises(TraceError, match="event 1 of the trace"):
        _ = Trace(trace.start, trace.events[1:]).states
    wrong = replace(trace, events=(trace.events[0]._replace(stones=3), *trace.events[1:]))
    with pytest.raises(TraceError, match="south picks up 3 from south's pit 0, cannot happen there"):
        _ = wrong.states
    with pytest.raises(TraceError, match="move 2 of the trace: pit 0 is empty"):
        Trace.played(Position.start("kalah", 3, 3), [0, 0])


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content["events"].pop(),
        lambda content: content["boards"][3].update(hand=7),
        lambda content: content.update(start="kalah: 1 1 1 0 / 2 2 2 0 south"),
        lambda content: content.update(start=7),
        lambda content: content.update(version=2),
        lambda content: content.pop("events"),
        lambda content: content.update(events=[1]),
        lambda content: content["events"][0].update(kind="throw"),
        lambda content: content["events"][0].update(pit="0"),
    ],
)
def test_a_trace_file_is_untrusted(change: object) -> None:
    content = json.loads(Trace.played(Position.start("kalah", 2, 3), [0, 1]).to_json())
    change(content)  # type: ignore[operator]
    with pytest.raises(TraceError):
        Trace.from_json(json.dumps(content))


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "[" * 100_000])
def test_an_invalid_trace_is_rejected(text: str) -> None:
    with pytest.raises(SowfishError):
        Trace.from_json(text)


@pytest.mark.parametrize("pits", range(1, 13))
def test_the_ring_is_one_cycle_with_two_halves_and_opposites(pits: int) -> None:
    assert predicates.one_cycle(pits)
    assert predicates.two_halves(pits)
    assert predicates.opposites(pits)


def test_predicates_tell_what_is_not_well_formed() -> None:
    state = State.of(Position.start("avalanche", 2, 2))
    assert predicates.is_start(state)
    assert predicates.well_formed(state)
    assert not predicates.well_formed(replace(state, hand=1))
    assert predicates.well_formed(replace(state, at=0))  # about to be lifted again
    assert not predicates.well_formed(replace(state, at=0, rules=Rules.named("kalah", pits=2)))
    assert not predicates.well_formed(replace(state, at=99, hand=1))
    assert predicates.well_formed(replace(state, at=0, hand=1))
    assert not predicates.counts_not_negative(replace(state, ring=(-1, 2, 0, 2, 2, 0)))
    assert not predicates.board_structure(replace(state, ring=(2, 2, 0, 2, 2)))
    assert not predicates.is_start(replace(state, ring=(2, 2, 1, 2, 2, 0)))
    assert not predicates.is_final(state)
    over = replace(state, ring=(0, 0, 3, 0, 1, 4))
    assert predicates.is_final(over)
    assert not predicates.nothing_left(over)
    assert not predicates.falls(state, state)
    with pytest.raises(TraceError):
        _ = replace(state, at=0, hand=1).position


def test_every_predicate_says_what_it_is() -> None:
    assert all(predicate.__doc__ and name in vars(predicates) for name, predicate in predicates.PREDICATES.items())


def test_counting_starts_from_nothing() -> None:
    state = State.of(Position.start("kalah", 1, 2))
    event, after = successors(state)[1]
    assert {name for name, count in counted(NOTHING, state, event, after).items() if count} == {
        name for base in ("events", "moves", "laps") for name in (base, f"south_{base}")
    }
