"""Positions the searches are tried on: along random games, made-up boards, and boards nearly empty or nearly full."""

from __future__ import annotations

import random
from collections.abc import Iterator

from sowfish import PROFILES, Capture, Ending, Position, Rest, Rules, Side
from sowfish.model.notation import MAX_STONES


def any_rules(source: random.Random) -> Rules:
    """Return a named profile or any other combination of switches, on a board of any size."""
    pits = source.choice([1, 2, 3, 4, 5, 6, 6, 6, 7, 8, 12])
    if source.random() < 0.5:
        return source.choice(list(PROFILES.values())).with_pits(pits)
    return Rules(
        pits=pits,
        relay=source.random() < 0.5,
        capture=source.choice(list(Capture)),
        both_stores=source.random() < 0.5,
        ends=source.choice(list(Ending)),
        rest=source.choice(list(Rest)),
    )


def any_position(source: random.Random, rules: Rules) -> Position:
    """Return a made-up position: few stones or many, sometimes a heap in one cell."""
    cells = 2 * rules.pits + 2
    most = source.choice([1, 1, 2, 5, MAX_STONES // cells])
    ring = [source.randint(0, most) for _ in range(cells)]
    if source.random() < 0.3:
        ring[source.randrange(cells)] += source.randint(0, MAX_STONES - sum(ring))
    return Position(
        ring[: rules.pits],
        ring[rules.pits + 1 : -1],
        south_store=ring[rules.pits],
        north_store=ring[-1],
        to_move=source.choice(list(Side)),
        rules=rules,
    )


def playable(count: int, seed: int) -> Iterator[Position]:
    """Yield so many positions of all kinds in which there is a choice to make."""
    source = random.Random(seed)
    while count > 0:
        position = any_position(source, any_rules(source))
        if position.legal_pits:
            yield position
            count -= 1


def game(rules: Rules | str, seed: int, stones: int = 4, pits: int | None = None) -> Iterator[Position]:
    """Yield the positions of a random game in which there is a choice to make."""
    source = random.Random(seed)
    position = Position.start(rules, stones, pits)
    while not position.is_over:
        if position.must_pass:
            position = position.passed()
            continue
        yield position
        position = position.after(source.choice(position.legal_pits))
