"""Values: an integer for the side to move, always with its kind."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sowfish.content.base import Content, Count, filled
from sowfish.engine import Kind, MoveValue
from sowfish.render.values import Known


class Value(Content, frozen=True, kw_only=True):
    """A margin; `low` and `high` only if proven bounds are all that is known."""

    value: int
    kind: Kind
    low: int | UnsetType = UNSET
    high: int | UnsetType = UNSET


class PitValue(Value, frozen=True, kw_only=True):
    """A move's value."""

    pit: Count


def of_value(known: Known) -> Value:
    """Return a value; its bounds only if they are all that is known."""
    if known.kind is Kind.BOUND:
        return Value(value=known.value, kind=known.kind, low=known.low, high=known.high)
    return Value(value=known.value, kind=known.kind)


def of_move_value(move: MoveValue) -> PitValue:
    """Return the value of a move."""
    return filled(PitValue, of_value(move), pit=move.pit)
