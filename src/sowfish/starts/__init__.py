"""Solved starts with equal pits: the stored table, how to recompute it, and statistics of random deals."""

from sowfish.starts.lookup import solved_start
from sowfish.starts.start import SIZES, SOLVED_RULES, Bounds, SolvedStart
from sowfish.starts.stored import SHIPPED, load, save

__all__ = ["SHIPPED", "SIZES", "SOLVED_RULES", "Bounds", "SolvedStart", "load", "save", "solved_start"]
