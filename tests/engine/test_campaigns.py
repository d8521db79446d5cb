"""Campaigns: a proof that is ended at any moment goes on where it was."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sowfish import CampaignError, Kind, Limits, Position, Progress, Rules, solve
from sowfish.engine import campaigns
from sowfish.engine.campaigns import HASH_NAME, STATE_NAME, read_state

START = Position.start(stones=3, pits=5)  # some 44,000 nodes
FEW = Limits(nodes=10_000, memory=1 << 18)  # room for a small table only
MORE = Limits(memory=1 << 22)
CODE = """
import sys
from sowfish import Limits, Position, solve
from sowfish.engine import campaigns
campaigns.SAVE_SECONDS = 0.05
print("ready", flush=True)
solve(Position.parse(sys.argv[1]), limits=Limits(memory=1 << 22), threads=1, campaign=sys.argv[2])
"""


def test_a_campaign_in_many_sessions_finds_the_value(tmp_path: Path) -> None:
    value = solve(START).value
    sessions, widths = 0, []
    while (result := solve(START, limits=FEW, threads=1, campaign=tmp_path)).kind is not Kind.PROVEN:
        sessions += 1
        state = read_state(tmp_path)
        assert state is not None
        assert state.sessions == sessions
        assert state.low <= value <= state.high
        assert (state.low, state.high) == (result.low, result.high)
        widths.append(state.high - state.low)
        assert sessions < 100
    assert sessions > 2
    assert widths == sorted(widths, reverse=True)
    assert result.value == value
    final = read_state(tmp_path)
    assert final is not None
    assert (final.low, final.high) == (value, value)
    assert final.nodes > 2 * 15_000


def test_a_finished_campaign_answers_at_once_and_with_a_line(tmp_path: Path) -> None:
    first = solve(START, limits=MORE, campaign=tmp_path)
    again = solve(START, limits=MORE, campaign=tmp_path)
    assert (again.value, again.kind) == (first.value, Kind.PROVEN)
    assert again.nodes < first.nodes / 20
    position = START
    for pit in (pit for turn in again.line for pit in turn):
        position = position.after(pit)
    assert position.is_over


def test_a_campaign_killed_at_any_moment_resumes(tmp_path: Path) -> None:
    start = Position.start(stones=4, pits=5)
    chance, lows = random.Random(2), [-40]
    for _ in range(6):
        words = [sys.executable, "-c", CODE, str(start), str(tmp_path)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(chance.uniform(0.05, 0.5))
            process.kill()
        state = read_state(tmp_path)
        if state is not None:
            lows.append(state.low)
    assert lows == sorted(lows)  # what is proven stays proven
    assert solve(start, limits=Limits(memory=1 << 26), campaign=tmp_path).value == 10


def test_a_hash_of_another_size_takes_up_the_work(tmp_path: Path) -> None:
    solve(START, limits=Limits(memory=1 << 24), campaign=tmp_path)
    (tmp_path / STATE_NAME).unlink()  # the bounds alone would do
    again = solve(START, limits=Limits(memory=1 << 20), campaign=tmp_path)
    assert again.nodes < 20_000


def test_progress_tells_of_earlier_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sowfish.engine.question.PROGRESS_SECONDS", 0)
    solve(START, limits=FEW, threads=1, campaign=tmp_path)
    told: list[Progress] = []
    solve(START, limits=Limits(memory=1 << 14), threads=1, campaign=tmp_path, progress=told.append)
    assert told
    assert all(progress.earlier is not None and progress.earlier.nodes >= 8_000 for progress in told)


def test_an_interrupted_campaign_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sowfish.engine.question.PROGRESS_SECONDS", 0)

    def interrupt(progress: Progress) -> None:
        if progress.nodes > 200_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(Position.start(stones=6), limits=MORE, campaign=tmp_path, progress=interrupt)
    state = read_state(tmp_path)
    assert state is not None
    assert state.nodes > 1_000
    assert (tmp_path / HASH_NAME).stat().st_size > 1_000


@pytest.mark.parametrize("change", [('"low": ', '"low": 1'), ('"nodes": ', '"nodes": 1'), ("}", ""), ('"', "")])
def test_a_changed_state_is_refused(tmp_path: Path, change: tuple[str, str]) -> None:
    solve(START, limits=FEW, campaign=tmp_path)
    path = tmp_path / STATE_NAME
    path.write_text(path.read_text().replace(*change))
    with pytest.raises(CampaignError, match=r"campaign\.json is damaged"):
        solve(START, limits=FEW, campaign=tmp_path)


@pytest.mark.parametrize("place", [0, 7, 9, 20, 2_000, -1])
def test_a_changed_hash_is_refused(tmp_path: Path, place: int) -> None:
    solve(START, limits=FEW, campaign=tmp_path)
    path = tmp_path / HASH_NAME
    data = bytearray(path.read_bytes())
    data[place] ^= 4
    path.write_bytes(data)
    with pytest.raises(CampaignError, match=r"hash\.snapshot is damaged; without it the campaign continues"):
        solve(START, limits=FEW, campaign=tmp_path)
    path.unlink()
    assert solve(START, limits=MORE, campaign=tmp_path).kind is Kind.PROVEN


def test_a_campaign_belongs_to_its_position_and_to_one_process(tmp_path: Path) -> None:
    solve(START, limits=FEW, campaign=tmp_path)
    with pytest.raises(CampaignError, match="is for kalah: 3 3 3 3 3 0 / 3 3 3 3 3 0 south"):
        solve(START.after(0), limits=FEW, campaign=tmp_path)
    with campaigns.opened(tmp_path, START), pytest.raises(CampaignError, match="another process is working on"):
        solve(START, limits=FEW, campaign=tmp_path)


def test_other_formats_places_and_rules_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CampaignError, match="cannot write in"):
        solve(START, campaign=tmp_path / "file")
    solve(START, limits=FEW, campaign=tmp_path)
    path = tmp_path / STATE_NAME
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 7}))
    with pytest.raises(CampaignError, match="has format 7; this version of Sowfish reads format 1"):
        solve(START, campaign=tmp_path)
    monkeypatch.undo()
    odd = Position.start(Rules(relay=True), stones=2)
    with pytest.raises(CampaignError, match="campaigns are for the named rules with up to 7 pits"):
        solve(odd, campaign=tmp_path / "odd")
