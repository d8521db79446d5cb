"""Start Python processes without the current folder on their path, where a stray `random.py` would be imported."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

VARIABLE = "PYTHONSAFEPATH"  # the environment's equivalent of the option -P


def python_command(code: str) -> list[str]:
    """Return the command that runs code in a new Python with this one's packages but not the current folder."""
    # Not -I: packages may come from PYTHONPATH or the user's site folder.
    return [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", code]


@contextlib.contextmanager
def safe_path() -> Iterator[None]:
    """Keep the current folder off the path of processes that multiprocessing starts meanwhile."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = "1"
    try:
        yield
    finally:
        restore(before)


def restore(before: str | None) -> None:
    """Restore the variable: programs that players start may need their folder."""
    if before is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = before
