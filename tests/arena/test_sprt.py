import random

import pytest
from tests.arena.simulated import pair, true_elo

from sowfish.arena.sprt import Sprt, Verdict
from sowfish.arena.tally import Tally
from sowfish.errors import ArenaError


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "llr"),
    [
        # fastchess's tests, app/tests/sprt_test.cpp, logistic model; pairs, then single games
        (0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07),
        (0, 2, (871, 26175, 55983, 26678, 821), -4.98),
        (0.5, 2.5, (21184, 40708, 21404), -1.57),
        (0, 2, (57030, 106593, 57433), -2.59),
        # https://github.com/cutechess/cutechess/issues/543
        (0, 5, (759, 1863, 880), 2.95),
    ],
)
def test_likelihood_ratio_is_the_published_one(elo0: float, elo1: float, counts: tuple[int, ...], llr: float) -> None:
    assert Sprt(elo0=elo0, elo1=elo1).llr(Tally(counts)) == pytest.approx(llr, abs=0.006)


@pytest.mark.parametrize("truth", [Verdict.NOT_STRONGER, Verdict.STRONGER])
def test_wrong_verdicts_are_as_rare_as_asked_for(truth: Verdict) -> None:
    bias = 150
    test = Sprt(elo0=true_elo(-40, bias), elo1=true_elo(90, bias), alpha=0.1, beta=0.1)
    source = random.Random(11)
    strength = 90 if truth is Verdict.STRONGER else -40
    runs, wrong, pairs = 150, 0, 0
    for _ in range(runs):
        halves = [pair(source, strength, bias=bias) for _ in range(400)]
        decided = test.decided_after(halves)
        assert decided is not None
        pairs += decided
        wrong += test.verdict(Tally.of_pairs(halves[:decided])) is not truth
    assert wrong / runs <= 0.16  # a tenth, and two and a half standard errors
    assert pairs / runs < 100  # far fewer than a match of fixed length would need


def test_verdict_does_not_change_what_was_decided_before() -> None:
    test = Sprt(elo0=0, elo1=100)
    halves = [4] * 30 + [0] * 200
    assert test.decided_after(halves) == test.decided_after(halves[:30]) is not None


def test_text_round_trips() -> None:
    assert Sprt.parse(str(Sprt(elo0=-3, elo1=1.5, alpha=0.02))) == Sprt(elo0=-3, elo1=1.5, alpha=0.02)


@pytest.mark.parametrize("text", ["5", "5,0", "0,5,0.7,0.1", "a,b", "0,nan", "0,5,0.05"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(ArenaError):
        Sprt.parse(text)
