"""What is told about tables on disk: only where they would have helped much, and once."""

from pathlib import Path

import pytest

from sowfish import Limits, Position, Rules, solve, tables

KALAH, AVALANCHE = Rules.named("kalah"), Rules.named("avalanche")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOWFISH_DATA", str(tmp_path))


def test_a_slow_answer_with_a_small_table_gets_advice_once() -> None:
    found = tables.advice(KALAH, 48, used_stones=19, seconds=4.0)
    assert found is not None
    assert found.command == "sowfish table build kalah 24"
    assert found.bytes == 1_251_677_700
    assert "several times faster: sowfish table build kalah 24 (once, about" in str(found)
    assert "1.3 GB" in str(found)
    assert tables.is_news(found)
    assert not tables.is_news(found)
    other = tables.advice(AVALANCHE, 48, used_stones=16, seconds=4.0)
    assert other is not None
    assert (other.stones, other.bytes) == (20, 225_792_840)
    assert tables.is_news(other)


def test_answers_that_a_table_would_not_have_helped_get_none() -> None:
    assert tables.advice(KALAH, 48, used_stones=19, seconds=1.0) is None
    assert tables.advice(KALAH, 48, used_stones=22, seconds=100.0) is None
    assert tables.advice(KALAH, 21, used_stones=18, seconds=100.0) is None  # the table may not be as large
    assert tables.advice(Rules(pits=8), 48, used_stones=-1, seconds=100.0) is None
    small = Rules.named("kalah", pits=2)
    tables.build(small, 9)
    assert tables.advice(small, 10, used_stones=3, seconds=100.0) is None  # it is there


def test_a_result_says_which_table_was_used() -> None:
    assert solve(Position.start("kalah", 3, 4), limits=Limits(memory=1 << 24)).table_stones >= 5
    assert solve(Position.start(Rules(pits=8), 1)).table_stones == -1
