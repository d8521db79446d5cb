"""Traces: lists of events from a position, which can be replayed, measured, written and read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from sowfish.checker.counting import NOTHING, counted, levels
from sowfish.checker.state import State, successors
from sowfish.errors import IllegalMoveError, SowfishError, TraceError, shown
from sowfish.events import Cell, Event, EventKind, Side
from sowfish.position import Position

PASS = -1  # among pits
FORMAT = "sowfish-trace"
VERSION = 1


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
        """Return the trace of these pits, `PASS` for a pass; only so many events of the last move, if given."""
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
                raise TraceError(f"event {number} of the trace, {told(event)}, cannot happen there")
            states.append(after)
        return tuple(states)

    @property
    def final(self) -> State:
        """The last board."""
        return self.states[-1]

    @cached_property
    def counts(self) -> tuple[Mapping[str, int], ...]:
        """For every board, the number behind each basic word: what was counted so far, and what lies there."""
        counts: Mapping[str, int] = NOTHING
        found = [{**counts, **levels(self.states[0])}]
        for (before, after), event in zip(pairwise(self.states), self.events, strict=True):
            counts = counted(counts, before, event, after)
            found.append({**counts, **levels(after)})
        return tuple(found)

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

    # ---- as JSON

    def content(self) -> dict[str, object]:
        """Return the trace as plain data; `from_content` reads it back."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "start": str(self.start),
            "events": [_event_content(event) for event in self.events],
            "boards": [_state_content(state) for state in self.states],
        }

    def to_json(self) -> str:
        """Return the trace as JSON."""
        return json.dumps(self.content())

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """Read a trace and replay it: events that break the rules are refused."""
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise TraceError("the trace is no JSON") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT or content.get("version") != VERSION:
            raise TraceError("the trace does not say that it is one, or is of another version")
        try:
            start = Position.parse(content["start"])
            trace = cls(start, tuple(_read_event(item) for item in content["events"]))
        except SowfishError as error:
            raise TraceError(f"the trace cannot be read: {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise TraceError("the trace cannot be read: something is missing or of the wrong kind") from None
        if [_state_content(state) for state in trace.states] != content.get("boards"):
            raise TraceError("the boards of the trace are not what its events lead to")
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


def told(event: Event) -> str:
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


def _event_content(event: Event) -> dict[str, object]:
    content: dict[str, object] = {"kind": str(event.kind), "mover": str(event.mover)}
    if event.cell is not None:
        content |= {"side": str(event.cell.side), "pit": event.cell.pit, "stones": event.stones}
    if event.captured:
        content["captured"] = event.captured
    if event.swept:
        content["swept"] = event.swept
    return content


def _read_event(item: Mapping[str, object]) -> Event:
    kind, mover = EventKind(str(item["kind"])), Side(str(item["mover"]))
    if kind is EventKind.PASS:
        return Event(kind, mover)
    pit = item["pit"]
    if pit is not None and type(pit) is not int:
        raise TraceError(f"a pit is a number or nothing, not {shown(pit)}")
    numbers = [item.get(name, 0) for name in ("stones", "captured", "swept")]
    stones, captured, swept = (number if type(number) is int else -1 for number in numbers)
    return Event(kind, mover, Cell(Side(str(item["side"])), pit), stones, captured, swept)


def _state_content(state: State) -> dict[str, object]:
    content: dict[str, object] = {
        "south": list(state.pits(Side.SOUTH)),
        "south_store": state.store(Side.SOUTH),
        "north": list(state.pits(Side.NORTH)),
        "north_store": state.store(Side.NORTH),
        "to_move": str(state.to_move),
        "hand": state.hand,
    }
    if state.last_cell is not None:
        content["last"] = {"side": str(state.last_cell.side), "pit": state.last_cell.pit}
    return content
