"""The search in plain Python, event by event on the reference: slower, for predicates and counters written in Python.

The reachable states with their counters form an acyclic graph. It is built once; everything else is one pass over it
from its ends to its start.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from sowfish.checker import normal_form
from sowfish.checker.answer import Answer, Engine
from sowfish.checker.conditions import Condition, Counted, Not, Term
from sowfish.checker.counting import NOTHING, counted, levels
from sowfish.checker.question import Question, Subject, Verb
from sowfish.checker.state import State, successors
from sowfish.checker.trace import Trace
from sowfish.checker.words import THEN, WORDS, factors
from sowfish.errors import QuestionError
from sowfish.model.events import Event
from sowfish.model.position import Position
from sowfish.runtime.limits import Cancel, Limits

BYTES_PER_NODE = 1500  # measured: a state, its counts and its edges
Node = tuple[State, tuple[int, ...]]
Best = tuple[int, Event | None, Node] | None  # a value, and the step towards it; no event if it is reached


@dataclass
class Graph:
    """Every node with its successors; `order` lists a node after all that follow it."""

    edges: dict[Node, list[tuple[Event, Node]]] = field(default_factory=dict)
    order: list[Node] = field(default_factory=list)
    why: str = ""  # why it is incomplete


class _Counts:
    """The counters that a question needs, as tuples in nodes."""

    def __init__(self, question: Question) -> None:
        where = normal_form.normal(question.where, question.subject)
        terms = [each.term for each in normal_form.comparisons(where)]
        terms += [question.measure.basic()] if question.measure else []
        self.own: dict[str, Counted] = {each.name: each for term in terms for each in term.own}
        names = {each for term in terms for _, name in term.parts for each in factors(name)}
        if any(THEN in name for name in names):
            raise QuestionError("an order of events cannot be combined with predicates or counters in Python")
        if question.within is not None:
            names.add(question.within.counter)
        self.names = sorted(name for name in names if name in self.own or not WORDS[name].is_level)
        self._steps: dict[State, list[tuple[Event, State, tuple[int, ...]]]] = {}

    def zero(self) -> tuple[int, ...]:
        return (0,) * len(self.names)

    def steps(self, before: State) -> list[tuple[Event, State, tuple[int, ...]]]:
        """Return the possible events of a state, with what each adds to the counters."""
        if before not in self._steps:
            following = successors(before)
            self._steps[before] = [(event, after, self._added(before, event, after)) for event, after in following]
        return self._steps[before]

    def _added(self, before: State, event: Event, after: State) -> tuple[int, ...]:
        basic = counted(NOTHING, before, event, after) if self.names else NOTHING
        return tuple(
            self.own[name].adds(before, event, after) if name in self.own else basic[name] for name in self.names
        )

    def known(self, node: Node) -> Mapping[str, int]:
        return {**levels(node[0]), **dict(zip(self.names, node[1], strict=True))}


def searched(question: Question, start: Position, limits: Limits, cancel: Cancel | None) -> Answer:
    """Return the answer, like the core's search."""
    return _Exploration(question, start, limits, cancel).found()


