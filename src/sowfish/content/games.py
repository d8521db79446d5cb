"""Whole games: files with every board, reviews, and players' turns."""

from __future__ import annotations

import msgspec

from sowfish.content.base import Content, Count, Pits, Turns, filled, seconds
from sowfish.content.boards import Board, PlayedMove, of_move, of_position
from sowfish.content.values import Value, of_value
from sowfish.engine import Kind
from sowfish.engine.review import Accuracy, Mark, Review, ReviewedTurn
from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game


class GameFile(Content, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A game as in its JSON file."""

    sowfish: Count
    rules: str
    start: str
    turns: Turns
    result: Outcome
    score: str
    metadata: dict[str, str]
    comments: dict[str, str]


class FullGame(GameFile, frozen=True, kw_only=True):
    """A game with its text, its first board, and every move with the board after it."""

    text: str
    board: Board
    moves: list[PlayedMove]


class TurnReview(Content, frozen=True, kw_only=True):
    """The value of a turn; `before` and `after` are the mover's values, `lost` the stones lost."""

    number: Count
    side: Side
    turn: Pits
    position: str
    before: Value
    after: Value
    lost: Value
    best: Pits
    forced: bool
    mark: Mark
    mark_proven: bool
    is_whole: bool


class SideAccuracy(Content, frozen=True, kw_only=True):
    """A side's accuracy; null if it never had a choice."""

    percent: float | None
    kind: Kind
    turns: Count
    lost: Count


class GameReview(Content, frozen=True, kw_only=True):
    """The value of every turn; `graph` has south's value before the first turn and after each."""

    rules: str
    start: str
    result: Outcome
    score: str
    metadata: dict[str, str]
    turns: list[TurnReview]
    graph: list[Value]
    accuracy: dict[Side, SideAccuracy]
    nodes: Count
    seconds: float
    total: Count


class StageEvent(Content, frozen=True, kw_only=True):
    """The number of positions reviewed so far."""

    done: Count
    of: Count


def of_game(game: Game) -> FullGame:
    """Return a game with every board."""
    replayed, moves = Game(game.start), []
    for pit in game.moves:
        move = replayed.play(pit)
        moves.append(of_move(move, board=replayed.position))
    file = msgspec.json.decode(game.to_json(), type=GameFile)
    return filled(FullGame, file, text=str(game), board=of_position(game.start), moves=moves)


def of_review(found: Review) -> GameReview:
    """Return a review."""
    game = found.game
    return filled(
        GameReview,
        found,
        rules=str(game.start.rules),
        start=str(game.start),
        result=game.result,
        score=game.score,
        metadata=dict(game.metadata),
        turns=[_turn(number, turn) for number, turn in enumerate(found.turns, start=1)],
        graph=[of_value(known) for known in found.graph],
        accuracy={side: _accuracy(found.accuracy(side)) for side in Side},
        seconds=seconds(found.seconds),
        total=game.start.total,
    )


def _turn(number: int, reviewed: ReviewedTurn) -> TurnReview:
    turn = reviewed.turn
    return filled(
        TurnReview,
        reviewed,
        number=number,
        side=turn.side,
        turn=turn.pits,
        position=str(turn.before),
        **{name: of_value(getattr(reviewed, name)) for name in ("before", "after", "lost")},
        forced=reviewed.is_forced,
        mark_proven=reviewed.is_mark_proven,
        is_whole=turn.is_whole,
    )


def _accuracy(accuracy: Accuracy) -> SideAccuracy:
    return filled(SideAccuracy, accuracy, percent=accuracy.percent and round(accuracy.percent, 1))
