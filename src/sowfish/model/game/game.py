"""Games: a start, the moves made since, and metadata; moves can be undone, and games saved."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from sowfish.errors import GameError, IllegalMoveError, SowfishError
from sowfish.model.events import MoveOutcome, Outcome
from sowfish.model.game import json_text, text
from sowfish.model.game.replay import replay, start_of
from sowfish.model.game.script import (
    LARGEST,
    MOST_COMMENTS,
    MOST_HEADERS,
    MOST_MOVES,
    Script,
    ScriptTurn,
    check_count,
    check_metadata,
    tidy_comment,
)
from sowfish.model.game.turn import Step, Turn, grouped
from sowfish.model.position import Move, Position, require_position
from sowfish.runtime import files
from sowfish.runtime.notebooks import DrawnInNotebooks


class Game(DrawnInNotebooks):
    """A start and the moves made since.

    A side that has nothing to sow passes automatically. A pass is not a choice: it is not a move, is not in files and
    needs no undo. So in `position` the side to move has a choice or the game is over, and one side can have two turns
    in a row.

    >>> game = Game(Position.start("kalah"))
    >>> game.play(2).outcome, game.play(5).outcome
    (<MoveOutcome.FREE_MOVE: 'free_move'>, <MoveOutcome.TURN_END: 'turn_end'>)
    >>> [turn.pits for turn in game.turns]
    [(2, 5)]
    """

    def __init__(self, start: Position | None = None, *, metadata: Mapping[str, str] | None = None) -> None:
        """Start at a position, by default the start of Kalah; `metadata` says who plays, where and when."""
        self._start = Position.start() if start is None else require_position(start)
        self._opening = _with_pass(self._start)
        self._made: list[Step] = []
        self._undone: list[Step] = []  # the latest undone is last
        self._metadata: dict[str, str] = {}
        self._comments: dict[int, str] = {}
        self._describe(metadata or {})

    # ---- state

    @property
    def start(self) -> Position:
        """The position the game started from."""
        return self._start

    @property
    def position(self) -> Position:
        """The current position, after any forced pass."""
        return self._made[-1].after if self._made else self._opening

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position before every move, and the current one, each after any forced pass."""
        return self._opening, *(step.after for step in self._made)

    @property
    def moves(self) -> tuple[int, ...]:
        """The pits played by both sides, in order."""
        return tuple(step.pit for step in self._made)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves grouped by turn; the last one may be unfinished."""
        return tuple(grouped(self._opening, self._made))

    @property
    def is_mid_turn(self) -> bool:
        """Whether the side to move is in the middle of its turn, with a free move to make."""
        return bool(self._made) and not self._made[-1].ends_turn

    @property
    def result(self) -> Outcome:
        """Who has won, if the game is over."""
        return self.position.outcome

    @property
    def score(self) -> str:
        """South's stones and north's, as in `25-23`; when the game is over, including swept stones."""
        final = self.position.swept() if self.position.is_over else self.position
        return f"{final.south_store}-{final.north_store}"

    # ---- moving

    def play(self, pit: int) -> Move:
        """Play a pit of the side to move; clears the moves to redo."""
        move = self.position.move(pit)
        after = _with_pass(move.after)
        ends_turn = move.outcome is not MoveOutcome.FREE_MOVE or after is not move.after
        if self._undone:
            self._comments = self._current_comments()
            self._undone.clear()
        self._made.append(Step(move.pit, after, ends_turn))
        return move

    def undo(self) -> int:
        """Take back the latest move and return its pit."""
        if not self._made:
            raise GameError("there is no move to undo: the game is at its start")
        self._undone.append(self._made.pop())
        return self._undone[-1].pit

    def redo(self) -> int:
        """Redo the move undone last and return its pit."""
        if not self._undone:
            raise GameError("there is no move to redo")
        self._made.append(self._undone.pop())
        return self._made[-1].pit

    # ---- metadata and comments

    @property
    def metadata(self) -> Mapping[str, str]:
        """Who played, where and when: `south`, `north`, `date`, `event`, and any other name."""
        return MappingProxyType(self._metadata)

    @property
    def comments(self) -> Mapping[int, str]:
        """The comments, by the number of moves made before each."""
        return MappingProxyType(self._current_comments())

    def describe(self, **metadata: str) -> None:
        """Set metadata by name, each one line of text."""
        self._describe(metadata)

    def _describe(self, metadata: Mapping[str, str]) -> None:
        for name, value in metadata.items():
            check_metadata(name, value)
        self._metadata.update(metadata)

    def comment(self, words: str) -> None:
        """Set the comment on the latest move, or on the start; an empty one removes it."""
        self._comments[len(self._made)] = tidy_comment(words)

    def _current_comments(self) -> dict[int, str]:
        standing = sorted((made, words) for made, words in self._comments.items() if words)
        return {made: words for made, words in standing if made <= len(self._made)}

    # ---- text and files

    @classmethod
    def parse(cls, words: str) -> Game:
        """Parse and replay the text that `str()` returns."""
        return cls._replayed(text.read(words))

    def __str__(self) -> str:
        """Return the game as readable text; `parse` reads it back."""
        return text.write(self._script())

    @classmethod
    def from_json(cls, words: str) -> Game:
        """Parse and replay what `to_json` returns."""
        return cls._replayed(json_text.read(words))

    def to_json(self) -> str:
        """Return the game as a JSON object; `from_json` reads it back."""
        return json_text.write(self._script())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        """Read and replay a game file, text or JSON."""
        try:
            words = files.read_limited(path, LARGEST).decode("utf-8-sig")
            return cls.from_json(words) if words.lstrip().startswith("{") else cls.parse(words)
        except UnicodeDecodeError as error:
            raise GameError(f"{os.fspath(path)}: byte {error.start} is not UTF-8 text") from None
        except SowfishError as error:
            kind = IllegalMoveError if isinstance(error, IllegalMoveError) else GameError
            raise kind(f"{os.fspath(path)}: {error}") from None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a file, as JSON if its name ends in `.json` and else as text."""
        check_count("moves", len(self._made), MOST_MOVES)
        check_count("comments", len(self._comments), MOST_COMMENTS)
        check_count("headers", len(self._metadata), MOST_HEADERS)
        words = self.to_json() if Path(path).suffix == ".json" else str(self)
        data = words.encode()
        if len(data) > LARGEST:
            raise GameError(f"a game of {len(data)} bytes is too long to be loaded again; the limit is {LARGEST}")
        files.write_whole(path, data)

    @classmethod
    def _replayed(cls, script: Script) -> Game:
        game = cls(start_of(script), metadata=script.metadata)
        replay(game, script)
        return game

    def _script(self) -> Script:
        return Script(
            start=str(self._start),
            turns=tuple(ScriptTurn(turn.pits, turn.side) for turn in self.turns),
            rules=str(self._start.rules),
            result=self.result,
            score=self.score,
            metadata=self.metadata,
            comments=self.comments,
        )

    def __eq__(self, other: object) -> bool:
        """Return whether start, moves made, metadata and comments are all the same."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._script() == other._script()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        """Return a short description."""
        return f"<Game of {len(self._made)} moves from {self._start}: {self.result}>"


def _with_pass(position: Position) -> Position:
    return position.passed() if position.must_pass else position
