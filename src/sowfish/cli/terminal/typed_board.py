"""Parse what people type when asked for a board."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish import PROFILES, Position, Rules, Side, SowfishError
from sowfish.errors import quoted
from sowfish.model.notation import SAME
from sowfish.model.rules import ALIASES
from sowfish.render.words import counted

PHONE_KALAH = "capture"  # what the phone calls it
_SIDES = {
    Side.SOUTH: ("you", "me", "south", "1", "s"),
    Side.NORTH: ("they", "them", "north", "2", "n"),
}


@dataclass(frozen=True, slots=True)
class TypedSide:
    """One side of a board, as typed."""

    pits: tuple[int, ...]
    store: int

    def __str__(self) -> str:
        """Return the counts, so that a typing error is easy to see."""
        pits, stones = counted(len(self.pits), "pit"), counted(self.stones, "stone")
        return f"{pits} with {sum(self.pits)}, store {self.store}: {stones}"

    @property
    def stones(self) -> int:
        """All stones of the side."""
        return sum(self.pits) + self.store


def read_count(text: str) -> int:
    """Read a number of stones; empty means 0."""
    if text and not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise SowfishError(f"{quoted(text)} is not a number of stones")
    return int(text or 0)


def read_counts(text: str) -> tuple[int, ...]:
    """Read numbers of stones separated by spaces or commas."""
    return tuple(read_count(word) for word in text.replace(",", " ").split())


def read_row(text: str) -> tuple[int, ...]:
    """Read the pits of one side."""
    row = read_counts(text)
    Position(row, row)  # rejects an invalid row of pits
    return row


def read_other_row(text: str, own: tuple[int, ...]) -> tuple[int, ...]:
    """Read the other side's pits; `same`, or an empty line, copies the first side's."""
    if text.lower() in ("", SAME):
        return own
    row = read_counts(text)
    Position(own, row)  # rejects rows of different lengths
    return row


def read_pits_and_store(text: str) -> TypedSide:
    """Read pits and, as the last number, the store of one side."""
    counts = read_counts(text)
    if len(counts) < 2:
        raise SowfishError(f"the pits followed by the store are needed, not {quoted(text)}")
    Position(counts[:-1], counts[:-1], south_store=counts[-1])
    return TypedSide(counts[:-1], counts[-1])


def read_other_side(text: str, own: TypedSide) -> TypedSide:
    """Read the other side; `same` copies the first."""
    other = own if text.lower() == SAME else read_pits_and_store(text)
    Position(own.pits, other.pits, south_store=own.store, north_store=other.store)
    return other


def read_side(text: str) -> Side:
    """Read who moves: 1 or 2, you or they, south or north; empty means you."""
    for side, words in _SIDES.items():
        if text.lower() in words:
            return side
    if not text:
        return Side.SOUTH
    raise SowfishError(f"{quoted(text)} is neither you (1, south) nor they (2, north)")


def read_rules(text: str) -> Rules:
    """Read the name of rules in any case: a name, an alias, or a prefix.

    >>> str(read_rules("A")), str(read_rules("capt")), str(read_rules("kalah-l"))
    ('avalanche', 'kalah', 'kalah-lazy')
    """
    name = text.strip().lower()
    begun = [known for known in (*PROFILES, *ALIASES) if name and known.startswith(name)]
    return Rules.parse(begun[0] if begun else name)  # if several match, the plainest, which is first
