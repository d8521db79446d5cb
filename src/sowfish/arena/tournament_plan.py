"""What a tournament consists of: players, openings, number of games. A plan gives the same games anywhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from itertools import combinations

from sowfish.arena.sprt import Sprt
from sowfish.errors import ArenaError, PlayerError, quoted
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.players.chance import chance
from sowfish.players.clock import Clock
from sowfish.players.registry import canonical, kind, make, runs_programs, short_name
from sowfish.players.spec import Spec

MOST_GAMES = 10_000_000
MOST_PLAYERS = 1000
LONGEST_PLAYER = 200  # characters of a player's text in a message


class Format(StrEnum):
    """Who meets whom; all formats are the same for two players."""

    ROUND_ROBIN = "round-robin"  # every player meets every other
    GAUNTLET = "gauntlet"  # the first player meets all others
    LADDER = "ladder"  # each player meets the two that follow it in the list: many players, few games


class Openings(StrEnum):
    """Where games begin."""

    MIRRORED = "mirrored"  # random deals, the same for both sides, as on the phone
    BALANCED = "balanced"  # a few random moves from the usual start, balanced as far as a short search can see
    START = "start"  # always the usual start
    LISTED = "listed"  # given positions, in order


@dataclass(frozen=True, slots=True)
class Job:
    """One opening played twice by two players, seats swapped."""

    pairing: int  # index into the plan's pairings
    opening: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A tournament as plain text and numbers; `checked` makes sure that it can be played."""

    players: tuple[str, ...]  # canonical texts; a player may appear twice
    games: int = 100  # per pairing, an even number
    rules: str = "kalah"
    stones: int = 4  # per pit of the usual start; a random deal has as many in total
    format: Format = Format.ROUND_ROBIN
    openings: Openings = Openings.MIRRORED
    positions: tuple[str, ...] = ()  # for listed openings
    seed: int = 1
    clock: str = ""
    patience: float = 300.0  # seconds after which another package's player counts as hanging
    sprt: str = ""

    @property
    def pairs(self) -> int:
        """The number of openings per pairing."""
        return self.games // 2

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names: their texts, numbered where one appears twice."""
        seen: dict[str, int] = {}
        found = []
        for player in map(short_name, self.players):
            seen[player] = seen.get(player, 0) + 1
            found.append(player if seen[player] == 1 else f"{player} #{seen[player]}")
        return tuple(found)

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """The indices of the two players of each pairing."""
        count = len(self.players)
        if self.format is Format.GAUNTLET:
            return tuple((0, other) for other in range(1, count))
        if self.format is Format.LADDER:
            return tuple((a, b) for a, b in combinations(range(count), 2) if b - a <= 2)
        return tuple(combinations(range(count), 2))

    @property
    def test(self) -> Sprt | None:
        """The test that may stop a pairing early."""
        return Sprt.parse(self.sprt) if self.sprt else None

    def jobs(self) -> Iterator[Job]:
        """Yield all jobs, interleaving the pairings."""
        for opening in range(self.pairs):
            for pairing in range(len(self.pairings)):
                yield Job(pairing, opening)

    def seed_of(self, job: Job, seat: int) -> int:
        """Return the seed of a game, which depends only on its own players."""
        first, second = self.pairings[job.pairing]
        names = self.names
        return chance("game", self.seed, names[first], names[second], job.opening, seat).getrandbits(63)

    # ---- text

    def to_json(self) -> str:
        """Return the plan as a JSON object, which `from_json` reads back."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Parse what `to_json` writes."""
        try:
            content = json.loads(text)
            content["format"] = Format(content["format"])
            content["openings"] = Openings(content["openings"])
            for name in ("players", "positions"):
                content[name] = tuple(map(str, content[name]))
            plan = cls(**content)
        except (ValueError, TypeError, KeyError, RecursionError):
            raise ArenaError(f"{quoted(text)} is not a tournament plan") from None
        usual = cls(players=())
        fits = all(type(getattr(plan, field.name)) is type(getattr(usual, field.name)) for field in fields(cls))
        if not fits or not 0 <= plan.games <= MOST_GAMES or len(plan.players) > MOST_PLAYERS:
            raise ArenaError(f"{quoted(text)} is not a tournament plan")
        return plan

    @property
    def digest(self) -> str:
        """An identifier of the plan, independent of the number of games."""
        text = replace(self, games=0, patience=0).to_json()
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def difference(self, other: Plan) -> str | None:
        """Return why two plans cannot share their games, in words, or None."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if field.name not in ("games", "patience") and mine != theirs:
                return f"its {field.name} are {quoted(theirs)}, not {quoted(mine)}"
        return None


def checked(plan: Plan) -> Plan:
    """Return the plan with canonical player texts, or reject it if it cannot be played; makes each player once."""
    if len(plan.players) < 2:
        raise ArenaError("a tournament needs at least two players")
    if plan.games < 2 or plan.games % 2 or plan.games > MOST_GAMES:
        raise ArenaError(
            f"games per pairing must be an even number from 2 to {MOST_GAMES}, because every opening is played twice "
            f"with seats swapped; not {plan.games}"
        )
    if not plan.patience > 0:
        raise ArenaError(f"patience must be a positive number of seconds, not {plan.patience:g}")
    rules = Rules.parse(plan.rules)
    Position.start(rules, plan.stones)
    Clock.parse(plan.clock)
    if plan.sprt:
        Sprt.parse(plan.sprt)
    _check_positions(plan, rules)
    for player in dict.fromkeys(plan.players):
        if kind(Spec.parse(player).name).asks:
            raise PlayerError(f"{Spec.parse(player).name} cannot play in an arena: there is no person to ask")
        make(player).close()
    return replace(plan, players=tuple(map(canonical, plan.players)), rules=str(rules))


def refuse_programs(plan: Plan, source: object) -> None:
    """Reject a stored plan whose players run programs or other packages' code."""
    for player in plan.players:
        if runs_programs(player):
            raise ArenaError(
                f"{source} wants to run the player {player[:LONGEST_PLAYER]!a}; "
                "if you trust it, add --allow-programs (allow_programs=True in Python)"
            )


def _check_positions(plan: Plan, rules: Rules) -> None:
    if (plan.openings is Openings.LISTED) != bool(plan.positions):
        raise ArenaError("listed openings need positions, and other openings take none")
    for text in plan.positions:
        if Position.parse(text, rules).is_over:
            raise ArenaError(f"a game cannot start from a finished position: {text}")
