"""The ground truth in tests/data, as plain data; the folder's origin is ../shared/truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sowfish import Position

FOLDER = Path(__file__).parent / "data"


def load(name: str) -> Any:  # noqa: ANN401  # JSON
    """Return one of the files."""
    return json.loads((FOLDER / f"{name}.json").read_text())


def by_player(entry: dict[str, Any], rules: str = "avalanche", *, opponent_store: int | None = None) -> Position:
    """Return an entry that says player and opponent, with the player as south and to move."""
    return Position(
        entry["player"],
        entry["opponent"],
        south_store=entry["player_store"],
        north_store=entry["opponent_store"] if opponent_store is None else opponent_store,
        rules=rules,
    )


def by_side(entry: dict[str, Any], rules: str, to_move: str) -> Position:
    """Return an entry that says south and north."""
    return Position(
        entry["south"],
        entry["north"],
        south_store=entry["south_store"],
        north_store=entry["north_store"],
        to_move=to_move,
        rules=rules,
    )
