from __future__ import annotations

import itertools
import pickle
import sys
import threading
import time
from collections.abc import Callable

import pytest

from sowfish import Move, Outcome, PlayerError, Position, Side
from sowfish.players import Clock, Player, Reason, make, play


class Scripted(Player):
    """Does what it is told when it is asked, and writes down what it hears."""

    name = "scripted"

    def __init__(self, answer: Callable[[Position], object] = lambda position: position.legal_pits[0]) -> None:
        self.answer = answer
        self.heard: list[object] = []
        self.clocks: list[Clock] = []

    def new_game(self, start: Position, side: Side, seed: int) -> None:
        self.heard.append(("new_game", start, side, seed))

    def choose(self, position: Position, clock: Clock) -> int:
        self.clocks.append(clock)
        self.heard.append("choose")
        return self.answer(position)  # type: ignore[return-value]  # wrong answers are the point

    def opponent_moved(self, position: Position, pit: int) -> None:
        self.heard.append((position, pit))

    def game_over(self, position: Position, outcome: Outcome) -> None:
        self.heard.append(("game_over", position, outcome))


def fail(_position: Position) -> int:
    raise KeyError("lost my notes")


def sleep(seconds: float) -> Callable[[Position], int]:
    def answer(position: Position) -> int:
        time.sleep(seconds)
        return position.legal_pits[0]

    return answer


def test_a_game_is_played_out_and_scored() -> None:
    played = play(make("greedy"), make("leftmost"), Position.start("kalah", 3))
    assert played.game.position.is_over
    assert (played.outcome, played.reason, played.offender) == (played.game.result, Reason.PLAYED_OUT, None)
    assert played.explanation == ""
    assert all(0 < played.slowest[side] <= played.seconds[side] for side in Side)


@pytest.mark.parametrize("wrong", [9, -1, 2.0, None, "2", True, 10**30])
def test_an_illegal_move_loses(wrong: object) -> None:
    played = play(make("leftmost"), Scripted(lambda _position: wrong))
    assert (played.outcome, played.reason, played.offender) == (Outcome.SOUTH_WINS, Reason.ILLEGAL_MOVE, Side.NORTH)
    assert played.explanation.startswith("north (scripted) played an illegal move: ")
    assert played.game.moves == (0,)


@pytest.mark.parametrize("clock", [Clock(), Clock(move=5)])
def test_a_crash_loses(clock: Clock) -> None:
    played = play(Scripted(fail), make("leftmost"), clock=clock)
    assert (played.outcome, played.reason) == (Outcome.NORTH_WINS, Reason.FAULT)
    line = fail.__code__.co_firstlineno + 1
    assert played.explanation == f"south (scripted) failed: KeyError: 'lost my notes' (test_match.py, line {line})"


