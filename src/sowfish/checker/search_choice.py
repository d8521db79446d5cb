"""The choice of a search: which one answers a question, and what its nodes must distinguish."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sowfish import _core
from sowfish.checker.answer import Answer
from sowfish.checker.conditions import ALWAYS, Comparison, Condition, Not, Term
from sowfish.checker.normal_form import LARGEST_CAP, STORES, Compiled, conjuncts, normal
from sowfish.checker.question import Question, Subject, Verb, both
from sowfish.checker.trace import Trace
from sowfish.checker.words import WORDS, Who, factors
from sowfish.model.position import Position, core_board

SCOPES = {Subject.GAME: 0, Subject.TURN: 1, Subject.FIRST_TURN: 2}
ENDS, POSITIONS, STATES = range(3)
PLACES = {Subject.GAME: ENDS, Subject.POSITION: POSITIONS, Subject.STATE: STATES}
EVENTS = (WORDS["events"].number, int(Who.EITHER), 1)
FEW = 3  # comparisons up to this are cheap to track in the nodes
Counter = tuple[int, int, int]  # counter, who, sign
Outcome = object  # of the core: Extreme, PathCount or Reached


@dataclass(frozen=True, slots=True)
class Plan:
    """A search that answers a question."""

    run: Callable[[_core.Control], Outcome]
    read: Callable[[Outcome], Answer]


@dataclass(frozen=True, slots=True)
class Goal:
    """A sum to maximise or minimise; a search may end as soon as it reaches the target."""

    terms: list[Counter]
    constant: int
    at_end: Term
    largest: bool
    target: int | None


def planned(question: Question, start: Position, memory: int) -> Plan:
    """Return the search of the core that answers a question without Python predicates."""
    where = normal(question.where, question.subject)
    if question.verb is Verb.ALWAYS:
        where = normal(Not(question.where), question.subject)
    planner = _Planner(question, start, where, memory)
    if question.verb is Verb.COUNT:
        return planner.count()
    if question.measure is not None:
        return planner.measure(question.measure.basic(), largest=question.verb is Verb.MOST)
    return planner.find()


class _Planner:
    """Chooses a search; `where` is the condition in normal form."""

    def __init__(self, question: Question, start: Position, where: Condition, memory: int) -> None:
        self._question = question
        self._subject = question.subject
        self._within = question.within
        self._start = start
        self._where = where
        self._memory = memory

    # ---- which search

    def count(self) -> Plan:
        if self._subject.is_path:
            return self._count_paths()
        return self._count_places()

    def measure(self, term: Term, *, largest: bool) -> Plan:
        names = [name for _, product in term.parts for name in factors(product)]
        if not self._subject.is_path and all(WORDS[name].is_level for name in names):
            return self._extreme_place(term, largest=largest)
        nearest_will_do = self._subject in PLACES and not largest and _is_counter(term)
        if nearest_will_do:
            return self._nearest(self._where, _counter(names[0]), None, term.constant)
        return self._extreme(self._where, self._goal(term, largest=largest, target=None))

    def find(self) -> Plan:
        if not self._subject.is_path:
            return self._nearest(self._where, EVENTS, None, 0)
        key = self._key()
        if key is None:
            if self._subject is Subject.GAME:
                return self._nearest(self._where, EVENTS, None, 0)
            return self._extreme(self._where, self._goal(Term(((1, "events"),)), largest=False, target=None))
        rest = both(*(each for each in conjuncts(self._where) if each is not key)) if key != self._where else ALWAYS
        most, least = _limits(key)
        if most is not None and self._subject is Subject.GAME and _is_counter(key.term):
            return self._nearest(rest, _counter(key.term.parts[0][1]), most, 0)
        target = least if most is None else most
        assert target is not None
        return self._extreme(rest, self._goal(key.term, largest=most is None, target=target), must_reach=True)

    def _key(self) -> Comparison | None:
        """Return the comparison that the search itself should optimise instead of tracking it in the nodes."""
        best, costs = None, FEW
        for each in conjuncts(self._where):
            if not isinstance(each, Comparison) or each.operator in ("=", "!=") or not self._can_sum(each.term):
                continue
            cost = each.number if _is_counter(each.term) else 10**9
            if cost > costs:
                best, costs = each, cost
        return best

    def _can_sum(self, term: Term) -> bool:
        stores_too = self._subject is not Subject.TURN  # turns may start with any stores
        names = [name for _, name in term.parts]
        if any(len(factors(name)) > 1 or WORDS[name].after for name in names):
            return False
        return all(not WORDS[name].is_level or (stores_too and name in STORES) for name in names)

    def _goal(self, term: Term, *, largest: bool, target: int | None) -> Goal:
        terms: list[Counter] = []
        constant, at_end = term.constant, Term(())
        for sign, name in term.parts:
            if len(factors(name)) > 1 or WORDS[name].after:
                at_end += Term(((sign, name),))
            elif not WORDS[name].is_level:
                number, who, _ = _counter(name)
                terms.append((number, who, sign))
            elif name in STORES and self._subject is not Subject.TURN:
                number, who, _ = _counter(f"{name.removesuffix('store')}stones")
                terms.append((number, who, sign))
                constant += sign * (self._start.south_store if who == Who.SOUTH else self._start.north_store)
            else:
                at_end += Term(((sign, name),))
        return Goal(terms, constant, at_end, largest, target)

    # ---- the searches

    def _compiled(self, *, cost: Counter | None = None) -> Compiled:
        """Return what the nodes must distinguish, including the bound if the search cannot enforce it otherwise."""
        compiled = Compiled()
        if self._within is not None and self._subject is not Subject.TURN and cost != _counter(self._within.counter):
            compiled.bound(self._within)
        if cost is not None and cost[1] != Who.EITHER:
            compiled.keep_side = True
        return compiled

    def _query(self, compiled: Compiled, program: list[tuple[int, int]]) -> _core.Query:
        return _core.Query(
            core_board(self._start),
            compiled.trackers,
            program,
            compiled.keep_stores,
            compiled.keep_side,
            compiled.is_bounded,
            self._memory,
        )

    def _begin(self) -> tuple[Counter | None, int]:
        """Return the maximum distance from the start to a turn."""
        if self._within is None or self._subject is not Subject.TURN:
            return None, 0
        return _counter(self._within.counter), self._within.most

    def _nearest(self, where: Condition, cost: Counter, most: int | None, constant: int) -> Plan:
        if self._within is not None:
            within = _counter(self._within.counter)
            if most is None and cost == EVENTS and not self._subject.is_path:
                cost = within  # any unit will do, and this one needs no tracker
            if cost == within:
                most = self._within.most if most is None else min(most, self._within.most)
        compiled = self._compiled(cost=cost)
        query = self._query(compiled, compiled.condition(where))
        place = PLACES[self._subject]

        def read(outcome: Outcome) -> Answer:
            assert isinstance(outcome, _core.Reached)
            below = None if outcome.searched.complete else outcome.settled + constant
            value = outcome.cost + constant if outcome.found else None
            return self._reached(outcome, value, below)

        return Plan(lambda control: query.nearest(place, cost, most, control), read)

    def _extreme(self, where: Condition, goal: Goal, *, must_reach: bool = False) -> Plan:
        compiled = self._compiled()
        for _, name in goal.at_end.parts:
            compiled.track(name, LARGEST_CAP)
        at_end = compiled.term(goal.at_end) if goal.at_end.parts else []
        compiled.keep_side = compiled.keep_side or any(who != Who.EITHER for _, who, _ in goal.terms)
        query = self._query(compiled, compiled.condition(where))
        target = None if goal.target is None else goal.target - goal.constant
        cost, most = self._begin()
        scope = SCOPES[self._subject]

        def run(control: _core.Control) -> Outcome:
            return query.extreme(scope, cost, most, goal.terms, at_end, goal.largest, target, control)

        def read(outcome: Outcome) -> Answer:
            assert isinstance(outcome, _core.Extreme)
            value = None if outcome.value is None else outcome.value + goal.constant
            if must_reach and not outcome.reached:
                value = None
            path = None if value is None else list(outcome.path)
            return self._answer(
                outcome.searched, found=value is not None, number=value, before=outcome.before, path=path
            )

        return Plan(run, read)

    def _extreme_place(self, term: Term, *, largest: bool) -> Plan:
        cost, most = self._reach()
        compiled = self._compiled(cost=cost)
        program = compiled.condition(self._where)
        for _, name in term.parts:
            compiled.track(name, LARGEST_CAP)
        objective = compiled.term(term)
        query = self._query(compiled, program)
        place = PLACES[self._subject]

        def read(outcome: Outcome) -> Answer:
            assert isinstance(outcome, _core.Reached)
            return self._reached(outcome, outcome.value if outcome.found else None)

        return Plan(lambda control: query.extreme_place(place, cost, most, objective, largest, control), read)

    def _count_places(self) -> Plan:
        cost, most = self._reach()
        compiled = self._compiled(cost=cost)
        program = compiled.condition(self._where)
        compiled.keep_stores = compiled.keep_side = True
        query = self._query(compiled, program)
        place = PLACES[self._subject]

        def read(outcome: Outcome) -> Answer:
            assert isinstance(outcome, _core.Reached)
            return self._answer(outcome.searched, found=outcome.count > 0, number=outcome.count)

        return Plan(lambda control: query.count_places(place, cost, most, control), read)

    def _count_paths(self) -> Plan:
        compiled = self._compiled()
        program = compiled.condition(self._where)
        if self._subject is Subject.TURN:
            compiled.keep_stores = compiled.keep_side = True  # turns are counted per position
        query = self._query(compiled, program)
        cost, most = self._begin()
        scope = SCOPES[self._subject]

        def read(outcome: Outcome) -> Answer:
            assert isinstance(outcome, _core.PathCount)
            return self._answer(outcome.searched, found=outcome.count > 0, number=outcome.count)

        return Plan(lambda control: query.count(scope, cost, most, control), read)

    def _reach(self) -> tuple[Counter, int | None]:
        """Return the maximum cost of places, and its unit."""
        if self._within is None:
            return EVENTS, None
        return _counter(self._within.counter), self._within.most

    # ---- answers

    def _reached(self, outcome: _core.Reached, number: int | None, below: int | None = None) -> Answer:
        path = list(outcome.path) if outcome.found else None
        return self._answer(
            outcome.searched, found=outcome.found, number=number, path=path, events=outcome.events, seen_below=below
        )

    def _answer(
        self,
        searched: _core.Searched,
        *,
        found: bool,
        number: int | None,
        before: Sequence[int] = (),
        path: Sequence[int] | None = None,
        events: int = 0,
        seen_below: int | None = None,
    ) -> Answer:
        """Return the answer with the witness `before` + `path`; of the last move only this many events, 0 for all."""
        witness, begins = None, 0
        if path is not None:
            witness = Trace.played(self._start, [*before, *path], events=events or None)
            begins = len(Trace.played(self._start, before))
        return Answer(
            question=self._question,
            start=self._start,
            found=found,
            number=number,
            witness=witness,
            begins=begins,
            complete=searched.complete,
            why="memory" if searched.out_of_memory else "",
            seen_below=seen_below,
            positions=searched.nodes,
            memory=searched.bytes,
        )


def _counter(name: str) -> Counter:
    return WORDS[name].number, int(WORDS[name].who), 1


def _is_counter(term: Term) -> bool:
    """Return whether a sum is a single counter, so never decreases."""
    ((factor, name), *others) = term.parts or ((0, ""),)
    if others or factor != 1 or len(factors(name)) > 1:
        return False
    return not WORDS[name].is_level and not WORDS[name].after


def _limits(comparison: Comparison) -> tuple[int | None, int | None]:
    """Return the largest and smallest value a comparison allows."""
    match comparison.operator:
        case "<=":
            return comparison.number, None
        case "<":
            return comparison.number - 1, None
        case ">=":
            return None, comparison.number
    return None, comparison.number + 1
