"""The widget: play moves on a position, see values while the engine runs, step through a game."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from sowfish.engine import Analysis, Engine
from sowfish.errors import SowfishError
from sowfish.model.game import Game
from sowfish.model.position import Position
from sowfish.notebook import bundle
from sowfish.render.values import mark, verdict
from sowfish.render.words import standing

WIDGET = Path(__file__).with_name("widget.js")


class BoardWidget(anywidget.AnyWidget):
    """The web page's board in a notebook.

    `position` is the position's text and can be set and observed; tapping a ringed pit plays it. With a `game`, `index`
    is the number of moves shown. `analyse()` puts values on the pits while the engine runs.
    """

    _esm = bundle.script() + "\n" + WIDGET.read_text(encoding="utf-8")
    _style = traitlets.Unicode(bundle.style()).tag(sync=True)
    _gradients = traitlets.Unicode(bundle.gradients()).tag(sync=True)
    _state = traitlets.Dict().tag(sync=True)
    _last = traitlets.Int(0).tag(sync=True)
    position = traitlets.Unicode().tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)
    values: traitlets.List[dict[str, object]] = traitlets.List().tag(sync=True)
    note = traitlets.Unicode("").tag(sync=True)
    moves = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(self, position: str | Position | Game | None = None, *, can_move: bool = True) -> None:
        """Show a position, its text, a game, or the start of Kalah."""
        game = position if isinstance(position, Game) else Game(_position(position))
        self._positions = list(game.positions)
        self.can_move = can_move
        self._engine: Engine | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        index = len(self._positions) - 1
        shown = self._positions[index]
        super().__init__(
            position=str(shown),
            index=index,
            moves=list(game.moves),
            _last=index,
            _state=_state(shown),
            note=_note(shown),
        )
        self.on_msg(self._heard)

    @property
    def shown(self) -> Position:
        """The position on the board."""
        return self._positions[self.index]

    def play(self, pit: int) -> None:
        """Play a pit from the position shown; moves that followed it are dropped."""
        after = self.shown.after(pit)
        after = after.passed() if after.must_pass else after
        with self.hold_trait_notifications():
            self._positions = [*self._positions[: self.index + 1], after]
            self.moves = [*self.moves[: self.index], pit]
            self._last = self.index + 1
            self.index = self._last

    def analyse(self, *, seconds: float | None = None, wait: bool = False) -> None:
        """Show the value of every move on its pit as the search improves, in the background unless `wait`."""
        self.stop()
        self._stop = threading.Event()
        self._engine = self._engine or Engine()
        engine, stop, position = self._engine, self._stop, self.shown

        def run(tell: Callable[[Analysis], object]) -> None:
            for report in engine.reports(position, seconds=seconds, cancel=stop):
                if stop.is_set():
                    return
                tell(report)

        def tell_now(report: Analysis) -> None:
            if not stop.is_set():
                self._tell(position, report)

        if wait:
            run(tell_now)
            return
        loop = _running_loop()  # the kernel's loop: traits may only be sent from its thread

        def later(report: Analysis) -> None:
            if loop is None:
                tell_now(report)
            else:
                loop.call_soon_threadsafe(tell_now, report)

        self._thread = threading.Thread(target=run, args=(later,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop a running search."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
            self._thread = None

    def close(self) -> None:
        """Stop the search and close the widget."""
        self.stop()
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        super().close()

    # ---- traits

    @traitlets.observe("index")
    def _on_index(self, change: dict[str, Any]) -> None:
        number = min(max(change["new"], 0), len(self._positions) - 1)
        if number != change["new"]:
            self.index = number
            return
        self._show(self._positions[number])

    @traitlets.observe("position")
    def _on_position(self, change: dict[str, Any]) -> None:
        if change["new"] == str(self.shown):
            return
        try:
            position = Position.parse(change["new"])
        except SowfishError:
            self.position = str(self.shown)
            raise
        self._positions = [position]
        with self.hold_trait_notifications():
            self.moves = []
            self._last = 0
            self.index = 0
        self._show(position)

    def _show(self, position: Position) -> None:
        self._stop.set()
        self.values = []
        self._state = _state(position)
        self.note = _note(position)
        self.position = str(position)

    def _tell(self, position: Position, report: Analysis) -> None:
        best = max((move.value for move in report.moves), default=0)
        self.values = [
            {
                "pit": move.pit,
                "mark": mark(move),
                "tone": "good" if move.value > 0 else "bad" if move.value < 0 else "even",
                "kind": str(move.kind),
                "is_best": move.value == best,
            }
            for move in report.moves
        ]
        self.note = f"{_note(position)}: {verdict(report.result, position.to_move)}"

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        tap = content.get("tap") if isinstance(content, dict) else None
        if not self.can_move or not isinstance(tap, dict):
            return
        position = self.shown
        if tap.get("side") == position.to_move and tap.get("pit") in position.legal_pits:
            self.play(tap["pit"])


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _position(given: str | Position | None) -> Position:
    if given is None:
        return Position.start()
    return Position.parse(given) if isinstance(given, str) else given


def _state(position: Position) -> dict[str, object]:
    return {
        "south": list(position.south),
        "north": list(position.north),
        "south_store": position.south_store,
        "north_store": position.north_store,
        "to_move": str(position.to_move),
        "is_over": position.is_over,
        "legal": list(position.legal_pits),
    }


def _note(position: Position) -> str:
    return f"{position.rules.label}, {standing(position)}"
