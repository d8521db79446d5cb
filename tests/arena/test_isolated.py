"""Games in a process of their own: the same game, and a crash is blamed on the player whose call it was."""

import pytest
from tests.arena import rude

from sowfish import ArenaError
from sowfish.arena import isolated
from sowfish.arena.games import play_job
from sowfish.arena.isolated import play_isolated
from sowfish.arena.tournament_plan import Job, Plan, checked
from sowfish.players.match import Reason
from sowfish.players.registry import forget

PLAN = checked(Plan(players=("random", "greedy"), games=2, rules="kalah,pits=3", stones=2))


def test_an_isolated_game_is_the_same_game() -> None:
    alone = play_isolated(PLAN, Job(0, 0))
    together = play_job(PLAN, Job(0, 0))
    assert [(one.moves, one.outcome, one.seat, one.seed) for one in alone] == [
        (one.moves, one.outcome, one.seat, one.seed) for one in together
    ]


def test_a_player_that_kills_its_process_loses(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    rude.install(tmp_path)  # type: ignore[arg-type]
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    forget()
    try:
        plan = checked(Plan(players=("killer", "leftmost"), games=2))
        first, _ = play_isolated(plan, Job(0, 0))
    finally:
        monkeypatch.undo()
        forget()
    assert (first.reason, first.offender, str(first.outcome)) == (Reason.FAULT, "south", "north_wins")
    assert first.explanation == "south (killer) crashed its process: SIGKILL"
    assert first.moves


def test_a_process_that_never_begins_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolated, "python_command", lambda _code: ["/bin/sh", "-c", "exit 7"])
    with pytest.raises(ArenaError, match="failed to start: exit code 7"):
        play_isolated(PLAN, Job(0, 0))


@pytest.mark.parametrize(("code", "words"), [(0, "exit code 0"), (-11, "SIGSEGV"), (-200, "signal 200")])
def test_deaths_have_names(code: int, words: str) -> None:
    assert isolated._death(code) == words
