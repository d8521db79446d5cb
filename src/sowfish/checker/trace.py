"""Traces: lists of events from a position, to replay, measure, save and load."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import msgspec

from sowfish.checker import trace_file
from sowfish.checker.counting import NOTHING, counted, levels
from sowfish.checker.state import State, successors
from sowfish.checker.trace_file import TraceFile
from sowfish.errors import IllegalMoveError, SowfishError, TraceError
from sowfish.model.events import Event, EventKind, Side
from sowfish.model.position import Position

PASS = -1  # among pits


@dataclass(frozen=True)
class Trace:
    """Events from a position; a move may be under way at the end.

    >>> trace = Trace.played(Position.start("events", 1, 2), [1, 0])
    >>> len(trace.events), str(trace.final.position)
    (4, 'events: 0 0 3 / 0 1 0 north')
    """

    start: Position
    events: tuple[Event, ...]

    @classmethod
    def played(cls, start: Position, pits: Iterable[int], *, events: int | None = None) -> Trace:
        """Return the trace of these pits, `PASS` for a pass; `events` limits the events of the last move."""
        position, found, last = start, list[Event](), list[Event]()
        for number, pit in enumerate(pits, start=1):
            found += last
            try:
                last, position = _played(position, pit)
            except IllegalMoveError as error:
                raise TraceError(f"move {number} of the trace: {error}") from None
        return cls(start, tuple(found + last[:events]))

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every board of the trace, replayed event by event by the reference."""
        states = [State.of(self.start)]
        for number, event in enumerate(self.events, start=1):
            after = next((state for other, state in successors(states[-1]) if other == event), None)
            if after is None:
                raise TraceError(f"event {number} of the trace, {event_words(event)}, cannot happen there")
            states.append(after)
        return tuple(states)

    @property
    def final(self) -> State:
        """The last board."""
        return self.states[-1]

    @cached_property
    def counts(self) -> tuple[Mapping[str, int], ...]:
        """For every board, the value of each basic word: counters so far, and levels."""
        counts: Mapping[str, int] = NOTHING
        found = [{**counts, **levels(self.states[0])}]
        for (before, after), event in zip(pairwise(self.states), self.events, strict=True):
            counts = counted(counts, before, event, after)
            found.append({**counts, **levels(after)})
        return tuple(found)

    def counts_in_order(self, names: Sequence[str], begins: int = 0) -> int:
        """Return how often the last counter counts after the others have, each in a later move or pass."""
        ends = [board for board, state in enumerate(self.states) if board >= begins and not state.under_way]
        if ends[-1] != len(self.events):
            ends.append(len(self.events))  # a move under way
        found = [0] * len(names)
        for first, last in pairwise(ends):
            before = list(found)
            for place, name in enumerate(names):
                if place == 0 or before[place - 1]:
                    found[place] += self.counts[last][name] - self.counts[first][name]
        return found[-1]

    def turns(self) -> list[tuple[Side, tuple[int, ...]]]:
        """Return who played each turn and the pits chosen; a pass chooses none."""
        found: list[tuple[Side, tuple[int, ...]]] = []
        begins = True
        for (before, after), event in zip(pairwise(self.states), self.events, strict=True):
            if begins:
                found.append((event.mover, ()))
                begins = False
            if event.kind is EventKind.PICK_UP and not before.under_way:
                assert event.cell is not None
                assert event.cell.pit is not None
                found[-1] = (event.mover, (*found[-1][1], event.cell.pit))
            if not after.under_way and after.to_move is not event.mover:
                begins = True
        return found

    @property
    def file(self) -> TraceFile:
        """The trace in its file format."""
        return trace_file.written(self.start, self.events, self.states)

    def to_json(self) -> str:
        """Return the trace as JSON; `from_json` reads it back."""
        return msgspec.json.format(msgspec.json.encode(self.file), indent=0).decode()

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """Parse and replay a trace; events that break the rules are rejected."""
        claimed = trace_file.read(text)
        try:
            trace = cls(Position.parse(claimed.start), tuple(map(trace_file.event_of, claimed.events)))
        except SowfishError as error:
            raise TraceError(f"the trace cannot be read: {error}") from None
        if trace.file.boards != claimed.boards:
            raise TraceError("the boards of the trace do not follow from its events")
        return trace

    def __iter__(self) -> Iterator[tuple[Event, State]]:
        """Yield each event with the board it leads to."""
        return iter(zip(self.events, self.states[1:], strict=True))

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.events)


def _played(position: Position, pit: int) -> tuple[list[Event], Position]:
    if pit == PASS:
        return [Event(EventKind.PASS, position.to_move)], position.passed()
    move = position.move(pit)
    return list(move.events), move.after


def event_words(event: Event) -> str:
    """Return an event in words."""
    if event.kind is EventKind.PASS:
        return f"{event.mover} passes"
    if event.kind is EventKind.PICK_UP:
        return f"{event.mover} picks up {event.stones} from {event.cell}"
    parts = [f"{event.mover} drops one in {event.cell}"]
    if event.captured:
        parts.append(f"captures {event.captured}")
    if event.swept:
        parts.append(f"{event.swept} left over to their owner")
    return ", ".join(parts)
