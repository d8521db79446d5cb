"""The interface of a player: given a position, it chooses a pit; everything else is optional."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from sowfish.engine.values import Fact
from sowfish.model.events import Outcome, Side
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.printable import printable


@dataclass(frozen=True, slots=True)
class Narration:
    """What a player saw when it chose: a sentence for people, and the same as JSON for programs."""

    text: str
    data: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the words printable."""
        object.__setattr__(self, "text", printable(self.text))

    def content(self) -> dict[str, object]:
        """Return the words and the data as one object, for JSON."""
        return {"text": self.text, **self.data}


class Player(ABC):
    """The base class of players; only `choose` is required.

    One player plays one side of one game at a time. The options of its text form are the keyword-only parameters of
    `__init__`, see `sowfish.players.options`.
    """

    name: str = ""  # shown to people; `make` sets it to the player's text form
    on_info: Callable[[Narration], object] | None = None  # called while choosing, by players that report progress

    @abstractmethod
    def choose(self, position: Position, clock: Clock) -> int:
        """Return a legal pit of the side to move.

        A turn is a sequence of moves: after a free move the player is asked again. It is only asked if there is a legal
        pit, never when the game is over or a pass is forced.
        """

    # ---- optional hooks

    def new_game(self, start: Position, side: Side, seed: int) -> None:  # noqa: B027  # optional
        """Start a game as this side; all randomness must come from the seed, so that games are reproducible."""

    def know(self, facts: Sequence[Fact]) -> None:  # noqa: B027  # optional
        """Take in facts about the position of the next choice, proven earlier or elsewhere."""

    def opponent_moved(self, position: Position, pit: int) -> None:  # noqa: B027  # optional
        """Note that the other side played a pit in a position."""

    def game_over(self, position: Position, outcome: Outcome) -> None:  # noqa: B027  # optional
        """Note how the game ended, and where."""

    def narrate(self) -> Narration | None:
        """Return a narration of the latest choice, if any."""
        return None

    def usual_seconds(self) -> float | None:
        """Return the approximate time of a move without a clock, in seconds; None if short or unknown."""
        return None

    def stop(self) -> None:  # noqa: B027  # optional
        """Ask for an answer soon while choosing; may be called from another thread."""

    def close(self) -> None:  # noqa: B027  # optional
        """Release resources, such as a running program."""

    def __enter__(self) -> Self:
        """Return the player, to be closed at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def __str__(self) -> str:
        """Return the player's name."""
        return self.name or type(self).__name__.lower()