class _Exploration:
    def __init__(self, question: Question, start: Position, limits: Limits, cancel: Cancel | None) -> None:
        self._question = question
        self._counts = _Counts(question)
        self._start = start
        self._limits = limits
        self._cancel = cancel
        self._deadline = math.inf if limits.seconds is None else time.monotonic() + limits.seconds
        self._most_nodes = math.inf if limits.nodes is None else limits.nodes
        where = question.where
        self._where: Condition = Not(where) if question.verb is Verb.ALWAYS else where
        self._graph = Graph()
        self._starts = self._explored()

    # ---- the graph

    def _explored(self) -> list[Node]:
        """Build the graph and return the nodes at which the subject begins."""
        root = (State.of(self._start), self._counts.zero())
        if self._question.subject is not Subject.TURN:
            self._visit(root)
            return [root]
        begins = list(self._turn_starts())
        for node in begins:
            self._visit(node)
        return begins

    def _turn_starts(self) -> Iterator[Node]:
        """Yield the states in which turns begin, with counters at 0; a bound limits their distance from the start."""
        seen: set[Node] = set()
        starts: dict[State, None] = {}
        stack = [((State.of(self._start), self._counts.zero()), True)]
        while stack and not self._graph.why:
            node, begins = stack.pop()
            if begins and not node[0].is_over:
                starts[node[0]] = None
            if node in seen:
                continue
            seen.add(node)
            self._watch(len(seen))
            for event, after in self._within(node):
                stack.append((after, not after[0].under_way and _ends_turn(event, after[0])))
        for state in starts:
            yield state, self._counts.zero()

    def _following(self, node: Node) -> Iterator[tuple[Event, Node]]:
        state, counts = node
        for event, after, added in self._counts.steps(state):
            yield event, (after, tuple(count + more for count, more in zip(counts, added, strict=True)))

    def _within(self, node: Node) -> Iterator[tuple[Event, Node]]:
        """Yield the successors within the bound."""
        within = self._question.within
        place = None if within is None else self._counts.names.index(within.counter)
        for event, after in self._following(node):
            if within is None or place is None or after[1][place] <= within.most:
                yield event, after

    def _visit(self, root: Node) -> None:
        """Build everything reachable from a node, depth first."""
        edges, order = self._graph.edges, self._graph.order
        if root in edges:
            return
        stack: list[tuple[Node, int]] = [(root, 0)]
        edges[root] = self._leaving(root)
        while stack:
            node, place = stack.pop()
            if place == len(edges[node]):
                order.append(node)
                continue
            stack.append((node, place + 1))
            child = edges[node][place][1]
            if child not in edges:
                edges[child] = [] if self._graph.why else self._leaving(child)
                stack.append((child, 0))
                self._watch(len(edges))

    def _leaving(self, node: Node) -> list[tuple[Event, Node]]:
        # For turns, the bound limits where they begin, not their length.
        return list(self._following(node) if self._question.subject is Subject.TURN else self._within(node))

    def _watch(self, nodes: int) -> None:
        if nodes * BYTES_PER_NODE > self._limits.memory:
            self._graph.why = "memory"
        elif nodes > self._most_nodes or time.monotonic() > self._deadline:
            self._graph.why = "time"
        elif self._cancel is not None and self._cancel.is_set():
            self._graph.why = "interrupted"

    # ---- answers

    def found(self) -> Answer:
        question = self._question
        searched = Answer(
            question=question,
            start=self._start,
            engine=Engine.PYTHON,
            complete=not self._graph.why,
            why=self._graph.why,
            positions=len(self._graph.edges),
            memory=len(self._graph.edges) * BYTES_PER_NODE,
        )
        if question.verb is Verb.COUNT:
            count = self._count()
            return replace(searched, found=count > 0, number=count)
        best = self._extremes(question.measure, largest=question.verb is Verb.MOST)
        begin = self._best_start(best, largest=question.verb is Verb.MOST)
        if begin is None:
            return searched
        before = self._path_to_turn(begin[0]) if question.subject is Subject.TURN else []
        events = (*before, *self._events(best, begin))
        witness = Trace(self._start, events)
        return replace(searched, found=True, number=_value(best[begin]), witness=witness, begins=len(before))

    def _is_end(self, node: Node, event: Event | None) -> bool:
        """Return whether the subject may end at a node reached by an event."""
        state = node[0]
        match self._question.subject:
            case Subject.STATE:
                return True
            case Subject.POSITION:
                return not state.under_way
            case Subject.GAME:
                return state.is_over
        return event is not None and not state.under_way and _ends_turn(event, state)

    def _accepts(self, node: Node, event: Event | None) -> bool:
        return self._is_end(node, event) and self._where.holds(self._counts.known(node), node[0])

    def _count(self) -> int:
        if not self._question.subject.is_path:
            places = {node[0] for node in self._graph.order if self._accepts(node, None)}
            return len(places)
        paths: dict[Node, int] = {}
        for node in self._graph.order:
            paths[node] = sum(
                int(self._accepts(child, event)) if self._is_end(child, event) else paths[child]
                for event, child in self._graph.edges[node]
            )
        if self._question.subject is Subject.GAME and self._starts[0][0].is_over:
            return int(self._accepts(self._starts[0], None))
        return sum(paths[node] for node in self._starts)

    def _extremes(self, measure: Term | None, *, largest: bool) -> dict[Node, Best]:
        """Return the best value reachable from every node; without a measure, any node will do."""
        best: dict[Node, Best] = {}
        may_end_here = self._question.subject in (Subject.STATE, Subject.POSITION, Subject.GAME)
        for node in self._graph.order:
            paths: list[Best] = [self._ended(node, None, measure)] if may_end_here else []
            for event, child in self._graph.edges[node]:
                if may_end_here or not self._is_end(child, event):
                    onward = best[child]
                    paths.append(None if onward is None else (onward[0], event, child))
                else:
                    paths.append(self._ended(child, event, measure))
            best[node] = _chosen(paths, largest=largest)
        return best

    def _ended(self, node: Node, event: Event | None, measure: Term | None) -> Best:
        """Return the value of ending at a node, with or without an event."""
        if not self._accepts(node, event):
            return None
        return (0 if measure is None else measure.value(self._counts.known(node)), event, node)

    def _best_start(self, best: Mapping[Node, Best], *, largest: bool) -> Node | None:
        starts = [node for node in self._starts if best.get(node) is not None]
        if not starts:
            return None
        return (max if largest else min)(starts, key=lambda node: _value(best[node]))

    def _events(self, best: Mapping[Node, Best], node: Node) -> Iterator[Event]:
        while (step := best[node]) is not None and step[1] is not None:
            yield step[1]
            node = step[2]
            if self._question.subject in (Subject.TURN, Subject.FIRST_TURN) and self._is_end(node, step[1]):
                return

    def _path_to_turn(self, goal: State) -> list[Event]:
        """Return events from the start to a state in which a turn begins."""
        root = State.of(self._start)
        if goal == root:
            return []
        came: dict[State, tuple[State, Event] | None] = {root: None}
        queue = [root]
        for state in queue:
            for event, after in successors(state):
                if after == goal and _ends_turn(event, after) and not after.under_way:
                    path = [event]
                    while (step := came[state]) is not None:
                        state, earlier = step  # noqa: PLW2901  # back along the path
                        path.append(earlier)
                    return path[::-1]
                if after not in came:
                    came[after] = (state, event)
                    queue.append(after)
        raise AssertionError("a turn begins where none can")


def _chosen(paths: list[Best], *, largest: bool) -> Best:
    known = [path for path in paths if path is not None]
    return (max if largest else min)(known, key=lambda path: path[0], default=None)


def _value(best: Best) -> int:
    assert best is not None
    return best[0]


def _ends_turn(event: Event, after: State) -> bool:
    """Return whether a turn ends with an event that leads to a state between moves."""
    return after.is_over or after.to_move is not event.mover
