"""Questions in order, whose answers can be corrected."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TypeVar

from sowfish import SowfishError
from sowfish.cli.terminal.prompt import EndOfInput, Prompt

BACK = ("back", "b")
Answer = TypeVar("Answer")


class _Back(Exception):  # noqa: N818  # a request, not an error
    """The person wants to go back to the previous question."""


class Questions:
    """Asks for the parts of an entry; `back` returns to the previous question.

    A person is asked again after a wrong answer. In a pipe a wrong answer refuses the whole entry, and the lines of its
    other answers are skipped: they are neither answers to another question nor commands.
    """

    def __init__(self, prompt: Prompt) -> None:
        """Ask through a prompt."""
        self._prompt = prompt

    def run(self, steps: Sequence[Callable[[], None]]) -> None:
        """Take the steps in order; each asks one question."""
        at = 0
        while at < len(steps):
            try:
                steps[at]()
                at += 1
            except _Back:
                at = max(at - 1, 0)
            except EndOfInput:
                raise
            except SowfishError:
                with contextlib.suppress(EndOfInput):
                    for _ in steps[at + 1 :]:
                        self._prompt.line("")
                raise

    def ask(self, question: str, read: Callable[[str], Answer]) -> Answer:
        """Return the answer to a question; a person's wrong one is explained and asked again."""
        while True:
            text = self._prompt.line(question)
            if text.lower() in BACK:
                raise _Back
            try:
                return read(text)
            except SowfishError as error:
                if not self._prompt.is_typed:
                    raise
                self._prompt.refuse(error)