@pytest.mark.parametrize("hook", ["new_game", "opponent_moved"])
def test_a_crash_in_a_hook_loses(hook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Scripted()
    monkeypatch.setattr(player, hook, lambda *_: fail(Position.start()))
    assert play(make("leftmost"), player).offender is Side.NORTH


def test_a_player_that_leaves_has_lost() -> None:
    def leave(_position: Position) -> int:
        sys.exit("enough")

    line = leave.__code__.co_firstlineno + 1
    for clock in (Clock(), Clock(move=5)):
        assert play(make("leftmost"), Scripted(leave), clock=clock).explanation == (
            f"north (scripted) failed: SystemExit: enough (test_match.py, line {line})"
        )


def test_one_player_cannot_play_both_sides() -> None:
    player = make("greedy")
    with pytest.raises(PlayerError, match="greedy cannot play both sides"):
        play(player, player)


def test_a_crash_at_the_last_move_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Scripted()
    monkeypatch.setattr(player, "opponent_moved", lambda *_: fail(Position.start()))
    assert play(make("leftmost"), player, Position([0, 1], [0, 2])).reason is Reason.PLAYED_OUT


def test_a_crash_after_the_end_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Scripted()
    monkeypatch.setattr(player, "game_over", lambda *_: fail(Position.start()))
    assert play(make("leftmost"), player).reason is Reason.PLAYED_OUT


def test_a_late_answer_loses() -> None:
    played = play(make("leftmost"), Scripted(sleep(0.2)), clock=Clock(move=0.1))
    assert (played.outcome, played.reason, played.offender) == (Outcome.SOUTH_WINS, Reason.OVERSTEP, Side.NORTH)
    assert played.slowest[Side.NORTH] > 0.1
    assert "where 0.100 s were allowed" in played.explanation


def test_a_player_that_hangs_is_not_waited_for() -> None:
    hangs, stopped = threading.Event(), threading.Event()

    class Hanging(Scripted):
        def stop(self) -> None:
            stopped.set()

    player = Hanging(lambda _position: hangs.wait(60))
    started = time.monotonic()
    played = play(make("leftmost"), player, clock=Clock(move=0.1))
    assert time.monotonic() - started < 10
    hangs.set()
    assert played.reason is Reason.OVERSTEP
    assert "was still thinking" in played.explanation
    assert stopped.is_set()


def test_the_time_of_a_game_runs_down_and_the_increment_comes_back() -> None:
    player = Scripted(sleep(0.01))
    play(player, make("leftmost"), Position.start("kalah", 2, 4), clock=Clock(game=60, increment=0.001))
    left = [clock.game for clock in player.clocks]
    assert left[0] == 60
    assert all(before - 0.009 >= after for before, after in itertools.pairwise(left) if before is not None and after)


def test_a_game_is_lost_when_its_time_is_used_up() -> None:
    played = play(Scripted(sleep(0.1)), make("leftmost"), clock=Clock(game=0.25))
    assert (played.reason, played.offender) == (Reason.OVERSTEP, Side.SOUTH)
    assert len(played.game.turns) > 1


def test_each_side_can_have_its_own_clock() -> None:
    south, north = Scripted(), Scripted()
    play(south, north, clock={Side.SOUTH: Clock(move=7), Side.NORTH: Clock()})
    assert {clock.limit for clock in south.clocks} == {7}
    assert {clock.limit for clock in north.clocks} == {None}


@pytest.mark.parametrize("clock", [Clock(), Clock(move=5)])
def test_players_hear_what_they_may_want_to_know(clock: Clock) -> None:
    south, north = Scripted(), Scripted()
    start = Position([0, 1], [0, 2], rules="kalah")
    played = play(south, north, start, clock=clock, seed=9)
    after = start.after(1)
    assert played.game.moves == (1,)
    assert south.heard == [("new_game", start, Side.SOUTH, 9), "choose", ("game_over", after, Outcome.NORTH_WINS)]
    assert north.heard == [
        ("new_game", start, Side.NORTH, 9),
        (start, 1),
        ("game_over", after, Outcome.NORTH_WINS),
    ]


def test_forced_passes_are_made_for_the_players() -> None:
    asked: list[Position] = []

    def answer(position: Position) -> int:
        asked.append(position)
        return position.legal_pits[0]

    start = Position([0, 0, 0], [1, 2, 1], rules="events")
    played = play(Scripted(answer), Scripted(answer), start)
    assert played.reason is Reason.PLAYED_OUT
    assert asked
    assert all(position.legal_pits for position in asked)


def test_a_game_that_is_over_is_not_played() -> None:
    player = Scripted()
    played = play(player, Scripted(), Position([0, 0], [1, 1], south_store=5))
    assert (played.outcome, "choose" in player.heard) == (Outcome.SOUTH_WINS, False)


def test_moves_are_reported_with_their_player() -> None:
    told: list[tuple[Move, str]] = []
    played = play(make("greedy"), make("random"), on_move=lambda move, player: told.append((move, player.name)))
    assert tuple(move.pit for move, _ in told) == played.game.moves
    assert {(move.mover, name) for move, name in told} == {(Side.SOUTH, "greedy"), (Side.NORTH, "random")}


def test_errors_of_the_caller_reach_the_caller() -> None:
    def broken(_move: Move, _player: Player) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play(make("greedy"), make("random"), on_move=broken)


def test_ctrl_c_reaches_the_caller() -> None:
    def interrupt(_position: Position) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(Scripted(interrupt), make("random"))


@pytest.mark.parametrize("clock", [Clock(), Clock(move=10)])
def test_the_same_seed_is_the_same_game(clock: Clock) -> None:
    def game(seed: int, own: int = 0) -> tuple[int, ...]:
        return play(make(f"random:seed={own}"), make("random"), clock=clock, seed=seed).game.moves

    games = [game(seed) for seed in range(20)]
    assert games == [game(seed) for seed in range(20)]
    assert len(set(games)) == 20
    assert game(3, own=1) != game(3)


def test_what_was_played_can_be_sent_to_another_process() -> None:
    played = play(make("random"), make("greedy"), clock=Clock(move=10), seed=1)
    assert pickle.loads(pickle.dumps(played)) == played  # noqa: S301  # our own


def test_two_random_players_do_not_draw_alike() -> None:
    """Mirrored play would give equal first pits in every game."""
    firsts = []
    for seed in range(30):
        turns = play(make("random"), make("random"), seed=seed).game.turns
        firsts.append((turns[0].pits[0], turns[1].pits[0]))
    assert any(south != north for south, north in firsts)
