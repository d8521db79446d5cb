"""The game loop: asks players for moves, and handles what people type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sowfish import Game, GameError, IllegalMoveError, Limits, Move, PlayerError, Side, SowfishError
from sowfish.cli.errors import files_refused
from sowfish.cli.play.report import Report
from sowfish.cli.play.seats import Overstep, Seat
from sowfish.cli.terminal.progress_line import ProgressLine, waiting
from sowfish.cli.terminal.prompt import Prompt
from sowfish.cli.terminal.screen import say_json
from sowfish.cli.terminal.typed_pits import read_pit
from sowfish.content.files import WrittenFile
from sowfish.content.playing import BackEvent
from sowfish.content.serving import Refusal
from sowfish.engine.advice import advise
from sowfish.errors import quoted
from sowfish.model.game_ending import GameEnding
from sowfish.players import Narration
from sowfish.render.words import counted

RESIGNED = "resigned"  # game-file header: who resigned
TERMINATION = "termination"  # game-file header: why a player lost other than on the board
WORDS = ("hint", "back", "last", "board", "save", "resign", "quit", "help")


class End(StrEnum):
    """How a session ends."""

    PLAYED_OUT = "played_out"
    TECHNICAL_WIN = "technical_win"
    RESIGNED = "resigned"
    OVERSTEP = "overstep"  # of the clock
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Match:
    """A game with its players."""

    game: Game
    seats: dict[Side, Seat]
    report: Report
    prompt: Prompt
    hint_seconds: float
    seed: int
    ending: GameEnding
    pauses: bool = False  # after each turn of two players that are not people

    def run(self) -> End:
        """Play to the end, or until somebody resigns or leaves."""
        self.report.start(self.game, self.seats, self.seed)
        self._begin()
        while not self._is_over:
            seat = self.seats[self.game.position.to_move]
            if not seat.is_human:
                try:
                    self._think(seat)
                except Overstep as overstep:
                    self.game.describe(**{TERMINATION: str(overstep)})
                    return End.OVERSTEP
                if self.pauses and not self.ending.is_over(self.game.position) and not self._goes_on():
                    return End.LEFT
                continue
            end = self._person(seat)
            if end is not None:
                return end
        return End.PLAYED_OUT if self.game.position.is_over else End.TECHNICAL_WIN

    @property
    def _is_over(self) -> bool:
        return self.ending.is_over(self.game.position)

    def _begin(self) -> None:
        for seat in self.seats.values():
            seat.new_game(self.game.position, self.seed)

    def _think(self, seat: Seat) -> None:
        """Let a player make its whole turn."""
        moves: list[Move] = []
        seen: list[Narration | None] = []
        try:
            with waiting(f"{seat.title} is thinking ..."):
                while not moves or (self.game.is_mid_turn and not self._is_over):
                    before = self.game.position
                    move, saw = seat.play(self.game)
                    moves.append(move)
                    seen.append(saw)
                    self.seats[seat.side.other].opponent_moved(before, move.pit)
        finally:
            if moves:
                self.report.moved(seat, moves, seen)

    def _goes_on(self) -> bool:
        """Wait for ENTER; return whether the game goes on."""
        while words := self.prompt.line("ENTER for the next turn, q to leave> ").strip():
            if "quit".startswith(words.lower()):
                return False
            self.prompt.refuse(SowfishError(f"type ENTER or q, not {quoted(words)}"))
        return True

    def _person(self, seat: Seat) -> End | None:
        """Handle one line of a person's input; a wrong entry is explained and asked again."""
        words = self.prompt.line(f"{seat.prompt}> ", remember=True).split()
        if not words:
            return None
        try:
            return self._act(seat, words)
        except PlayerError:
            raise  # the other player's fault, not the person's
        except SowfishError as error:
            if self.report.as_json:
                say_json(Refusal(error=str(error)))
            self.prompt.refuse(error)
        return None

    def _act(self, seat: Seat, words: Sequence[str]) -> End | None:
        name = words[0].lower()
        if words[0][0].isdigit() or words[0][0] == "-":
            self._play(seat, words)
            return None
        found = [word for word in WORDS if word.startswith("help" if name == "?" else name)]
        if len(found) != 1:
            raise SowfishError(f"{words[0]!r} is neither a pit nor one of {', '.join(WORDS)}")
        if found[0] == "quit":
            return End.LEFT
        if found[0] == "resign":
            self.game.describe(**{RESIGNED: seat.side})
            return End.RESIGNED
        actions: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "back": self._back,
            "last": lambda: self._last(seat),
            "board": lambda: self.report.board(self.game.position),
            "save": lambda: self._save(words[1:]),
            "help": self.report.help,
        }
        actions[found[0]]()
        return None

    def _play(self, seat: Seat, words: Sequence[str]) -> None:
        """Play one pit or several of the same turn; if one is illegal, none is played.

        What follows a technical win is not played, as it would not be asked for on lines of its own.
        """
        moves: list[Move] = []
        befores = []
        try:
            for word in words:
                if moves and not self.game.is_mid_turn:
                    raise IllegalMoveError(f"the turn is over after {' '.join(words[: len(moves)])}")  # noqa: TRY301
                if self._is_over:
                    break
                befores.append(self.game.position)
                moves.append(self.game.play(read_pit(word, self.game.position, self.report.screen.numbering)))
        except IllegalMoveError:
            for _ in moves:
                self.game.undo()
            raise
        self.report.moved(seat, moves, [None] * len(moves))
        for before, move in zip(befores, moves, strict=True):
            self.seats[seat.side.other].opponent_moved(before, move.pit)

    def _back(self) -> None:
        """Undo moves until a person has a choice again."""
        moves = self.game.moves
        people = [self.seats[position.to_move].is_human for position in self.game.positions[:-1]]
        if True not in people:
            raise GameError("there is no move of yours to take back")
        while True:
            self.game.undo()
            if self.seats[self.game.position.to_move].is_human:
                break
        self._begin()
        taken = len(moves) - len(self.game.moves)
        told = BackEvent(moves=taken, position=str(self.game.position))
        self.report.sentence(f"{counted(taken, 'move')} taken back.", "back", told)
        self.report.board(self.game.position)

    def _last(self, seat: Seat) -> None:
        turn = next((turn for turn in reversed(self.game.turns) if turn.side is not seat.side), None)
        if turn is None:
            raise GameError("the other side has not played yet")
        self.report.steps(turn.before, turn.pits)

    def _hint(self) -> None:
        with ProgressLine() as thinking:
            limits = Limits(seconds=self.hint_seconds)
            advice = advise(
                self.game.position,
                technical_win=self.ending.technical_win,
                limits=limits,
                progress=thinking.tell,
                cancel=thinking,
            )
        self.report.hint(advice)

    def _save(self, words: Sequence[str]) -> None:
        path = Path(" ".join(words) or self.prompt.line("File: ")).expanduser()
        with files_refused():
            self.game.save(path)
        self.report.sentence(f"Saved in {path}", "saved", WrittenFile(file=str(path)))
