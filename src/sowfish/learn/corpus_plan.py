"""What a corpus consists of: players, openings, sampled positions and labelling effort; a plan determines it all."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from sowfish import tables
from sowfish.errors import LearnError, PlayerError, quoted
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.players.registry import canonical, kind, make
from sowfish.players.spec import Spec

MOST_GAMES = 10_000_000
PLAYERS = ("random", "greedy", "turn", "minimax:depth=4")


class Opening(StrEnum):
    """Where a game begins; all but the last as in the arena."""

    START = "start"
    MIRRORED = "mirrored"
    BALANCED = "balanced"
    FREE = "free"  # a deal with independent sides


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusPlan:
    """The recipe of a corpus as plain text and numbers; `checked` makes sure that it can be built."""

    rules: str = "kalah"
    games: int = 1000
    players: tuple[str, ...] = PLAYERS  # drawn for each side of each game
    openings: tuple[Opening, ...] = (Opening.MIRRORED, Opening.BALANCED, Opening.FREE)  # drawn for each game
    fewest_stones: int = 2  # per pit of a start, drawn for each game; deals have as many in total
    most_stones: int = 6
    wander: float = 0.2  # share of moves replaced by a random legal move
    positions: int = 12  # maximum positions per game
    nodes: int = 20_000  # nodes to prove a position
    look: int = 5_000  # nodes to estimate a position that was not proven
    table: int = 16  # stones of the endgame table; the nodes needed depend on it
    seed: int = 1
    part: int = 100  # games per part, the unit of work

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.games // self.part)

    def numbers(self, part: int) -> range:
        """Return the numbers of the games of a part."""
        return range(part * self.part, min((part + 1) * self.part, self.games))

    @property
    def command(self) -> str:
        """The equivalent options of `sowfish learn corpus`."""
        words = ["--rules", self.rules, "--games", self.games, *self.players_words, "--openings"]
        words += [",".join(self.openings), "--stones", f"{self.fewest_stones}-{self.most_stones}"]
        words += ["--wander", f"{self.wander:g}", "--positions", self.positions, "--nodes", self.nodes]
        words += ["--look", self.look, "--table", self.table, "--seed", self.seed, "--part", self.part]
        return shlex.join(map(str, words))

    @property
    def players_words(self) -> list[str]:
        """The options that name the players."""
        return [word for player in self.players for word in ("--player", player)]

    # ---- text

    def content(self) -> dict[str, object]:
        """Return the plan as JSON values, which `of` reads back."""
        return asdict(self)

    @classmethod
    def of(cls, content: object) -> CorpusPlan:
        """Parse what `content` returns."""
        try:
            fields = dict(content)  # type: ignore[call-overload]  # may be anything
            fields["players"] = tuple(map(str, fields["players"]))
            fields["openings"] = tuple(map(Opening, fields["openings"]))
            return cls(**fields)
        except (ValueError, TypeError, KeyError):
            raise LearnError(f"{quoted(json.dumps(content, default=str))} is not a corpus plan") from None

    def difference(self, other: CorpusPlan) -> str | None:
        """Return the first difference from another plan in words, or None."""
        mine, theirs = self.content(), other.content()
        for name, value in mine.items():
            if theirs[name] != value:
                return f"its {name} is {quoted(theirs[name])}, not {quoted(value)}"
        return None


def checked(plan: CorpusPlan) -> CorpusPlan:
    """Return the plan in canonical form, or reject it if it cannot be built; makes each player once."""
    rules = Rules.parse(plan.rules)
    _require("games", plan.games, 1, MOST_GAMES)
    _require("positions", plan.positions, 1, 10_000)
    _require("nodes", plan.nodes, 1, 10**15)
    _require("look", plan.look, 1, 10**15)
    _require("part", plan.part, 1, MOST_GAMES)
    _require("table", plan.table, 0, 40)
    if not 0 <= plan.wander <= 1:
        raise LearnError(f"wander must be a share from 0 to 1, not {plan.wander:g}")
    if not 1 <= plan.fewest_stones <= plan.most_stones:
        raise LearnError(f"the range of stones must ascend, not go from {plan.fewest_stones} to {plan.most_stones}")
    Position.start(rules, plan.most_stones)
    if not plan.players or not plan.openings:
        raise LearnError("a corpus needs a player and an opening")
    for player in dict.fromkeys(plan.players):
        if kind(Spec.parse(player).name).asks:
            raise PlayerError(f"{Spec.parse(player).name} cannot play here: there is no person to ask")
        make(player).close()
    table = plan.table if tables.supports(rules) else 0
    return replace(plan, rules=str(rules), players=tuple(map(canonical, plan.players)), table=table)


def _require(name: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise LearnError(f"{name} must be from {least} to {most}, not {number}")
