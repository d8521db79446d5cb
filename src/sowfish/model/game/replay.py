"""Replaying a game file move by move, and checking its claims."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sowfish.errors import GameError, IllegalMoveError, SowfishError, quoted
from sowfish.model.events import Side
from sowfish.model.game.script import Script, ScriptTurn
from sowfish.model.position import Position
from sowfish.model.rules import Rules

if TYPE_CHECKING:
    from sowfish.model.game.game import Game


def start_of(script: Script) -> Position:
    """Return the position a script starts from; rules given twice must agree."""
    try:
        rules = Rules() if script.rules is None else Rules.parse(script.rules)
    except SowfishError as error:
        raise GameError(f"rules: {error}", reason="rules") from None
    try:
        start = Position.parse(script.start, rules)
    except SowfishError as error:
        raise GameError(f"start: {error}", reason="start") from None
    if script.rules is not None and start.rules != rules.with_pits(start.rules.pits):
        sentence = f"the rules are {quoted(script.rules)}, but the start is {quoted(script.start)}"
        raise GameError(sentence, reason="rules")
    return start


def replay(game: Game, script: Script) -> None:
    """Play a script's turns in a game that is at its start, with its comments, and check what it claims."""
    comments = dict(script.comments)
    for made in itertools.chain([0], _played(game, script.turns)):
        if words := comments.pop(made, ""):
            game.comment(words)
    if comments:
        last = len(game.moves)
        raise GameError(f"a comment refers to move {min(comments)}, but move {last} is the last")
    if script.result not in (None, game.result):
        raise GameError(f"the file gives the result {quoted(script.result)}, but it is {game.result}", reason="result")
    if script.score not in (None, game.score):
        raise GameError(f"the file gives the score {quoted(script.score)}, but it is {game.score}", reason="result")


def _played(game: Game, turns: Sequence[ScriptTurn]) -> Iterator[int]:
    """Play all turns, and yield the number of moves after each."""
    made = itertools.count(1)
    for number, turn in enumerate(turns, start=1):
        where, mover = turn.where(number), game.position.to_move
        if game.is_mid_turn:
            before = turns[number - 2].where(number - 1)
            raise _refused(f"{before}: {mover} stops with a free move left", number - 1, mover, "free_move_left")
        if game.position.is_over:
            raise _refused(f"{where}: the game is already over", number, mover, "game_over")
        if turn.side not in (None, mover):
            raise _refused(f"{where}: {mover} is to move, not {turn.side}", number, mover, "wrong_side")
        for place, pit in enumerate(turn.pits):
            if place and not game.is_mid_turn:
                raise _refused(f"{where}: pit {quoted(pit)} comes after the turn is over", number, mover, "turn_over")
            try:
                game.play(pit)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"{where}: {error}", turn=number, **error.parameters) from None
            yield next(made)


def _refused(sentence: str, turn: int, side: Side, reason: str) -> GameError:
    """Return an error about a turn; `side` is the side to move."""
    return GameError(sentence, turn=turn, side=str(side), reason=reason)
