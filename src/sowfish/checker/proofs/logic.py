"""Integers and booleans, either Python's or z3's, so that the rules are written only once."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol

from sowfish.errors import SowfishError

Number = Any  # an int, or a z3 integer of any size
Truth = Any  # a bool, or a z3 boolean


class Logic(Protocol):
    """Logical operations on booleans."""

    def all_of(self, truths: Iterable[Truth]) -> Truth:
        """Return whether all hold."""

    def any_of(self, truths: Iterable[Truth]) -> Truth:
        """Return whether one holds."""

    def no(self, truth: Truth) -> Truth:
        """Return whether it does not hold."""

    def choose(self, truth: Truth, yes: Number, no: Number) -> Number:
        """Return one number or the other."""


class Plain:
    """Python's own integers and booleans."""

    def all_of(self, truths: Iterable[Truth]) -> Truth:
        """Return whether all hold."""
        return all(truths)

    def any_of(self, truths: Iterable[Truth]) -> Truth:
        """Return whether one holds."""
        return any(truths)

    def no(self, truth: Truth) -> Truth:
        """Return whether it does not hold."""
        return not truth

    def choose(self, truth: Truth, yes: Number, no: Number) -> Number:
        """Return one number or the other."""
        return yes if truth else no


class Symbols:
    """z3's integers, which never overflow, and its booleans."""

    def __init__(self) -> None:
        """Load z3, an optional dependency."""
        self.z3 = load_z3()

    def all_of(self, truths: Iterable[Truth]) -> Truth:
        """Return whether all hold."""
        return self.z3.And(*truths)

    def any_of(self, truths: Iterable[Truth]) -> Truth:
        """Return whether one holds."""
        return self.z3.Or(*truths)

    def no(self, truth: Truth) -> Truth:
        """Return whether it does not hold."""
        return self.z3.Not(truth)

    def choose(self, truth: Truth, yes: Number, no: Number) -> Number:
        """Return one number or the other."""
        return self.z3.If(truth, yes, no)


def load_z3() -> Any:  # noqa: ANN401  # a module without types
    """Return the module z3, or raise an error that says how to install it."""
    try:
        return import_module("z3")
    except ImportError:
        raise SowfishError("proofs need z3: pip install 'sowfish[check]'") from None
