"""Request bodies, as the API documents and validates them.

Bounds that depend on rules and boards are only documented here: the model checks them, with better messages.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sowfish.engine.turns import Objective
from sowfish.model.events import Side
from sowfish.model.notation import LONGEST_TEXT, MAX_STONES
from sowfish.model.position import Position
from sowfish.model.rules import LONGEST_TEXT as LONGEST_RULES
from sowfish.model.rules import MAX_PITS, Rules


class Aim(StrEnum):
    """What a search is for."""

    MOVES = "moves"
    VALUE = "value"
    MOVE = "move"


EXAMPLE = "avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 south"
DEFAULT_SECONDS = 10.0
LEAST_SECONDS = 0.01
MOST_PITS = 1000  # moves played in one request
VALUE = "value"
AIMS: dict[str, Aim] = {str(aim): aim for aim in Aim}
OBJECTIVES: dict[str, Objective | None] = {VALUE: None} | {str(objective): objective for objective in Objective}

RulesText = Annotated[str, Meta(examples=["kalah", "avalanche-sweep"], extra_json_schema={"maxLength": LONGEST_RULES})]
PositionText = Annotated[str, Meta(examples=[EXAMPLE], extra_json_schema={"maxLength": LONGEST_TEXT})]
Stones = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": MAX_STONES})]
Row = Annotated[list[Stones], Meta(max_length=MOST_PITS, extra_json_schema={"minItems": 1, "maxItems": MAX_PITS})]
Pit = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": MAX_PITS - 1})]
ToPlay = Annotated[list[Pit], Meta(min_length=1, max_length=MOST_PITS, examples=[[2]])]
Seconds = Annotated[float, Meta(ge=LEAST_SECONDS, description="Time limit, in seconds.")]


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request."""


class Counts(Body, frozen=True, kw_only=True):
    """A position by its counts, in each side's own sowing order; rules named here override the key `rules`."""

    south: Row
    north: Row
    south_store: Stones = 0
    north_store: Stones = 0
    to_move: Annotated[str, Meta(extra_json_schema={"enum": list(Side)})] = "south"
    rules: RulesText | UnsetType = UNSET


class PositionBody(Body, frozen=True, kw_only=True):
    """A position, as a text or by its counts; rules that it names override the key `rules`."""

    position: PositionText | Counts
    rules: RulesText = "kalah"

    def asked(self) -> Position:
        """Return the position."""
        rules, asked = Rules.parse(self.rules), self.position
        if isinstance(asked, str):
            return Position.from_url(asked) if "~" in asked else Position.parse(asked, rules)
        return Position(
            asked.south,
            asked.north,
            south_store=asked.south_store,
            north_store=asked.north_store,
            to_move=asked.to_move,
            rules=rules if asked.rules is UNSET else Rules.parse(asked.rules),
        )


class PlayedBody(PositionBody, frozen=True, kw_only=True):
    """A position and the pits played from it."""

    pits: ToPlay


class SearchBody(PositionBody, frozen=True, kw_only=True):
    """A position to search."""

    seconds: Seconds | UnsetType = UNSET


class BestBody(SearchBody, frozen=True, kw_only=True):
    """A position to find a turn in; the objective is the value of the game, or only of this turn."""

    objective: Annotated[str, Meta(extra_json_schema={"enum": list(OBJECTIVES)})] = VALUE


class BothBody(SearchBody, frozen=True, kw_only=True):
    """A position to find a turn in under both rules for leftovers."""


class ReviewBody(SearchBody, frozen=True, kw_only=True):
    """A game to review."""

    pits: ToPlay


class StreamBody(SearchBody, frozen=True, kw_only=True):
    """A position to search, and what for: the value of every move, of the position, or just a good move."""

    aim: Annotated[str, Meta(extra_json_schema={"enum": list(Aim)})] = "moves"
