"""Parse what people type when asked for a board."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish import PROFILES, Position, Rules, Side, SowfishError
from sowfish.errors import quoted
from sowfish.model.notation import SAME
from sowfish.model.rules import ALIASES
from sowfish.render.words import counted

PHONE_KALAH = "capture"  # what the phone calls it
USUAL_PITS = 6  # most boards have six pits a side: five or seven are most likely a wrong number of stores
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


def check_stores(position: Position, rules: Rules) -> None:
    """Reject six numbers a side: a six-pit board without its stores, unless the rules in force have five pits.

    An even start is taken literally.
    """
    is_even_start = position == Position.start(position.rules, position.south[0])
    if position.rules.pits != USUAL_PITS - 1 or rules.pits == USUAL_PITS - 1 or is_even_start:
        return
    raise SowfishError(
        f"each side has 6 numbers; are the stores missing? Six pits need 7 numbers a side, the store last "
        f"(0 if it is empty). For five pits and a store name the rules {position.rules.label},pits=5"
    )


def read_row(text: str, rules: Rules) -> tuple[int, ...]:
    """Read the pits of one side without its store; seven numbers are seven pits only if the rules in force say so."""
    row = read_counts(text)
    Position(row, row)  # rejects an invalid row of pits
    if len(row) == USUAL_PITS + 1 != rules.pits:
        raise SowfishError(
            f"these are 7 numbers; is the store among them? Only the pits go here. "
            f"For seven pits name the rules {rules.label},pits=7"
        )
    return row


def read_other_row(text: str, own: tuple[int, ...]) -> tuple[int, ...]:
    """Read the other side's pits; `same`, or an empty line, copies the first side's."""
    if text.lower() in ("", SAME):
        return own
    row = read_counts(text)
    Position(own, row)  # rejects rows of different lengths
    return row


def read_pits_and_store(text: str, rules: Rules) -> TypedSide:
    """Read pits and, as the last number, the store of one side."""
    side = _side(text)
    _check_sides(side, side, rules)
    return side


def read_other_side(text: str, own: TypedSide, rules: Rules) -> TypedSide:
    """Read the other side; `same` copies the first."""
    other = own if text.lower() == SAME else _side(text)
    _check_sides(own, other, rules)
    return other


def _side(text: str) -> TypedSide:
    counts = read_counts(text)
    if len(counts) < 2:
        raise SowfishError(f"the pits followed by the store are needed, not {quoted(text)}")
    return TypedSide(counts[:-1], counts[-1])


def _check_sides(south: TypedSide, north: TypedSide, rules: Rules) -> None:
    """Reject sides that form no board, or one without its stores."""
    position = Position(south.pits, north.pits, south_store=south.store, north_store=north.store, rules=rules)
    check_stores(position, rules)


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
