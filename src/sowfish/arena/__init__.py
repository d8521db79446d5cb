"""Tournaments between players, on one machine or many, with honest statistics."""

from sowfish.arena.crew import Crew, LocalCrew
from sowfish.arena.tournament_plan import Format, Openings, Plan, checked
from sowfish.arena.ratings import Rating, Ratings, ratings
from sowfish.arena.report import Report, report
from sowfish.arena.sprt import Sprt, Verdict
from sowfish.arena.game_database import GameDatabase
from sowfish.arena.tally import Interval, Tally
from sowfish.arena.tournament import Progress, run

__all__ = [
    "Crew",
    "Format",
    "Interval",
    "LocalCrew",
    "Openings",
    "Plan",
    "Progress",
    "Rating",
    "Ratings",
    "Report",
    "Sprt",
    "GameDatabase",
    "Tally",
    "Verdict",
    "checked",
    "ratings",
    "report",
    "run",
]
