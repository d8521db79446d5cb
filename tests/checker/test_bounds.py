"""All rows of tests/data/event_bounds: the shortest and longest games, found by the core with a witness for each."""

from __future__ import annotations

from typing import Any

import pytest
from tests.truth import load

from sowfish import Position
from sowfish.checker import Extent, ask

TABLE = load("event_bounds")["table"]
KINDS = {"": "", "_with_steal": " with steal", "_without_steal": " without steal"}


@pytest.mark.parametrize("row", TABLE, ids=[f"{row['pockets_per_side']}x{row['marbles_per_pocket']}" for row in TABLE])
def test_bounds_of_the_event_model(row: dict[str, Any]) -> None:
    start = Position.start("events", row["marbles_per_pocket"], row["pockets_per_side"])
    for unit in ("boards", "sowings", "turns"):
        for suffix, clause in KINDS.items():
            for end in ("shortest", "longest"):
                answer = ask(f"{end} game in {unit}{clause}", start)
                assert answer.extent is Extent.EXHAUSTIVE
                assert answer.value == row[unit][end + suffix], (end, unit, clause)


@pytest.mark.parametrize("row", TABLE, ids=[f"{row['pockets_per_side']}x{row['marbles_per_pocket']}" for row in TABLE])
def test_positions_of_the_event_model(row: dict[str, Any]) -> None:
    start = Position.start("events", row["marbles_per_pocket"], row["pockets_per_side"])
    assert ask("count positions", start).value == row["turn_level_states"]
