"""Input lines, with editing, history and completion on a terminal, or from a pipe."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn, Self

import click

from sowfish import SowfishError
from sowfish.cli.terminal.screen import wrapped
from sowfish.runtime import systems

Completer = Callable[[str, str], Sequence[str]]  # (line so far, its last word) -> completions
HISTORY_LINES = 1000


class EndOfInput(SowfishError):  # noqa: N818  # an event, not an error
    """The input has ended."""


class Prompt:
    """Asks on a terminal; from a pipe it reads the answers and asks nothing."""

    def __init__(self, *, history: Path | None = None, complete: Completer | None = None) -> None:
        """Read standard input; `history` is the history file."""
        self.refused = 0  # number of wrong answers
        # Whether a person is typing: checked once, as the window may be closed later.
        self.is_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        self._history = history
        self._before: dict[int, Any] = {}  # the previous signal handlers
        self._complete = complete
        self._editor = _editor() if self.is_terminal else None
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # invalid UTF-8 is a wrong answer, not a failure

    def line(self, question: str, *, remember: bool = False) -> str:
        """Return the next line, stripped; on a terminal the question is printed first."""
        if sys.stdin is None:
            raise EndOfInput("there is no input to read")
        if self.is_terminal:
            return self._typed(question, remember)
        if sys.stdin.isatty():
            click.echo(question, nl=False, err=True)
        text = sys.stdin.readline()
        if not text:
            if sys.stdin.isatty():
                click.echo(err=True)  # start a new line
            raise EndOfInput("the input ended before the answer")
        return text.strip()

    @property
    def is_typed(self) -> bool:
        """Whether a person types the input."""
        return sys.stdin is not None and sys.stdin.isatty()

    def refuse(self, error: Exception) -> None:
        """Report what is wrong with an answer."""
        self.refused += 1
        click.echo(wrapped(f"  {error}") if self.is_terminal else f"sowfish: {error}", err=True)

    def _typed(self, question: str, remember: bool) -> str:
        try:
            text = input(question).strip()
        except EOFError:
            click.echo()
            raise EndOfInput("the input ended before the answer") from None
        if remember and text and self._editor is not None:
            self._editor.add_history(text)
        return text

    # ---- history, while the prompt is open

    def __enter__(self) -> Self:
        """Load the history, and treat a closed window like Ctrl-C, so that the game can be saved."""
        for number in systems.HANGUPS:
            self._before[number] = signal.signal(number, _interrupt)
        if self._editor is None:
            return self
        self._editor.set_auto_history(False)
        if self._complete is not None:
            self._editor.set_completer(self._candidate)
            self._editor.set_completer_delims(" ")
            is_libedit = "libedit" in (self._editor.__doc__ or "")  # macOS has it instead of GNU readline
            self._editor.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        if self._history is not None:
            with contextlib.suppress(OSError):
                self._editor.read_history_file(self._history)
        return self

    def __exit__(self, *_exception: object) -> None:
        """Save the history; ignore errors."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._editor is None or self._history is None:
            return
        self._editor.set_history_length(HISTORY_LINES)
        with contextlib.suppress(OSError):
            self._history.parent.mkdir(parents=True, exist_ok=True)
            self._editor.write_history_file(self._history)

    def _candidate(self, word: str, number: int) -> str | None:
        assert self._editor is not None
        assert self._complete is not None
        before = self._editor.get_line_buffer()[: self._editor.get_begidx()]
        found = self._complete(before, word)
        return found[number] if number < len(found) else None


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _editor() -> ModuleType | None:
    """Return the readline module, if available."""
    try:
        import readline  # noqa: PLC0415  # only a terminal needs it
    except ImportError:
        return None
    return readline
