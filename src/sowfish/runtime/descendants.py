"""Everything that a process has started, also what has left its group and lost its parents."""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from pathlib import Path

from sowfish.runtime import systems

VARIABLE = "SOWFISH_FAMILY"  # inherited by whatever a process starts
ROUNDS = 5  # what is started while the others are killed is found in the next
PROCESSES = Path("/proc")


def new_family() -> str:
    """Return a name for a process to be started, to be put into its environment as VARIABLE."""
    return secrets.token_hex(12)


def kill_family(name: str) -> int:
    """Kill every process of a family and return how many there were; only Linux tells."""
    killed = 0
    for _ in range(ROUNDS):
        found = [process for process in _members(name) if process != os.getpid()]
        for process in found:
            systems.kill(process)
            killed += 1
        if not found:
            break
        time.sleep(0.01)
    return killed


def _members(name: str) -> list[int]:
    sought = f"{VARIABLE}={name}".encode()
    found = []
    for entry in PROCESSES.glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            if sought in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return found
