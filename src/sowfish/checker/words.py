"""The words of questions: counters along a game, levels on a board, and labels for conditions on them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from sowfish.errors import QuestionError, quoted
from sowfish.model.rules import MAX_PITS


class Who(IntEnum):
    """Whose events count; in the order of the core's enum."""

    EITHER = 0
    SOUTH = 1
    NORTH = 2


# Counters, in the order of the core's `Counter`.
COUNTERS = {
    "events": "pick-ups, drops and passes",
    "drops": "stones dropped one by one",
    "moves": "pits chosen",
    "turns": "turns, a pass included",
    "passes": "passes",
    "laps": "pick-ups, those of relays included",
    "relays": "pick-ups where the last stone of a lap fell",
    "captures": "captures, also of a single stone",
    "steals": "captures of stones of the other side",
    "free_moves": "moves that move again",
    "captured": "stones banked by captures, the capturing ones included",
    "banked": "growth of the mover's store by sowing and captures",
    "swept": "stones moved by the end-of-game rule",
    "stones": "growth of the mover's store, the end-of-game rule included",
}
MARGIN = len(COUNTERS)  # the core's last counter: a side's gain over the other

# Levels, in the order of the core's `Level`.
PITS = {f"{side}_pit_{pit}": f"stones in {side}'s pit {pit}" for side in ("south", "north") for pit in range(MAX_PITS)}
LEVELS = {
    "south_store": "stones in south's store",
    "north_store": "stones in north's store",
    "south_rest": "stones in south's pits",
    "north_rest": "stones in north's pits",
    "hand": "stones in the hand, while a move is under way",
    "north_to_move": "1 if it is north's turn, else 0",
    "over": "1 if the game is over, else 0",
    **PITS,
}
THEN = " then "  # joins counters of which the second counts only in later moves
TIMES = "*"  # joins words that are multiplied

# Sums of the words above, and a number.
SUMS: dict[str, tuple[tuple[tuple[int, str], ...], int, str]] = {
    "boards": (((1, "events"),), 1, "boards seen: events + 1"),
    "sowings": (((1, "moves"),), 0, "another word for moves"),
    "rest": (((1, "south_rest"), (1, "north_rest")), 0, "stones in all pits"),
    "south_margin": (((1, "south_store"), (-1, "north_store")), 0, "south's store minus north's"),
    "north_margin": (((1, "north_store"), (-1, "south_store")), 0, "north's store minus south's"),
}

# Labels, in terms of the words above.
LABELS = {
    "steal": ("steals >= 1", "stones of the other side were captured"),
    "capture": ("captures >= 1", "something was captured"),
    "free_move": ("free_moves >= 1", "a move moved again"),
    "pass": ("passes >= 1", "a side passed"),
    "relay": ("relays >= 1", "a lap went on where it ended"),
    "sweep": ("swept >= 1", "the end-of-game rule moved stones"),
    "over": ("over = 1", "the game is over"),
    "south_empty": ("south_rest = 0", "south has no stones in its pits"),
    "north_empty": ("north_rest = 0", "north has no stones in its pits"),
    "south_to_move": ("north_to_move = 0", "it is south's turn"),
    "north_to_move": ("north_to_move = 1", "it is north's turn"),
    "south_wins": ("over = 1 and south_margin > 0", "the game is over and south has more"),
    "north_wins": ("over = 1 and north_margin > 0", "the game is over and north has more"),
    "tie": ("over = 1 and south_margin = 0", "the game is over and both have the same"),
    "south_technical_win": ("south_store - north_store - rest > 0", "north cannot reach south's store any more"),
    "north_technical_win": ("north_store - south_store - rest > 0", "south cannot reach north's store any more"),
}
SIDED_LABELS = ("steal", "capture", "free_move", "pass", "relay")
ORDERED_LABELS = (*SIDED_LABELS, "sweep")  # usable in an order, as in `steal then pass`
SIDES = {"south_": Who.SOUTH, "north_": Who.NORTH}


@dataclass(frozen=True, slots=True)
class Word:
    """A word with a numeric value: a counter and whose, or a level."""

    name: str
    number: int  # in the core
    is_level: bool
    who: Who = Who.EITHER
    after: str = ""  # counts only in moves after this other word's first


class _Words(dict[str, Word]):
    """All words by name; ordered counters, such as `steals then passes`, are created on demand."""

    def __missing__(self, name: str) -> Word:
        """Return a counter that counts only after another."""
        after, then, last = name.rpartition(THEN)
        if not then:
            raise KeyError(name)
        return replace(self[last], name=name, after=after)


def _all_words() -> _Words:
    words = _Words()
    words |= {name: Word(name, number, is_level=True) for number, name in enumerate(LEVELS)}
    for number, name in enumerate(COUNTERS):
        words[name] = Word(name, number, is_level=False)
        for prefix, who in SIDES.items():
            words[prefix + name] = Word(prefix + name, number, is_level=False, who=who)
    return words


WORDS = _all_words()
KNOWN_LABELS = (*LABELS, *(side + name for side in SIDES for name in SIDED_LABELS))


def factors(name: str) -> tuple[str, ...]:
    """Return the words multiplied in one term of a sum; usually one."""
    return tuple(name.split(TIMES))


def counter_of(label: str) -> str:
    """Return the counter behind a label such as `south_steal`, which can be used in an order."""
    base = next((label.removeprefix(side) for side in SIDES if label.startswith(side)), label)
    if label not in KNOWN_LABELS or base not in ORDERED_LABELS or (base == "sweep" != label):
        raise unknown(label, [*ORDERED_LABELS, *(side + name for side in SIDES for name in SIDED_LABELS)], "event")
    return label.removesuffix(base) + LABELS[base][0].split()[0]


def meaning(name: str) -> str:
    """Return what a word means, in a few words."""
    for prefix in ("", *SIDES):
        word = name.removeprefix(prefix)
        whose = f", {prefix.removesuffix('_')} moving" if prefix else ""
        if not name.startswith(prefix):
            continue
        if word in LABELS:
            return LABELS[word][1] + whose
        if word in SUMS:
            return SUMS[word][2] + whose
        if word in COUNTERS:
            return COUNTERS[word] + whose
        if word in LEVELS:
            return LEVELS[word] + whose
    raise QuestionError(f"unknown word {quoted(name)}")


def unknown(word: str, known: Iterable[str], what: str) -> QuestionError:
    """Return the error for an unknown word, suggesting the closest one."""
    choices = list(dict.fromkeys(known))
    near = difflib.get_close_matches(word.lower(), choices, n=1, cutoff=0.6)
    if near:
        hint = f"did you mean {near[0]}?"
    else:
        hint = f"known are {', '.join(choices)}" if len(choices) <= 12 else "sowfish check --words lists them all"
    return QuestionError(f"unknown {what} {quoted(word)}; {hint}")
