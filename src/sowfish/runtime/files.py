"""Files that are never half written, and never read beyond what is expected."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path

from sowfish.errors import SowfishError


def read_limited(path: str | os.PathLike[str], limit: int) -> bytes:
    """Return a file's bytes, or refuse it when it holds more than `limit`."""
    with Path(path).open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise SowfishError(f"the file is larger than {limit} bytes")
    return data


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file beside its place and rename it, so that the old or the new one is there at any time.

    What is no file, such as /dev/stdout, is written to as it is.
    """
    place = Path(path).resolve()  # a link goes on pointing where it did
    try:
        if place.exists() and not place.is_file():
            with place.open("wb") as device:  # says so if it is a folder
                device.write(data)
        else:
            _write_beside(place, data)
    except OSError as error:  # name what was asked for, not what stands beside it for a moment
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a place that `write_whole` could not write to, before work is spent on what goes there."""
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
    """Refuse a folder that could not be made or written to."""
    place = Path(path).resolve()
    try:
        while not place.exists():
            place = place.parent
        _try_folder(place)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def _try_folder(folder: Path) -> None:
    """Make a file and remove it: permissions alone do not tell, for example, of a read-only file system."""
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
    """Return the permissions the file has, or what any new file gets."""
    try:
        return stat.S_IMODE(place.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)  # there is no other way to ask
        os.umask(mask)
        return 0o666 & ~mask
