"""Starts with equal pits, solved: the stored table, how it is recomputed, and what random deals are worth."""

from sowfish.starts.start import SIZES, SOLVED_RULES, Bounds, SolvedStart
from sowfish.starts.stored import SHIPPED, load, save

__all__ = ["SHIPPED", "SIZES", "SOLVED_RULES", "Bounds", "SolvedStart", "load", "save"]
