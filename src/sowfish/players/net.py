"""`net`: the move that a trained net thinks best at first sight, without looking ahead at all."""

from __future__ import annotations

from typing import Annotated

from sowfish.model.position import Position
from sowfish.nets import Guess
from sowfish.nets.shipped import SHIPPED, net_from, source
from sowfish.players.clock import Clock
from sowfish.players.player import Narration, Player


class NetPlayer(Player):
    """Plays the top guess of a trained net; needs one for the rules that are played."""

    def __init__(
        self, *, net: Annotated[str, "file of a net, or shipped for the one that comes with the package"] = SHIPPED
    ) -> None:
        """Take the net of a file, or the one that comes with the package for the rules of each position."""
        self.net = source(net)
        self._guess: Guess | None = None

    def choose(self, position: Position, clock: Clock) -> int:  # noqa: ARG002  # a microsecond is always there
        """Return the likeliest pit; of equals the lowest."""
        self._guess = None
        self._guess = net_from(self.net, position.rules).evaluate(position)
        return self._guess.pit

    def narrate(self) -> Narration | None:
        """Return how likely each pit was thought best, and what was expected."""
        guess = self._guess
        if guess is None:
            return None
        told = ", ".join(f"pit {pit} {share:.0%}" for pit, share in enumerate(guess.policy) if share > 0)
        return Narration(
            f"{told}; score {guess.score:+.2f}, margin {guess.margin:+.1f} expected",
            {"policy": list(guess.policy), "score": guess.score, "margin": guess.margin},
        )
