"""Games of clients, who keep them: read from moves or from a game file, and told with the board after every move."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sowfish.errors import GameError, IllegalMoveError, shown
from sowfish.game import Game
from sowfish.position import Move
from sowfish.web.content import Content, of_move, of_position
from sowfish.web.failures import RequestError
from sowfish.web.reading import Body, position_of, text_of, wholes_of

LARGEST_GAME = 1 << 18  # bytes of a request with a game file
_OF_FILE, _OF_MOVES = ("text",), ("position", "rules", "pits", "metadata", "comments")
GAME_KEYS = (*_OF_FILE, *_OF_MOVES)


def play_all(game: Game, pits: Iterable[int]) -> list[Move]:
    """Play pits in a game and return what each did; one that cannot be played is named by its number."""
    moves = []
    for number, pit in enumerate(pits, start=1):
        try:
            moves.append(game.play(pit))
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
    return moves


def game_of(body: Body) -> Game:
    """Return the game that began at a position with these pits, which may be none."""
    game = Game(position_of(body))
    play_all(game, wholes_of(body, "pits") if "pits" in body else [])
    return game


def told_game(body: Body) -> Content:
    """Return a game that comes as the text of a file, or as moves with what is said about them."""
    if "text" in body:
        if beside := [key for key in _OF_MOVES if key in body]:
            raise RequestError(f"give either text or {beside[0]}: a game file says it all")
        text = text_of(body, "text", "")
        game = Game.from_json(text) if text.lstrip().startswith("{") else Game.parse(text.removeprefix("\ufeff"))
    else:
        game = _described(body)
    return of_game(game)


def of_game(game: Game) -> Content:
    """Return a game with the keys of its JSON file, its text, its start and every move with the board after it."""
    replayed = Game(game.start)
    moves = []
    for pit in game.moves:
        before = replayed.position
        move = replayed.play(pit)
        moves.append(of_move(move, before) | {"board": of_position(replayed.position)})
    told: Content = json.loads(game.to_json())
    return told | {"text": str(game), "board": of_position(game.start), "moves": moves}


def _described(body: Body) -> Game:
    """Return a game played move by move, because a comment belongs to the move that was just made."""
    comments = {_place(made): words for made, words in _texts(body, "comments").items()}
    game = Game(position_of(body), metadata=_texts(body, "metadata"))
    pits = wholes_of(body, "pits") if "pits" in body else []
    if any(made > len(pits) for made in comments):
        raise GameError(f"a comment stands after move {max(comments)}, but move {len(pits)} is the last")
    if 0 in comments:
        game.comment(comments[0])
    for number, pit in enumerate(pits, start=1):
        try:
            game.play(pit)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}: {error}") from None
        if number in comments:
            game.comment(comments[number])
    return game


def _texts(body: Body, key: str) -> dict[str, str]:
    texts = body.get(key, {})
    if not isinstance(texts, dict):
        raise RequestError(f"{key} must be an object with texts, not {shown(texts)}")
    for name, text in texts.items():
        if not isinstance(text, str):
            raise RequestError(f"{key}: {shown(name)} must be a text, not {shown(text)}")
    return texts


def _place(made: str) -> int:
    if not (made.isascii() and made.isdigit() and len(made) <= len("1000")):
        raise RequestError(f"comments are keyed by the number of moves made, not by {shown(made)}")
    return int(made)
