"""Looking up what is proven about a position in the solved starts that ship with Sowfish."""

from __future__ import annotations

from functools import cache

from sowfish.model.position import Position
from sowfish.starts.start import SolvedStart
from sowfish.starts.stored import load


def solved_start(position: Position) -> SolvedStart | None:
    """Return what is proven about a position if it is a solved start."""
    if position.south_store or position.north_store or len({*position.south, *position.north}) != 1:
        return None
    return _solved_starts().get((position.rules.name or "", position.rules.pits, position.south[0]))


@cache
def _solved_starts() -> dict[tuple[str, int, int], SolvedStart]:
    return load()
