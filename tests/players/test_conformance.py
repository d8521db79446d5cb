"""All players through all checks, and players made to fail each of them."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import PROGRAM
from tests.nets import plain

from sowfish import PROFILES, Position, Rules, Side
from sowfish.nets import Layout
from sowfish.players import Clock, Narration, Player, make, names
from sowfish.players.conformance import CHECKS, Check, ConformanceError, check, main
from sowfish.players.trials import Trial, pass_positions, random_positions

# A cheap form of every player, for short tests; human and program are tried through others, net with a file of its own.
CHEAP = {
    "human": "",
    "leftmost": "leftmost",
    "random": "random:seed=7",
    "greedy": "greedy",
    "turn": "turn:states=20000",
    "montecarlo": "montecarlo:playouts=300",
    "minimax": "minimax:depth=4",
    "net": "",
    "uct": "uct:playouts=200,memory=1",
    "puct": "puct:playouts=200,memory=1",
    "engine": "engine:nodes=2000,memory=1",
    "perfect": "perfect:threads=1,memory=32",
    "openspiel": "openspiel:simulations=4",
    "program": f'program:command="{PROGRAM} engine random"',
}


def test_every_player_is_checked() -> None:
    assert set(names()) == set(CHEAP)


@pytest.mark.parametrize("one", CHECKS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("name", CHEAP)
def test_every_player_conforms(name: str, one: Check, tmp_path: Path) -> None:
    rules = Rules(pits=4)
    known: dict[str, Any] = {"profiles": (rules,), "pits": 4} if name == "net" else {}

    def maker() -> Player:
        if name == "net":
            plain.write_random(tmp_path / "some.net", Layout(rules=rules, widths=()))
            return make(f"net:net={tmp_path / 'some.net'}")
        if name == "human":
            return make("human", ask=lambda position, _clock: position.legal_pits[-1])
        return make(CHEAP[name])

    clock = Clock(move=5 if name == "program" else 0.05)  # a program has to be heard of in time, by a busy machine
    one(Trial(maker=maker, positions=10, clock=clock, grace=3, most_pits=7 if name == "perfect" else 12, **known))


class Decent(Player):
    """Plays the first pit; the players below are it with one fault each."""

    def choose(self, position: Position, clock: Clock) -> int:
        return position.legal_pits[0]


class OutOfBounds(Decent):
    def choose(self, position: Position, clock: Clock) -> int:
        return 3 if position.rules.pits > 3 else super().choose(position, clock)


class Boolean(Decent):
    def choose(self, position: Position, clock: Clock) -> int:
        return position.legal_pits[0] == 1


class Crashing(Decent):
    def choose(self, position: Position, clock: Clock) -> int:
        return super().choose(position, clock) // (position.rules.pits - 1)


class Slow(Decent):
    def choose(self, position: Position, clock: Clock) -> int:
        time.sleep(0.03)
        return super().choose(position, clock)


class Moody(Decent):
    def choose(self, position: Position, clock: Clock) -> int:
        return random.choice(position.legal_pits)


class Counting(Decent):
    def __init__(self) -> None:
        self.calls = itertools.count()

    def choose(self, position: Position, clock: Clock) -> int:
        return position.legal_pits[next(self.calls) % len(position.legal_pits)]


class Faithful(Decent):
    def new_game(self, start: Position, side: Side, seed: int) -> None:
        if hasattr(self, "start"):
            raise RuntimeError("one game is enough")
        self.start = start


class Talker(Decent):
    def narrate(self) -> Narration:
        return Narration("so", {"seen": {1, 2}})


@pytest.mark.parametrize(
    ("maker", "failed"),
    [
        (OutOfBounds, "answers_legally_everywhere"),
        (Boolean, "answers_legally_everywhere"),
        (Crashing, "plays_boards_of_one_pit"),
        (Slow, "keeps_the_clock"),
        (Moody, "plays_the_same_game_again"),
        (Moody, "leaves_all_else_alone"),
        (Counting, "plays_the_same_game_again"),
        (Faithful, "plays_whole_games"),
        (Faithful, "survives_interrupted_games"),
        (Talker, "tells_what_json_can_write"),
    ],
)
def test_the_checks_find_faults(maker: Callable[[], Player], failed: str) -> None:
    one = next(one for one in CHECKS if one.__name__ == failed)
    clock = Clock(move=0.01)
    with pytest.raises((ConformanceError, RuntimeError)):
        one(Trial(maker=maker, clock=clock, grace=0.01))


def test_a_decent_player_passes_and_a_faulty_one_is_named() -> None:
    check(Decent, positions=3)
    check(Moody, positions=3, skip={"plays_the_same_game_again", "leaves_all_else_alone"})
    with pytest.raises(ConformanceError, match=r"^outofbounds chooses 3 in kalah: "):
        check(OutOfBounds)


def test_the_checks_run_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["greedy", "--positions", "2", "--skip", "keeps_the_clock"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == len(CHECKS) - 1
    assert all(line.startswith("greedy  ") and line.endswith("  ok") for line in shown)


def test_random_positions_are_many_kinds_of_position() -> None:
    for rules in PROFILES.values():
        found = list(random_positions(rules, 200, seed=1))
        assert len(found) == 200
        assert all(position.legal_pits for position in found)
        assert {position.rules.pits for position in found} == set(range(1, 13))
        assert {position.to_move for position in found} == set(Side)
        assert max(position.rest for position in found) > 100
        assert found == list(random_positions(rules, 200, seed=1))
    assert all(position.rules.with_pits(6) == PROFILES["events"] for position in pass_positions())
