"""PettingZoo's own tests, and what an environment of ours promises beyond them."""

import warnings

import numpy as np
import pytest

with warnings.catch_warnings():  # the suite imports one of PettingZoo's own games in a deprecated way
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test

from sowfish import PROFILES, Position, SowfishError
from sowfish.envs import sowing_v0

pytestmark = pytest.mark.filterwarnings("ignore")  # the suite warns about what it merely finds unusual


@pytest.mark.parametrize("rules", PROFILES)
def test_every_profile_passes_the_api_test(rules: str) -> None:
    api_test(sowing_v0.env(rules=rules, stones=3), num_cycles=300)


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_same_seed_plays_the_same_games(reward: str) -> None:
    seed_test(lambda: sowing_v0.env(opening_moves=6, reward=reward), num_cycles=30)


def test_every_render_mode_passes_the_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(sowing_v0.env)
    assert "south" in capsys.readouterr().out


def play(env: object, choose: object) -> dict[str, float]:
    """Play a game and return what each agent got in all."""
    env.reset(seed=1)  # type: ignore[attr-defined]
    got = {"player_0": 0.0, "player_1": 0.0}
    for agent in env.agent_iter():  # type: ignore[attr-defined]
        observation, reward, ended, _, _ = env.last()  # type: ignore[attr-defined]
        got[agent] += reward
        env.step(None if ended else choose(observation))  # type: ignore[attr-defined,operator]
    return got


@pytest.mark.parametrize("rules", PROFILES)
def test_rewards_are_those_of_the_game(rules: str) -> None:
    env = sowing_v0.env(rules=rules, reward="margin")
    moves: list[int] = []

    def first(observation: dict[str, np.ndarray]) -> int:
        pit = int(np.flatnonzero(observation["action_mask"])[0])
        moves.append(pit)
        return pit

    got = play(env, first)
    position = Position.start(rules)
    for pit in moves:
        position = position.passed() if position.must_pass else position
        position = position.after(pit)
    assert position.is_over
    margin = position.south_store - position.north_store
    assert got == {"player_0": margin, "player_1": -margin}


def test_a_free_move_keeps_the_agent() -> None:
    env = sowing_v0.env()
    env.reset()
    assert env.agent_selection == "player_0"
    env.step(2)
    assert env.agent_selection == "player_0"
    env.step(0)
    assert env.agent_selection == "player_1"
    assert env.observe("player_1")["observation"].tolist() == [4, 4, 4, 4, 4, 4, 0, 0, 5, 1, 6, 6, 5, 1]
    assert env.observe("player_0")["action_mask"].tolist() == [0] * 6


def test_an_illegal_move_ends_the_game_and_costs_one() -> None:
    env = sowing_v0.env()
    env.reset()
    env.step(2)  # a free move
    env.step(2)  # empty now
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1


def test_wrong_options_are_refused_in_a_sentence() -> None:
    with pytest.raises(SowfishError, match="reward must be one of win, margin, not 'fame'"):
        sowing_v0.env(reward="fame")
    with pytest.raises(SowfishError, match="without a legal move"):
        sowing_v0.env(start="0 0 4 / 1 0 3")
