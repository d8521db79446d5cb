"""Proofs by z3, for boards of a given size with any number of stones."""

from sowfish.checker.proofs.attempt import Counterexample, Proof, prove
from sowfish.checker.proofs.properties import PROPERTIES

__all__ = ["PROPERTIES", "Counterexample", "Proof", "prove"]
