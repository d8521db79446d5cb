"""The query language: what it reads, what it writes, and what it says of what it cannot read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sowfish import Position, SowfishError
from sowfish.checker import Bound, Question, Subject, Verb, ask, label, read_question, word
from sowfish.checker import words as vocabulary
from sowfish.checker.conditions import ALWAYS, Condition, Not, Term
from sowfish.checker.question import BOUND_WORDS, EVENTS
from sowfish.errors import QuestionError


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("shortest game", Question(verb=Verb.FEWEST, subject=Subject.GAME, measure=EVENTS)),
        ("Longest Turn in moves?", Question(verb=Verb.MOST, subject=Subject.TURN, measure=word("moves"))),
        ("most stones in a first turn", Question(verb=Verb.MOST, subject=Subject.FIRST_TURN, measure=word("stones"))),
        ("count all positions", Question(verb=Verb.COUNT, subject=Subject.POSITION)),
        ("exists game without steal", Question(verb=Verb.EXISTS, subject=Subject.GAME, where=~label("steal"))),
        (
            "never state where hand > 7 within 20 boards",
            Question(verb=Verb.NEVER, subject=Subject.STATE, where=word("hand") > 7, within=Bound(20, "boards")),
        ),
        (
            "every game within 40 events",
            Question(verb=Verb.ALWAYS, subject=Subject.GAME, where=word("events") <= 40),
        ),
        (
            "exists game where (steal or pass) and 3 < turns - passes",
            Question(
                verb=Verb.EXISTS,
                subject=Subject.GAME,
                where=(label("steal") | label("pass")) & (Term((), 3) < word("turns") - word("passes")),
            ),
        ),
        (
            "shortest game of kalah-lazy(3,2)",
            Question(verb=Verb.FEWEST, subject=Subject.GAME, measure=EVENTS, start=Position.start("kalah-lazy", 2, 3)),
        ),
        (
            "count games with steal of events,relay=yes( 2 , 1 ) within 9 moves",
            Question(
                verb=Verb.COUNT,
                subject=Subject.GAME,
                where=label("steal"),
                within=Bound(9, "moves"),
                start=Position.start("events,relay=yes", 1, 2),
            ),
        ),
        (
            "longest game from avalanche: 1 2 0 / 3 0 1 north",
            Question(
                verb=Verb.MOST,
                subject=Subject.GAME,
                measure=EVENTS,
                start=Position.parse("avalanche: 1 2 0 / 3 0 1 north"),
            ),
        ),
    ],
)
def test_questions_are_read(text: str, question: Question) -> None:
    assert read_question(text) == question


NUMBERS = st.integers(0, 99)
WORDS = st.sampled_from([*(set(vocabulary.WORDS) - {"hand"}), *vocabulary.SUMS]).map(word)
SUMS = st.one_of(WORDS, st.builds(Term.__add__, WORDS, WORDS), st.builds(Term.__sub__, WORDS, WORDS))
SINGLE = st.one_of(
    st.sampled_from(vocabulary.KNOWN_LABELS).map(label),
    st.builds(Term.__le__, SUMS, NUMBERS),
    st.builds(Term.__gt__, SUMS, NUMBERS),
    st.builds(Term.equals, SUMS, NUMBERS),
)
CONDITIONS: st.SearchStrategy[Condition] = st.recursive(
    SINGLE,
    lambda inner: st.one_of(
        inner.map(Not), st.builds(Condition.__and__, inner, inner), st.builds(Condition.__or__, inner, inner)
    ),
    max_leaves=5,
)
BOUNDS = st.builds(Bound, NUMBERS, st.sampled_from(BOUND_WORDS))
PATHS = st.sampled_from([subject for subject in Subject if subject.is_path])


@given(
    st.one_of(
        st.builds(Question, verb=st.just(Verb.COUNT), subject=st.sampled_from(Subject), where=CONDITIONS),
        st.builds(
            Question, verb=st.sampled_from([Verb.EXISTS, Verb.NEVER]), subject=PATHS, where=CONDITIONS, within=BOUNDS
        ),
        st.builds(Question, verb=st.sampled_from([Verb.FEWEST, Verb.MOST]), subject=PATHS, measure=SUMS),
    )
)
@settings(max_examples=60)
def test_what_is_written_reads_back_as_the_same_question(question: Question) -> None:
    text = str(question)
    again = read_question(text)
    assert str(again) == text
    assert (again.verb, again.subject, again.measure, again.within) == (
        question.verb,
        question.subject,
        question.measure,
        question.within,
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the question is empty"),
        ("shortst game", "unknown question word 'shortst'; did you mean shortest?"),
        ("exist game where steal", "unknown question word 'exist'; did you mean exists?"),
        ("longest gmae", "unknown subject 'gmae'; did you mean game?"),
        ("count", "the question ends where a subject is needed"),
        ("count 7", "a subject is needed, not '7'"),
        ("longest first game", "'first' goes with turn, not with 'game'"),
        ("exists game where steel", "unknown word 'steel'; did you mean steal?"),
        ("exists game where evnts < 3", "unknown word 'evnts'; did you mean events?"),
        ("exists game where steals", "steals is a number: compare it, as in 'steals >= 1'"),
        ("exists game where steal >= 1", "steal is not a number: use it alone, as in 'where steal'"),
        ("exists game where events", "events is a number"),
        ("exists game where events <", "the question ends where a word or a number is needed"),
        ("exists game where events + 1 7", "a comparison such as <= must follow"),
        ("exists game where (steal", "a parenthesis is not closed"),
        ("exists game where steal )", "a clause is needed, not ')'"),
        ("exists game whre steal", "unknown clause 'whre'; did you mean where?"),
        ("exists game where hand > 1", "hand is always empty there; ask about a state"),
        ("shortest game within boards", "'within' needs a number, not 'boards'"),
        ("shortest game within 7 bords", "unknown unit of a bound 'bords'; did you mean boards?"),
        ("shortest game within 7 boards within 3 turns", "one bound"),
        ("shortest game within 7", "the question ends where a unit, such as boards, is needed"),
        ("shortest game of kalah", "'of' needs rules, pits and stones"),
        ("shortest game of kalh(3,3)", "unknown rules 'kalh'"),
        ("shortest game of kalah(13,3)", "pits must be a whole number from 1 to 12"),
        ("shortest game of kalah(3,3) from 1 1 / 1 1", "a question has one start"),
        ("shortest game from 1 1 / 1", "north has 1 number;"),
        ("never game", "never game needs a condition"),
        ("most events", "'in' and a subject must follow 'most events'"),
        ("most events in position", "most of a position needs what lies on the board"),
        ("exists game where events < 12345678901", "the number '12345678901' is too large"),
        ("exists game where events ; 7", "';' is not allowed in a question"),
        ("exists game where " + "not " * 30 + "steal", "nested too deeply"),
        ("shortest game " * 100, "at most 1000 characters"),
        ("prove conserved", "a proof is not a question"),
    ],
)
def test_what_cannot_be_read_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SowfishError) as caught:
        read_question(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=40))
@settings(max_examples=60)
def test_no_text_gives_another_error(text: str) -> None:
    try:
        read_question(text)
    except SowfishError as error:
        assert "\n" not in str(error)  # noqa: PT017  # any text may also be a question


def test_every_word_and_label_has_a_meaning_and_can_be_asked() -> None:
    start = Position.start("events", 1, 1)
    for name in (*vocabulary.WORDS, *vocabulary.SUMS):
        assert vocabulary.meaning(name)
        if name != "hand" and (name not in vocabulary.PITS or name.endswith("_0")):
            ask(Question(verb=Verb.COUNT, subject=Subject.GAME, where=word(name) >= 1), start)
    for name in vocabulary.KNOWN_LABELS:
        assert vocabulary.meaning(name)
        ask(Question(verb=Verb.COUNT, subject=Subject.GAME, where=label(name)), start)


def test_questions_need_sense() -> None:
    with pytest.raises(QuestionError, match="fewest and most need something to measure"):
        Question(verb=Verb.FEWEST, subject=Subject.GAME)
    with pytest.raises(QuestionError, match="fewest and most need something to measure"):
        Question(verb=Verb.COUNT, subject=Subject.GAME, measure=EVENTS)
    with pytest.raises(QuestionError, match="a bound is a whole number"):
        Bound(-1, "events")
    with pytest.raises(QuestionError, match="unknown word 'event'; did you mean events"):
        word("event")
    with pytest.raises(QuestionError, match="unknown label 'steals'; did you mean steal"):
        label("steals")
    with pytest.raises(QuestionError, match="a question needs a start"):
        ask("shortest game")
    assert Question(verb=Verb.COUNT, subject=Subject.GAME).where == ALWAYS
