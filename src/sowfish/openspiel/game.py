"""Sowing games as an OpenSpiel game, `python_sowing`.

Player 0 is south. An action is a pit of the player to move, in its own sowing order; a free move gives the same player
the next action, and forced passes are automatic. The returns are margins in stones, or 1, 0 and -1 with `reward=win`.
Parameters: `rules` (a named profile), `pits`, `stones`, the switches of `sowfish.Rules`, and `start`, a
position in its URL form without the rules: `4.4.4.0~4.4.4.0~south`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from sowfish.errors import SowfishError, quoted
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.model.rules import DEFAULT_PITS, Rules

GAME_NAME = "python_sowing"
SWITCHES = ("relay", "capture", "both_stores", "ends", "rest")
REWARDS = ("margin", "win")
SIDES = (Side.SOUTH, Side.NORTH)

_TYPE = pyspiel.GameType(
    short_name=GAME_NAME,
    long_name="Sowing games (Kalah, Avalanche and others)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "rules": "kalah",
        "pits": 0,
        "stones": 4,
        "start": "",
        "reward": "margin",
        **dict.fromkeys(SWITCHES, ""),
    },
)


def load(position: Position, *, reward: str = "margin") -> Any:  # noqa: ANN401  # pyspiel ships no types
    """Return the OpenSpiel game that starts from a position."""
    rules = position.rules
    parameters = {name: _written(getattr(rules, name)) for name in SWITCHES}
    south = ".".join(map(str, (*position.south, position.south_store)))
    north = ".".join(map(str, (*position.north, position.north_store)))
    parameters |= {"start": f"{south}~{north}~{position.to_move}", "reward": reward}
    return pyspiel.load_game(GAME_NAME, {"pits": rules.pits, **parameters})


def _written(switch: object) -> str:
    return ("yes" if switch else "no") if isinstance(switch, bool) else str(switch)


def _position(parameters: dict[str, Any]) -> Position:
    """Return the start that the parameters describe."""
    start = str(parameters["start"])
    told = "".join(f",{switch}={parameters[switch]}" for switch in SWITCHES if parameters[switch])
    pits = int(parameters["pits"]) or (start.partition("~")[0].count(".") if start else DEFAULT_PITS)
    rules = Rules.parse(f"{parameters['rules']}{told}").with_pits(pits)
    if not start:
        return Position.start(rules, int(parameters["stones"]))
    south, north, side = [*start.split("~"), "", "", ""][:3]
    return Position.parse(f"{south.replace('.', ' ')} / {north.replace('.', ' ')} {side}", rules)


def _is_margin(reward: object) -> bool:
    if reward not in REWARDS:
        raise SowfishError(f"reward must be one of {', '.join(REWARDS)}, not {quoted(reward)}")
    return reward == "margin"


class SowingGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel ships no types
    """The game with its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Check the parameters."""
        given = {**_TYPE.parameter_specification, **(params or {})}
        try:
            self.start = _position(given)
            self.is_margin = _is_margin(given["reward"])
        except SowfishError as error:
            raise pyspiel.SpielError(str(error)) from None
        total, pits = self.start.total, self.start.rules.pits
        most = float(total if self.is_margin else 1)
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=pits,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-most,
                max_utility=most,
                utility_sum=0.0,
                # Between two banked stones the stones in play only move closer to their stores.
                max_game_length=1 + total + pits * total * (total + 1) // 2,
            ),
            params or {},
        )

    def new_initial_state(self, state: str | None = None) -> SowingState:
        """Return the start."""
        if state:
            raise pyspiel.SpielError("python_sowing has a fixed start; pass the position as the parameter start")
        return SowingState(self)

    def make_py_observer(
        self,
        iig_obs_type: object = None,  # noqa: ARG002  # both players see everything
        params: dict[str, Any] | None = None,
    ) -> _Observer:
        """Return the observer."""
        return _Observer(self.start.rules.pits, params)


class SowingState(pyspiel.State):  # type: ignore[misc]  # pyspiel ships no types
    """A position of a game."""

    def __init__(self, game: SowingGame) -> None:
        """Start at the game's initial position."""
        super().__init__(game)
        self.position = _without_pass(game.start)
        self._is_margin = game.is_margin

    def current_player(self) -> int:
        """Return the player to move."""
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return SIDES.index(self.position.to_move)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # only called for the player to move
        return list(self.position.legal_pits)

    def _apply_action(self, action: int) -> None:
        self.position = _without_pass(self.position.after(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{SIDES[player]} {action}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_over

    def returns(self) -> list[float]:
        """Return the players' returns; 0 until the game is over."""
        if not self.position.is_over:
            return [0.0, 0.0]
        margin = self.position.south_store - self.position.north_store
        got = float(margin if self._is_margin else (margin > 0) - (margin < 0))
        return [got, -got]

    def __str__(self) -> str:
        """Return the position's text."""
        return str(self.position)


class _Observer:
    """Observes own pits, own store, their pits, their store and whether it is to move."""

    def __init__(self, pits: int, params: dict[str, Any] | None) -> None:
        if params:
            raise pyspiel.SpielError(f"observation parameters are not supported: {params}")
        self.tensor = np.zeros(2 * pits + 3, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SowingState, player: int) -> None:
        """Observe a state as a player."""
        position, side = state.position, SIDES[player]
        other = side.other
        cells = (*position.pits(side), position.store(side), *position.pits(other), position.store(other))
        self.tensor[:] = (*cells, position.to_move is side)

    def string_from(self, state: SowingState, player: int) -> str:  # noqa: ARG002  # both see everything
        """Return a state in words."""
        return str(state)


def _without_pass(position: Position) -> Position:
    return position.passed() if position.must_pass else position


if GAME_NAME not in pyspiel.registered_names():
    pyspiel.register_game(_TYPE, SowingGame)
