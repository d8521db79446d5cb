"""The player `openspiel`: a bot of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from sowfish.errors import PlayerError, quoted
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.openspiel.game import SIDES, load
from sowfish.players.clock import Clock
from sowfish.players.options import Range
from sowfish.players.player import Player


class OpenSpielPlayer(Player):
    """A bot of OpenSpiel: mcts, or any bot it has registered, such as uniform_random."""

    def __init__(
        self,
        *,
        bot: Annotated[str, "mcts, or a bot that OpenSpiel has registered"] = "mcts",
        simulations: Annotated[int, "simulations of mcts for a move", Range(1, 10**9)] = 1000,
        exploration: Annotated[float, "exploration constant of mcts, as a share of all stones", Range(0, 1000)] = 2.0,
    ) -> None:
        """Choose the bot."""
        bots = ("mcts", *pyspiel.registered_bots())
        if bot not in bots:
            raise PlayerError(f"OpenSpiel has no bot {quoted(bot)}; it has {', '.join(bots)}")
        self._make: Callable[[Any, int, int], Any] = (
            (lambda game, _, seed: _mcts(game, simulations, exploration, seed)) if bot == "mcts" else _registered(bot)
        )
        self._bot: Any = None
        self._state: Any = None
        self._seed = 0

    @classmethod
    def of(cls, make: Callable[[Any, int, int], Any]) -> OpenSpielPlayer:
        """Return a player for any `pyspiel.Bot`; `make(game, player_id, seed)` returns the bot."""
        player = cls(bot="mcts", simulations=1)
        player._make = make
        return player

    def new_game(self, start: Position, side: Side, seed: int) -> None:
        """Start a game."""
        self._seed = seed
        self._begin(start, side)

    def opponent_moved(self, position: Position, pit: int) -> None:
        """Tell the bot."""
        if self._state is not None and self._state.position == position:
            self._bot.inform_action(self._state, self._state.current_player(), pit)
            self._state.apply_action(pit)

    def choose(self, position: Position, clock: Clock) -> int:  # noqa: ARG002  # OpenSpiel's bots have no clock
        """Return the bot's move."""
        if self._state is None or self._state.position != position:
            self._begin(position, position.to_move)
        pit = int(self._bot.step(self._state))
        self._state.apply_action(pit)
        return pit

    def _begin(self, position: Position, side: Side) -> None:
        game = load(position)
        self._state = game.new_initial_state()
        self._bot = self._make(game, SIDES.index(side), self._seed & 0x7FFFFFFF)


def _mcts(game: Any, simulations: int, exploration: float, seed: int) -> Any:  # noqa: ANN401  # pyspiel ships no types
    random = np.random.RandomState(seed)
    return mcts.MCTSBot(
        game, exploration * game.max_utility(), simulations, mcts.RandomRolloutEvaluator(1, random), random_state=random
    )


def _registered(name: str) -> Callable[[Any, int, int], Any]:
    return lambda game, seat, _seed: pyspiel.load_bot(name, game, seat)
