"""A referee: two players play one game; a player that breaks the rules, oversteps the clock or crashes loses it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Self

from sowfish.errors import GameOverError, IllegalMoveError, PlayerError, quoted
from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game, Turn
from sowfish.model.game_ending import GameEnding
from sowfish.model.position import Move, Position
from sowfish.players.clock import Clock
from sowfish.players.fault import fault
from sowfish.players.player import Player
from sowfish.players.registry import PlayerLike, player_of
from sowfish.players.watch import Answer, Watch
from sowfish.runtime.limits import whole
from sowfish.runtime.notebooks import DrawnInNotebooks

HOOK_SECONDS = 30.0  # for calls other than `choose`, if there is a clock


class Reason(StrEnum):
    """Why a game ended."""

    PLAYED_OUT = "played_out"
    TECHNICAL_WIN = "technical_win"  # one side can no longer be caught, which ends the game
    ILLEGAL_MOVE = "illegal_move"
    OVERSTEP = "overstep"  # of the clock
    FAULT = "fault"  # the player crashed or returned an invalid answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(DrawnInNotebooks):
    """A played game, and how it ended."""

    game: Game
    outcome: Outcome
    reason: Reason
    explanation: str  # one sentence, empty if the game was played out
    offender: Side | None  # the side that lost other than on the board
    seconds: Mapping[Side, float]  # thinking time of each side
    slowest: Mapping[Side, float]  # the longest move of each side


OnMove = Callable[[Move, Player], object]


def play(
    south: PlayerLike,
    north: PlayerLike,
    start: Position | None = None,
    *,
    clock: Clock | Mapping[Side, Clock] | None = None,
    seed: int = 0,
    technical_win: bool = False,
    on_move: OnMove | None = None,
) -> Played:
    """Play a game and return it; the same players, start and seed give the same game.

    A player is a `Player`, a class of one, a function of a position, or a text such as `random:seed=7`. Each side has
    the `clock`, or its own of two. With `technical_win`, the game ends as soon as one side can no longer be caught.
    `on_move` is called after every move with the player that made it, which can then narrate. Errors of `on_move`, and
    Ctrl-C, reach the caller; a player's never do. Without a time limit players run in the caller's thread, otherwise
    each in its own.

    >>> play("greedy", "leftmost").game.score
    '27-21'
    """
    with Match(south, north, start, clock=clock, seed=seed, technical_win=technical_win, on_move=on_move) as match:
        return match.finish()


class _Foul(Exception):  # noqa: N818  # caused by a player, not by the caller
    """A player has lost other than on the board."""

    def __init__(self, offender: Side, reason: Reason, explanation: str) -> None:
        super().__init__(explanation)
        self.offender = offender
        self.reason = reason


class Match:
    """One game between two players, advanced a turn at a time.

    >>> with Match("greedy", "leftmost") as match:
    ...     turn = match.step()
    >>> str(turn.side), turn.pits
    ('south', (5,))
    """

    def __init__(
        self,
        south: PlayerLike,
        north: PlayerLike,
        start: Position | None = None,
        *,
        clock: Clock | Mapping[Side, Clock] | None = None,
        seed: int = 0,
        technical_win: bool = False,
        on_move: OnMove | None = None,
    ) -> None:
        """Set up the game and tell both players; the parameters are those of `play`."""
        self.game = Game(start)
        self.clocks = _clocks(clock)
        self._ending = GameEnding(technical_win=technical_win)
        self._seed = whole("seed", seed, least=0, most=(1 << 64) - 1)
        if south is north and isinstance(south, Player):
            raise PlayerError(f"{south} cannot play both sides; make it twice")
        self._made: list[Player] = []  # players to close with the match
        self.players = {side: self._player(given) for side, given in zip(Side, (south, north), strict=True)}
        self._on_move = on_move or (lambda _move, _player: None)
        self._watches = {side: Watch() for side in Side}
        self._seconds = dict.fromkeys(Side, 0.0)
        self._slowest = dict.fromkeys(Side, 0.0)
        self._foul: _Foul | None = None
        self._is_told = False  # that the game is over
        self._begin()

    # ---- play

    @property
    def is_over(self) -> bool:
        """Whether the game is over, on the board or otherwise."""
        return self._foul is not None or self._ending.is_over(self.game.position)

    def step(self) -> Turn | None:
        """Let the side to move play its whole turn and return it; None if it lost before making a move."""
        if self.is_over:
            raise GameOverError("there is no turn to play: the game is over")
        before = len(self.game.moves)
        self._move()
        while self.game.is_mid_turn and not self.is_over:
            self._move()
        self._tell_the_end()
        return self.game.turns[-1] if len(self.game.moves) > before else None

    def finish(self) -> Played:
        """Play to the end and return the game."""
        while not self.is_over:
            self.step()
        self._tell_the_end()  # a match may be over before its first turn
        return self.played

    @property
    def played(self) -> Played:
        """The game, finished or in progress."""
        foul, winner = self._foul, self._ending.technical_winner(self.game.position)
        outcome, reason, explanation = self.game.result, Reason.PLAYED_OUT, ""
        if foul is not None:
            outcome, reason, explanation = _win_of(foul.offender.other), foul.reason, str(foul)
        elif winner is not None and not self.game.position.is_over:
            outcome, reason = _win_of(winner), Reason.TECHNICAL_WIN
            explanation = f"{winner} ({self.players[winner]}) can no longer be caught"
        return Played(
            game=self.game,
            outcome=outcome,
            reason=reason,
            explanation=explanation,
            offender=None if foul is None else foul.offender,
            seconds=dict(self._seconds),
            slowest=dict(self._slowest),
        )

    def close(self) -> None:
        """End the threads, and close the players created for this match."""
        for watch in self._watches.values():
            watch.close()
        for player in self._made:
            with contextlib.suppress(Exception):  # the game is over
                player.close()

    def __enter__(self) -> Self:
        """Return the match, to be closed at the end of the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    # ---- referee

    def _player(self, given: PlayerLike) -> Player:
        player = player_of(given)
        if player is not given:
            self._made.append(player)
        return player

    def _begin(self) -> None:
        start = self.game.position
        try:
            for side, player in self.players.items():
                self._tell(side, lambda player=player, side=side: player.new_game(start, side, self._seed))  # type: ignore[misc]
        except _Foul as foul:
            self._foul = foul

    def _move(self) -> None:
        """Ask the side to move for a pit, play it, and tell the other side; a foul ends the game."""
        position = self.game.position
        side = position.to_move
        player, clock = self.players[side], self.clocks[side]
        answer = self._watches[side].run(lambda: player.choose(position, clock), clock.limit)
        try:
            self._count(side, answer)
            move = self._played(side, answer.value)
        except _Foul as foul:
            self._foul = foul
            return
        self._on_move(move, player)
        other = self.players[side.other]
        try:
            self._tell(side.other, lambda: other.opponent_moved(position, move.pit))
        except _Foul as foul:
            if not self.game.position.is_over:  # a finished game cannot be forfeited
                self._foul = foul

    def _played(self, side: Side, pit: object) -> Move:
        try:
            return self.game.play(pit)  # type: ignore[arg-type]  # a position rejects anything but a pit
        except IllegalMoveError as error:
            who = f"{side} ({self.players[side]})"
            raise _Foul(side, Reason.ILLEGAL_MOVE, f"{who} played an illegal move: {error}") from None

    def _count(self, side: Side, answer: Answer) -> None:
        """Charge the time to the clock; an overstep or a failed call is a foul."""
        who, clock = f"{side} ({self.players[side]})", self.clocks[side]
        self._seconds[side] += answer.seconds
        self._slowest[side] = max(self._slowest[side], answer.seconds)
        if overstep := answer.overstep(clock.limit):
            if not answer.finished:
                with contextlib.suppress(Exception):  # it has lost already
                    self.players[side].stop()
            raise _Foul(side, Reason.OVERSTEP, f"{who} {overstep}")
        if answer.error is not None:
            raise _Foul(side, Reason.FAULT, f"{who} failed: {fault(answer.error)}")
        self.clocks[side] = clock.after(answer.seconds)

    def _tell(self, side: Side, call: Callable[[], object]) -> None:
        """Call a player's hook; a player that fails in it loses."""
        limit = None if self.clocks[side].limit is None else HOOK_SECONDS
        answer = self._watches[side].run(call, limit)
        if answer.error is not None:
            raise _Foul(side, Reason.FAULT, f"{side} ({self.players[side]}) failed: {fault(answer.error)}")
        if not answer.finished:
            raise _Foul(side, Reason.FAULT, f"{side} ({self.players[side]}) did not respond for {HOOK_SECONDS} s")

    def _tell_the_end(self) -> None:
        """If the game is over, tell both players once; their errors no longer matter."""
        if self._is_told or not self.is_over:
            return
        self._is_told = True
        position, outcome = self.game.position, self.played.outcome
        for side, player in self.players.items():
            with contextlib.suppress(_Foul):
                self._tell(side, lambda player=player: player.game_over(position, outcome))  # type: ignore[misc]


def _clocks(clock: Clock | Mapping[Side, Clock] | None) -> dict[Side, Clock]:
    clocks = dict(clock) if isinstance(clock, Mapping) else dict.fromkeys(Side, clock or Clock())
    for side in Side:
        if not isinstance(clocks.get(side), Clock):
            raise PlayerError(f"{side} needs a Clock such as Clock(move=1), not {quoted(clocks.get(side))}")
    return clocks


def _win_of(side: Side) -> Outcome:
    return Outcome.SOUTH_WINS if side is Side.SOUTH else Outcome.NORTH_WINS
