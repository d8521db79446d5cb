"""Gymnasium's own checker, games against players, and many games at once."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sowfish import PROFILES, Position, SowfishError
from sowfish.envs.registration import environment_name
from sowfish.envs.single import SowingEnv
from sowfish.envs.vector import SowingVectorEnv
from sowfish.players import Clock, Player


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.filterwarnings("ignore")  # the checker warns about what it merely finds unusual
def test_every_profile_passes_the_checker(rules: str) -> None:
    env = gymnasium.make(environment_name(rules), opponent="greedy", render_mode="ansi")
    check_env(env.unwrapped)


@pytest.mark.parametrize("mode", ["ansi", "human", "rgb_array"])
def test_every_render_mode_draws(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = SowingEnv(render_mode=mode)
    env.reset(seed=1)
    drawn = env.render()
    if mode == "rgb_array":
        assert isinstance(drawn, np.ndarray)
        assert drawn.shape == (630, 1200, 3)
        assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 8
    else:
        assert "south" in (drawn if mode == "ansi" else capsys.readouterr().out)  # type: ignore[operator]


class Recorder(Player):
    """Plays leftmost and writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def new_game(self, start: Position, side: str, seed: int) -> None:
        self.heard.append(f"new {side}")

    def choose(self, position: Position, clock: Clock) -> int:
        self.heard.append("choose")
        return position.legal_pits[0]

    def opponent_moved(self, position: Position, pit: int) -> None:
        self.heard.append(f"moved {pit}")

    def game_over(self, position: Position, outcome: str) -> None:
        self.heard.append(f"over {outcome}")


def test_the_opponent_hears_of_the_game() -> None:
    opponent = Recorder()
    env = SowingEnv(opponent=opponent, pits=3, stones=2, seat="north")
    observation, _ = env.reset(seed=1)
    assert opponent.heard[:2] == ["new south", "choose"]
    ended = False
    while not ended:
        observation, reward, ended, _, _ = env.step(int(np.argmax(observation["action_mask"])))
    assert opponent.heard[-1].startswith("over ")
    assert reward == np.sign(env.position.north_store - env.position.south_store)


def test_an_illegal_action_loses() -> None:
    env = SowingEnv(reward="margin")
    env.reset(seed=1)
    env.step(2)
    _, reward, ended, _, info = env.step(2)
    assert (reward, ended, info) == (-48.0, True, {"illegal": True})


def test_random_seats_are_both_taken() -> None:
    env = SowingEnv(seat="random")
    assert len({env.reset(seed=seed)[0]["observation"].tobytes() for seed in range(20)}) > 1
    assert {(env.reset(seed=seed), env.side)[1] for seed in range(20)} == {"south", "north"}


@pytest.mark.parametrize("rules", [*PROFILES, "kalah,pits=9"])
def test_many_games_at_once_are_the_same_games(rules: str) -> None:
    games = 50
    env = SowingVectorEnv(games, rules=rules, opponent="self", reward="margin", stones=3)
    observation, info = env.reset(seed=3)
    start = Position.start(rules, 3)
    positions = [start] * games
    random = np.random.default_rng(1)
    ends = 0
    for _ in range(120):
        for row, position in enumerate(positions):
            side = position.to_move
            assert info["to_move"][row] == (side == "north")
            cells = [*position.pits(side), position.store(side), *position.pits(side.other), position.store(side.other)]
            assert observation["observation"][row].tolist() == cells
            assert tuple(np.flatnonzero(observation["action_mask"][row])) == position.legal_pits
        actions = np.array([random.choice(position.legal_pits) for position in positions])
        movers = [position.to_move for position in positions]
        observation, rewards, ended, truncated, info = env.step(actions)
        assert not truncated.any()
        for row, (position, pit) in enumerate(zip(positions, actions, strict=True)):
            after = position.after(int(pit))
            after = after.passed() if after.must_pass else after
            assert ended[row] == after.is_over
            if after.is_over:
                ends += 1
                assert rewards[row] == after.store(movers[row]) - after.store(movers[row].other)
                assert info["_final_obs"][row]
                assert info["final_obs"]["observation"][row].sum() == start.total or rules == "avalanche"
            else:
                assert rewards[row] == 0
            positions[row] = start if after.is_over else after
    assert ends > games


def test_vector_environment_is_made_by_its_name() -> None:
    env = gymnasium.make_vec("sowfish/Avalanche-v0", num_envs=8, opponent="random", seat="random", copy=True)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    again, *_ = env.step(np.argmax(observation["action_mask"], axis=1))
    assert again["observation"] is not observation["observation"]


def test_greedy_masks_beat_the_random_opponent_of_the_core() -> None:
    env = SowingVectorEnv(64, opponent="random", seat="random")
    observation, _ = env.reset(seed=1)
    wins = games = 0
    for _ in range(400):
        # the pit next to the store that is filled: keeps stones away from the opponent
        mask = observation["action_mask"]
        actions = mask.shape[1] - 1 - np.argmax(mask[:, ::-1], axis=1)
        observation, rewards, ended, _, _ = env.step(actions)
        wins += int((rewards[ended] > 0).sum())
        games += int(ended.sum())
    assert games > 500
    assert wins > 0.7 * games


def test_wrong_options_are_refused_in_a_sentence() -> None:
    with pytest.raises(SowfishError, match=r"is self or random, not 'greedy'; .*vectorization_mode=\"sync\""):
        SowingVectorEnv(2, opponent="greedy")
    with pytest.raises(SowfishError, match="seat must be one of south, north, random"):
        SowingEnv(seat="east")


def test_one_by_one_many_games_are_played_against_any_player() -> None:
    envs = gymnasium.make_vec("sowfish/Kalah-v0", num_envs=3, vectorization_mode="sync", opponent="greedy", pits=3)
    observation, _ = envs.reset(seed=1)
    for _ in range(40):
        observation, *_ = envs.step(observation["action_mask"].argmax(axis=1))
    assert observation["observation"].shape == (3, 8)


@pytest.mark.parametrize("seat", ["south", "north"])
def test_action_masks_are_those_of_the_observation(seat: str) -> None:
    env = gymnasium.make("sowfish/Avalanche-v0", opponent="random", seat=seat)
    observation, _ = env.reset(seed=1)
    ended = False
    while not ended:
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == bool
        assert masks.tolist() == [bool(bit) for bit in observation["action_mask"]]
        observation, _, ended, _, _ = env.step(int(masks.argmax()))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of two libraries that are not ours
def test_maskable_ppo_trains_on_it_as_it_is() -> None:
    sb3 = pytest.importorskip("sb3_contrib")
    env = gymnasium.make("sowfish/Kalah-v0", opponent="random", pits=3, stones=2)
    model = sb3.MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(128)
    observation, _ = env.reset(seed=2)
    ended = False
    while not ended:
        masks = env.get_wrapper_attr("action_masks")()
        action, _ = model.predict(observation, action_masks=masks)
        observation, _, ended, _, info = env.step(int(action))
        assert "illegal" not in info
