"""Lines of best play in whole turns."""

from __future__ import annotations

from collections.abc import Iterator

from sowfish import Position, Side
from sowfish.cli.terminal.screen import Screen
from sowfish.engine import Line
from sowfish.render.words import player

MORE = " ..."


def turns(screen: Screen, position: Position, line: Line) -> Iterator[tuple[Side, str]]:
    """Yield the side of each turn, and its pits as numbered on the board."""
    for turn in line:
        side = position.to_move
        yield side, " ".join(str(screen.number(position, pit)) for pit in turn) or "pass"
        position = after_turn(position, turn)


def after_turn(position: Position, turn: tuple[int, ...]) -> Position:
    """Return the position after a whole turn; an empty one is a pass."""
    if not turn:
        return position.passed()
    for pit in turn:
        position = position.after(pit)
    return position


def end_of(position: Position, line: Line) -> Position:
    """Return the position after a line."""
    for turn in line:
        position = after_turn(position, turn)
    return position


def one_line(screen: Screen, position: Position, line: Line, width: int) -> str:
    """Return a line of play as one line of text, truncated to whole turns."""
    text = ""
    for side, pits in turns(screen, position, line):
        more = f"{text}{'; ' if text else ''}{player(side)} {pits}"
        if len(more) > width - len(MORE):
            return (text or more[: width - len(MORE)].rsplit(" ", 1)[0]) + MORE
        text = more
    return text
