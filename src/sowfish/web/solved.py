"""What is solved and ships with Sowfish, as JSON; read once, when it is first asked for."""

from __future__ import annotations

from functools import cache

from sowfish.starts import SIZES, SOLVED_RULES, SolvedStart, load
from sowfish.starts.content import of_deals, of_start
from sowfish.starts.deals import load_deals
from sowfish.starts.summary import summary
from sowfish.web.content import Content


@cache
def starts() -> Content:
    """Return every start of the table, open ones too, each with its address on the board."""
    known = load()
    asked = [(rules, pits, stones) for rules in SOLVED_RULES for pits in SIZES for stones in SIZES]
    found = [known.get(key) or SolvedStart.unknown(*key) for key in asked]
    return {"starts": [of_start(start) | {"url": start.position.url} for start in found]}


@cache
def deals() -> Content:
    """Return what the solved random deals say together."""
    known = load_deals()
    return of_deals(known, summary(known))
