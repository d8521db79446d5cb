"""What hypothesis draws: rules of every kind, and boards of every size with up to 255 stones."""

from __future__ import annotations

from hypothesis import strategies as st

from sowfish import PROFILES, Capture, Ending, Position, Rest, Rules, Side
from sowfish.model.notation import MAX_STONES
from sowfish.model.rules import MAX_PITS

SIDES = st.sampled_from(Side)
SIZES = st.integers(1, MAX_PITS)


def profiles(sizes: st.SearchStrategy[int] = SIZES) -> st.SearchStrategy[Rules]:
    """Draw a named profile on a board of any size."""
    return st.builds(Rules.with_pits, st.sampled_from(list(PROFILES.values())), sizes)


def combinations(sizes: st.SearchStrategy[int] = SIZES) -> st.SearchStrategy[Rules]:
    """Draw any valid combination of switches on a board of any size."""
    return st.builds(
        Rules,
        pits=sizes,
        relay=st.booleans(),
        capture=st.sampled_from(Capture),
        both_stores=st.booleans(),
        ends=st.sampled_from(Ending),
        rest=st.sampled_from(Rest),
    )


def any_rules(least: int = 1, most: int = MAX_PITS) -> st.SearchStrategy[Rules]:
    """Draw a profile or any other combination, as often the one as the other."""
    sizes = st.integers(least, most)
    return st.one_of(profiles(sizes), combinations(sizes))


@st.composite
def rings(draw: st.DrawFn, pits: int) -> list[int]:
    """Draw the cells of a board: a few stones everywhere, and a heap of up to all that are left."""
    cells = 2 * pits + 2
    most = draw(st.sampled_from([1, 2, 4, MAX_STONES // cells]))
    stones = draw(st.binary(min_size=cells, max_size=cells))  # one draw is much faster than one a cell
    ring = [count % (most + 1) for count in stones]
    left = MAX_STONES - sum(ring)
    heap = draw(st.one_of(st.just(0), st.integers(0, min(left, 20)), st.integers(0, left), st.just(left)))
    ring[draw(st.integers(0, cells - 1))] += heap
    return ring


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Position:
    """Draw a position, reachable in play or not, over or not."""
    chosen = draw(any_rules() if rules is None else rules)
    ring = draw(rings(chosen.pits))
    return Position(
        ring[: chosen.pits],
        ring[chosen.pits + 1 : -1],
        south_store=ring[chosen.pits],
        north_store=ring[-1],
        to_move=draw(SIDES),
        rules=chosen,
    )


@st.composite
def small_positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules], most: int) -> Position:
    """Draw a position with few stones in its pits, so that all that can follow is soon seen."""
    chosen = draw(rules)
    ring = [0] * (2 * chosen.pits + 2)
    for cell in draw(st.lists(st.integers(0, len(ring) - 1), max_size=most)):
        ring[cell] += 1
    ring[chosen.pits] += draw(st.sampled_from([0, 0, 30, 200]))
    return Position(
        ring[: chosen.pits],
        ring[chosen.pits + 1 : -1],
        south_store=ring[chosen.pits],
        north_store=ring[-1],
        to_move=draw(SIDES),
        rules=chosen,
    )


@st.composite
def moves(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> tuple[Position, int]:
    """Draw a position that goes on, and a pit that may be played in it."""
    position = draw(positions(rules).filter(lambda drawn: bool(drawn.legal_pits)))
    return position, draw(st.sampled_from(position.legal_pits))
