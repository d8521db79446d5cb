"""Proofs by z3, for boards of a given size with any number of stones."""

from sowfish.checker.proofs.attempt import Broken, Proof, prove
from sowfish.checker.proofs.properties import PROPERTIES

__all__ = ["PROPERTIES", "Broken", "Proof", "prove"]
