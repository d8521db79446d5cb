"""Positions and moves in plain words."""

from __future__ import annotations

from sowfish.errors import counted
from sowfish.model.events import MoveOutcome, Outcome, Side
from sowfish.model.position import Move, Position
from sowfish.render.scene import View

__all__ = ["brief", "counted", "effect", "inventory", "ordinal", "place", "player", "searched", "standing", "state"]


def ordinal(number: int) -> str:
    """Return an ordinal, as in `1st`, `2nd`, `3rd` and `12th`."""
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def player(side: Side) -> str:
    """Return what the reader, who is south, calls a side."""
    return "you" if side is Side.SOUTH else "they"


def place(side: Side, pit: int, pits: int, view: View, *, near: Side = Side.SOUTH) -> str:
    """Return the location of a pit for a reader at the near side.

    >>> place(Side.SOUTH, 2, 6, View.PHONE)
    '3rd pit from the top'
    """
    row = pit if side is near else pits - 1 - pit
    return f"{ordinal(row + 1)} pit from the {'top' if view is View.PHONE else 'left'}"


def searched(nodes: int, seconds: float) -> str:
    """Return the size of a search, empty if the value was known without one."""
    return f"{nodes:,} positions in {seconds:.2f} s" if nodes else ""


def standing(position: Position) -> str:
    """Return the status of the game: who moves or passes, who has won, and any technical win.

    >>> standing(Position.start())
    'south to move'
    """
    if position.is_over:
        return _result(position)
    action = "has nothing to sow and passes" if position.must_pass else "to move"
    winner = position.technical_winner
    settled = f"; {winner} has a technical win" if winner else ""
    return f"{position.to_move} {action}{settled}"


def state(position: Position) -> str:
    """Return whose turn it is and the state of the game: in progress, a technical win, won or a tie.

    >>> state(Position.start())
    'south (1) to move, in progress'
    """
    if position.is_over:
        return _result(position)
    number = 1 if position.to_move is Side.SOUTH else 2
    winner = position.technical_winner
    return f"{position.to_move} ({number}) to move, {f'a technical win for {winner}' if winner else 'in progress'}"


def effect(move: Move) -> str:
    """Return what a move did for its mover.

    >>> effect(Position.start().move(2))
    'sows 4 stones, banks 1, moves again'
    """
    lifted = move.events[0].stones
    parts = [f"sows {counted(lifted, 'stone')}"]
    if move.laps > 1:
        parts.append(f"runs {move.laps} laps")
    if move.captured:
        parts.append(f"captures {move.captured}")
    if move.banked:
        parts.append(f"banks {move.banked}" + (" in all" if move.captured else ""))
    if move.outcome is MoveOutcome.FREE_MOVE:
        parts.append("moves again")
    if move.outcome is MoveOutcome.GAME_OVER:
        parts.append("ends the game")
    if move.swept:
        parts.append(f"{move.swept} left over to their owner")
    return ", ".join(parts)


def brief(move: Move) -> str:
    """Return what a move does in few words, for a list.

    >>> brief(Position.start().move(2))
    'sows 4, +1, again'
    """
    parts = [f"sows {move.events[0].stones}"]
    if move.laps > 1:
        parts.append(f"{move.laps} laps")
    if move.captured:
        parts.append(f"captures {move.captured}")
    if move.banked:
        parts.append(f"+{move.banked}")
    if move.swept:
        parts.append(f"{move.swept} left over to their owner")
    parts.append({"free_move": "again", "turn_end": "turn over", "game_over": "game over"}[move.outcome])
    return ", ".join(parts)


def inventory(position: Position) -> str:
    """Return every count of the board in sentences, for screen readers."""
    sentences = []
    for side in Side:
        pits = ", ".join(map(str, position.pits(side)))
        sentences.append(f"{side.capitalize()}'s pits hold {pits}; its store holds {position.store(side)}.")
    return " ".join(sentences)


def _result(position: Position) -> str:
    final = position.swept()
    south, north = final.south_store, final.north_store
    if position.outcome is Outcome.TIE:
        return f"a tie, {south} to {north}"
    winner = Side.SOUTH if position.outcome is Outcome.SOUTH_WINS else Side.NORTH
    return f"{winner} has won, {max(south, north)} to {min(south, north)}"
