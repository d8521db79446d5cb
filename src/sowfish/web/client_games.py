"""Games that clients send, as moves, as a game file or as a replay; and starts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from sowfish.errors import GameError, GameOverError, IllegalMoveError, PositionError, quoted
from sowfish.model.game import Game
from sowfish.model.notation import MAX_STONES
from sowfish.model.phone_replay import PhoneReplay
from sowfish.model.position import Move, Position
from sowfish.model.rules import Rules
from sowfish.web.errors import InvalidFieldError
from sowfish.web.reading import chosen, parsed
from sowfish.web.requests import DEALS, DealBody, FileBody, GameBody, ReplayBody, ReviewBody


@contextlib.contextmanager
def naming(number: int) -> Iterator[None]:
    """Add the move's number to an IllegalMoveError raised in the block."""
    try:
        yield
    except IllegalMoveError as error:
        raise IllegalMoveError(f"move {number}: {error}", move=number, **error.parameters) from None


def play_all(game: Game, pits: Sequence[int]) -> list[Move]:
    """Play pits in a game and return the moves; an illegal one is named by its number."""
    moves = []
    for number, pit in enumerate(pits, start=1):
        with naming(number):
            moves.append(game.play(pit))
    return moves


def played(body: ReviewBody) -> Game:
    """Return the game that started at a position and continued with these pits."""
    game = Game(body.asked())
    play_all(game, body.pits)
    return game


def requested_game(raw: dict[str, object]) -> Game:
    """Return a game given as the text of a file, or as moves with metadata and comments."""
    if "text" not in raw:
        return _described(parsed(raw, GameBody))
    text = parsed(raw, FileBody).text
    return Game.from_json(text) if text.lstrip().startswith("{") else Game.parse(text.removeprefix("\ufeff"))


def replayed(raw: dict[str, object]) -> Game:
    """Return the game of a phone's replay."""
    body = parsed(raw, ReplayBody)
    return PhoneReplay.parse(body.text).game(body.player, body.rules)


def _described(body: GameBody) -> Game:
    """Play the moves one by one: a comment belongs to the move just made."""
    comments = {_place(made): words for made, words in body.comments.items()}
    game = Game(body.asked(), metadata=body.metadata)
    if any(made > len(body.pits) for made in comments):
        raise GameError(f"a comment refers to move {max(comments)}, but move {len(body.pits)} is the last")
    if 0 in comments:
        game.comment(comments[0])
    for number, pit in enumerate(body.pits, start=1):
        with naming(number):
            game.play(pit)
        if number in comments:
            game.comment(comments[number])
    return game


def _place(made: str) -> int:
    if not (made.isascii() and made.isdigit() and len(made) <= len("1000")):
        sentence = f"comments are keyed by the number of moves made, not by {quoted(made)}"
        raise InvalidFieldError(sentence, field="comments")
    return int(made)


def require_unfinished(position: Position, doing: str) -> None:
    """Reject a finished game."""
    if position.is_over:
        raise GameOverError(f"there is nothing to {doing}: the game is over in {position}", position=str(position))


def dealt(body: DealBody) -> Position:
    """Return the requested start."""
    rules = Rules.parse(body.rules)
    most = MAX_STONES // (2 * rules.pits)
    if not 1 <= body.stones <= most:
        sentence = f"stones must be from 1 to {most} in each pit, not {quoted(body.stones)}"
        raise PositionError(sentence, minimum=1, maximum=most)
    deal = chosen("deal", body.deal, DEALS)
    if deal is None:
        return Position.start(rules, stones=body.stones)
    return Position.random(body.stones * 2 * rules.pits, seed=body.seed, pits=rules.pits, deal=deal, rules=rules)
