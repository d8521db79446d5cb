"""`net`: the top move of a trained net's policy, without any search."""

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
        """Use the net of a file, or the one that ships with the package for the rules of each position."""
        self.net = source(net)
        self._guess: Guess | None = None

    def choose(self, position: Position, clock: Clock) -> int:  # noqa: ARG002  # needs a microsecond
        """Return the most likely pit; the lowest if several are equal."""
        self._guess = None
        self._guess = net_from(self.net, position.rules).evaluate(position)
        return self._guess.pit

    def narrate(self) -> Narration | None:
        """Return the policy of each pit and the predicted result."""
        guess = self._guess
        if guess is None:
            return None
        told = ", ".join(f"pit {pit} {share:.0%}" for pit, share in enumerate(guess.policy) if share > 0)
        return Narration(
            f"{told}; score {guess.score:+.2f}, margin {guess.margin:+.1f} expected",
            {"policy": list(guess.policy), "score": guess.score, "margin": guess.margin},
        )
