"""What a side can force: the core against a plain AND/OR search, known values, and strategies that are followed."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable

import pytest
from tests.cli.program import run

from sowfish import IllegalMoveError, Limits, Position, Side, solve
from sowfish.checker import Question, ask, read_question
from sowfish.checker.trace import PASS
from sowfish.errors import QuestionError

Goal = Callable[[Position], bool]


def plain_force(start: Position, side: Side, goal: Goal, *, at_end: bool) -> bool:
    """Decide by the definition: no memory but positions, goals that depend on the position alone."""

    @functools.cache
    def forced(position: Position) -> bool:
        final = position.swept() if position.is_over else position
        if (position.is_over or not at_end) and goal(final):
            return True
        if position.is_over:
            return False
        if position.must_pass:
            return forced(position.passed())
        children = (forced(position.after(pit)) for pit in position.legal_pits)
        return any(children) if position.to_move is side else all(children)

    return forced(start)


STARTS = [
    Position.start("events", 2, 3),
    Position.start("kalah", 3, 3),
    Position.start("kalah-lazy", 2, 3),
    Position.start("avalanche", 3, 3),
    Position.parse("kalah,relay=yes: 2 0 3 1 / 1 2 1 0 north"),
    Position.parse("events: 0 0 3 2 / 0 1 0 2 south"),
]
GOALS: dict[str, tuple[Goal, bool]] = {
    "game where south_margin >= 3": (lambda p: p.south_store - p.north_store >= 3, True),
    "game where tie": (lambda p: p.south_store == p.north_store, True),
    "south_store >= 5": (lambda p: p.south_store >= 5, False),
    "south_pit_0 = 0 and north_pit_1 >= 4": (lambda p: p.south[0] == 0 and p.north[1] >= 4, False),
    "south_store * 2 > north_store + 9": (lambda p: 2 * p.south_store > p.north_store + 9, False),
    "north_empty": (lambda p: not any(p.north), False),
}


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("side", Side)
def test_the_core_decides_as_a_plain_search(goal: str, side: Side) -> None:
    means, at_end = GOALS[goal]
    for start in STARTS:
        answer = ask(f"can {side} force {goal}", start)
        assert answer.holds is plain_force(start, side, means, at_end=at_end), start


def test_both_verdicts_occur() -> None:
    found = {ask(f"can {side} force {goal}", start).holds for goal in GOALS for side in Side for start in STARTS}
    assert found == {True, False}


@pytest.mark.parametrize("rules", ["kalah", "avalanche", "events"])
def test_a_margin_is_forced_up_to_the_value_and_no_further(rules: str) -> None:
    start = Position.start(rules, 3, 3)
    value = solve(start).value
    assert ask(f"can south force game where south_margin >= {value}", start).holds is True
    assert ask(f"can south force game where south_margin > {value}", start).holds is False
    assert ask(f"can north force game where north_margin >= {-value}", start).holds is True


@pytest.mark.parametrize(
    "question",
    [
        "can south force steal",
        "can south force south_steal",
        "can north force steal then pass",
        "can south force end within 9 turns",
        "can south force end within 5 turns",
        "can south force game where south_wins",
    ],
)
@pytest.mark.parametrize("rules", ["events", "kalah"])
def test_a_strategy_does_what_it_should_against_random_replies(question: str, rules: str) -> None:
    source = random.Random(7)
    answer = ask(question, Position.start(rules, 2, 3))
    strategy = answer.strategy
    assert strategy is not None
    for _ in range(30):
        step = strategy.at()
        while not step.is_over:
            assert strategy.is_kept(step.moves)
            chosen = step.choice
            if step.position.to_move is strategy.side:
                assert chosen is not None
            step = step.play(source.choice(step.replies) if chosen is None else chosen)
        assert step.is_reached is answer.holds


def test_the_bound_is_kept() -> None:
    start = Position.start("kalah", 3, 3)
    verdicts = [ask(f"can south force the end within {turns} turns", start).holds for turns in range(1, 12)]
    assert verdicts == sorted(verdicts, key=bool)  # once it can be forced, more turns do no harm
    assert set(verdicts) == {True, False}


def test_a_strategy_says_what_follows() -> None:
    strategy = ask("can south force steal", Position.start("events", 2, 3)).strategy
    assert strategy is not None
    step = strategy.at()
    (after,) = step.steps()
    assert after.moves == (step.choice,)
    with pytest.raises(IllegalMoveError, match="move 1: there is no pit 9"):
        strategy.at([9])


def test_a_pass_is_a_reply_like_any_other() -> None:
    answer = ask("can north force game where north_wins", Position.parse("events: 0 0 0 3 / 0 2 1 3 south"))
    assert answer.strategy is not None
    assert answer.strategy.at().replies == (PASS,)


def test_a_search_that_is_stopped_says_so() -> None:
    answer = ask("can south force game where south_wins of kalah(6,4)", limits=Limits(memory=1 << 20))
    assert (answer.holds, answer.strategy, answer.why) == (None, None, "memory")
    assert "not known" in repr(answer)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("can we force steal", "south or north can force something, not 'we'"),
        ("can south steal", "'force' must follow 'can south'"),
        ("can south force", "what should south force"),
        ("can south force turn where steal", "a side forces a position, or the end of a game, not a turn"),
        ("can south force hand = 1", "hand is always empty there"),
        ("can south force well_formed of kalah(2,2)", "cannot be combined with predicates or counters in Python"),
    ],
)
def test_what_cannot_be_forced_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(QuestionError, match=sentence):
        ask(text, Position.start("kalah", 2, 2))


def test_the_question_is_written_as_it_is_read() -> None:
    for text in ("can south force steal within 9 turns", "can north force game where north_margin >= 2"):
        assert str(read_question(text)) == text
        assert isinstance(read_question(text), Question)


def test_the_command_steps_through_a_strategy() -> None:
    words = ("check", "can south force the end within 9 turns of kalah(3,3)")
    shown = run(*words, "--step", typed="7\n0\nback\nback\n1\nquit\n")
    assert "yes, south can force it" in shown.stdout
    assert "south forces it; you reply for north." in shown.stdout
    assert "there is no pit 7" in shown.stderr
    assert "there is no reply to take back" in shown.stderr
    assert shown.returncode == 0
    told = json.loads(run(*words, "--json").stdout)
    assert (told["holds"], told["question"]) == (True, "can south force over within 9 turns")
