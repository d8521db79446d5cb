"""Pits to play, typed by a person with the numbers the board is shown with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sowfish import Game, IllegalMoveError, Move, Position
from sowfish.errors import quoted
from sowfish.render import Numbering


def read_pit(text: str, position: Position, numbering: Numbering = Numbering.OWN) -> int:
    """Return the pit of the side to move that was meant, or say why it cannot be played."""
    if position.is_over:
        raise IllegalMoveError(f"pit {quoted(text)} cannot be played: the game is over")
    pits = position.rules.pits
    first = numbering.number(position.to_move, 0, pits)
    known = f"pits are {first} to {first + pits - 1}"
    if not re.fullmatch("[0-9]{1,3}", text):
        raise IllegalMoveError(f"{quoted(text)} is no pit; {known}")
    pit = int(text) - first
    if not 0 <= pit < pits:
        raise IllegalMoveError(f"there is no pit {text}; {known}")
    if pit not in position.legal_pits:
        raise IllegalMoveError(f"pit {text} is empty")
    return pit


def play_pits(game: Game, words: Sequence[str], numbering: Numbering = Numbering.OWN) -> list[Move]:
    """Play pits one after the other; a wrong one is named, and then none of them is played."""
    moves: list[Move] = []
    for number, word in enumerate(words, start=1):
        try:
            moves.append(game.play(read_pit(word, game.position, numbering)))
        except IllegalMoveError as error:
            for _ in moves:
                game.undo()
            raise (IllegalMoveError(f"move {number}: {error}") if len(words) > 1 else error) from None
    return moves
