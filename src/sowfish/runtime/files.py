"""Atomic writes, and reads with a size limit."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import IO

from sowfish.errors import SowfishError
from sowfish.runtime import systems


def open_regular(path: str | os.PathLike[str], flags: int = os.O_RDONLY) -> int:
    """Return the descriptor of a regular file; any other is refused, such as a pipe, which could block for ever."""
    file = os.open(path, flags | systems.BINARY | systems.NONBLOCK)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    return file


def read_limited(path: str | os.PathLike[str], limit: int) -> bytes:
    """Return a file's bytes, or raise an error if it is larger than `limit`."""
    with Path(path).open("rb") as file:
        return _limited(file, limit)


def read_regular(path: str | os.PathLike[str], limit: int) -> bytes:
    """Do the same for a regular file; any other is refused."""
    with os.fdopen(open_regular(path), "rb") as file:
        return _limited(file, limit)


def _limited(file: IO[bytes], limit: int) -> bytes:
    data = file.read(limit + 1)
    if len(data) > limit:
        raise SowfishError(f"the file is larger than {limit} bytes")
    return data


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file atomically: a temporary file beside it is renamed into place.

    Anything but a regular file, such as /dev/stdout, is written directly.
    """
    place = Path(path).resolve()  # symbolic links are followed, not replaced
    try:
        if place.exists() and not place.is_file():
            with place.open("wb") as device:  # raises if it is a folder
                device.write(data)
        else:
            _write_beside(place, data)
    except OSError as error:  # name the requested file, not the temporary one
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def check_writable(path: str | os.PathLike[str]) -> None:
    """Reject a path that `write_whole` could not write to, before starting long work."""
    place = Path(path).resolve()
    try:
        if place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))  # named below
        if place.exists() and not place.is_file():
            return
        _try_folder(place.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def check_folder(path: str | os.PathLike[str]) -> None:
    """Reject a folder that cannot be created or written to."""
    place = Path(path).resolve()
    try:
        while not place.exists():
            place = place.parent
        _try_folder(place)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def _try_folder(folder: Path) -> None:
    """Create and remove a file: permissions alone do not reveal, for example, a read-only file system."""
    handle, beside = tempfile.mkstemp(dir=folder, prefix=".sowfish-")
    os.close(handle)
    Path(beside).unlink()


def _write_beside(place: Path, data: bytes) -> None:
    handle, beside = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(_mode(place))
        Path(beside).replace(place)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _mode(place: Path) -> int:
    """Return the file's permissions, or those of a new file."""
    try:
        return stat.S_IMODE(place.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)  # the only way to read the umask
        os.umask(mask)
        return 0o666 & ~mask
