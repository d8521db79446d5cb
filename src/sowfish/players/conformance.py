"""Conformance checks that every player must pass.

In plain Python:

    from sowfish.players.conformance import check
    check(MyPlayer)

with pytest:

    @pytest.mark.parametrize("check", CHECKS)
    def test_my_player(check): check(Trial(maker=MyPlayer))

and from the command line: `python -m sowfish.players.conformance greedy random:seed=7 --positions 1000`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Container, Sequence
from typing import Any

from sowfish.model.events import Outcome, Side
from sowfish.model.game import Game
from sowfish.model.position import Position
from sowfish.model.rules import PROFILES
from sowfish.players.chance import Random
from sowfish.players.clock import Clock
from sowfish.players.fault import fault
from sowfish.players.match import Reason, play
from sowfish.players.player import Narration, Player
from sowfish.players.registry import make
from sowfish.players.trials import Trial, one_pit_positions, pass_positions

Check = Callable[[Trial], None]


class ConformanceError(AssertionError):
    """A player fails a check."""


def answers_legally_everywhere(trial: Trial) -> None:
    """A player chooses a legal pit in any position of every profile, without a preceding new_game."""
    with trial.maker() as player:
        for rules in trial.profiles:
            for position in trial.positions_of(rules, trial.positions, seed=trial.seed):
                _chosen(player, position, trial.clock)


def plays_whole_games(trial: Trial) -> None:
    """A player plays games of every profile to their end, on both sides."""
    with trial.maker() as player:
        for rules in trial.profiles:
            for side in Side:
                _played(trial, player, trial.start(rules, 3, 4), side)


def passes_when_it_must(trial: Trial) -> None:
    """A player continues after forced passes of either side, and is not asked to make them."""
    with trial.maker() as player:
        for start in filter(trial.covers, pass_positions()):
            for side in Side:
                _played(trial, player, start, side)


def plays_boards_of_one_pit(trial: Trial) -> None:
    """A player plays on boards without a choice."""
    with trial.maker() as player:
        for rules in trial.profiles:
            for position in filter(trial.covers, one_pit_positions(rules)):
                _chosen(player, position, trial.clock)


def plays_the_same_game_again(trial: Trial) -> None:
    """With the same seed and no clock, a new player and one that has played before choose the same moves."""
    with trial.maker() as player, trial.maker() as other:
        for rules in trial.profiles:
            start = trial.start(rules, 2, 4)
            first, elsewhere = _game_of(player, start, seed=5), _game_of(other, start, seed=5)
            _require(first == elsewhere, player, f"plays {first} and then {elsewhere} with the same seed from {start}")
            _game_of(player, start, seed=6)
            again = _game_of(player, start, seed=5)
            _require(first == again, player, f"plays {first}, and {again} when it has played before, from {start}")


def keeps_the_clock(trial: Trial) -> None:
    """A player answers within the limit of a move, and with hardly any time left for the game."""
    limit = trial.clock.limit or 0.1
    clocks = (Clock(move=limit), Clock(game=limit), Clock(move=60, game=limit / 2, increment=limit / 4))
    with trial.maker() as player:
        for rules in trial.profiles:
            for position in trial.positions_of(rules, 3, seed=trial.seed + 1):
                for clock in clocks:
                    started = time.perf_counter()
                    _chosen(player, position, clock)
                    late = time.perf_counter() - started - (clock.limit or 0)
                    _require(late <= trial.grace, player, f"is {late:.3f} s late in {position} with {clock}")


def leaves_all_else_alone(trial: Trial) -> None:
    """A player changes neither the position nor Python's global random state."""
    with trial.maker() as player:
        for rules in trial.profiles:
            for position in trial.positions_of(rules, 3, seed=trial.seed + 2):
                before, state = str(position), random.getstate()
                _chosen(player, position, trial.clock)
                _require(str(position) == before, player, f"changes {before} to {position}")
                _require(random.getstate() == state, player, "draws from Python's own random, which is not its own")


def survives_interrupted_games(trial: Trial) -> None:
    """A player can be interrupted in the middle of a game, asked about another position, and given a new game."""
    with trial.maker() as player:
        for number, rules in enumerate(trial.profiles):
            start = trial.start(rules, 4, 3 + number % 3)
            player.new_game(start, Side.SOUTH, number)
            after = start.after(_chosen(player, start, trial.clock))
            other = Position.random(20, seed=number, pits=trial.pits or 5, rules=rules)
            _chosen(player, other, trial.clock)
            if after.legal_pits:
                _chosen(player, after, trial.clock)
        player.game_over(start, Outcome.IN_PROGRESS)
        player.new_game(start, Side.NORTH, 0)


def tells_what_json_can_write(trial: Trial) -> None:
    """A player's narration is a text and a JSON value."""
    with trial.maker() as player:
        _narrated(player)
        for rules in trial.profiles:
            _chosen(player, trial.start(rules, 3, 4), trial.clock)
            _narrated(player)


