"""The real program, run as its users run it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Self

PROGRAM = str(Path(sys.executable).with_name("sowfish"))
PATIENCE = 60.0  # seconds; a busy machine takes long for what takes no time
OURS = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without what would change the program's answers."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name == "SOWFISH_DATA" or not (name.startswith("SOWFISH_") or name in OURS)
    }
    return kept | {"PYTHONUTF8": "1", "TERM": "xterm", "SOWFISH_THREADS": "1"} | changes


def run(*words: str, typed: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the program with its input and output in pipes."""
    return subprocess.run(
        [PROGRAM, *words], input=typed, capture_output=True, encoding="utf-8", env=environment(**changes), check=False
    )


def run_on_terminal(*words: str, columns: int, typed: str = "", code: int = 0, **changes: str) -> str:
    """Run the program on a terminal of this width, type into it and return what it shows."""
    with Terminal(*words, columns=columns, **changes) as terminal:
        for line in re.findall("[^\n]*\n|[^\n]+", typed):
            terminal.settle()  # as a person would: not before the question
            terminal.type(line)
        return terminal.end(code)


class Terminal:
    """The program on a terminal, which a test types into and looks at."""

    def __init__(self, *words: str, columns: int = 80, **changes: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        self.process = subprocess.Popen(
            [PROGRAM, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(**changes),
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509  # tests have no threads
        )
        os.close(theirs)
        self._seen = bytearray()
        self._looked = 0  # up to where the test has looked

    def type(self, text: str) -> None:
        """Type, with \\n for Enter and \\x04 for Ctrl-D."""
        os.write(self._ours, text.encode())

    def interrupt(self) -> None:
        """Type Ctrl-C, and again if it was not heard.

        Python loses one that comes in the instant between showing a prompt and waiting for keys.
        """
        for _ in range(5):
            self.type("\x03")
            if self._read(3) or self.process.poll() is not None:
                return

    def until(self, text: str, seconds: float = PATIENCE) -> None:
        """Wait until a text appears after what was waited for last."""
        deadline = time.monotonic() + seconds
        while (at := self._seen.find(text.encode(), self._looked)) < 0:
            assert self._read(deadline - time.monotonic()), f"{text!r} did not appear in {self.shown!r}"
        self._looked = at + len(text)

    def settle(self) -> None:
        """Wait until the program shows nothing more for a moment."""
        self._read(PATIENCE)
        while self._read(0.25):
            pass

    def end(self, code: int = 0, seconds: float = PATIENCE) -> str:
        """Wait for the end, check the exit code and return all that was shown."""
        deadline = time.monotonic() + seconds
        while self._read(deadline - time.monotonic()):
            pass
        assert self.process.wait(max(deadline - time.monotonic(), 1)) == code, self.shown
        return self.shown

    @property
    def shown(self) -> str:
        """All that was shown so far."""
        return self._seen.decode().replace("\r\n", "\n")

    def _read(self, seconds: float) -> bool:
        """Read what there is; tell whether there was anything within the time."""
        ready, _, _ = select.select([self._ours], [], [], max(seconds, 0))
        if not ready:
            return False
        try:
            chunk = os.read(self._ours, 4096)
        except OSError:
            return False  # the other end is closed: the program has ended
        self._seen += chunk
        return bool(chunk)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)


def _take_terminal() -> None:
    """Make the terminal the program's own, so that a Ctrl-C typed there reaches it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
