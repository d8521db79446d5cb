"""Chance from a seed: the core's, with the methods of Python's `random`, so that deals and games repeat everywhere."""

from __future__ import annotations

import random

from sowfish import _core

WORD = 32  # bits


class Chance(random.Random):
    """A source of chance that a number or a text determines, and nothing else.

    >>> Chance(7).random() == random.Random(7).random()
    True
    """

    core: _core.Chance

    def seed(self, a: object = 0, version: int = 2) -> None:  # noqa: ARG002  # the signature of random.Random
        """Begin anew."""
        self.core = _core.Chance(a) if isinstance(a, str) else _core.Chance(_words(abs(int(str(a)))))

    def random(self) -> float:
        """Return a number from 0 to 1, 1 excluded."""
        return self.core.real()

    def getrandbits(self, k: int, /) -> int:
        """Return a number of so many bits."""
        number = 0
        for shift in range(0, k, WORD):
            number |= self.core.bits(min(WORD, k - shift)) << shift
        return number


def _words(number: int) -> list[int]:
    """Return the words of a number, the lowest first."""
    return [number >> shift & 0xFFFFFFFF for shift in range(0, max(number.bit_length(), 1), WORD)]
