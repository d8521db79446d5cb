"""Output of a game in progress: boards and sentences for people, JSON lines for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from sowfish import Game, Move, Position, Side
from sowfish.cli.play.seats import Seat
from sowfish.cli.terminal.screen import Screen, say_json
from sowfish.content import Content
from sowfish.content.base import labelled
from sowfish.content.playing import HelpEvent, LastEvent, StartEvent, of_moves
from sowfish.content.searches import of_advice
from sowfish.engine.advice import Advice
from sowfish.players import Narration
from sowfish.render.values import verdict
from sowfish.render.words import effect, standing

HELP = """\
  PIT...       play pits, several if you move again
  hint         what to play, and what it is worth
  back         take your last move back
  last         the other side's last turn, step by step
  board        show the board
  save FILE    write the game to a file
  resign       give the game up
  quit         leave; the game is kept for later"""


@dataclass(frozen=True, slots=True)
class Report:
    """Shows a game."""

    screen: Screen
    as_json: bool
    narrates: bool

    def start(self, game: Game, seats: dict[Side, Seat], seed: int) -> None:
        """Say who plays, and show the board."""
        if self.as_json:
            players = {side: seat.name for side, seat in seats.items()}
            self._tell("start", StartEvent(position=str(game.position), players=players, seed=seed))
            return
        names = ", ".join(f"{side} is {seat.title}" for side, seat in seats.items())
        self.screen.say(f"{game.start.rules.label}: {names}; seed {seed}")
        if any(seat.is_human for seat in seats.values()):
            self.screen.say("Type a pit's number, or help.")
        self.board(game.position)

    def board(self, position: Position) -> None:
        """Show the board and the state of the game."""
        if not self.as_json:
            self.screen.board(position)
            self.screen.say(standing(position))

    def moved(self, seat: Seat, moves: Sequence[Move], narrations: Sequence[Narration | None]) -> None:
        """Show moves that one side made."""
        if self.as_json:
            self._tell("moves", of_moves(seat.side, seat.name, moves, narrations))
            return
        told = None  # a player that follows a plan repeats its narration
        for move, said in zip(moves, narrations, strict=True):
            number = self.screen.numbering.number(move.mover, move.pit, move.after.rules.pits)
            self.screen.say(f"{seat.prompt} plays pit {number}: {effect(move)}")
            if self.narrates and said is not None and said.text != told:
                told = said.text
                self.screen.say(f"   {seat.name} saw: {told}")
        if moves[-1].after.must_pass:
            self.screen.say(f"{moves[-1].after.to_move} has nothing to sow and passes")
        self.board(moves[-1].after.passed() if moves[-1].after.must_pass else moves[-1].after)

    def steps(self, before: Position, pits: Sequence[int]) -> None:
        """Show a turn step by step, with the board before it and after every move."""
        if self.as_json:
            self._tell("last", LastEvent(position=str(before), turn=tuple(pits)))
            return
        self.screen.board(before)
        for number, pit in enumerate(pits, start=1):
            move = before.move(pit)
            self.screen.step(number, move)
            self.screen.board(move.after)
            before = move.after

    def hint(self, advice: Advice) -> None:
        """Say what to play."""
        if self.as_json:
            self._tell("hint", of_advice(advice))
            return
        pits = " ".join(str(self.screen.number(advice.position, pit)) for pit in advice.turn)
        self.screen.say(f"Hint: {pits}; {verdict(advice, Side.SOUTH)}.")  # "you" is the person asking

    def sentence(self, words: str, event: str, content: Content) -> None:
        """Say something in one sentence."""
        if self.as_json:
            self._tell(event, content)
        else:
            self.screen.say(words)

    def help(self) -> None:
        """Show what can be typed."""
        if self.as_json:
            self._tell("help", HelpEvent(text=HELP))
        else:
            click.echo(HELP)

    def _tell(self, event: str, content: Content) -> None:
        say_json(labelled(content, event=event))
