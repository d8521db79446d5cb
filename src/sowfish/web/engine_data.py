"""Data of the page's own engine besides the core: the version, the players, and the solved starts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from sowfish import __version__
from sowfish.content import Content, encode
from sowfish.content.base import filled
from sowfish.content.players import ListedPlayer, PlayerOption, of_player
from sowfish.content.starts import DealSummary, Start, of_deals, of_starts
from sowfish.nets.shipped import net_files
from sowfish.players import kind
from sowfish.players.options import Option
from sowfish.starts import SIZES, SOLVED_RULES, SolvedStart, load
from sowfish.starts.deals import load_deals
from sowfish.starts.summary import summary

# Players whose searches are in the core.
PLAYERS = (
    "leftmost",
    "random",
    "greedy",
    "turn",
    "montecarlo",
    "minimax",
    "net",
    "uct",
    "puct",
    "engine",
    "perfect",
)


class ReadableOption(PlayerOption, frozen=True, kw_only=True):
    """An option with everything needed to parse it."""

    type: str
    may_be_none: bool
    choices: list[str]
    least: float | None
    most: float | None


class EngineData(Content, frozen=True, kw_only=True):
    """The file of data beside the core."""

    version: str
    players: list[ListedPlayer]
    nets: list[str]  # available to load
    starts: list[Start]
    deals: DealSummary


def engine_data() -> EngineData:
    """Return the data as of now."""
    known, dealt = load(), load_deals()
    asked = [(rules, pits, stones) for rules in SOLVED_RULES for pits in SIZES for stones in SIZES]
    return EngineData(
        version=__version__,
        players=[_player(name) for name in PLAYERS],
        nets=sorted(net_files()),
        starts=of_starts(known.get(key) or SolvedStart.unknown(*key) for key in asked).starts,
        deals=of_deals(dealt, summary(dealt)),
    )


def _player(name: str) -> ListedPlayer:
    chosen = kind(name)
    return filled(ListedPlayer, of_player(chosen), options=[_option(option) for option in chosen.options])


def _option(option: Option) -> ReadableOption:
    choices = [str(choice) for choice in option.type] if issubclass(option.type, StrEnum) else []
    return filled(
        ReadableOption,
        option,
        default=option.default_text,
        type="str" if choices else option.type.__name__,
        choices=choices,
        least=option.range.least,
        most=option.range.most,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    file: Path = parser.parse_args(arguments).file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(encode(engine_data()))


if __name__ == "__main__":
    main()
