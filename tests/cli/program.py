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


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without what would change the program's answers."""
    kept = {name: value for name, value in os.environ.items() if name not in ("SOWFISH_RULES", "COLUMNS")}
    return kept | {"PYTHONUTF8": "1"} | changes


def run(*words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run the program with its output to pipes."""
    return subprocess.run(
        [PROGRAM, *words], capture_output=True, encoding="utf-8", env=environment(**changes), check=False
    )


def run_on_terminal(*words: str, columns: int) -> str:
    """Run the program on a terminal of this width and return what it shows."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen([PROGRAM, *words], stdout=theirs, stderr=theirs, env=environment()) as process:
        os.close(theirs)
        shown = bytearray()
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:
            pass  # the other end is closed: the program has ended
        process.wait()
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")
