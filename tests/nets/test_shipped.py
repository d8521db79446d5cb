"""The nets that come with the package, and the players that use them."""

from __future__ import annotations

import pytest
from tests.search.boards import game

from sowfish import NetError, Outcome, PlayerError, Position, Rules, Side
from sowfish.nets import net_for
from sowfish.nets.shipped import has_net
from sowfish.players import Clock, make, play

SHIPPED = ("kalah", "avalanche")


@pytest.mark.parametrize("rules", SHIPPED)
def test_a_net_ships_with_the_package_and_is_small(rules: str) -> None:
    net = net_for(Rules.named(rules))
    assert net is net_for(Rules.named(rules))  # read once
    assert (net.rules, net.pits) == (Rules.named(rules), 6)
    assert net.record
    assert 4 * net.layout.weights < 1_000_000


def test_there_is_none_for_other_rules() -> None:
    for rules in (Rules.named("kalah-lazy"), Rules(pits=5), Rules(relay=True)):
        assert not has_net(rules)
        with pytest.raises(NetError, match=r"no net for .* comes with Sowfish"):
            net_for(rules)


@pytest.mark.parametrize("rules", SHIPPED)
def test_its_top_guess_beats_random(rules: str) -> None:
    wins = 0
    for seed in range(10):
        start = Position.random(48, seed=seed, rules=rules)
        played = play(make("net"), make("random"), start, seed=seed)
        wins += played.outcome is Outcome.SOUTH_WINS
    assert wins >= 8


@pytest.mark.parametrize("rules", SHIPPED)
def test_the_player_plays_the_top_guess_and_tells_it(rules: str) -> None:
    player, net = make("net"), net_for(Rules.named(rules))
    assert player.narrate() is None
    for position in game(rules, 3):
        guess = net.evaluate(position)
        assert player.choose(position, Clock()) == guess.pit
        seen = player.narrate()
        assert seen is not None
        assert seen.data["policy"] == list(guess.policy)
        assert f"pit {guess.pit} " in seen.text


def test_players_that_need_a_net_say_so() -> None:
    with pytest.raises(NetError, match="no net for kalah-lazy with 6 pits comes with Sowfish"):
        make("net").choose(Position.start("kalah-lazy"), Clock())
    with pytest.raises(NetError, match="no net for kalah with 5 pits comes with Sowfish"):
        make("engine:net=shipped").choose(Position.start(pits=5), Clock())
    played = play(make("net"), make("random"), Position.start("kalah-lazy"))
    assert played.offender is Side.SOUTH
    assert "no net for kalah-lazy with 6 pits" in played.explanation
    for text in ("net:net=nowhere.net", "puct:net=nowhere.net", "engine:net=nowhere.net"):
        with pytest.raises(PlayerError, match=r"cannot read the net nowhere\.net: No such file"):
            make(text)


def test_puct_says_when_it_plays_without_a_net() -> None:
    player = make("puct:playouts=50")
    texts = []
    for position in (Position.start(), Position.start("kalah-lazy")):
        player.choose(position, Clock())
        seen = player.narrate()
        assert seen is not None
        texts.append(seen.text)
    assert "50 visits, " in texts[0]
    assert "50 games without a net, " in texts[1]


def test_a_guided_engine_proves_what_the_other_does() -> None:
    position = Position.parse("kalah: 0 1 2 0 4 1 15 / 2 0 1 3 0 1 18 south")
    guided, plain = make("engine:nodes=600000,memory=16,net=shipped"), make("engine:nodes=600000,memory=16")
    for player in (guided, plain):
        player.choose(position, Clock())
    one, other = guided.narrate(), plain.narrate()
    assert one is not None
    assert other is not None
    assert one.data["kind"] == other.data["kind"] == "proven"
    assert one.data["value"] == other.data["value"]
