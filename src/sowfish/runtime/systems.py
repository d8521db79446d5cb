"""What differs between Linux, macOS and Windows; the rest of the package asks here."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

if sys.platform == "win32":
    import ctypes
    import msvcrt
else:
    import fcntl
    import resource
    import select
    import termios
    import tty

BINARY = getattr(os, "O_BINARY", 0)  # for os.open; elsewhere every file is
# The signals by which a terminal or the system asks a program to end.
HANGUPS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))


def try_lock(file: IO[Any]) -> bool:
    """Lock a file for this process until it is closed; return whether no other process had."""
    try:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def read_at(file: int, size: int, offset: int) -> bytes:
    """Return so many bytes of an open file, fewer at its end."""
    if sys.platform == "win32":
        os.lseek(file, offset, os.SEEK_SET)
        return os.read(file, size)
    else:
        return os.pread(file, size, offset)


def write_at(file: int, data: bytes, offset: int) -> int:
    """Write bytes at a place of an open file, and return how many were written."""
    if sys.platform == "win32":
        os.lseek(file, offset, os.SEEK_SET)
        return os.write(file, data)
    else:
        return os.pwrite(file, data, offset)


def own_group() -> dict[str, Any]:
    """Return the options by which a process gets a group of its own, which Ctrl-C does not reach."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    else:
        return {"start_new_session": True}


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a process that has its own group, at once, with what it started; on Windows the process alone."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def kill(process: int) -> None:
    """End the process of this number at once, if it is there and ours."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            os.kill(process, signal.SIGTERM)  # cannot be refused there
        else:
            os.kill(process, signal.SIGKILL)


def limit_memory(process: int, size: int) -> None:
    """Let the process of this number take so many bytes at most; only Linux can."""
    if sys.platform == "linux":
        with contextlib.suppress(ProcessLookupError):  # it has ended already
            resource.prlimit(process, resource.RLIMIT_AS, (size, size))


def open_files_limit() -> int | None:
    """Return how many files this process may have open, None if there is no such limit."""
    if sys.platform == "win32":
        return None
    else:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return None if files == resource.RLIM_INFINITY else files


def after_fork(work: Callable[[], object]) -> None:
    """Have work done in every copy of this process; Windows makes none."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=work)


def available_memory() -> float:
    """Return how many bytes could be had without swapping, or infinity where the system does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
    return float("inf")


@contextlib.contextmanager
def single_keys() -> Iterator[Callable[[float | None], bytes]]:
    """Yield what waits so many seconds for a key of the terminal and returns its bytes, none if there was no key.

    None waits for ever; the end of the input is no bytes as well.
    """
    if sys.platform == "win32":
        yield _windows_key
    else:
        keys = sys.stdin.fileno()
        before = termios.tcgetattr(keys)

        def read(seconds: float | None) -> bytes:
            ready, _, _ = select.select([keys], [], [], seconds)
            return os.read(keys, 1) if ready else b""

        try:
            tty.setcbreak(keys, termios.TCSADRAIN)  # what was typed already counts
            yield read
        finally:
            termios.tcsetattr(keys, termios.TCSADRAIN, before)


if sys.platform == "win32":
    _ARROWS = {b"M": b"\x1b[C", b"K": b"\x1b[D", b"P": b"\x1b[B", b"H": b"\x1b[A", b"G": b"\x1b[H", b"O": b"\x1b[F"}
    _waiting: list[bytes] = []  # the rest of an arrow

    def _windows_key(seconds: float | None) -> bytes:
        if _waiting:
            return _waiting.pop(0)
        if seconds is not None and ctypes.windll.kernel32.WaitForSingleObject(
            msvcrt.get_osfhandle(sys.stdin.fileno()), int(1000 * seconds)
        ):
            return b""
        key = msvcrt.getch()
        if key in (b"\x00", b"\xe0"):
            key, *rest = (bytes([byte]) for byte in _ARROWS.get(msvcrt.getch(), b"\x1b"))
            _waiting.extend(rest)
        return key