def can_be_closed_twice(trial: Trial) -> None:
    """A player can be closed at any time, and twice."""
    trial.maker().close()
    with trial.maker() as player:
        _chosen(player, trial.start(trial.profiles[0], 2, 3), trial.clock)
        player.stop()
        player.close()


CHECKS: tuple[Check, ...] = (
    answers_legally_everywhere,
    plays_whole_games,
    passes_when_it_must,
    plays_boards_of_one_pit,
    plays_the_same_game_again,
    keeps_the_clock,
    leaves_all_else_alone,
    survives_interrupted_games,
    tells_what_json_can_write,
    can_be_closed_twice,
)


def check(maker: Callable[[], Player], *, skip: Container[str] = (), **effort: Any) -> None:  # noqa: ANN401  # see Trial
    """Run all checks except those to skip; raise ConformanceError with a sentence at the first failure.

    Skip `plays_the_same_game_again` for a player whose choices depend on time.
    """
    trial = Trial(maker=maker, **effort)
    for one in CHECKS:
        if one.__name__ not in skip:
            one(trial)


def _require(holds: bool, player: Player, complaint: str) -> None:  # noqa: FBT001  # reads as a sentence
    if not holds:
        raise ConformanceError(f"{player} {complaint}")


def _chosen(player: Player, position: Position, clock: Clock) -> int:
    try:
        pit: object = player.choose(position, clock)
    except Exception as error:
        raise ConformanceError(f"{player} fails in {position}: {fault(error)}") from error
    legal = isinstance(pit, int) and not isinstance(pit, bool) and pit in position.legal_pits
    _require(legal, player, f"chooses {pit!r} in {position}; legal are {position.legal_pits}")
    assert isinstance(pit, int)
    return pit


def _played(trial: Trial, player: Player, start: Position, side: Side) -> None:
    """Play a game against `random` and check that it ends by the rules."""
    south, north = (player, Random()) if side is Side.SOUTH else (Random(), player)
    played = play(south, north, start, clock={side: trial.clock, side.other: Clock()}, seed=trial.seed)
    late = played.reason is Reason.OVERSTEP and played.slowest[side] <= (trial.clock.limit or 0) + trial.grace
    _require(played.reason is Reason.PLAYED_OUT or late, player, f"from {start}: {played.explanation}")


def _game_of(player: Player, start: Position, seed: int) -> tuple[int, ...]:
    """Return the moves of a game against `random`, without a clock."""
    game: Game = play(player, Random(), start, seed=seed).game
    _require(game.position.is_over, player, f"does not finish a game from {start}")
    return game.moves


def _narrated(player: Player) -> None:
    seen: object = player.narrate()
    if seen is None:
        return
    _require(isinstance(seen, Narration), player, f"narrates {seen!r}, which is no Narration")
    assert isinstance(seen, Narration)
    _require(isinstance(seen.text, str), player, f"narrates {seen.text!r}, which is no text")
    try:
        json.dumps(dict(seen.data), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ConformanceError(f"{player} narrates what JSON cannot write: {error}") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all checks on the players named on the command line; return 1 if one fails."""
    parser = argparse.ArgumentParser(prog="python -m sowfish.players.conformance", description="Check players.")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="such as greedy or random:seed=7")
    parser.add_argument("--positions", type=int, default=1000, help="random positions of each profile")
    parser.add_argument("--move", type=float, default=0.1, metavar="SECONDS", help="limit of a move")
    parser.add_argument("--most-pits", type=int, default=12, help="largest boards")
    parser.add_argument(
        "--rules", nargs="*", default=list(PROFILES), choices=PROFILES, metavar="RULES", help="only these"
    )
    parser.add_argument("--pits", type=int, help="boards of this size only")
    parser.add_argument("--skip", nargs="*", default=[], choices=[one.__name__ for one in CHECKS], metavar="CHECK")
    chosen = parser.parse_args(arguments)
    failures = 0
    for spec in chosen.players:
        trial = Trial(
            maker=lambda spec=spec: make(spec),  # type: ignore[misc]
            positions=chosen.positions,
            clock=Clock(move=chosen.move),
            most_pits=chosen.most_pits,
            profiles=tuple(PROFILES[name] for name in chosen.rules),
            pits=chosen.pits,
        )
        for one in (one for one in CHECKS if one.__name__ not in chosen.skip):
            started = time.perf_counter()
            try:
                one(trial)
                verdict = "ok"
            except Exception as error:  # noqa: BLE001  # whatever the player does wrong
                failures += 1
                verdict = f"FAILED: {fault(error)}"
            seconds = time.perf_counter() - started
            sys.stdout.write(f"{spec}  {one.__name__}  {seconds:.1f} s  {verdict}\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
