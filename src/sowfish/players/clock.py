"""The clock: how long the side to move may think, and how much of that it should use."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace

from sowfish.errors import LimitError, quoted
from sowfish.model.position import Position

DEFAULT_MARGIN = 0.05
LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The time the side to move has, in seconds; None means unlimited.

    A move is one pit: a turn of five moves has five times the limit of a move, and earns five increments.

    >>> clock = Clock(move=2, game=60, increment=1)
    >>> clock.limit
    2
    >>> clock.after(1.5).game
    59.5
    >>> Clock.parse("move=2,game=60,increment=1") == clock
    True
    """

    move: float | None = None  # for one move
    game: float | None = None  # left for the rest of the game
    increment: float = 0.0  # added to `game` after every move
    margin: float = DEFAULT_MARGIN  # safety margin kept by the player

    def __post_init__(self) -> None:
        """Reject invalid times."""
        for field in fields(self):
            seconds = getattr(self, field.name)
            if seconds is None and field.name in ("move", "game"):
                continue
            least_excluded = field.name in ("move", "game")
            if not _is_number(seconds) or seconds < 0 or (least_excluded and seconds == 0):
                kind = "a positive number" if least_excluded else "a number, 0 or more,"
                raise LimitError(f"{field.name} of a clock must be {kind} of seconds, not {quoted(seconds)}")

    @property
    def limit(self) -> float | None:
        """The longest the next move may take; a player that takes longer loses."""
        return min((seconds for seconds in (self.move, self.game) if seconds is not None), default=None)

    @property
    def usable(self) -> float | None:
        """The limit less the margin, but at least half the limit."""
        return None if self.limit is None else max(self.limit - self.margin, self.limit / 2)

    def budget(self, position: Position) -> float | None:
        """Return how long a player should think here: a move's whole limit, or a fair share of a game's."""
        if self.usable is None or self.game is None:
            return self.usable
        return min(self.usable, self.game / moves_to_go(position) + self.increment)

    def at_most(self, seconds: float | None) -> Clock:
        """Return the clock with the move's limit capped at this."""
        if seconds is None or (self.move is not None and self.move <= seconds):
            return self
        return replace(self, move=seconds)

    def after(self, spent: float) -> Clock:
        """Return the clock for the same side's next move, after a move of this duration within the limit."""
        if self.game is None:
            return self
        return replace(self, game=max(self.game - spent, SHORTEST) + self.increment)

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Parse `move=2,game=60,increment=1,margin=0.05`, all optional."""
        if len(text) > LONGEST_TEXT:
            raise LimitError(f"a clock's text has at most {LONGEST_TEXT} characters, not {len(text)}: {quoted(text)}")
        known = [field.name for field in fields(cls)]
        times: dict[str, float] = {}
        for part in filter(None, (word.strip() for word in text.split(","))):
            name, equals, seconds = (word.strip() for word in part.partition("="))
            if not equals or name not in known:
                raise LimitError(f"a clock has {', '.join(known)}, each =SECONDS; not {quoted(part)}")
            if name in times:
                raise LimitError(f"a clock has {name} only once: {quoted(text)}")
            try:
                times[name] = float(seconds)
            except ValueError:
                raise LimitError(f"{name} of a clock must be a number of seconds, not {quoted(seconds)}") from None
        return cls(**times)

    def __str__(self) -> str:
        """Return the text form; `parse` reads it back."""
        said = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        return ",".join(f"{name}={seconds!r}" for name, seconds, default in said if seconds != default)


SHORTEST = 1e-9  # left on a clock that ran down completely
FEWEST_TO_GO = 8  # never plan to spend more than an eighth of the game's time on one move


def moves_to_go(position: Position) -> float:
    """Return a cautious estimate of the side's remaining moves: nine games of ten need fewer.

    Measured in games of `random`, `greedy` and `turn` under all profiles from 48 stones on.
    """
    return max(FEWEST_TO_GO, 0.6 * position.rest)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
