"""Exit codes of the program, and errors as one sentence."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import click

from sowfish.errors import SowfishError, quoted

EXIT_FAULT = 1
EXIT_WRONG_INPUT = 2
EXIT_INTERRUPTED = 130


@contextlib.contextmanager
def files_refused() -> Iterator[None]:
    """Turn file errors in the block into input errors, which are reported in one sentence."""
    try:
        yield
    except OSError as error:
        raise SowfishError(sentence(error)) from None


def sentence(error: Exception) -> str:
    """Return what went wrong in one sentence."""
    if isinstance(error, click.ClickException):
        words = error.format_message().rstrip(".").replace("\n", " ")
        context = getattr(error, "ctx", None)
        return f"{words} (see {context.command_path} --help)" if context else words
    if isinstance(error, OSError) and error.strerror:
        return error.strerror + (f": {quoted(error.filename)}" if error.filename else "")
    return str(error)
