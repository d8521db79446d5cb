"""Golden games: whole games by the reference, kept as text, that must replay identically for ever.

`python -m tests.golden` wrote tests/data/golden/: one file of rules, in it a few games. A game is its first
position and a line for every move: the pit, or `pass`, and the position it leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.lockstep import reference_of, text_of

from sowfish import PROFILES, Deal, Position, Rules

FOLDER = Path(__file__).parent / "data" / "golden"
OTHER_RULES = [  # no profile, so the wide kernel plays them
    "kalah,relay=yes",
    "events,relay=yes,rest=nobody",
    "avalanche,both_stores=yes,ends=all-empty",
    "kalah,ends=mover-empty,rest=nobody",
]


@dataclass(frozen=True, slots=True)
class GoldenGame:
    """The first position, and after that a move, None for a pass, and the position it leads to."""

    start: str
    moves: tuple[tuple[int | None, str], ...]


def play(start: Position, source: Random) -> GoldenGame:
    """Play a random game by the reference."""
    reference = reference_of(start)
    moves: list[tuple[int | None, str]] = []
    while not reference.is_over():
        pit = None if reference.must_pass() else source.choice(reference.legal_pits())
        if pit is None:
            reference.pass_turn()
        else:
            reference.move(pit)
        moves.append((pit, text_of(reference)))
    return GoldenGame(str(start), tuple(moves))


def starts(rules: Rules) -> list[Position]:
    """Return what the games of a file start from: small and large, equal and random."""
    return [
        Position.start(rules),
        Position.start(rules, stones=2, pits=3),
        Position.random(50, seed=1, pits=7, rules=rules),
        Position.random(70, seed=2, pits=10, deal=Deal.FREE, rules=rules).with_to_move("north"),
        Position.start(rules, stones=1, pits=1).with_stones("north", 0, 200),
    ]


def write(path: Path, games: list[GoldenGame]) -> None:
    """Write games, an empty line between them."""
    texts = []
    for game in games:
        lines = [f"{'pass' if pit is None else pit}  {text}" for pit, text in game.moves]
        texts.append("\n".join([game.start, *lines]))
    path.write_text("\n\n".join(texts) + "\n")


def read(path: Path) -> list[GoldenGame]:
    """Read the games of a file."""
    games = []
    for block in path.read_text().strip().split("\n\n"):
        start, *lines = block.splitlines()
        pairs = [line.split("  ") for line in lines]
        games.append(GoldenGame(start, tuple((None if pit == "pass" else int(pit), text) for pit, text in pairs)))
    return games


def main() -> None:
    """Write all files anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in [*PROFILES, *OTHER_RULES]:
        source = Random(f"golden games of {name}")
        games = [play(start, source) for start in starts(Rules.parse(name))]
        write(FOLDER / f"{name.replace(',', '~').replace('=', '.')}.txt", games)


if __name__ == "__main__":
    main()
