"""Tournaments between players, on one machine or many, with honest statistics."""

from sowfish.arena.game_database import GameDatabase
from sowfish.arena.ratings import Rating, Ratings, ratings
from sowfish.arena.report import Report, report
from sowfish.arena.sprt import Sprt, Verdict
from sowfish.arena.tally import Interval, Tally
from sowfish.arena.tournament import Progress, run
from sowfish.arena.tournament_plan import Format, Openings, Plan, checked
from sowfish.arena.worker_pool import LocalPool, WorkerPool

__all__ = [
    "Format",
    "GameDatabase",
    "Interval",
    "LocalPool",
    "Openings",
    "Plan",
    "Progress",
    "Rating",
    "Ratings",
    "Report",
    "Sprt",
    "Tally",
    "Verdict",
    "WorkerPool",
    "checked",
    "ratings",
    "report",
    "run",
]
