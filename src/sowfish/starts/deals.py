"""Solved random deals: the value of each for the first player, and its value after the greedy turn."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sowfish.engine import solve
from sowfish.engine.turns import Objective, best_turn
from sowfish.errors import SowfishError, quoted
from sowfish.model.notation import MAX_STONES
from sowfish.model.position import Deal, Position
from sowfish.runtime.files import read_limited, write_whole
from sowfish.runtime.limits import Cancel, Limits

FOLDER = Path(__file__).with_name("data")
DEALT_RULES = ("avalanche", "avalanche-sweep")
LARGEST_FILE = 1 << 24
FORMAT = "sowfish solved deals 2"
OLD_FORMAT = "sowfish solved deals 1"  # mirrored deals without a limit per pit
SHIPPED_KINDS = (Deal.PHONE, Deal.PHONE_MIRRORED)
MIRRORED = (Deal.MIRRORED, Deal.PHONE_MIRRORED)  # both sides are dealt the same
SAVE_SECONDS = 1.0  # at most this much work is lost if the run is killed


class SolvedDeal(NamedTuple):
    """A deal, the margin of the first player with best play, and the same after the greedy turn."""

    pits: tuple[int, ...]  # south's, then north's; of mirrored deals one side's, in its own order
    value: int
    greedy: int

    @property
    def cost(self) -> int:
        """What the greedy turn gives away, in stones."""
        return self.value - self.greedy


@dataclass(frozen=True, slots=True, kw_only=True)
class Deals:
    """Solved deals: a prefix of the endless sequence determined by the seed."""

    deal: str = Deal.PHONE
    rules: str = "avalanche"
    pits: int = 6
    total: int = 48
    seed: int = 1
    version: str = ""  # of Sowfish
    solved: tuple[SolvedDeal, ...] = ()

    def positions(self) -> Iterator[Position]:
        """Yield the deals of the sequence, solved or not, without end."""
        seeds = random.Random(self.seed)
        while True:
            seed = seeds.getrandbits(32)
            yield Position.random(self.total, seed=seed, pits=self.pits, deal=self.deal, rules=self.rules)

    @property
    def row(self) -> tuple[str, str, int, int, int]:
        """What determines the sequence."""
        return self.deal, self.rules, self.pits, self.total, self.seed

    def stored(self, position: Position) -> tuple[int, ...]:
        """Return the pits that determine a position of the sequence."""
        return position.south if self.deal in MIRRORED else position.south + position.north


def shipped(deal: str = Deal.PHONE, rules: str = "avalanche") -> Path:
    """Return the file of deals that ships with Sowfish."""
    path = FOLDER / f"{deal}-{rules}.json"
    if deal not in SHIPPED_KINDS or rules not in DEALT_RULES:
        kinds, names = ", ".join(SHIPPED_KINDS), ", ".join(DEALT_RULES)
        raise SowfishError(
            f"solved deals ship for {kinds} under {names}, not for {quoted(deal)} under {quoted(rules)}; "
            "--recompute solves others"
        )
    return path


def load_deals(path: str | os.PathLike[str] | None = None) -> Deals:
    """Return the deals of a file, by default the shipped deals of Avalanche as phones deal it."""
    path = shipped() if path is None else path
    try:
        content = json.loads(read_limited(path, LARGEST_FILE))
        said = content.pop("format")
        if said == OLD_FORMAT:
            content["deal"] = Deal.MIRRORED
        elif said != FORMAT:
            raise ValueError  # noqa: TRY301  # said once, below
        solved = [SolvedDeal(tuple(pits), *map(_margin, margins)) for pits, *margins in content.pop("deals")]
        deals = Deals(**content, solved=tuple(solved))
        expected = [deals.stored(position) for position in islice(deals.positions(), len(solved))]
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        OverflowError,
        RecursionError,
    ):  # what json and Sowfish raise are ValueErrors
        raise SowfishError(f"{os.fspath(path)!r} is not a file of solved deals") from None
    if [deal.pits for deal in solved] != expected:
        raise SowfishError(f"{os.fspath(path)!r} does not have the deals of its seed, {quoted(deals.seed)}")
    return deals


def _margin(number: object) -> int:
    """Return a margin from a file."""
    if type(number) is not int or abs(number) > MAX_STONES:
        raise ValueError
    return number


def save_deals(path: str | os.PathLike[str], deals: Deals) -> None:
    """Write deals to a file, one per line."""
    head = {"format": FORMAT, "deal": deals.deal, "rules": deals.rules, "pits": deals.pits, "total": deals.total}
    head |= {"seed": deals.seed, "version": deals.version}
    lines = ",\n".join(json.dumps(deal) for deal in deals.solved)
    write_whole(path, f'{json.dumps(head)[:-1]}, "deals": [\n{lines}\n]}}\n'.encode())


def solve_deals(
    path: str | os.PathLike[str],
    asked: Deals,
    count: int,
    *,
    memory: int = 1 << 30,
    threads: int | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Deals]:
    """Solve the first `count` deals of a sequence, resuming from the file, and yield the solved deals after each."""
    deals = load_deals(path) if Path(path).exists() else asked
    if deals.row != asked.row:
        raise SowfishError(f"{os.fspath(path)!r} has deals of another kind, seed, size or rules; name another file")
    saved = time.monotonic()
    for position in islice(deals.positions(), len(deals.solved), count):
        is_cancelled = cancel is not None and cancel.is_set()
        deal = None if is_cancelled else _solved(deals, position, Limits(memory=memory), threads, cancel)
        if deal is None:
            break
        deals = replace(deals, solved=(*deals.solved, deal))
        if time.monotonic() - saved >= SAVE_SECONDS:
            save_deals(path, deals)
            saved = time.monotonic()
        yield deals
    save_deals(path, deals)


def _solved(
    deals: Deals, position: Position, limits: Limits, threads: int | None, cancel: Cancel | None
) -> SolvedDeal | None:
    """Return the deal with its two values, or None if cancelled before both are proven."""
    best = solve(position, limits=limits, threads=threads, cancel=cancel)
    after = best_turn(position, Objective.STONES).after
    left = solve(after, limits=limits, threads=threads, cancel=cancel)
    if best.low < best.high or left.low < left.high:
        return None
    greedy = left.value if after.to_move is position.to_move else -left.value
    return SolvedDeal(deals.stored(position), best.value, greedy)
