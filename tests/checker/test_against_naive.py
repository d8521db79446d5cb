"""Every kind of question, under every profile and odd switches, against games written out one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import pytest
from tests.checker.naive import End, Naive

from sowfish import PROFILES, Position, Rules
from sowfish.checker import Engine, Extent, Question, Verb, ask, predicate, read_question

Expected = Callable[[Naive], object]
ODD = ["kalah,relay=yes,ends=all-empty", "events,relay=yes,rest=nobody", "avalanche,both_stores=yes,ends=mover-empty"]
BOARDS = [(rules, pits, stones) for rules in (*PROFILES, *ODD) for pits, stones in ((1, 3), (2, 1), (2, 2), (3, 1))]

SMALL = [board for board in BOARDS if board[1:] in ((1, 3), (2, 1))]  # the search in Python takes its time


def least(values: Iterable[int]) -> int | None:
    return min(values, default=None)


def most(values: Iterable[int]) -> int | None:
    return max(values, default=None)


def all_turns(naive: Naive) -> list[End]:
    return [end for ends in naive.turns.values() for end in ends]


def turns_begun(naive: Naive, unit: str, bound: int) -> list[End]:
    near = [board for board, ways in naive.begins.items() if any(getattr(way, unit) <= bound for way in ways)]
    return [end for board in near for end in naive.turns[board]]


def reached(places: dict[object, list[End]], holds: Callable[[End], bool]) -> list[list[End]]:
    """Return the ways to each place on which it holds, for places that have such a way."""
    kept = ([end for end in ends if holds(end)] for ends in places.values())
    return [ends for ends in kept if ends]


def anything(_end: End) -> bool:
    return True


class Rested:
    """An end, asked for the stones in its pits."""

    def __init__(self, end: End) -> None:
        self.board_rest = sum(end.board.ring) - end.south - end.north


QUESTIONS: dict[str, Expected] = {
    # games
    "shortest game": lambda n: least(g.events for g in n.games),
    "longest game": lambda n: most(g.events for g in n.games),
    "shortest game in boards": lambda n: least(g.boards for g in n.games),
    "longest game in turns": lambda n: most(g.turns for g in n.games),
    "shortest game in moves without steal": lambda n: least(g.moves for g in n.games if not g.steals),
    "longest game with steal": lambda n: most(g.events for g in n.games if g.steals),
    "fewest turns in game where south_wins": lambda n: least(g.turns for g in n.games if g.south > g.north),
    "most south_margin in game": lambda n: most(g.south - g.north for g in n.games),
    "fewest north_store in game where steals <= 1": lambda n: least(g.north for g in n.games if g.steals <= 1),
    "most rest in game": lambda n: most(g.board_rest for g in map(Rested, n.games)),
    "most free_moves in game": lambda n: most(g.free_moves for g in n.games),
    "fewest swept in game": lambda n: least(g.swept for g in n.games),
    "most south_steals in game": lambda n: most(g.south_steals for g in n.games),
    "exists game where north_margin >= 2": lambda n: any(g.north - g.south >= 2 for g in n.games),
    "exists game where north_margin >= 4 and not steal": lambda n: any(
        g.north - g.south >= 4 and not g.steals for g in n.games
    ),
    "exists game where events <= 9 and south_wins": lambda n: any(g.events <= 9 and g.south > g.north for g in n.games),
    "exists game where events >= 9 and tie": lambda n: any(g.events >= 9 and g.south == g.north for g in n.games),
    "exists game where (steal or pass) and moves = 4": lambda n: any(
        (g.steals or g.passes) and g.moves == 4 for g in n.games
    ),
    "exists game where south_steals > passes": lambda n: any(g.south_steals > g.passes for g in n.games),
    "never game where south_wins": lambda n: not any(g.south > g.north for g in n.games),
    "never game where moves > 5": lambda n: not any(g.moves > 5 for g in n.games),
    "always game where events <= 14": lambda n: all(g.events <= 14 for g in n.games),
    "always game within 14 events": lambda n: all(g.events <= 14 for g in n.games),
    "always game where free_move or steal": lambda n: all(g.free_moves or g.steals for g in n.games),
    "count games": lambda n: len(n.games),
    "count games where steal and south_wins": lambda n: sum(g.steals > 0 and g.south > g.north for g in n.games),
    "count games where turns != 4 or captures = 1": lambda n: sum(g.turns != 4 or g.captures == 1 for g in n.games),
    # games within a bound
    "exists game within 7 boards": lambda n: any(g.boards <= 7 for g in n.games),
    "count games within 12 events": lambda n: sum(g.events <= 12 for g in n.games),
    "shortest game in turns within 12 events": lambda n: least(g.turns for g in n.games if g.events <= 12),
    "longest game in moves within 12 events": lambda n: most(g.moves for g in n.games if g.events <= 12),
    "never game where steal within 3 turns": lambda n: not any(g.steals and g.turns <= 3 for g in n.games),
    # turns
    "longest turn": lambda n: most(t.events for t in all_turns(n)),
    "longest turn in moves": lambda n: most(t.moves for t in all_turns(n)),
    "shortest turn where stones >= 2": lambda n: least(t.events for t in all_turns(n) if t.stones >= 2),
    "most stones in turn": lambda n: most(t.stones for t in all_turns(n)),
    "most banked in first turn": lambda n: most(t.banked for t in n.first_turns),
    "most south_store in first turn": lambda n: most(t.south for t in n.first_turns),
    "exists turn where laps >= 3": lambda n: any(t.laps >= 3 for t in all_turns(n)),
    "exists turn where steal and moves >= 2": lambda n: any(t.steals and t.moves >= 2 for t in all_turns(n)),
    "exists turn where south_wins": lambda n: any(t.south > t.north and t.board.is_over() for t in all_turns(n)),
    "never turn where moves >= 3": lambda n: not any(t.moves >= 3 for t in all_turns(n)),
    "always turn where events <= 6": lambda n: all(t.events <= 6 for t in all_turns(n)),
    "count turns": lambda n: len(all_turns(n)),
    "count first turns": lambda n: len(n.first_turns),
    "count first turns without free_move": lambda n: sum(not t.free_moves for t in n.first_turns),
    "longest turn within 2 moves": lambda n: most(t.events for t in turns_begun(n, "moves", 2)),
    "longest first turn in moves within 4 events": lambda n: most(t.moves for t in n.first_turns if t.events <= 4),
    # positions
    "count positions": lambda n: len(n.positions),
    "count positions where over": lambda n: len(reached(n.positions, lambda e: e.board.is_over())),
    "count positions where south_store > north_store": lambda n: len(reached(n.positions, lambda e: e.south > e.north)),
    "count positions where steals = 1 or passes = 1": lambda n: len(
        reached(n.positions, lambda e: e.steals == 1 or e.passes == 1)
    ),
    "count positions within 3 moves": lambda n: len(reached(n.positions, lambda e: e.moves <= 3)),
    "count positions where steal within 9 events": lambda n: len(
        reached(n.positions, lambda e: e.steals > 0 and e.events <= 9)
    ),
    "most south_store - north_store in position": lambda n: most(e[0].south - e[0].north for e in n.positions.values()),
    "fewest turns in position where north_store >= 2": lambda n: least(
        e.turns for ends in n.positions.values() for e in ends if e.north >= 2
    ),
    "exists position where south_technical_win": lambda n: bool(
        reached(n.positions, lambda e: e.south > e.north + Rested(e).board_rest)
    ),
    "never position where south_store >= 3": lambda n: not reached(n.positions, lambda e: e.south >= 3),
    "always position where rest + south_store + north_store = 4": lambda n: (
        not reached(n.positions, lambda e: Rested(e).board_rest + e.south + e.north != 4)
    ),
    # states
    "count states": lambda n: len(n.states),
    "count states where hand >= 2": lambda n: len(reached(n.states, lambda e: e.board.hand >= 2)),
    "count states within 5 boards": lambda n: len(reached(n.states, lambda e: e.boards <= 5)),
    "most hand in state": lambda n: most(e[0].board.hand for e in n.states.values()),
    "fewest rest in state where hand = 2": lambda n: least(
        Rested(e[0]).board_rest for e in n.states.values() if e[0].board.hand == 2
    ),
    "shortest state where hand >= 2 and moves >= 2": lambda n: least(
        e.events for ends in n.states.values() for e in ends if e.board.hand >= 2 and e.moves >= 2
    ),
    "exists state where hand = 3": lambda n: bool(reached(n.states, lambda e: e.board.hand == 3)),
    "never state where hand > 2 within 6 events": lambda n: (
        not reached(n.states, lambda e: e.board.hand > 2 and e.events <= 6)
    ),
    "always state where south_store <= 2": lambda n: not reached(n.states, lambda e: e.south > 2),
}


@cache
def written_out(rules: str, pits: int, stones: int) -> Naive:
    return Naive(Position.start(Rules.parse(rules), stones, pits))


def found(question: Question, start: Position, engine: Engine) -> object:
    answer = ask(question, start)
    assert answer.engine is engine
    assert answer.is_known
    bounded = question.within is not None
    assert answer.extent is (Extent.BOUNDED if bounded else Extent.EXHAUSTIVE)
    if question.verb in (Verb.EXISTS, Verb.NEVER, Verb.ALWAYS):
        shows = answer.holds is (question.verb is Verb.EXISTS)
        assert (answer.witness is not None) is shows
        return answer.holds
    assert (answer.witness is None) is (answer.value is None or question.verb is Verb.COUNT)
    return answer.value


@pytest.mark.parametrize(("rules", "pits", "stones"), BOARDS)
def test_the_core_finds_what_is_there(rules: str, pits: int, stones: int) -> None:
    naive = written_out(rules, pits, stones)
    for text, expected in QUESTIONS.items():
        assert found(read_question(text), naive.start, Engine.CORE) == expected(naive), text


@pytest.mark.parametrize(("rules", "pits", "stones"), SMALL)
def test_the_search_in_python_finds_the_same(rules: str, pits: int, stones: int) -> None:
    naive = written_out(rules, pits, stones)
    true = predicate(lambda _state: True, "true")
    for text, expected in QUESTIONS.items():
        question = read_question(text)
        where = question.where | ~true if question.verb is Verb.ALWAYS else question.where & true
        asked = Question(
            verb=question.verb, subject=question.subject, measure=question.measure, where=where, within=question.within
        )
        assert found(asked, naive.start, Engine.PYTHON) == expected(naive), text
