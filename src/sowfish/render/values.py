"""Values in words and signs, always distinguishing proven values, bounds and estimates."""

from __future__ import annotations

from typing import Protocol

from sowfish.engine import Kind
from sowfish.model.events import Side
from sowfish.render.text import Charset
from sowfish.render.words import player


class Known(Protocol):
    """A margin for the side to move with its proven bounds, such as a `Result` or a `MoveValue`."""

    @property
    def value(self) -> int:
        """The margin, proven or estimated."""

    @property
    def low(self) -> int:
        """The proven lower bound."""

    @property
    def high(self) -> int:
        """The proven upper bound."""

    @property
    def kind(self) -> Kind:
        """The kind of the value."""


def signed(margin: int) -> str:
    """Return a margin with its sign, as in `+3`, `-2` and `0`."""
    return f"{margin:+d}" if margin else "0"


def mark(known: Known, charset: Charset = Charset.BOX) -> str:
    """Return a value to show beside a pit: `+3` proven, `≥+3` or `≤-2` the nearer bound, `~+3` an estimate."""
    if known.kind is Kind.PROVEN:
        return signed(known.value)
    if known.kind is Kind.ESTIMATE:
        return f"~{signed(known.value)}"
    at_least, at_most = ("≥", "≤") if charset is Charset.BOX else (">=", "<=")
    if known.value - known.low <= known.high - known.value:
        return at_least + signed(known.low)
    return at_most + signed(known.high)


def verdict(known: Known, mover: Side) -> str:
    """Return the meaning of a value for the side to move, and its certainty."""
    who = player(mover)
    if known.kind is Kind.PROVEN:
        return f"{_ending(who, known.value)}, proven"
    if known.kind is Kind.ESTIMATE:
        return f"{_ending(who, known.value, 'about ')}, estimated; nothing is proven yet"
    return f"{_bounded(known, who)}, proven; about {signed(known.value)}, estimated"


def bar(margin: int, total: int, width: int, charset: Charset = Charset.BOX) -> str:
    """Return south's share of the stones as a bar of `width` characters.

    >>> bar(24, 48, 8)
    '██████░░'
    """
    full, empty = ("█", "░") if charset is Charset.BOX else ("#", ".")
    share = 0.5 + margin / (2 * total) if total else 0.5
    filled = round(share * width)
    return full * filled + empty * (width - filled)


def _ending(who: str, margin: int, about: str = "") -> str:
    if margin == 0:
        return "a tie"
    return f"{who} {'win' if margin > 0 else 'lose'} by {about}{abs(margin)}"


def _bounded(known: Known, who: str) -> str:
    if known.low > 0:
        return f"{who} win by at least {known.low}"
    if known.high < 0:
        return f"{who} lose by at least {-known.high}"
    if known.low == 0:
        return f"{who} do not lose"
    if known.high == 0:
        return f"{who} do not win"
    return f"between {signed(known.low)} and {signed(known.high)} for {_object(who)}"


def _object(who: str) -> str:
    return "them" if who == "they" else who
