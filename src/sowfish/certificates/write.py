"""Writing certificates."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sowfish.certificates.claim import Claim
from sowfish.certificates.parts import joined
from sowfish.errors import CertificateError
from sowfish.runtime.files import write_whole


@dataclass(frozen=True, slots=True)
class Written:
    """A written certificate."""

    path: Path
    size: int  # bytes
    positions: int
    moves: int


def write(path: str | os.PathLike[str], claim: Claim, pits: bytes) -> Written:
    """Write a certificate; `pits` are the moves in the order the checker needs them."""
    data = joined(claim, pits)
    write_whole(path, data)
    return Written(Path(path), len(data), claim.positions, claim.moves)


def check_place(path: str | os.PathLike[str]) -> None:
    """Reject a path that cannot be written, before hours are spent on the proof."""
    place = Path(path).absolute()
    if place.is_dir() or not os.access(place.parent, os.W_OK | os.X_OK):
        raise CertificateError(f"a certificate cannot be written to {os.fspath(path)!r}")
