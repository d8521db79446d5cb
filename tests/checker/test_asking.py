"""Asking: limits, interruptions, predicates and counters of one's own, and witnesses that are checked."""

from __future__ import annotations

import threading
from dataclasses import replace
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from tests import strategies
from tests.checker.naive import choices, step
from tests.lockstep import reference_of

from sowfish import Event, Limits, Position, Side
from sowfish.checker import Counted, Engine, Extent, Question, State, Subject, Trace, Verb, ask, label, predicate, word
from sowfish.checker import search_choice as plan
from sowfish.checker.answer import Answer, searched, sentence
from sowfish.checker.asking import WitnessError
from sowfish.checker.question import EVENTS
from sowfish.errors import QuestionError
from sowfish.model.reference import ReferenceBoard

SMALL = Position.start("events", 2, 3)
LARGE = Position.start("kalah", 6, 6)
MEBIBYTE = 1 << 20


def test_counts_are_those_of_a_plain_recursion() -> None:
    position = Position.start("kalah", 3, 3)
    assert ask("count games", position).value == games(reference_of(position), {}) == 827_212


def test_counts_can_be_larger_than_the_words_of_the_core() -> None:
    side = "1 1 1 1 1 0 0 0 0 0 0 0 0"
    position = Position.parse(f"kalah,capture=none,ends=all-empty: {side} / 0 0 0 0 0 0 0 0 0 0 0 0 0")
    ways = ask("count games", position).value
    assert ways is not None
    assert ways.bit_length() > 64
    first_moves = [ask("count games", after).value or 0 for after in (position.after(pit) for pit in range(5))]
    assert sum(first_moves) == ways


def games(board: ReferenceBoard, known: dict[object, int]) -> int:
    """Return the number of games from a board, the plain way."""
    key = (board.to_move, *board.row(Side.SOUTH), *board.row(Side.NORTH))
    if board.is_over():
        return 1
    if key not in known:
        known[key] = sum(games(step(board, pit)[0], known) for pit in choices(board))
    return known[key]


def test_memory_ends_a_search_with_what_it_managed() -> None:
    limits = Limits(memory=2 * MEBIBYTE)
    longest = ask("longest game", LARGE, limits=limits)
    assert (longest.extent, longest.why) == (Extent.STOPPED, "memory")
    assert longest.memory <= 2 * MEBIBYTE
    assert not longest.is_known
    assert longest.witness is not None  # some game, and as long as it says
    assert len(longest.witness) == longest.value
    assert sentence(longest).startswith(f"at least {longest.value} events")
    assert searched(longest).startswith("stopped, the memory is used up")
    shortest = ask("shortest game", LARGE, limits=limits)
    assert shortest.value is None
    assert shortest.seen_below is not None
    assert shortest.seen_below > 5
    assert sentence(shortest) == f"not known: no such game with less than {shortest.seen_below} events"
    count = ask("count positions", LARGE, limits=limits)
    assert count.value is not None
    assert sentence(count) == f"at least {count.value:,} positions"
    never = ask("never game where south_margin = 1", LARGE, limits=limits)
    assert never.holds is None
    assert sentence(never) == "not known: no such game among what was searched"


@pytest.mark.parametrize("text", ["longest game", "shortest game", "count games", "count states", "longest turn"])
def test_time_and_nodes_end_a_search(text: str) -> None:
    by_time = ask(text, LARGE, limits=Limits(seconds=0.05, memory=64 * MEBIBYTE))
    assert (by_time.extent, by_time.why in ("time", "memory")) == (Extent.STOPPED, True)
    by_nodes = ask(text, LARGE, limits=Limits(nodes=5_000))
    assert by_nodes.extent is Extent.STOPPED
    assert by_nodes.positions < 500_000  # states of 5,000 positions


def test_more_memory_than_needed_changes_nothing() -> None:
    few = ask("longest game", SMALL, limits=Limits(memory=MEBIBYTE))
    many = ask("longest game", SMALL)
    assert (few.value, few.extent) == (many.value, many.extent) == (76, Extent.EXHAUSTIVE)


def test_a_wish_to_stop_is_heard() -> None:
    wish = threading.Event()
    told: list[int] = []

    def progress(nodes: int, _seconds: float) -> None:
        told.append(nodes)
        wish.set()

    answer = ask("longest game", LARGE, cancel=wish, progress=progress)
    assert (answer.extent, answer.why) == (Extent.STOPPED, "interrupted")
    assert told


def test_an_error_in_progress_reaches_the_caller() -> None:
    def progress(_nodes: int, _seconds: float) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask("longest game", LARGE, progress=progress)


# ---- one's own


def test_own_predicates_join_with_words_and_labels() -> None:
    lonely = predicate(lambda state: state.pits(Side.SOUTH)[0] == 1 and state.rest(Side.SOUTH) == 1, "lonely")
    start = Position.start("events", 2, 2)
    answer = ask(Question(verb=Verb.EXISTS, subject=Subject.POSITION, where=lonely & ~label("steal")), start)
    assert (answer.engine, answer.holds) == (Engine.PYTHON, True)
    assert answer.witness is not None
    assert answer.witness.final.pits(Side.SOUTH) == (1, 0)
    assert answer.witness.counts[-1]["steals"] == 0
    assert str(answer.question) == "exists position where lonely and not steal"


