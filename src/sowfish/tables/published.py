"""Published checksums: SHA-256 of every layer of a table, so that a copy from any source can be verified.

A line has the rules' name, the pits per side, the stones in play and the SHA-256 of the layer's values, separated by
spaces; # starts a comment.
"""

from __future__ import annotations

import hashlib
import os
from importlib.resources import files

from sowfish.errors import TableError, quoted
from sowfish.model.rules import Rules
from sowfish.runtime.files import read_limited
from sowfish.tables.format import layer_place
from sowfish.tables.table import Table

PUBLISHED = "published"  # the name of the list that ships
LONGEST_LIST = 16 << 20  # bytes
CHUNK_BYTES = 1 << 20
Sums = dict[tuple[str, int], str]  # by rules and stones


def checksum_lines(table: Table) -> list[str]:
    """Return the lines of a list for all layers of a table."""
    rules = table.rules
    return [f"{rules.name} {rules.pits} {stones} {layer_sum(table, stones)}" for stones in range(table.stones + 1)]


def layer_sum(table: Table, stones: int) -> str:
    """Return the SHA-256 of a layer's values in the file."""
    place, end = layer_place(table.rules, stones), layer_place(table.rules, stones + 1)
    sums = hashlib.sha256()
    with table.path.open("rb") as file:
        file.seek(place)
        while place < end and (chunk := file.read(min(CHUNK_BYTES, end - place))):
            sums.update(chunk)
            place += len(chunk)
    return sums.hexdigest()


def read_sums(source: str | os.PathLike[str]) -> Sums:
    """Return the checksums of a list: the one that ships, or a file."""
    if source == PUBLISHED:
        text = files("sowfish.tables").joinpath("checksums.txt").read_text(encoding="ascii")
    else:
        try:
            text = read_limited(source, LONGEST_LIST).decode("ascii")
        except (OSError, UnicodeDecodeError) as error:
            why = (error.strerror or str(error)).lower() if isinstance(error, OSError) else "it is no text"
            raise TableError(f"cannot read checksums from {quoted(os.fspath(source))}: {why}") from None
    sums: Sums = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 4 or not (words[1].isdecimal() and words[2].isdecimal() and len(words[1] + words[2]) < 6):
            raise TableError(f"line {number} of {quoted(os.fspath(source))} is not the checksum of a layer")
        sums[f"{words[0]}-{int(words[1])}", int(words[2])] = words[3]
    return sums


def difference(table: Table, sums: Sums) -> str | None:
    """Return how a table differs from a list, in words, or None."""
    rules: Rules = table.rules
    known = [stones for stones in range(table.stones + 1) if (f"{rules.name}-{rules.pits}", stones) in sums]
    if not known:
        return f"there is no checksum for {rules} to compare with"
    for stones in range(table.stones + 1):
        if stones not in known:
            return f"the list has no checksum for {stones} stones of {rules}"
        if layer_sum(table, stones) != sums[f"{rules.name}-{rules.pits}", stones]:
            return f"{table.path.name} differs from the list at {stones} stones"
    return None
