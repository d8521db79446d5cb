"""The course of a tournament: chunks, resuming, lost workers, tests that stop early, forfeits."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.pools import SyncPool

from sowfish import ArenaError, Outcome
from sowfish.arena import tournament as tournaments
from sowfish.arena.game_database import GameDatabase
from sowfish.arena.games import Record, play_job, play_jobs
from sowfish.arena.report import game_name, report
from sowfish.arena.sprt import Verdict
from sowfish.arena.tournament import Progress, Scores, run, scores_of
from sowfish.arena.tournament_plan import Job, Openings, Plan, checked
from sowfish.players.match import Reason
from sowfish.render.standings import draw_report

PLAN = checked(Plan(players=("random", "greedy", "leftmost"), games=8, rules="kalah,pits=3", stones=2))


@pytest.fixture(name="new")
def _new(tmp_path: Path) -> Callable[[Plan], GameDatabase]:
    return lambda plan: GameDatabase(tmp_path / "games.db", plan)


def games(store: GameDatabase) -> list[tuple[int, int, int, str]]:
    return [(one.pairing, one.opening, one.seat, one.moves) for one in store.records()]


def test_all_games_of_the_plan_are_played_once(new: Callable[[Plan], GameDatabase]) -> None:
    with new(PLAN) as store:
        seen: list[Progress] = []
        scores = run(store, SyncPool(), progress=seen.append)
        assert scores.done == scores.total == len(list(store.records())) == 24
        assert seen[-1].games == 24
        assert not seen[-1].fouls


def test_a_resumed_tournament_plays_what_is_missing(new: Callable[[Plan], GameDatabase]) -> None:
    with new(PLAN) as store:
        store.add(play_jobs(PLAN, [Job(0, 0), Job(1, 2)]))
        pool = SyncPool()
        run(store, pool)
        played = [job for name, (_, jobs) in pool.calls for job in jobs if name == "play_jobs"]
        assert len(played) == 10
        assert Job(0, 0) not in played
        again = SyncPool()
        run(store, again)
        assert again.calls == []


def test_workers_that_die_change_no_game(new: Callable[[Plan], GameDatabase], tmp_path: Path) -> None:
    with new(PLAN) as store:
        run(store, SyncPool(loses=lambda number: number % 3 == 1))
        disturbed = games(store)
    with GameDatabase(tmp_path / "calm.db", PLAN) as calm:
        run(calm, SyncPool())
        assert games(calm) == disturbed


def test_a_job_that_is_lost_twice_is_played_in_its_own_process(new: Callable[[Plan], GameDatabase]) -> None:
    plan = replace(PLAN, players=("random", "greedy"), games=2)
    with new(plan) as store:
        pool = SyncPool(loses=lambda number: number <= 2)
        run(store, pool)
        assert [name for name, _ in pool.calls] == ["play_jobs", "play_jobs", "play_isolated"]
        assert len(list(store.records())) == 2


def test_workers_that_only_die_end_the_tournament(
    new: Callable[[Plan], GameDatabase], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournaments, "MOST_LOSSES", 5)
    with new(PLAN) as store, pytest.raises(ArenaError, match="workers keep dying before they finish a task"):
        run(store, SyncPool(loses=lambda _number: True))


def won(pairing: int, opening: int, seat: int, *, first_wins: bool) -> Record:
    (record, _) = play_job(PLAN, Job(pairing, opening))
    south_wins = first_wins == (seat == 0)
    return replace(record, seat=seat, outcome=Outcome.SOUTH_WINS if south_wins else Outcome.NORTH_WINS)


def test_a_test_counts_pairs_in_order_and_ignores_games_after_its_decision() -> None:
    plan = replace(PLAN, players=("random", "greedy"), games=400, sprt="0,400")
    scores = Scores(plan)
    for opening in reversed(range(200)):  # the last one decides first, but waits for the others
        for seat in (0, 1):
            scores.add(won(0, opening, seat, first_wins=True))
        if opening > 0:
            assert scores.verdict(0) is Verdict.OPEN
    assert scores.verdict(0) is Verdict.STRONGER
    assert scores.done < 400
    assert scores.total == scores.done
    assert not scores.counts(Job(0, 199))


def test_half_a_pair_does_not_count_yet() -> None:
    scores = Scores(PLAN)
    scores.add(won(0, 0, 0, first_wins=True))
    assert not scores.is_known(Job(0, 0))
    scores.add(won(0, 0, 1, first_wins=True))
    assert scores.is_known(Job(0, 0))
    assert scores.tally(0).counts == (0, 0, 0, 0, 1)


def test_scores_are_those_of_the_records() -> None:
    records = [record for job in PLAN.jobs() for record in play_job(PLAN, job)]
    scores = scores_of(PLAN, records)
    found = report(PLAN, records)
    assert found.games == found.planned == len(records) == scores.done
    assert sum(line.points for line in found.players) == len(records)
    assert sum(line.games for line in found.players) == 2 * len(records)
    for pairing in found.pairings:
        assert pairing.wins + pairing.ties + pairing.losses == pairing.games == 8
        assert pairing.points == pairing.wins + pairing.ties / 2
    assert {rating.player for rating in found.ratings.players} == set(PLAN.names)
    assert found.different <= len(records)
    assert all(name in found._repr_html_() for name in PLAN.names)
    assert found.fouls == ()


def test_forfeits_are_reported_by_name_and_game() -> None:
    records = [record for job in PLAN.jobs() for record in play_job(PLAN, job)]
    records[1] = replace(
        records[1], reason=Reason.FAULT, offender="north", outcome=Outcome.SOUTH_WINS, explanation="north fell over"
    )
    found = report(PLAN, records)
    (foul,) = found.fouls
    assert (foul.player, foul.explanation) == ("random", "north fell over")
    assert foul.game == game_name(PLAN, records[1]) == "1-2-1b"
    assert sum(line.fouls for line in found.players) == 1
    text = draw_report(found)
    assert "Game 1-2-1b: north fell over." in text
    assert "24 games" in text


def test_repeated_games_are_noticed() -> None:
    plan = checked(replace(PLAN, players=("leftmost", "greedy"), openings=Openings.START, games=6))
    found = report(plan, [record for job in plan.jobs() for record in play_job(plan, job)])
    assert found.different == 2
    assert "4 games repeat another move by move" in draw_report(found)


def test_programs_in_a_file_need_permission(tmp_path: Path) -> None:
    plan = replace(PLAN, players=("random", "program:command=true"), games=2)
    path = tmp_path / "games.db"
    GameDatabase(path, plan).close()
    with GameDatabase(path) as store, pytest.raises(ArenaError, match="--allow-programs"):
        run(store, SyncPool())
