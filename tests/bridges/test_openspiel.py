"""OpenSpiel's own checks of our game, and players across the border in both directions."""

import random
from typing import Any

import pytest

from sowfish import PROFILES, PlayerError, Position, Rules, Side, SowfishError
from sowfish.players import make, play

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")

from sowfish.openspiel import PlayerBot, load  # noqa: E402  # needs OpenSpiel
from sowfish.openspiel.bots import position_of  # noqa: E402  # needs OpenSpiel
from sowfish.openspiel.player import OpenSpielPlayer  # noqa: E402  # needs OpenSpiel


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.parametrize("pits", [1, 4, 6, 9])
def test_every_profile_passes_the_simulation_and_serialisation_test(rules: str, pits: int) -> None:
    game = pyspiel.load_game(f"python_sowing(rules={rules},pits={pits},stones=3)")
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", ["kalah,relay=yes", "avalanche,capture=always", "kalah,rest=nobody,ends=all-empty"])
def test_any_rules_can_be_loaded_from_a_position(rules: str) -> None:
    start = Position.start(Rules.parse(rules), 3).after(1)
    game = load(start)
    assert game.new_initial_state().position == start
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["margin", "win"])
def test_returns_are_the_games_result(reward: str) -> None:
    source = random.Random(4)
    state = load(Position.start("avalanche"), reward=reward).new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        state.apply_action(source.choice(state.legal_actions()))
    margin = state.position.south_store - state.position.north_store
    south = margin if reward == "margin" else (margin > 0) - (margin < 0)
    assert state.returns() == [south, -south]


def test_wrong_parameters_are_refused_in_a_sentence() -> None:
    for text, words in (
        ("rules=chess", "chess"),
        ("pits=0,start=1.2.3~1.2", "south"),
        ("reward=fame", "reward must be one of margin, win"),
    ):
        with pytest.raises(pyspiel.SpielError, match=words):
            pyspiel.load_game(f"python_sowing({text})")


def test_a_player_as_a_bot_beats_openspiels_random_bot_in_its_own_mancala() -> None:
    game = pyspiel.load_game("mancala")
    points = 0
    for seed in range(10):
        ours = seed % 2
        bots = {ours: PlayerBot("minimax:depth=4", ours, seed=seed), 1 - ours: None}
        source = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            bot = bots[state.current_player()]
            action = bot.step(state) if bot else source.choice(state.legal_actions())
            assert action in state.legal_actions()
            state.apply_action(action)
        points += state.returns()[ours] > 0
    assert points >= 9


def test_positions_of_openspiels_mancala_are_read() -> None:
    state = pyspiel.load_game("mancala").new_initial_state()
    position = Position.start("kalah")
    source = random.Random(2)
    while not position.is_over:
        assert position_of(state) == position
        pit = source.choice(position.legal_pits)
        state.apply_action(pit + (1 if position.to_move is Side.SOUTH else 8))
        position = position.after(pit)


def test_openspiels_bots_play_here() -> None:
    strong = play(make("openspiel:simulations=60"), make("leftmost"), Position.start("avalanche", 3), seed=3)
    assert str(strong.reason) == "played_out"
    again = play(make("openspiel:simulations=60"), make("leftmost"), Position.start("avalanche", 3), seed=3)
    assert strong.game == again.game
    weak = play(make("openspiel:bot=uniform_random"), make("openspiel:bot=uniform_random"), seed=1)
    assert str(weak.reason) == "played_out"


def test_any_bot_of_theirs_plays_here() -> None:
    class Highest(pyspiel.Bot):  # type: ignore[name-defined, misc]  # pyspiel ships no types
        def step(self, state: Any) -> int:  # noqa: ANN401  # the same
            return int(max(state.legal_actions()))

        def inform_action(self, state: object, player_id: int, action: int) -> None:
            heard.append(action)

    heard: list[int] = []
    played = play(OpenSpielPlayer.of(lambda _game, _seat, _seed: Highest()), make("leftmost"), seed=1)
    assert str(played.reason) == "played_out"
    assert heard


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(PlayerError, match="OpenSpiel has no bot 'deep'"):
        make("openspiel:bot=deep")
    with pytest.raises(SowfishError, match="supports the game tic_tac_toe"):
        position_of(pyspiel.load_game("tic_tac_toe").new_initial_state())
