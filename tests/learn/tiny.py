"""A corpus small enough to be made and learnt in a test."""

from functools import cache

import pytest

from sowfish.learn import corpus_file
from sowfish.learn.corpus import merged, part
from sowfish.learn.corpus_file import Corpus
from sowfish.learn.corpus_plan import CorpusPlan, Opening, checked

pytest.importorskip("torch", reason="no torch here: pip install torch")

PLAN = checked(
    CorpusPlan(
        rules="kalah,pits=4",
        games=700,
        players=("random", "greedy"),
        openings=(Opening.MIRRORED, Opening.FREE),
        fewest_stones=1,
        most_stones=3,
        table=10,
        part=350,
    )
)


def made(plan: CorpusPlan) -> Corpus:
    """Make a corpus in this process."""
    return merged(plan, [corpus_file.unpack(part(plan, number), "part") for number in range(plan.parts)])


@cache
def corpus() -> Corpus:
    """Return the tiny corpus, made once in each process."""
    return made(PLAN)
