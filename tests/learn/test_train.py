"""A tiny net is trained for real, and guesses and plays better than chance; the core computes what torch does."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.learn.tiny import corpus

from sowfish import LearnError, Position
from sowfish.arena.openings import opening
from sowfish.arena.tournament_plan import Plan
from sowfish.cli.commands.learn.train import told
from sowfish.learn.measure import measurable
from sowfish.learn.positions import positions_of
from sowfish.learn.session import LINEAR, NET, Session, run
from sowfish.learn.train import Options, policy_target, split, train
from sowfish.model.events import Outcome
from sowfish.nets.net import Net
from sowfish.players import Clock
from sowfish.players.chance import Random
from sowfish.players.match import play
from sowfish.players.player import Player

torch = pytest.importorskip("torch")

OPTIONS = Options(widths=(32, 16), epochs=30, patience=4, batch=256, rate=8e-3)


@cache
def session() -> Session:
    return run(corpus(), OPTIONS)


def net() -> Net:
    return Net.from_bytes(session().data, "tiny.net")


class TopGuess(Player):
    """Plays what a net thinks best."""

    def __init__(self, net: Net) -> None:
        self.net = net

    def choose(self, position: Position, clock: Clock) -> int:  # needs no time
        return self.net.evaluate(position).pit


def test_top_guesses_are_optimal_more_often_than_by_chance() -> None:
    skills = session().skills
    assert skills[NET].whole.positions > 100
    assert skills[NET].whole.optimal > skills["random"].whole.optimal + 0.15
    assert skills[NET].whole.lost < 0.7 * skills["random"].whole.lost
    assert skills[LINEAR].whole.optimal > skills["random"].whole.optimal
    assert sum(skill.positions for skill in skills[NET].bands.values()) == skills[NET].whole.positions


def test_the_net_beats_random_in_games() -> None:
    plan = Plan(players=("random", "random"), rules="kalah,pits=4", stones=3, seed=9)
    points = 0.0
    for number in range(40):
        guided, other = TopGuess(net()), Random(seed=number)
        start = opening(plan, number // 2)
        first = number % 2 == 0
        south, north = (guided, other) if first else (other, guided)
        outcome = play(south, north, start, seed=number).outcome
        won = Outcome.SOUTH_WINS if first else Outcome.NORTH_WINS
        points += 1.0 if outcome is won else 0.5 if outcome is Outcome.TIE else 0.0
    assert points >= 26


def test_the_core_computes_what_torch_does() -> None:
    from sowfish.learn.features import all_rows, examples  # noqa: PLC0415  # needs torch
    from sowfish.learn.model import masked, packed  # noqa: PLC0415

    for trained in (session().net, session().baseline):
        model = trained.model
        some = corpus().taken(np.arange(0, len(corpus()), 3))
        batch = examples(some, model.layout)
        with torch.no_grad():
            outputs = model(all_rows(batch, batch.lead, model.layout))
            policy = torch.softmax(masked(outputs.logits, batch.legal), dim=1)
        native = Net.from_bytes(packed(model, {}), "same")
        guesses = [native.evaluate(position) for position in positions_of(some)]
        assert np.abs(np.array([guess.policy for guess in guesses]) - policy.numpy()).max() < 1e-4
        assert np.abs(np.array([guess.score for guess in guesses]) - outputs.score.numpy()).max() < 1e-4
        margins = batch.lead + outputs.share * batch.rest
        assert np.abs(np.array([guess.margin for guess in guesses]) - margins.numpy()).max() < 1e-3


def test_margins_are_nearer_than_the_lead_alone() -> None:
    known = measurable(split(corpus(), OPTIONS.seed).test)
    truth = known.lead + known.value
    guesses = np.array([net().evaluate(position).margin for position in positions_of(known)])
    assert np.abs(guesses - truth).mean() < 0.7 * np.abs(known.value).mean()


def test_the_file_remembers_how_it_was_trained() -> None:
    record = net().record
    assert record == session().record
    assert record["corpus"]["digest"] == corpus().digest  # type: ignore[index]  # JSON
    assert record["training"]["options"]["seed"] == 1  # type: ignore[index]
    assert record["versions"]["torch"] == torch.__version__  # type: ignore[index]
    assert record["held_out"]["greedy"]["positions"] > 100  # type: ignore[index]


def test_the_program_tells_how_good_the_guesses_are() -> None:
    lines = told(session(), Path("tiny.net")).splitlines()
    assert lines[0].startswith(
        f"tiny.net: {len(session().data):,} bytes, best after epoch {session().net.best.number} "
    )
    assert [line.split()[0] for line in lines[3:]] == ["net", "linear", "greedy", "turn", "random"]
    assert f"{100 * session().skills[NET].whole.optimal:.1f} %" in lines[3]


def test_training_ends_when_the_validation_gets_no_better() -> None:
    parts = split(corpus(), 1)
    short = train(parts, Options(widths=(8, 8), epochs=40, patience=2, batch=128, rate=0.05))
    assert short.best.number == len(short.epochs) - 2 < 38
    assert short.best.loss == min(epoch.loss for epoch in short.epochs)
    assert short.epochs[-1].rate < 0.05


def test_the_same_seed_trains_the_same_net_and_a_wish_to_stop_is_heard() -> None:
    from sowfish.learn.model import packed  # noqa: PLC0415  # needs torch

    class Stop:
        def is_set(self) -> bool:
            return True

    parts = split(corpus(), 1)
    options = Options(widths=(8, 8), epochs=9, batch=256)
    first, again = (train(parts, options, cancel=Stop()) for _ in range(2))
    assert len(first.epochs) == 1
    assert packed(first.model, {}) == packed(again.model, {})
    other = train(parts, Options(widths=(8, 8), epochs=1, batch=256, seed=2))
    assert packed(other.model, {}) != packed(first.model, {})


def test_targets_are_the_best_moves_or_softer() -> None:
    from sowfish.learn.features import examples  # noqa: PLC0415  # needs torch

    batch = examples(corpus(), session().net.model.layout)
    hard, soft = policy_target(batch, 0.0), policy_target(batch, 1.0)
    best = batch.legal & (batch.gains == batch.value[:, None])
    assert torch.equal(hard > 0, best)
    for target in (hard, soft):
        assert torch.allclose(target.sum(dim=1), torch.ones(len(batch)))
        assert not (target[~batch.legal] > 0).any()
    assert (soft[best] <= hard[best] + 1e-6).all()


def test_too_few_games_are_refused() -> None:
    few = corpus().taken(corpus().game < 5)
    with pytest.raises(LearnError, match="a corpus of 5 games is too small to train on; at least 10 are needed"):
        split(few, 1)
