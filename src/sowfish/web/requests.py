"""Request bodies, as the API documents and validates them.

Bounds that depend on rules and boards are only documented here: the model checks them, with better messages.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from sowfish.engine.turns import Objective
from sowfish.model.events import Side
from sowfish.model.notation import LONGEST_TEXT, MAX_STONES
from sowfish.model.position import Deal, Position
from sowfish.model.rules import LONGEST_TEXT as LONGEST_RULES
from sowfish.model.rules import MAX_PITS, Rules
from sowfish.players.spec import LONGEST_TEXT as LONGEST_SPEC

EXAMPLE = "avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 south"
FILE = """[Sowfish "1"]
[Start "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"]

1. south 2 5
2. north 1"""
REPLAY = "board:1,2&3&&&&1&&2&&&&&1,1&|move:1,1|board:1,2&&3&&&1&&2&&&&&1,1&"
DEFAULT_SECONDS = 10.0
LEAST_SECONDS = 0.01
MOST_PITS = 1000  # moves played in one request
LARGEST_SEED = 2**53 - 1  # the largest integer every JSON parser can represent
LONGEST_CLOCK = 86_400.0  # seconds
VALUE, EVEN = "value", "even"
OBJECTIVES: dict[str, Objective | None] = {VALUE: None} | {str(objective): objective for objective in Objective}
DEALS: dict[str, Deal | None] = {EVEN: None} | {str(deal): deal for deal in Deal}

RulesText = Annotated[str, Meta(examples=["kalah", "avalanche-sweep"], extra_json_schema={"maxLength": LONGEST_RULES})]
PositionText = Annotated[str, Meta(examples=[EXAMPLE], extra_json_schema={"maxLength": LONGEST_TEXT})]
Stones = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": MAX_STONES})]
Row = Annotated[list[Stones], Meta(max_length=MOST_PITS, extra_json_schema={"minItems": 1, "maxItems": MAX_PITS})]
Pit = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": MAX_PITS - 1})]
Played = Annotated[list[Pit], Meta(max_length=MOST_PITS, description="Pits played since, by both sides.")]
ToPlay = Annotated[list[Pit], Meta(min_length=1, max_length=MOST_PITS, examples=[[2]])]
Seconds = Annotated[float, Meta(ge=LEAST_SECONDS, description="Time limit, in seconds.")]
Seed = Annotated[int, Meta(ge=0, le=LARGEST_SEED)]
Limit = Annotated[float, Meta(le=LONGEST_CLOCK, extra_json_schema={"exclusiveMinimum": 0})] | None
Increment = Annotated[float, Meta(le=LONGEST_CLOCK, extra_json_schema={"minimum": 0})] | None
Texts = Annotated[dict[str, str], Meta(examples=[{}])]
Comments = Annotated[
    dict[str, str], Meta(examples=[{}], extra_json_schema={"propertyNames": {"pattern": "^[0-9]{1,4}$"}})
]


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


class TraceBody(PositionBody, frozen=True, kw_only=True):
    """Pits to play."""

    pits: ToPlay


class MovesBody(TraceBody, frozen=True, kw_only=True):
    """Pits to play; `steps` adds every single stone."""

    steps: bool = False


class SearchBody(PositionBody, frozen=True, kw_only=True):
    """A position to search."""

    seconds: Seconds | UnsetType = UNSET


class BestBody(SearchBody, frozen=True, kw_only=True):
    """A position to find a turn in; the objective is the value of the game, or only of this turn."""

    objective: Annotated[str, Meta(extra_json_schema={"enum": list(OBJECTIVES)})] = VALUE


class BothBody(SearchBody, frozen=True, kw_only=True):
    """A position to find a turn in under both rules for leftovers."""


class ReplayBody(Body, frozen=True, kw_only=True):
    """A replay as a phone sends it, and which player is south; the rules are for a replay that names no mode."""

    text: Annotated[str, Meta(examples=[REPLAY])]
    player: Annotated[int, Meta(ge=1, le=2)]
    rules: RulesText = "avalanche"


class ReviewBody(SearchBody, frozen=True, kw_only=True):
    """A game to review."""

    pits: Played


class ClockBody(Body, frozen=True, kw_only=True):
    """Seconds the player has: for a move, left for the game, and added to that after every move."""

    move: Limit = None
    game: Limit = None
    increment: Increment = None


class TurnBody(ReviewBody, frozen=True, kw_only=True):
    """A player's turn in a game; the seconds are for a move where no clock limits it."""

    pits: Played = []
    player: Annotated[str, Meta(examples=["random", "engine:level=3"], extra_json_schema={"maxLength": LONGEST_SPEC})]
    clock: ClockBody | None = None
    seed: Seed = 0


class FileBody(Body, frozen=True, kw_only=True):
    """A game file, text or JSON."""

    text: Annotated[str, Meta(examples=[FILE])]


class GameBody(PositionBody, frozen=True, kw_only=True):
    """A game by its moves; comments are keyed by the number of moves made."""

    pits: Played = []
    metadata: Texts = {}
    comments: Comments = {}


class DealBody(Body, frozen=True, kw_only=True):
    """A start: stones in each pit, or on average."""

    rules: RulesText = "kalah"
    stones: Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": MAX_STONES // 2})] = 4
    deal: Annotated[str, Meta(extra_json_schema={"enum": list(DEALS)})] = EVEN
    seed: Seed = 0
