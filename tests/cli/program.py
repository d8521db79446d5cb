"""The real program, run as its users run it."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

PROGRAM = str(Path(sys.executable).with_name("sowfish"))
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
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    with subprocess.Popen(
        [PROGRAM, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment(**changes)
    ) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = bytearray()
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:
            pass  # the other end is closed: the program has ended
        assert process.wait() == code
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")
