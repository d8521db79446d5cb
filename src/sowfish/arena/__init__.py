"""Tournaments between players, on one machine or many, with honest statistics."""

from sowfish.arena.crew import Crew, LocalCrew
from sowfish.arena.game_database import GameDatabase
from sowfish.arena.ratings import Rating, Ratings, ratings
from sowfish.arena.report import Report, report
from sowfish.arena.sprt import Sprt, Verdict
from sowfish.arena.tally import Interval, Tally
from sowfish.arena.tournament import Progress, run
from sowfish.arena.tournament_plan import Format, Openings, Plan, checked

__all__ = [
    "Crew",
    "Format",
    "GameDatabase",
    "Interval",
    "LocalCrew",
    "Openings",
    "Plan",
    "Progress",
    "Rating",
    "Ratings",
    "Report",
    "Sprt",
    "Tally",
    "Verdict",
    "checked",
    "ratings",
    "report",
    "run",
]
