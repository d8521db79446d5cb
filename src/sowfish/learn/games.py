"""The games of a corpus and the positions sampled from them, determined by the plan's seed and the game's number."""

from __future__ import annotations

import random

from sowfish.arena.games import PlayerWrapper
from sowfish.arena.openings import opening
from sowfish.arena.tournament_plan import Openings, Plan
from sowfish.errors import LearnError
from sowfish.learn.corpus_plan import CorpusPlan, Opening
from sowfish.model.events import Side
from sowfish.model.position import Deal, Position
from sowfish.model.rules import Rules
from sowfish.players.chance import chance
from sowfish.players.clock import Clock
from sowfish.players.match import Reason, play
from sowfish.players.player import Player
from sowfish.players.registry import make


def sampled(plan: CorpusPlan, number: int) -> list[Position]:
    """Return positions of one game, in order."""
    source = chance("corpus", plan.seed, number)
    start = _start(plan, number, source)
    south, north = (source.choice(plan.players) for _ in Side)
    with make(south) as first, make(north) as second:
        sides = [EpsilonRandom(player, plan.wander, source.getrandbits(63)) for player in (first, second)]
        played = play(sides[0], sides[1], start, seed=source.getrandbits(63))
    if played.reason is not Reason.PLAYED_OUT:
        raise LearnError(f"game {number} is unusable: {played.explanation}")
    positions = [position for position in played.game.positions if position.legal_pits]
    taken = source.sample(range(len(positions)), min(plan.positions, len(positions)))
    return [positions[place] for place in sorted(taken)]


def _start(plan: CorpusPlan, number: int, source: random.Random) -> Position:
    kind = source.choice(plan.openings)
    stones = source.randint(plan.fewest_stones, plan.most_stones)
    rules = Rules.parse(plan.rules)
    if kind is Opening.FREE:
        total = 2 * rules.pits * stones
        return Position.random(total, seed=source.getrandbits(63), pits=rules.pits, deal=Deal.FREE, rules=rules)
    games = Plan(players=plan.players, rules=plan.rules, stones=stones, openings=Openings(kind), seed=plan.seed)
    return opening(games, number)


class EpsilonRandom(PlayerWrapper):
    """A player that sometimes plays a random legal move, so that games vary and contain mistakes."""

    def __init__(self, player: Player, share: float, seed: int) -> None:
        """Wrap a player; `share` of its moves are random."""
        super().__init__(player)
        self._share = share
        self._chance = random.Random(seed)

    def choose(self, position: Position, clock: Clock) -> int:
        """Return the player's move or a random one."""
        if self._chance.random() < self._share:
            return self._chance.choice(position.legal_pits)
        return super().choose(position, clock)