def test_own_counters_are_minimised() -> None:
    def adds(_before: State, event: Event, _after: State) -> int:
        return int(event.cell is not None and event.cell.pit == 0)

    far = Counted("far", adds)
    start = Position.start("kalah", 1, 2)
    fewest = ask(Question(verb=Verb.FEWEST, subject=Subject.GAME, measure=far.term()), start)
    assert fewest.engine is Engine.PYTHON
    assert fewest.witness is not None
    shown = sum(adds(fewest.witness.final, event, fewest.witness.final) for event in fewest.witness.events)
    assert shown == fewest.value
    none = ask(Question(verb=Verb.NEVER, subject=Subject.GAME, where=far.term() < 1), start)
    assert none.holds is (shown >= 1)


def test_the_search_in_python_stops_too() -> None:
    true = predicate(lambda _state: True)
    question = Question(verb=Verb.COUNT, subject=Subject.POSITION, where=true)
    answer = ask(question, LARGE, limits=Limits(nodes=500))
    assert (answer.extent, answer.engine) == (Extent.STOPPED, Engine.PYTHON)
    wish = threading.Event()
    wish.set()
    assert ask(question, LARGE, cancel=wish).why == "interrupted"
    assert ask(question, LARGE, limits=Limits(memory=MEBIBYTE)).why == "memory"
    assert ask(question, LARGE, limits=Limits(seconds=0.01)).why == "time"


def test_well_formedness_can_be_asked_by_name() -> None:
    start = Position.start("events", 2, 2)
    assert ask("never state where not well_formed", start).holds is True
    assert ask("always state where counts_not_negative and board_structure", start).holds is True
    assert ask("count positions where is_start", start).value == 1
    assert ask("count positions where is_final", start).value == ask("count positions where over", start).value


def test_a_predicate_is_a_function() -> None:
    with pytest.raises(QuestionError, match="a predicate is a function"):
        predicate("steal")  # type: ignore[arg-type]


# ---- starts


def test_finished_games_can_be_asked_about() -> None:
    over = Position.parse("kalah: 0 0 3 / 1 2 0 south")
    answer = ask("shortest game", over)
    assert (answer.value, len(answer.witness or ())) == (0, 0)
    assert ask("exists game where tie", over).holds is True  # the rest is north's
    assert ask("longest turn", over).value is None
    assert ask("count games", over).value == 1


def test_a_start_in_the_question_wins() -> None:
    assert ask("shortest game of events(3,2)", Position.start()).start == SMALL


@given(strategies.small_positions(strategies.any_rules(1, 3), 5))
@settings(max_examples=40)
def test_sides_and_views_do_not_matter(position: Position) -> None:
    turned = position.turned()
    for text in ("longest game", "shortest game in turns", "count games with steal", "count states"):
        assert ask(text, position).value == ask(text, turned).value
    south, north = "exists game where south_wins", "exists game where north_wins"
    assert ask(south, position).holds is ask(north, turned).holds


# ---- witnesses


def test_a_witness_that_does_not_fit_is_a_fault() -> None:
    """Let the core lie about what it found: the reference notices."""
    truly = plan.planned

    def lying(question: Question, start: Position, memory: int) -> plan.Plan:
        found = truly(question, start, memory)
        return replace(found, read=lambda outcome: _changed(found.read(outcome)))

    def _changed(answer: Answer) -> Answer:
        assert answer.number is not None
        return replace(answer, number=answer.number + 1)

    with patch("sowfish.checker.asking.planned", lying), pytest.raises(WitnessError, match="measures 24, not 25"):
        ask("shortest game", SMALL)


def test_an_invalid_witness_is_a_bug() -> None:
    truly = plan.planned

    def lying(question: Question, start: Position, memory: int) -> plan.Plan:
        found = truly(question, start, memory)
        return replace(found, read=lambda outcome: replace(found.read(outcome), witness=Trace.played(start, [0])))

    with patch("sowfish.checker.asking.planned", lying), pytest.raises(WitnessError, match="not a complete game"):
        ask("shortest game", SMALL)


def test_the_same_as_objects() -> None:
    question = Question(verb=Verb.FEWEST, subject=Subject.GAME, measure=EVENTS, where=~label("steal"))
    assert ask(question, SMALL).value == ask("shortest game without steal", SMALL).value == 35
    deep = word("events") <= 10
    for _ in range(40):
        deep = deep & (word("moves") >= 0)  # type: ignore[assignment]
    assert ask(Question(verb=Verb.COUNT, subject=Subject.GAME, where=deep), SMALL).value == 0


def test_too_many_counts_at_once_are_refused() -> None:
    where = word("events") - word("moves") > word("turns") - word("laps")
    for name in ("drops", "banked", "stones"):
        where = where & (word(name) - word("passes") > 0)  # type: ignore[assignment]
    with pytest.raises(QuestionError, match="counts too many things at once"):
        ask(Question(verb=Verb.COUNT, subject=Subject.GAME, where=where), SMALL)
