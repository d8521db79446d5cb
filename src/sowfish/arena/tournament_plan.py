"""What a tournament is: who plays whom, from where, how often; the same plan gives the same games anywhere."""

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
LONGEST_PLAYER = 200  # characters of a player in a message


class Format(StrEnum):
    """Who meets whom; with two players it is the same."""

    ROUND_ROBIN = "round-robin"  # everybody everybody
    GAUNTLET = "gauntlet"  # the first player all others
    LADDER = "ladder"  # each player the two that follow it in the list: many players in few games


class Openings(StrEnum):
    """Where games begin."""

    MIRRORED = "mirrored"  # random deals, both sides alike, as on the phone
    BALANCED = "balanced"  # some random moves from the usual start, level as far as a short search can see
    START = "start"  # the usual start, always
    LISTED = "listed"  # positions that are given, one after the other


@dataclass(frozen=True, slots=True)
class Job:
    """One opening played twice by two players, seats swapped."""

    pairing: int  # its place among the plan's pairings
    opening: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A tournament, as text and numbers only; `checked` makes sure that it can be played."""

    players: tuple[str, ...]  # canonical texts; the same player may be there twice
    games: int = 100  # of each pairing, an even number
    rules: str = "kalah"
    stones: int = 4  # in each pit of the usual start; a random deal has as many in all
    format: Format = Format.ROUND_ROBIN
    openings: Openings = Openings.MIRRORED
    positions: tuple[str, ...] = ()  # of openings that are listed
    seed: int = 1
    clock: str = ""
    patience: float = 300.0  # seconds after which a move of another package's player counts as hanging
    sprt: str = ""

    @property
    def pairs(self) -> int:
        """How many openings each pairing plays."""
        return self.games // 2

    @property
    def names(self) -> tuple[str, ...]:
        """What to call each player: its text, numbered where it is not the only one of it."""
        seen: dict[str, int] = {}
        found = []
        for player in map(short_name, self.players):
            seen[player] = seen.get(player, 0) + 1
            found.append(player if seen[player] == 1 else f"{player} #{seen[player]}")
        return tuple(found)

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """The places of the two players of each pairing."""
        count = len(self.players)
        if self.format is Format.GAUNTLET:
            return tuple((0, other) for other in range(1, count))
        if self.format is Format.LADDER:
            return tuple((a, b) for a, b in combinations(range(count), 2) if b - a <= 2)
        return tuple(combinations(range(count), 2))

    @property
    def test(self) -> Sprt | None:
        """The test that may end a pairing before all its games are played."""
        return Sprt.parse(self.sprt) if self.sprt else None

    def jobs(self) -> Iterator[Job]:
        """Yield all there is to play, so that all pairings go on side by side."""
        for opening in range(self.pairs):
            for pairing in range(len(self.pairings)):
                yield Job(pairing, opening)

    def seed_of(self, job: Job, seat: int) -> int:
        """Return the seed of a game, which depends on the players and not on who else takes part."""
        first, second = self.pairings[job.pairing]
        names = self.names
        return chance("game", self.seed, names[first], names[second], job.opening, seat).getrandbits(63)

    # ---- as text

    def to_json(self) -> str:
        """Return the plan as a JSON object; `from_json` reads it back."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Read what `to_json` writes."""
        try:
            content = json.loads(text)
            content["format"] = Format(content["format"])
            content["openings"] = Openings(content["openings"])
            for name in ("players", "positions"):
                content[name] = tuple(map(str, content[name]))
            return cls(**content)
        except (ValueError, TypeError, KeyError):
            raise ArenaError(f"{quoted(text)} is no plan of a tournament") from None

    @property
    def digest(self) -> str:
        """A name for the games of this plan, however many of them are played."""
        text = replace(self, games=0, patience=0).to_json()
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def difference(self, other: Plan) -> str | None:
        """Return what keeps two plans from sharing their games, in words, or None."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if field.name not in ("games", "patience") and mine != theirs:
                return f"its {field.name} are {quoted(theirs)}, not {quoted(mine)}"
        return None


def checked(plan: Plan) -> Plan:
    """Return the plan with its players' canonical texts, or refuse what cannot be played; each player is made once."""
    if len(plan.players) < 2:
        raise ArenaError("a tournament needs two players or more")
    if plan.games < 2 or plan.games % 2 or plan.games > MOST_GAMES:
        raise ArenaError(
            f"the games of a pairing must be an even number from 2 to {MOST_GAMES}, for every opening is played twice "
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
            raise PlayerError(f"{Spec.parse(player).name} cannot play in an arena: there is nobody to ask")
        make(player).close()
    return replace(plan, players=tuple(map(canonical, plan.players)), rules=str(rules))


def refuse_programs(plan: Plan, source: object) -> None:
    """Refuse a plan that was read from somewhere and has players that run programs or other packages' code."""
    for player in plan.players:
        if runs_programs(player):
            raise ArenaError(
                f"{source} wants to run the player {player[:LONGEST_PLAYER]!a}; "
                "if you trust it, say --allow-programs (allow_programs=True in Python)"
            )


def _check_positions(plan: Plan, rules: Rules) -> None:
    if (plan.openings is Openings.LISTED) != bool(plan.positions):
        raise ArenaError("openings that are listed need positions, and no others do")
    for text in plan.positions:
        if Position.parse(text, rules).is_over:
            raise ArenaError(f"no game can begin where it is over: {text}")
