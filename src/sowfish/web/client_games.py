"""Games that clients send as moves."""

from __future__ import annotations

from collections.abc import Sequence

from sowfish.errors import GameOverError, IllegalMoveError
from sowfish.model.game import Game
from sowfish.model.position import Move, Position
from sowfish.web.requests import PlayedBody, ReviewBody


def play_all(game: Game, pits: Sequence[int]) -> list[Move]:
    """Play pits in a game and return the moves; an illegal one is named by its number."""
    moves = []
    for number, pit in enumerate(pits, start=1):
        try:
            moves.append(game.play(pit))
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}", move=number, **error.parameters) from None
    return moves


def played(body: PlayedBody | ReviewBody) -> tuple[Game, list[Move]]:
    """Return the game that started at a position and continued with these pits, and their moves."""
    game = Game(body.asked())
    return game, play_all(game, body.pits)


def require_unfinished(position: Position, doing: str) -> None:
    """Reject a finished game."""
    if position.is_over:
        raise GameOverError(f"there is nothing to {doing}: the game is over in {position}", position=str(position))
