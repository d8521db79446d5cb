"""`montecarlo`: plays many random games after every move, and picks the move that wins most.

Abramson, "Expected-outcome: a general model of static evaluation" (1990), found that the mean result of random games is
a fair evaluation of a position; Bruegmann's "Monte Carlo Go" (1993) made a player of it. There is no tree: both sides
play at random from the second move on, so a move that only wins if the opponent misses the reply looks better than it
is. `uct` fixes that weakness.
"""

from __future__ import annotations

import threading
from typing import Annotated

from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.players.chance import SEED, chance
from sowfish.players.clock import Clock
from sowfish.players.options import Range
from sowfish.players.player import Narration, Player
from sowfish.search.montecarlo import DEFAULT_PLAYOUTS, MonteCarloResult, Policy, Rollout, Select, montecarlo


class MonteCarlo(Player):
    """Plays the move that wins most of its random games, as many games for each move."""

    def __init__(
        self,
        *,
        playouts: Annotated[int, "random games per move, all pits together", Range(1, 10**15)] = DEFAULT_PLAYOUTS,
        select: Annotated[Select, "wins minus losses, wins per decided game, or wins per game"] = Select.DIFFERENCE,
        policy: Annotated[Policy, "random games of any moves, or of those that bank most"] = Policy.UNIFORM,
        time: Annotated[float | None, "time limit of a move, in seconds", Range(0.001)] = None,
        threads: Annotated[int | None, "threads to play with; none for all cores", Range(1, 256)] = 1,
        seed: SEED = 0,
        rollout: Rollout | None = None,
    ) -> None:
        """Play this many games per move; the number of threads only changes the time.

        `rollout`, from Python only, chooses the moves of the random games instead of `policy`.
        """
        self.rollout = rollout
        self.playouts = playouts
        self.select = select
        self.policy = policy
        self.time = time
        self.threads = threads
        self.seed = seed
        self._chance = chance(seed)
        self._result: MonteCarloResult | None = None
        self._stop = threading.Event()

    def new_game(self, start: Position, side: Side, seed: int) -> None:  # noqa: ARG002  # any start
        """Seed from the player's own seed and the game's."""
        self._chance = chance(self.seed, seed, side)
        self._result = None

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the move whose random games ended best for the side to move."""
        self._result = None
        if len(position.legal_pits) == 1:
            return position.legal_pits[0]
        try:
            self._result = montecarlo(
                position,
                playouts=self.playouts,
                seconds=clock.at_most(self.time).budget(position),
                policy=self.rollout or self.policy,
                select=self.select,
                seed=self._chance.getrandbits(64),
                threads=self.threads,
                cancel=self._stop,
            )
        finally:
            self._stop.clear()
        return self._result.pit

    def stop(self) -> None:
        """Stop the search; the games so far decide."""
        self._stop.set()

    def narrate(self) -> Narration | None:
        """Return how the games after each move ended."""
        if self._result is None:
            return None
        counts = self._result.counts
        told = ", ".join(
            f"pit {c.pit} +{c.wins} ={c.draws} -{c.losses} "
            f"(difference {c.difference:+d}, ratio {c.ratio:.3f}, wins {c.win_share:.3f})"
            for c in counts
        )
        return Narration(
            f"{self._result.playouts:,} random games: {told}",
            {
                "playouts": self._result.playouts,
                "select": self.select,
                "counts": [
                    {
                        "pit": c.pit,
                        "wins": c.wins,
                        "draws": c.draws,
                        "losses": c.losses,
                        "difference": c.difference,
                        "ratio": round(c.ratio, 6),
                        "win_share": round(c.win_share, 6),
                    }
                    for c in counts
                ],
            },
        )
