"""How the shipped sets were made: `python -m sowfish.grading.making kalah --each 100`.

Positions come from games between players of different strength with random moves in between, one position per game,
spread over the phases; every move is proven, and at least one gives stones away.
"""

from __future__ import annotations

import argparse
import sys

from sowfish.engine import Engine, Kind
from sowfish.grading.positions import FOLDER, GradedPosition, PositionSet, write
from sowfish.grading.scoring import Phase, phase_of
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.players.chance import chance
from sowfish.players.clock import Clock
from sowfish.players.registry import make

VERSION = 1
PLAYERS = ("random", "greedy", "turn", "minimax:depth=4", "engine:nodes=2000,memory=16")
STONES = 4  # per pit, on average
WANDER = 0.25  # share of random moves


def positions(rules: Rules, seed: int, number: int) -> list[Position]:
    """Return the positions of one game that offer a choice."""
    source = chance("graded", seed, str(rules), number)
    if source.random() < 0.5:
        position = Position.start(rules, STONES)
    else:
        number_of_deal, deal = source.getrandbits(40), source.choice(("mirrored", "free"))
        position = Position.random(
            2 * rules.pits * STONES, seed=number_of_deal, pits=rules.pits, deal=deal, rules=rules
        )
    players = {side: make(source.choice(PLAYERS)) for side in ("south", "north")}
    for side, player in players.items():
        player.new_game(position, position.to_move if side == position.to_move else position.to_move.other, number)
    seen = []
    while not position.is_over:
        if position.must_pass:
            position = position.passed()
            continue
        if len(position.legal_pits) > 1:
            seen.append(position)
        is_random = source.random() < WANDER
        player = players[position.to_move]
        pit = source.choice(position.legal_pits) if is_random else player.choose(position, Clock())
        position = position.after(pit)
    return seen


def made(rules: Rules, each: int, seed: int, memory: int) -> PositionSet:
    """Return a set with `each` positions of every phase."""
    found: dict[Phase, list[GradedPosition]] = {phase: [] for phase in Phase}
    known: set[Position] = set()
    number = 0
    with Engine(memory=memory) as engine:
        while min(map(len, found.values())) < each:
            number += 1
            game = positions(rules, seed, number)
            wanted = [phase for phase in Phase if len(found[phase]) < each]
            source = chance("picked", seed, number)
            phase = source.choice(wanted)
            choices = [position for position in game if phase_of(position) is phase and position not in known]
            if not choices:
                continue
            position = source.choice(choices)
            analysis = engine.analyse(position)
            assert all(move.kind is Kind.PROVEN for move in analysis.moves)
            values: list[int | None] = [None] * rules.pits
            for move in analysis.moves:
                values[move.pit] = move.value
            if len({value for value in values if value is not None}) < 2:
                continue
            known.add(position)
            found[phase].append(GradedPosition(position, tuple(values)))
            print(f"{rules}: {sum(map(len, found.values()))} of {each * len(Phase)}", file=sys.stderr)  # noqa: T201
    return PositionSet(rules, VERSION, tuple(one for phase in Phase for one in found[phase]))


def main() -> None:
    """Create one set and write it to the package."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rules", nargs="+")
    options.add_argument("--each", type=int, default=100)
    options.add_argument("--seed", type=int, default=2026)
    options.add_argument("--memory", type=int, default=4 << 30)
    chosen = options.parse_args()
    for name in chosen.rules:
        rules = Rules.parse(name)
        found = made(rules, chosen.each, chosen.seed, chosen.memory)
        write(FOLDER / f"{name}.jsonl", found, seed=chosen.seed, each=chosen.each)


if __name__ == "__main__":
    main()
