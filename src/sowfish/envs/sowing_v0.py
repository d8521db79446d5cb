"""A PettingZoo environment (AEC) for any rules and start, with the conventions of `connect_four_v3`.

`player_0` is south. A free move gives the same agent the next turn. An observation is from its agent's view: own pits,
own store, their pits, their store, each side in its own sowing order; `action_mask` has the legal pits.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sowfish.envs.common import (
    RENDER_MODES,
    Observation,
    Reward,
    Starts,
    choice,
    observation_space,
    observe,
    played,
    render,
    reward_of,
)
from sowfish.model.events import Side
from sowfish.model.position import Position
from sowfish.model.rules import Rules

AGENTS = {"player_0": Side.SOUTH, "player_1": Side.NORTH}


def env(**options: Any) -> Any:  # noqa: ANN401  # options of raw_env; PettingZoo ships no types
    """Return the environment with PettingZoo's usual wrappers: an illegal move ends the game with reward -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801  # the library's convention; it ships no types
    """The environment without wrappers."""

    metadata = {  # noqa: RUF012  # the library's convention
        "name": "sowing_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        rules: str | Rules = "kalah",
        pits: int | None = None,
        stones: int = 4,
        start: str | Position | None = None,
        opening_moves: int = 0,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        """Set up games with these rules.

        `start` replaces the usual start with `stones` in every pit; `opening_moves` random moves follow it. `reward`
        is `win` (1, 0 or -1) or `margin` (stones).
        """
        EzPickle.__init__(
            self,
            rules=rules,
            pits=pits,
            stones=stones,
            start=start,
            opening_moves=opening_moves,
            reward=reward,
            render_mode=render_mode,
        )
        super().__init__()
        self._starts = Starts.of(rules, pits, stones, start, opening_moves)
        self._reward = Reward(choice(Reward, "reward", reward))
        self.render_mode = render_mode
        self.position = self._starts.position
        self.possible_agents = list(AGENTS)
        self.agents = self.possible_agents[:]
        size = self.position.rules.pits
        self.action_spaces = {agent: gymnasium.spaces.Discrete(size) for agent in AGENTS}
        self.observation_spaces = {agent: observation_space(size) for agent in AGENTS}
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's actions: its pits."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Return the position as an agent sees it, with a mask of legal pits if it is to move."""
        return observe(self.position, AGENTS[agent])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a game; `seed` determines the random opening moves."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.position = self._starts.draw(self._random)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def step(self, action: int | None) -> None:
        """Play a pit of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(None)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self.position = played(self.position, int(action))
        if self.position.is_over:
            for other, side in AGENTS.items():
                self.rewards[other] = reward_of(self.position, side, self._reward)
                self.terminations[other] = True
            self.agent_selection = next(other for other in AGENTS if other != agent)
        else:
            self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the board: text, printed text or pixels, by `render_mode`."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
            return None
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _to_move(self) -> str:
        return next(agent for agent, side in AGENTS.items() if side is self.position.to_move)
