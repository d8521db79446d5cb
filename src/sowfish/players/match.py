"""A referee: two players play one game; who breaks the rules, the clock or down has lost."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sowfish.errors import IllegalMoveError, PlayerError
from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game
from sowfish.model.position import Move, Position
from sowfish.players.clock import Clock
from sowfish.players.player import Player
from sowfish.players.watch import Answer, Watch

HOOK_SECONDS = 30.0  # for a player to get ready, if there is a clock at all


class Reason(StrEnum):
    """Why a game ended."""

    PLAYED_OUT = "played_out"
    ILLEGAL_MOVE = "illegal_move"
    OVERSTEP = "overstep"  # of the clock
    FAULT = "fault"  # the player crashed or gave no answer that is one


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game that was played, with its end."""

    game: Game
    outcome: Outcome
    reason: Reason
    explanation: str  # one sentence, empty if the game was played out
    offender: Side | None  # who lost by anything but the stones
    seconds: Mapping[Side, float]  # that each side thought
    slowest: Mapping[Side, float]  # the longest move of each side


def play(
    south: Player,
    north: Player,
    start: Position | None = None,
    *,
    clock: Clock | Mapping[Side, Clock] | None = None,
    seed: int = 0,
    on_move: Callable[[Move, Player], object] | None = None,
) -> Played:
    """Play a game and return it; the same players, start and seed give the same game.

    Each side has the `clock`, or its own of two. `on_move` hears of every move with the player that made it, which
    can then be asked what it saw. An error of `on_move`, and Ctrl-C, reach the caller; a player's never do. Without a
    limit of time the players are called in the caller's thread, else each in one of its own.
    """
    if south is north:
        raise PlayerError(f"{south} cannot play both sides; make it twice")
    clocks = dict(clock) if isinstance(clock, Mapping) else dict.fromkeys(Side, clock or Clock())
    referee = _Referee({Side.SOUTH: south, Side.NORTH: north}, Game(start), clocks)
    try:
        return referee.play(seed, on_move or (lambda _move, _player: None))
    finally:
        referee.close()


class _Foul(Exception):  # noqa: N818  # a foul is no error of ours
    """A player has lost by something other than stones."""

    def __init__(self, offender: Side, reason: Reason, explanation: str) -> None:
        super().__init__(explanation)
        self.offender = offender
        self.reason = reason


class _Referee:
    """One game under way."""

    def __init__(self, players: dict[Side, Player], game: Game, clocks: dict[Side, Clock]) -> None:
        self.players = players
        self.game = game
        self.clocks = clocks
        self.watches = {side: Watch() for side in Side}
        self.seconds = dict.fromkeys(Side, 0.0)
        self.slowest = dict.fromkeys(Side, 0.0)

    def play(self, seed: int, on_move: Callable[[Move, Player], object]) -> Played:
        """Play to the end and tell the players."""
        start = self.game.position
        foul = None
        try:
            for side, player in self.players.items():
                self._tell(side, lambda player=player, side=side: player.new_game(start, side, seed))  # type: ignore[misc]
            while not self.game.position.is_over:
                self._move(on_move)
        except _Foul as caught:
            foul = caught
        played = self._played(foul)
        self._tell_the_end(played.outcome)
        return played

    def _move(self, on_move: Callable[[Move, Player], object]) -> None:
        """Have the side to move choose, play it, and tell the other."""
        position = self.game.position
        side = position.to_move
        player, clock = self.players[side], self.clocks[side]
        answer = self.watches[side].run(lambda: player.choose(position, clock), clock.limit)
        self._count(side, answer)
        try:
            move = self.game.play(answer.value)  # type: ignore[arg-type]  # a position refuses what is no pit
        except IllegalMoveError as error:
            raise _Foul(side, Reason.ILLEGAL_MOVE, f"{side} ({player}) played an illegal move: {error}") from None
        on_move(move, player)
        other = self.players[side.other]
        try:
            self._tell(side.other, lambda: other.opponent_moved(position, move.pit))
        except _Foul:
            if not self.game.position.is_over:  # what is decided cannot be lost any more
                raise

    def _count(self, side: Side, answer: Answer) -> None:
        """Take the time off the clock; time that is over or an answer that is none is a foul."""
        who, clock = f"{side} ({self.players[side]})", self.clocks[side]
        self.seconds[side] += answer.seconds
        self.slowest[side] = max(self.slowest[side], answer.seconds)
        if clock.limit is not None and answer.seconds > clock.limit:
            took = f"took {answer.seconds:.3f} s" if answer.came else "was still thinking"
            if not answer.came:
                with contextlib.suppress(Exception):  # it has lost already
                    self.players[side].stop()
            raise _Foul(side, Reason.OVERSTEP, f"{who} {took} where {clock.limit:.3f} s were allowed")
        if answer.error is not None:
            raise _Foul(side, Reason.FAULT, f"{who} failed: {_said(answer.error)}")
        self.clocks[side] = clock.after(answer.seconds)

    def _tell(self, side: Side, call: Callable[[], object]) -> None:
        """Tell a player something; one that fails at that has lost."""
        limit = None if self.clocks[side].limit is None else HOOK_SECONDS
        answer = self.watches[side].run(call, limit)
        if answer.error is not None:
            raise _Foul(side, Reason.FAULT, f"{side} ({self.players[side]}) failed: {_said(answer.error)}")
        if not answer.came:
            raise _Foul(side, Reason.FAULT, f"{side} ({self.players[side]}) gave no sign of life for {HOOK_SECONDS} s")

    def _tell_the_end(self, outcome: Outcome) -> None:
        """Tell both players how it ended, whatever they make of it."""
        position = self.game.position
        for side, player in self.players.items():
            try:
                self._tell(side, lambda player=player: player.game_over(position, outcome))  # type: ignore[misc]
            except _Foul:
                continue

    def _played(self, foul: _Foul | None) -> Played:
        outcome = self.game.result
        if foul is not None:
            outcome = Outcome.NORTH_WINS if foul.offender is Side.SOUTH else Outcome.SOUTH_WINS
        return Played(
            game=self.game,
            outcome=outcome,
            reason=Reason.PLAYED_OUT if foul is None else foul.reason,
            explanation="" if foul is None else str(foul),
            offender=None if foul is None else foul.offender,
            seconds=dict(self.seconds),
            slowest=dict(self.slowest),
        )

    def close(self) -> None:
        """Let the threads end."""
        for watch in self.watches.values():
            watch.close()


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".replace("\n", " ").rstrip(": ")
