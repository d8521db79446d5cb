"""The parts of learning by themselves: wandering players, labels, features and what guesses are worth."""

from dataclasses import replace

import numpy as np
import pytest
from tests.learn.tiny import PLAN, corpus

from sowfish import Engine, Position, solve
from sowfish.errors import LearnError
from sowfish.learn.children import children
from sowfish.learn.games import EpsilonRandom, sampled
from sowfish.learn.labels import labels
from sowfish.learn.measure import MOST, RANDOM, measurable, measure
from sowfish.learn.positions import positions_of
from sowfish.players import Clock
from sowfish.players.registry import make

POSITION = Position.parse("kalah: 0 1 2 3 0 / 2 1 0 1 0 south")


@pytest.mark.parametrize(("share", "expected"), [(0.0, {1}), (1.0, {1, 2, 3})])
def test_a_wandering_player_plays_its_own_moves_or_any(share: float, expected: set[int]) -> None:
    player = EpsilonRandom(make("leftmost"), share, seed=1)
    assert {player.choose(POSITION, Clock()) for _ in range(100)} == expected


def test_samples_are_positions_of_one_game_in_order() -> None:
    found = sampled(PLAN, 3)
    assert found == sampled(PLAN, 3)
    assert 0 < len(found) <= PLAN.positions
    rests = [position.rest for position in found]
    assert rests == sorted(rests, reverse=True)  # stones in play never come back
    assert all(position.legal_pits for position in found)


def test_a_game_that_is_not_played_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise ValueError("no idea")

    monkeypatch.setattr(EpsilonRandom, "choose", broken)
    with pytest.raises(LearnError, match=r"game 0 is unusable: .*no idea"):
        sampled(PLAN, 0)


def test_labels_are_gains_beyond_the_lead() -> None:
    ahead = Position.parse("kalah: 0 1 2 3 9 / 2 1 0 1 4 south")
    (label,) = labels([[ahead]], nodes=20_000, look=1000, table=8)
    assert label.is_exact
    assert label.proven == frozenset(ahead.legal_pits)
    assert label.value == solve(ahead).value - 5 == max(label.gains.values())


def test_positions_before_one_that_is_not_proven_are_estimated() -> None:
    start, easy = Position.start("kalah", 4), Position.parse("kalah: 0 0 0 0 1 2 9 / 2 1 0 1 0 1 4 south")
    found = labels([[easy, start, easy.turned()], [easy]], nodes=2000, look=500, table=0)
    assert [label.is_exact for label in found][:2] == [True, False]
    assert found[3].is_exact
    assert set(found[1].gains) == set(start.legal_pits)
    assert found[1].value == max(found[1].gains.values())
    assert labels([], nodes=1, look=1, table=0) == []


@pytest.mark.parametrize("rules", ["kalah", "avalanche", "events", "kalah,pits=8"])
def test_labels_are_those_of_an_engine_asked_one_by_one(rules: str) -> None:
    plan = replace(PLAN, rules=rules, nodes=2000, look=500)
    games = [list(reversed(sampled(plan, number))) for number in range(6)]
    found = iter(labels(games, nodes=plan.nodes, look=plan.look, table=plan.table))
    engine = Engine(threads=1, table_stones=plan.table)
    for game in games:
        proves = True
        for position in game:
            label = next(found)
            if proves:
                single = engine.analyse(position, nodes=plan.nodes)
                assert label.is_exact == single.result.is_proven
                proves = single.result.is_proven
            if label.is_exact and proves:
                assert label.value == single.result.value - position.margin
            for move in single.moves if proves else ():
                assert move.pit not in label.proven or label.gains[move.pit] == move.value - position.margin
            assert set(label.gains) == set(position.legal_pits)


def test_measurable_positions_have_a_choice_and_are_proven_and_evenly_spaced() -> None:
    found = measurable(corpus())
    assert (found.legal.sum(axis=1) > 1).all()
    assert (found.proven == found.legal).all()
    few = measurable(corpus(), most=10)
    assert len(few) == 10
    assert few.game[0] == found.game[0]
    assert few.game[-1] == found.game[-1]
    assert len(found) <= MOST


def test_simple_players_are_measured_against_chance() -> None:
    part = corpus().taken(np.arange(300))
    found = measure(part, {})
    assert set(found) == {RANDOM, "greedy", "turn"}
    assert found["greedy"].whole.optimal > found[RANDOM].whole.optimal
    assert found["greedy"].whole.lost < found[RANDOM].whole.lost
    content = found["greedy"].content()
    bands = content["bands"]
    assert isinstance(bands, dict)
    assert list(bands) == ["2-12", "13-24", "25-36", "37+"]
    assert sum(band["positions"] for band in bands.values()) == content["positions"] == found["turn"].whole.positions
    assert bands["37+"] == {"positions": 0, "optimal": 0.0, "lost": 0.0}


def test_children_of_nothing_are_nothing() -> None:
    none = children(corpus().taken(np.zeros(len(corpus()), dtype=bool)))
    assert len(none) == 0
    assert none.own.shape == (0, 4)


def test_positions_of_a_corpus_have_its_lead_in_one_store() -> None:
    for position, lead in zip(positions_of(corpus())[:200], corpus().lead.tolist(), strict=False):
        assert position.margin == lead
        assert min(position.south_store, position.north_store) == 0


def test_features_count_pits_rest_and_lead() -> None:
    torch = pytest.importorskip("torch")
    from sowfish.learn import features  # noqa: PLC0415  # needs torch
    from sowfish.nets.format import Layout  # noqa: PLC0415

    layout = Layout(rules=corpus().rules, widths=(16, 8))
    batch = features.examples(corpus(), layout)
    assert len(batch) == len(corpus())
    cells = torch.from_numpy(np.concatenate([corpus().own, corpus().their], axis=1))
    assert (batch.rows[:, :-1] - layout.rows * torch.arange(8) == cells.clamp(max=layout.rows - 1)).all()
    assert (batch.rows[:, -1] - features.rests_row(layout) == batch.rest).all()
    two = features.joined([batch.taken(slice(0, 5)), batch.taken(slice(5, 9))])
    assert (two.rows == batch.rows[:9]).all()
    wide = features.all_rows(two, torch.full((9,), 1000), layout)
    assert (wide[:, -1] == features.differences_row(layout) + 2 * features.WIDEST).all()


def test_drawn_leads_are_the_own_one_a_third_of_the_time() -> None:
    torch = pytest.importorskip("torch")
    from sowfish.learn import features  # noqa: PLC0415  # needs torch
    from sowfish.nets.format import Layout  # noqa: PLC0415

    batch = features.examples(corpus(), Layout(rules=corpus().rules, widths=(16, 8)))
    drawn = features.drawn_leads(batch, torch.Generator().manual_seed(1))
    assert 0.3 < (drawn == batch.lead).float().mean().item() < 0.6
    assert drawn.dtype == batch.lead.dtype
