"""Write what the Python package says of random positions and games, for the page's modules to be compared with.

`python -m tests.page.golden FILE [POSITIONS] [SEED]`; `golden.test.js` reads the file.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from sowfish import PROFILES, Game, Position, Rules
from sowfish.checker import Trace
from sowfish.checker.trace import PASS
from sowfish.content import encode
from sowfish.content.boards import of_move, of_position
from sowfish.content.checking import of_trace
from sowfish.content.games import of_game, of_review
from sowfish.content.searches import of_both, of_values
from sowfish.engine import Analysis, Engine
from sowfish.engine.leftovers import advise_both
from sowfish.engine.review import review
from sowfish.errors import SowfishError
from sowfish.runtime.limits import Limits

POSITIONS = 2_000
GAMES = 200
SEARCHES = 60
REVIEWS = 20
FEW_STONES = 14  # proven in milliseconds
START = "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"
GAME = f'[Sowfish "1"]\n[South "Ann"]\n[Start "{START}"]\n\n{{a start}} 1. south 2 5\n2. north 1\n'
BAD_POSITIONS = (
    *("", "x", "4 4 4", "4 x 4 / 4 4 4", "4 4 4 / 4 4", "1 / 2", "1 2 / 300 4", "200 0 / 200 0", "1 " * 400),
    *("chess: 1 2 / 3 4", "kalah,pits=4: 1 2 / 3 4", "kalah,ends=never: 1 2 / 3 4", "kalah,x=1: 1 2 / 3 4"),
    *("kalah~4.4.4", "kalah~1.2~3.4", "kalah~1.2~3.4~east", "kalah~pits.4~1.2~3.4~south", "it's: 1 2 / 3 4"),
)
BAD_GAMES = (
    *("", "x", "[Sowfish]", '[Sowfish "2"]', '[Sowfish "1"]', '[Sowfish "1"]\n[Start "x"]', GAME.replace("2 5", "9")),
    *(GAME.replace("1. south", "2. south"), GAME.replace("south 2", "north 2"), GAME.replace("2 5", "2")),
    *(GAME + "3. south", GAME.replace("2. north 1", "2. north 1 1"), GAME.replace("{a start}", "{a")),
    *(
        GAME.replace("[South", "[Result"),
        "{}",
        '{"sowfish": 1}',
        '{"sowfish": 1, "start": 5}',
        '{"sowfish": 1, "x": 2}',
    ),
    '{"sowfish": 1, "start": "1 2 / 3 4", "turns": [[]]}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "turns": [["a"]]}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "rules": "go"}',
    '{"sowfish": 1, "start": "avalanche: 1 2 / 3 4", "rules": "kalah"}',
    '{"sowfish": 1, "start": "kalah: 4 4 4 0 / 4 4 4 0", "turns": [[0, 1]]}',
)


def main(file: str, positions: str = str(POSITIONS), seed: str = "1") -> None:
    """Write the file."""
    chance = random.Random(int(seed))  # no secret
    found = {
        "positions": [_position(position) for position in _positions(chance, int(positions))],
        "games": [_game(_random_game(chance, 40)) for _ in range(GAMES)],
        "searches": list(_searches(chance)),
        "reviews": list(_reviews(chance)),
        "refusals": [
            *(_refused("position", text, _read_position) for text in BAD_POSITIONS),
            *(_refused("game", text, _read_game) for text in BAD_GAMES),
        ],
    }
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(json.dumps(found), encoding="utf-8")


def _positions(chance: random.Random, count: int) -> Iterator[Position]:
    """Yield random positions of every profile and of boards from 1 to 12 pits, with stones in the stores."""
    for number in range(count):
        rules = PROFILES[list(PROFILES)[number % len(PROFILES)]]
        pits = 6 if chance.random() < 0.6 else chance.randint(1, 12)
        rows = [[chance.choice((0, 0, 1, 1, 2, 3, 5, 9)) for _ in range(pits)] for _ in range(2)]
        stores = [chance.randint(0, 20) for _ in range(2)]
        yield Position(
            rows[0],
            rows[1],
            south_store=stores[0],
            north_store=stores[1],
            to_move=chance.choice(("south", "north")),
            rules=Rules.parse(f"{rules.label.partition(',')[0]},pits={pits}"),
        )


def _json(content: object) -> object:
    return json.loads(encode(content))  # type: ignore[arg-type]


def _position(position: Position) -> dict[str, object]:
    moves = [position.move(pit) for pit in position.legal_pits]
    told = [_json(of_move(move, before=position, board=move.after)) for move in moves]
    return {"board": _json(of_position(position)), "moves": told}


def _random_game(chance: random.Random, most: int) -> Game:
    game = Game(next(_positions(chance, 1)), metadata={"south": "Ann", "north": "x-1"})
    while not game.position.is_over and len(game.moves) < most:
        game.play(chance.choice(game.position.legal_pits))
        if chance.random() < 0.2:
            game.comment("a  note")
    return game


def _game(game: Game) -> dict[str, object]:
    pits = [PASS if pit is None else pit for pit in _with_passes(game)]
    trace = of_trace(game.start, game.moves, Trace.played(game.start, pits))
    return {"game": _json(of_game(game)), "trace": _json(trace)}


def _with_passes(game: Game) -> Iterator[int | None]:
    position = game.start
    for pit in (None, *game.moves):
        if pit is not None:
            position = position.after(pit)
            yield pit
        if position.must_pass:
            position = position.passed()
            yield None


def _small(chance: random.Random) -> Position:
    """Return a position that is proven in milliseconds."""
    rules = chance.choice(("kalah", "kalah-empty-capture", "avalanche", "avalanche-sweep", "events"))
    while True:
        position = Position.random(FEW_STONES, seed=chance.randint(0, 2**31), pits=6, rules=rules)
        if position.legal_pits:
            return position


def _searches(chance: random.Random) -> Iterator[dict[str, object]]:
    """Yield the proven values of all moves, and what to play under both rules for leftovers."""
    for _ in range(SEARCHES):
        position = _small(chance)
        with Engine(threads=1, memory=1 << 26) as engine:
            found = of_values(engine.analyse(position))
            both = advise_both(position, partial(_analysed, engine), seconds=60)
        yield {"values": _json(found), "both": _json(of_both(both))}


def _analysed(engine: Engine, position: Position, _share: float) -> Analysis:
    return engine.analyse(position)


def _reviews(chance: random.Random) -> Iterator[object]:
    for _ in range(REVIEWS):
        game = Game(_small(chance))
        while not game.position.is_over and len(game.moves) < 8:
            game.play(chance.choice(game.position.legal_pits))
        with Engine(threads=1, memory=1 << 26) as engine:
            yield _json(of_review(review(game, limits=Limits(seconds=60), engine=engine)))


def _read_position(text: str) -> Position:
    return Position.from_url(text) if "~" in text else Position.parse(text)


def _read_game(text: str) -> Game:
    return Game.from_json(text) if text.startswith("{") else Game.parse(text)


def _refused(kind: str, text: str, read: Callable[[str], object]) -> dict[str, object]:
    try:
        read(text)
    except SowfishError as error:
        return {"kind": kind, "text": text, "code": error.code, "reason": error.parameters.get("reason")}
    raise AssertionError(f"{text!r} was read")


if __name__ == "__main__":
    main(*sys.argv[1:])
