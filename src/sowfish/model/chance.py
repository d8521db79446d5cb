"""Seeded random numbers from the core, with the interface and the results of Python's `random`."""

from __future__ import annotations

import random

from sowfish import _core

WORD = 32  # bits


class Chance(random.Random):
    """A random generator that depends only on its seed, a number or a text.

    >>> Chance(7).random() == random.Random(7).random()
    True
    """

    core: _core.Chance

    def seed(self, a: object = 0, version: int = 2) -> None:  # noqa: ARG002  # the signature of random.Random
        """Reset the generator."""
        self.core = _core.Chance(a) if isinstance(a, str) else _core.Chance(_words(abs(int(str(a)))))

    def random(self) -> float:
        """Return a number in [0, 1)."""
        return self.core.real()

    def getrandbits(self, k: int, /) -> int:
        """Return a random integer of `k` bits."""
        number = 0
        for shift in range(0, k, WORD):
            number |= self.core.bits(min(WORD, k - shift)) << shift
        return number


def _words(number: int) -> list[int]:
    """Return the 32-bit words of a number, least significant first."""
    return [number >> shift & 0xFFFFFFFF for shift in range(0, max(number.bit_length(), 1), WORD)]
