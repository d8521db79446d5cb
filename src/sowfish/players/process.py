"""A child process that communicates by lines; it may be slow, silent, noisy or dead, and every wait has a limit."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import threading
import time
import weakref
from collections import deque
from typing import IO

from sowfish.errors import PlayerError, quoted
from sowfish.players.printable import printable
from sowfish.runtime import systems
from sowfish.runtime.descendants import VARIABLE, kill_family, new_family

LONGEST_LINE = 1 << 16  # bytes
STDERR_LINES = 5  # lines of standard error to keep
WATCH_SECONDS = 0.2  # polling interval for a program that exited without closing its output
LEAVE_SECONDS = 1.0  # to exit when told to


class Process:
    """A running program and its lines."""

    def __init__(
        self, command: str, *, memory: int | None = None, label: str | None = None, shows_errors: bool = False
    ) -> None:
        """Start a command, split into words like a shell but run without one, with a memory limit in bytes.

        `label` replaces the command in messages; `shows_errors` lets the program write to our standard error.
        """
        self.label = label or quoted(command)
        family = new_family()
        try:
            self._running = subprocess.Popen(  # noqa: S603  # the user's own command
                shlex.split(command) or [""],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if shows_errors else subprocess.PIPE,
                env={**os.environ, VARIABLE: family},
                **systems.own_group(),  # so that its children can be killed with it, and Ctrl-C does not reach it
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise PlayerError(f"cannot run {self.label}: {why}") from None
        if memory is not None:
            systems.limit_memory(self._running.pid, memory)
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=1000)
        self._stderr_lines: deque[str] = deque(maxlen=STDERR_LINES)
        self._over = threading.Event()
        assert self._running.stdout is not None
        _start(_read_lines, self._running.stdout, self._lines, self._over)
        self._listening = _start(_read_stderr, self._running.stderr, self._stderr_lines)
        self._killed = weakref.finalize(self, _kill, self._running, self._over, family)  # at interpreter shutdown too

    @property
    def is_over(self) -> bool:
        """Whether the program has exited or was abandoned."""
        return self._over.is_set() or self._running.poll() is not None

    def write_line(self, line: str) -> None:
        """Send one line."""
        if self._over.is_set():
            raise PlayerError(f"{self.label} was stopped")
        assert self._running.stdin is not None
        try:
            self._running.stdin.write(f"{line}\n".encode())
            self._running.stdin.flush()
        except OSError:
            raise self._ended() from None

    def read_line(self, until: float) -> str | None:
        """Return the next line, or None if there is none by a deadline of `time.monotonic`."""
        while True:
            has_ended = self._running.poll() is not None
            wait = max(min(until - time.monotonic(), WATCH_SECONDS), 0)
            with contextlib.suppress(queue.Empty):
                line = self._lines.get(timeout=wait)
                if line is None:
                    raise self._ended()
                return line
            if has_ended:  # and a child keeps its output open
                raise self._ended()
            if time.monotonic() >= until:
                return None

    def _ended(self) -> PlayerError:
        """Return the error for a program that has exited."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._running.wait(LEAVE_SECONDS)
        self._listening.join(LEAVE_SECONDS)
        code = self._running.returncode
        how = "closed its output" if code is None else f"ended with code {code}"
        words = self._stderr_lines[-1] if self._stderr_lines else ""
        self.kill()
        return PlayerError(f"{self.label} {how}" + (f": {words}" if words else ""))

    def close(self) -> None:
        """Ask the program to exit, then kill it."""
        with contextlib.suppress(OSError, PlayerError, subprocess.TimeoutExpired):
            self.write_line("quit")
            assert self._running.stdin is not None
            self._running.stdin.close()
            self._running.wait(LEAVE_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill the program and all its descendants."""
        self._killed()


def _kill(running: subprocess.Popen[bytes], over: threading.Event, family: str) -> None:
    over.set()
    systems.kill_group(running)
    running.wait()
    kill_family(family)  # descendants that left the group
    assert running.stdin is not None
    with contextlib.suppress(OSError):
        running.stdin.close()  # the other pipes are closed by their readers


def _start(work: object, *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _read_lines(stream: IO[bytes], lines: queue.Queue[str | None], over: threading.Event) -> None:
    """Queue lines; a program that floods us is blocked, and an overlong line arrives in pieces."""
    with stream:
        while line := stream.readline(LONGEST_LINE):
            if not _put(lines, line.decode(errors="replace").strip(), over):
                return
    _put(lines, None, over)


def _put(lines: queue.Queue[str | None], line: str | None, over: threading.Event) -> bool:
    while not over.is_set():
        try:
            lines.put(line, timeout=0.1)
        except queue.Full:
            continue
        return True
    return False


def _read_stderr(stream: IO[bytes] | None, words: deque[str]) -> None:
    if stream is None:
        return
    with stream:
        while line := stream.readline(LONGEST_LINE):
            if text := line.decode(errors="replace").strip():
                words.append(printable(text[:200]))
