"""Arrays from untrusted .npz files: no pickles, no zip bombs, one kind of error."""

from __future__ import annotations

import io
import math
import os
import struct
import tokenize
import zipfile
import zlib
from typing import IO, TYPE_CHECKING, Any

from sowfish.runtime.files import open_regular

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAGIC = b"PK"
MOST_RATIO = 100  # maximum compression ratio; Sowfish's own files reach about 10
SLACK_BYTES = 1 << 20  # allowance for small files, which may compress better
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # other methods may allocate gigabytes up front
UNREADABLE = (
    EOFError,
    KeyError,
    MemoryError,
    NotImplementedError,
    OSError,
    OverflowError,
    RecursionError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


class ArrayFileError(Exception):
    """A file without valid arrays."""


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of an .npz file; of any other file only the first few, however large it is."""
    with os.fdopen(open_regular(path), "rb") as file:
        head = file.read(len(MAGIC))
        return head + file.read() if head == MAGIC else head


def read_arrays(data: bytes) -> dict[str, NDArray[Any]]:
    """Return all arrays of an .npz file; raise ArrayFileError for any fault, before allocating memory for it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > MOST_RATIO * len(data) + SLACK_BYTES:
                raise ArrayFileError("it unpacks to far more than a genuine file of its size")
            if any(member.compress_type not in METHODS for member in members):
                raise ArrayFileError("it uses a compression method that numpy does not write")
            found = {}
            for member in members:
                with archive.open(member) as stream:
                    found[member.filename.removesuffix(".npy")] = _read_array(stream, member.file_size)
    except UNREADABLE:
        raise ArrayFileError("it is truncated or corrupt") from None
    return found


def _read_array(stream: IO[bytes], size: int) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415  # `import sowfish` does without

    version = np.lib.format.read_magic(stream)
    readers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    shape, by_columns, kind = readers[version](stream)
    count = math.prod(shape)
    if kind.hasobject or min(shape, default=0) < 0 or count * kind.itemsize != size - stream.tell():
        raise ArrayFileError("an array does not have the size its header declares")
    values = np.frombuffer(bytearray(stream.read()), dtype=kind, count=count)
    return values.reshape(shape, order="F" if by_columns else "C")
