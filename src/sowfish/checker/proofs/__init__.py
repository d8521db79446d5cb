"""Proofs by z3, for boards of a given size with any number of stones."""

from sowfish.checker.proofs.properties import PROPERTIES
from sowfish.checker.proofs.prove import Broken, Proof, prove

__all__ = ["PROPERTIES", "Broken", "Proof", "prove"]
