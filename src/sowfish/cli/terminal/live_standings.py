"""Live standings of a tournament: progress and ratings."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from sowfish.arena.ratings import ratings
from sowfish.arena.tournament import Progress
from sowfish.arena.tournament_plan import Plan
from sowfish.cli.terminal.progress_line import bar
from sowfish.render.standings import table

REDRAW_SECONDS = 0.5
MOST_LINES = 15


class Standings:
    """Draws a bar, the time left and the ratings on standard error, and removes them at the end."""

    def __init__(self, plan: Plan) -> None:
        """Start with an empty table."""
        self._plan = plan
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(console=self._console, transient=True, auto_refresh=False)
        self._drawn = 0.0

    def __enter__(self) -> Self:
        """Start drawing."""
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Remove the table."""
        self._live.stop()

    def tell(self, progress: Progress) -> None:
        """Redraw the standings, at intervals."""
        now = time.monotonic()
        if now - self._drawn < REDRAW_SECONDS:
            return
        self._drawn = now
        self._live.update(Group(*map(Text, self._lines(progress))), refresh=True)

    def _lines(self, progress: Progress) -> list[str]:
        scores = progress.scores
        done, total = scores.done, scores.total
        room = self._console.width - 1
        head = f"{bar(done / total if total else 1.0)} {done} of {total} games{self._rate(progress, total - done)}"
        lines = [head[:room], *self._table(progress, room).splitlines()]
        if progress.fouls:
            lines.append(f"{len(progress.fouls)} lost by a foul: {progress.fouls[-1].explanation}"[:room])
        return lines

    @staticmethod
    def _rate(progress: Progress, left: int) -> str:
        if not progress.games or not progress.seconds:
            return ""
        rate = progress.games / progress.seconds
        minutes, seconds = divmod(round(left / rate), 60)
        return f", {rate:.1f}/s, {minutes}:{seconds:02} left"

    def _table(self, progress: Progress, room: int) -> str:
        tallies = progress.scores.tallies()
        points = dict.fromkeys(self._plan.names, 0.0)
        played = dict.fromkeys(self._plan.names, 0)
        for (first, second), tally in tallies.items():
            for place, score in ((first, tally.score), (second, 1 - tally.score)):
                name = self._plan.names[place]
                points[name] += 2 * tally.units * score
                played[name] += 2 * int(tally.units)
        rows = [["", "player", "Elo", "±", "points", "games"]]
        for place, rating in enumerate(ratings(self._plan.names, tallies).players[:MOST_LINES], start=1):
            name = rating.player
            numbers = [f"{rating.elo:+.0f}", f"{rating.error:.0f}"] if played[name] else ["", ""]
            rows.append([str(place), name, *numbers, f"{points[name]:g}", str(played[name])])
        return table(rows, room)
