"""Python processes that import nothing from the current folder, where anybody's `random.py` may lie."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

VARIABLE = "PYTHONSAFEPATH"  # what the option -P is for those who cannot give options


def python_command(code: str) -> list[str]:
    """Return the command that runs code in a new Python, with the packages of this one but not the current folder."""
    # Not always -I: packages may be found by PYTHONPATH or in the user's own site.
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", code]


@contextlib.contextmanager
def safe_path() -> Iterator[None]:
    """Have processes that multiprocessing starts meanwhile leave the current folder out of their path."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = "1"
    try:
        yield
    finally:
        restore(before)


def restore(before: str | None) -> None:
    """Set the variable back, for programs that players start may need their folder."""
    if before is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = before
