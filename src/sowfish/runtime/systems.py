"""Platform differences between Linux, macOS and Windows, in one place."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import subprocess
import sys
import threading
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

BINARY = getattr(os, "O_BINARY", 0)  # for os.open; other systems have no text mode
NONBLOCK = getattr(os, "O_NONBLOCK", 0)  # for os.open; without it, opening a pipe waits for its other end
# The signals that ask a program to terminate.
HANGUPS = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))


def interrupt_main() -> None:
    """Do to the main thread what Ctrl-C does, whatever it waits for."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # also ends a wait in the system


def try_lock(file: IO[Any]) -> bool:
    """Lock a file until it is closed; return False if another process holds the lock."""
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
    """Return `size` bytes at an offset of an open file, fewer at its end."""
    if sys.platform == "win32":
        os.lseek(file, offset, os.SEEK_SET)
        return os.read(file, size)
    else:
        return os.pread(file, size, offset)


def write_at(file: int, data: bytes, offset: int) -> int:
    """Write bytes at an offset of an open file, and return the number written."""
    if sys.platform == "win32":
        os.lseek(file, offset, os.SEEK_SET)
        return os.write(file, data)
    else:
        return os.pwrite(file, data, offset)


def own_group() -> dict[str, Any]:
    """Return the Popen options for a separate process group, which Ctrl-C does not reach."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    else:
        return {"start_new_session": True}


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its process group; on Windows the process only."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def kill(process: int) -> None:
    """Kill a process by its id, if it exists and is ours."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            os.kill(process, signal.SIGTERM)  # cannot be caught on Windows
        else:
            os.kill(process, signal.SIGKILL)


def limit_memory(process: int, size: int) -> None:
    """Limit the memory of a process; Linux only."""
    if sys.platform == "linux":
        with contextlib.suppress(ProcessLookupError):  # it has already exited
            resource.prlimit(process, resource.RLIMIT_AS, (size, size))


def open_files_limit() -> int | None:
    """Return the limit of open files of this process, or None."""
    if sys.platform == "win32":
        return None
    else:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return None if files == resource.RLIM_INFINITY else files


def after_fork(work: Callable[[], object]) -> None:
    """Run `work` in every forked child; Windows has no fork."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=work)


def available_memory() -> float:
    """Return the memory available without swapping, in bytes, or infinity if unknown."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
    return float("inf")


@contextlib.contextmanager
def single_keys() -> Iterator[Callable[[float | None], bytes]]:
    """Yield a function that waits for a key press, up to a timeout, and returns its bytes, empty if there was none.

    A timeout of None waits indefinitely; the end of the input is also empty.
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
            tty.setcbreak(keys, termios.TCSADRAIN)  # keeps keys typed before
            yield read
        finally:
            termios.tcsetattr(keys, termios.TCSADRAIN, before)


if sys.platform == "win32":
    _ARROWS = {b"M": b"\x1b[C", b"K": b"\x1b[D", b"P": b"\x1b[B", b"H": b"\x1b[A", b"G": b"\x1b[H", b"O": b"\x1b[F"}
    _waiting: list[bytes] = []  # the remaining bytes of an arrow key

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
