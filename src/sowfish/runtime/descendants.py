"""All descendants of a process, including those that left its process group or were orphaned."""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from pathlib import Path

from sowfish.runtime import systems

VARIABLE = "SOWFISH_FAMILY"  # inherited by whatever a process starts
ROUNDS = 5  # processes started during one round are found in the next
PROCESSES = Path("/proc")


def new_family() -> str:
    """Return a new family name, to be passed to a process in the environment variable VARIABLE."""
    return secrets.token_hex(12)


def kill_family(name: str) -> int:
    """Kill every process of a family and return their number; Linux only."""
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
        with contextlib.suppress(OSError):  # it has exited, or belongs to another user
            if sought in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return found
