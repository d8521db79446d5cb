"""The text of an analysis: the board with its values, lines of play, the balance and the threat."""

from __future__ import annotations

from collections.abc import Sequence

from sowfish import Analysis, MoveValue, Position, Progress, Result, Side
from sowfish.cli.terminal.line_view import one_line
from sowfish.cli.terminal.progress_line import how_far
from sowfish.cli.terminal.screen import Screen, charset, columns, on_terminal, wrapped
from sowfish.engine.advice import threat
from sowfish.render.values import bar, mark, signed, verdict
from sowfish.render.words import player, searched

LINES = 3  # of best play
BAR = 24  # characters
WIDEST = 100


class Panel:
    """Shows values of one position."""

    def __init__(self, screen: Screen, position: Position) -> None:
        """Prepare what stays the same while the values change."""
        self._screen = screen
        self._position = position
        self._threat = self._threat_words()

    def report(self, found: Analysis) -> str:
        """Return everything that is known when the search has ended."""
        return f"{self.picture(found.moves, found.best)}\n{searched(found.nodes, found.seconds)}".rstrip()

    def under_way(self, found: Analysis, progress: Progress) -> str:
        """Return what is known during the search."""
        return f"{self.picture(found.moves, found.best)}\n{how_far(progress)} ... Ctrl-C stops"

    def picture(self, moves: Sequence[MoveValue], best: MoveValue) -> str:
        """Return the board with a value at every pit, the lines and the balance."""
        position = self._position
        mover = position.to_move
        marks = {move.pit: mark(move, charset()) for move in moves}
        balance = best.value if mover is Side.SOUTH else -best.value
        sentence = verdict(best, mover)
        parts = [
            f"{position.rules.label}: {player(mover)} ({mover}) to move",
            "",
            self._screen.drawing(position, marks),
            "",
            f"you {bar(balance, position.total, BAR, charset())} they  {signed(balance)}",
            wrapped(f"{sentence[0].upper()}{sentence[1:]}."),
            "",
            *self._lines(moves),
            "",
            wrapped(self._threat),
        ]
        return "\n".join(parts)

    def say_pass(self, result: Result) -> None:
        """Show a position with a forced pass."""
        self._screen.to_move(self._position)
        self._screen.board(self._position)
        mover = self._position.to_move
        self._screen.say(f"{player(mover).capitalize()} have nothing to sow and pass: {verdict(result, mover)}.")

    def _lines(self, moves: Sequence[MoveValue]) -> list[str]:
        ranked = sorted(moves, key=lambda move: (-move.value, -move.low, move.pit))[:LINES]
        values = [mark(move, charset()) for move in ranked]
        width = max(map(len, values))
        room = min(columns() if on_terminal() else WIDEST, WIDEST) - width - 2
        return [
            f"{value:>{width}}  {one_line(self._screen, self._position, move.line, room)}"
            for value, move in zip(values, ranked, strict=True)
        ]

    def _threat_words(self) -> str:
        """Return the threat: what the other side would do if it were its turn."""
        other = self._position.with_to_move(self._position.to_move.other)
        found = threat(other)
        who = player(other.to_move)
        if found is None:
            return f"Threat: none, {who} could not move now."
        if not found.banked:
            return f"Threat: none, {who} would bank nothing now."
        pits = " ".join(str(self._screen.number(other, pit)) for pit in found.turn)
        return f"Threat: if {who} moved now, {pits} would bank {found.banked}."
