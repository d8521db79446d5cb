"""Traces as JSON: the structs of the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from sowfish.checker.state import State
from sowfish.errors import TraceError
from sowfish.model.events import Cell, Event, EventKind, Side
from sowfish.model.position import Position


class TraceCell(msgspec.Struct, frozen=True, kw_only=True):
    """A pit, or a store if `pit` is null."""

    side: Side
    pit: int | None


class TraceEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event; a pass has no cell and no stones."""

    kind: EventKind
    mover: Side
    side: Side | UnsetType = UNSET
    pit: int | UnsetType | None = UNSET
    stones: int | UnsetType = UNSET
    captured: int = 0
    swept: int = 0


class TraceBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board between two events; `last` is the cell of the latest one while a move is under way."""

    south: tuple[int, ...]
    south_store: int
    north: tuple[int, ...]
    north_store: int
    to_move: Side
    hand: int
    last: TraceCell | UnsetType = UNSET


class TraceFile(msgspec.Struct, frozen=True, kw_only=True):
    """A trace: the start, every event, and every board."""

    format: Literal["sowfish-trace"]
    version: Literal[1]
    start: str
    events: tuple[TraceEvent, ...]
    boards: tuple[TraceBoard, ...]


def written(start: Position, events: Iterable[Event], states: Iterable[State]) -> TraceFile:
    """Return a trace in its file format."""
    return TraceFile(
        format="sowfish-trace",
        version=1,
        start=str(start),
        events=tuple(map(_event, events)),
        boards=tuple(map(_board, states)),
    )


def read(text: str) -> TraceFile:
    """Parse an untrusted file."""
    try:
        return msgspec.json.decode(text, type=TraceFile)
    except msgspec.ValidationError as error:
        raise TraceError(f"the trace cannot be read: {error}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise TraceError("the trace is not JSON") from None


def event_of(event: TraceEvent) -> Event:
    """Return the event of a file's entry."""
    if event.kind is EventKind.PASS:
        return Event(event.kind, event.mover)
    if event.side is UNSET or event.pit is UNSET or event.stones is UNSET:
        raise TraceError(f"a {event.kind} needs a side, a pit and stones")
    return Event(event.kind, event.mover, Cell(event.side, event.pit), event.stones, event.captured, event.swept)


def _event(event: Event) -> TraceEvent:
    if event.cell is None:
        return TraceEvent(kind=event.kind, mover=event.mover)
    side, pit = event.cell
    return TraceEvent(
        kind=event.kind,
        mover=event.mover,
        side=side,
        pit=pit,
        stones=event.stones,
        captured=event.captured,
        swept=event.swept,
    )


def _board(state: State) -> TraceBoard:
    last = state.last_cell
    return TraceBoard(
        south=state.pits(Side.SOUTH),
        south_store=state.store(Side.SOUTH),
        north=state.pits(Side.NORTH),
        north_store=state.store(Side.NORTH),
        to_move=state.to_move,
        hand=state.hand,
        last=UNSET if last is None else TraceCell(side=last.side, pit=last.pit),
    )
