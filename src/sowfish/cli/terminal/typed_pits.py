"""Parsing typed pits, numbered as on the displayed board."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from sowfish import Game, IllegalMoveError, Move, Position
from sowfish.errors import quoted
from sowfish.model.game_ending import GameEnding
from sowfish.render import Numbering

Word = TypeVar("Word", str, int)


def read_pit(text: str, position: Position, numbering: Numbering = Numbering.OWN) -> int:
    """Return the pit of the side to move for a typed number, or raise an error that says why it cannot be played."""
    if position.is_over:
        raise IllegalMoveError(f"pit {quoted(text)} cannot be played: the game is over")
    pits = position.rules.pits
    first = numbering.number(position.to_move, 0, pits)
    known = f"pits are {first} to {first + pits - 1}"
    if not re.fullmatch("[0-9]{1,3}", text):
        raise IllegalMoveError(f"{quoted(text)} is not a pit; {known}")
    pit = int(text) - first
    if not 0 <= pit < pits:
        raise IllegalMoveError(f"there is no pit {text}; {known}")
    if pit not in position.legal_pits:
        raise IllegalMoveError(f"pit {text} is empty")
    return pit


def play_pits(
    game: Game, words: Sequence[str], numbering: Numbering = Numbering.OWN, ending: GameEnding | None = None
) -> list[Move]:
    """Play pits one after the other; if one is illegal, the error names it and none is played."""
    return _played(game, words, lambda word: read_pit(word, game.position, numbering), ending or GameEnding())


def play_moves(game: Game, pits: Sequence[int], ending: GameEnding) -> list[Move]:
    """Play pits by their own numbers; otherwise like `play_pits`."""
    return _played(game, pits, lambda pit: pit, ending)


def _played(game: Game, words: Sequence[Word], read: Callable[[Word], int], ending: GameEnding) -> list[Move]:
    moves: list[Move] = []
    for number, word in enumerate(words, start=1):
        try:
            winner = ending.technical_winner(game.position)
            if winner is not None:
                raise IllegalMoveError(f"pit {word} cannot be played: the game is over, a technical win for {winner}")  # noqa: TRY301
            moves.append(game.play(read(word)))
        except IllegalMoveError as error:
            for _ in moves:
                game.undo()
            raise (IllegalMoveError(f"move {number}: {error}") if len(words) > 1 else error) from None
    return moves
