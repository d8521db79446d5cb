"""The parts of a certificate file.

sowfish certificate 1                       the file's type and version
5f2b...                                     SHA-256 of all that follows this line, in hexadecimal
{"rules": "kalah,pits=4", ...}              the claim, one line of JSON
...                                         the moves, a byte each, as an xz stream
"""

from __future__ import annotations

import hashlib
import lzma
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sowfish.certificates.claim import Claim
from sowfish.errors import CertificateError

FIRST_LINE = b"sowfish certificate 1\n"
LONGEST_HEADER = 2000
CHUNK = 1 << 16
XZ_MEMORY = 1 << 27  # the memory a reader must allow; preset 6 needs 9 MB


def joined(claim: Claim, pits: bytes) -> bytes:
    """Return a whole certificate."""
    rest = claim.written() + b"\n" + lzma.compress(pits, format=lzma.FORMAT_XZ, preset=6 | lzma.PRESET_EXTREME)
    return FIRST_LINE + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


class Reader:
    """An open certificate: its claim, and its moves in order."""

    def __init__(self, file: BinaryIO) -> None:
        """Read everything but the moves."""
        if file.readline(len(FIRST_LINE)) != FIRST_LINE:
            raise CertificateError(f"it does not begin with {FIRST_LINE.decode().strip()!r}")
        checksum = file.readline(65)
        start = file.tell()
        digest = hashlib.sha256()
        while chunk := file.read(CHUNK):
            digest.update(chunk)
        if checksum != digest.hexdigest().encode() + b"\n":
            raise CertificateError("its checksum is wrong: the file was damaged or changed")
        file.seek(start)
        line = file.readline(LONGEST_HEADER)
        if not line.endswith(b"\n"):
            raise CertificateError(f"its header is longer than {LONGEST_HEADER} bytes or does not end")
        self.claim = Claim.read(line)
        self._file = file

    def moves(self) -> Iterator[int]:
        """Yield the moves; reject a stream that is broken or does not end with the file."""
        stream = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=XZ_MEMORY)
        try:
            while not stream.eof:
                packed = self._file.read(CHUNK) if stream.needs_input else b""
                if stream.needs_input and not packed:
                    raise CertificateError("its moves are truncated")
                yield from stream.decompress(packed, max_length=CHUNK)
        except lzma.LZMAError as error:
            raise CertificateError(f"its moves cannot be decompressed: {error}") from None
        if stream.unused_data or self._file.read(1):
            raise CertificateError("there is data after its moves")


def opened(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a certificate for reading."""
    return Path(path).open("rb")
