"""Valid and invalid requests of every kind, for every engine behind the page."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests import bad_inputs
from tests.web.serving import EXAMPLE

from sowfish import Game, Position
from sowfish.model.position import Deal
from sowfish.model.rules import PROFILES


class Request(NamedTuple):
    """An API endpoint, a body, and whether to stream events."""

    name: str
    body: dict[str, Any] | None = None
    streams: bool = False


KALAH = "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"
AVALANCHE = "avalanche: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"
OVER = "kalah: 0 0 0 9 / 1 2 0 9 south"
SMALL = [
    "kalah: 2 0 1 3 1 2 14 / 1 2 0 3 1 0 18 south",
    "kalah-lazy: 0 2 0 1 0 1 17 / 2 0 0 0 2 1 22 north",
    "kalah-empty-capture: 1 0 2 0 3 1 15 / 0 1 2 3 0 1 19 south",
    EXAMPLE,
    "avalanche-sweep: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 north",
    "events: 1 2 0 1 4 / 0 2 1 1 3 south",
    "events: 0 0 0 2 / 1 2 1 3 south",  # south must pass
    "kalah,relay=yes: 1 2 0 1 3 / 2 0 1 1 4 south",
    "kalah: 1 0 2 0 0 1 0 0 1 5 / 0 1 0 0 2 0 0 1 0 6 south",
    "kalah: 0 0 0 0 0 1 24 / 1 0 0 0 0 0 22 south",
    "avalanche: 3 3 3 0 / 3 3 3 0 south",
]
GAME = [2, 5, 1, 4, 0, 5, 2, 3]
FILE = """[Sowfish "1"]
[Rules "kalah"]
[Start "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"]
[South "Ann \\"the\\" one"]

{a start} 1. south 2 5 {free move first}
2. north 1
"""
REPLAY = "board:1,2&3&&&&1&&2&&&&&1,1&|move:1,1|board:1,2&&3&&&1&&2&&&&&1,1&"
PLAYERS = (
    "leftmost",
    "random",
    "random:seed=7",
    "random: seed=123456789012345678901234567890",
    "greedy",
    "turn",
    "turn:objective=difference",
    "montecarlo:playouts=2000",
    "montecarlo:playouts=3000,select=ratio,policy=greedy,seed=3",
    "montecarlo:playouts=1001,select=wins",
    "minimax:depth=5",
    "minimax:nodes=20000",
    "net",
    "puct:playouts=600",
    "puct:playouts=1500,c=1.1,seed=5",
    "uct:playouts=800",
    "uct:playouts=2500,c=1.2,seed=9",
    "engine:level=10,nodes=30000",
    "perfect:memory=64",
    *(f"engine:level={level}" for level in range(1, 10)),
)


def questions() -> list[Request]:
    """Return requests that need no search."""
    found = [Request(name) for name in ("health", "rules", "starts", "deals")]
    for position in (KALAH, AVALANCHE, OVER, *SMALL):
        found.append(Request("positions", {"position": position}))
        found.append(Request("positions", {"position": Position.parse(position).url}))
    found.append(Request("positions", {"position": "1, 2 ,3 4 / same NORTH", "rules": "Capture"}))
    found.append(Request("positions", {"position": {"south": [1, 2], "north": [3, 4], "to_move": "north"}}))
    found.append(Request("positions", {"position": {"south": [1], "north": [0], "south_store": 3, "rules": "events"}}))
    for name, deal in ((name, deal) for name in PROFILES for deal in ("even", *Deal)):
        found.append(Request("deal", {"rules": name, "deal": deal, "stones": 3, "seed": 2**53 - 1}))
    found += [
        Request("deal", {"rules": f"avalanche,pits={pits}", "deal": "phone", "seed": pits}) for pits in range(1, 13)
    ]
    found += [Request("deal", {"rules": "kalah", "deal": "free", "stones": stones, "seed": 5}) for stones in (1, 9, 21)]
    for position in SMALL:
        pits = _some_game(position)
        found.append(Request("moves", {"position": position, "pits": pits, "steps": True}))
        found.append(Request("moves", {"position": position, "pits": pits}))
        found.append(Request("trace", {"position": position, "pits": pits}))
        found.append(Request("games", {"position": position, "pits": pits, "metadata": {"south": "Ann"}}))
    found.append(Request("games", {"text": FILE}))
    found.append(Request("games", {"text": Game.parse(FILE).to_json()}))
    found.append(Request("games", {"position": KALAH, "pits": [2, 5], "comments": {"0": " a  start", "2": "b"}}))
    found += [Request("replay", {"text": REPLAY, "player": player}) for player in (1, 2)]
    found += [Request("replay", {"text": f"mode:{mode}|{REPLAY}", "player": 1}) for mode in ("n", "an", "ah")]
    found.append(Request("replay", {"text": REPLAY, "player": 1, "rules": "kalah"}))
    return found


def searches() -> list[Request]:
    """Return searches that end in a proof, so that all engines must agree."""
    found = []
    for position in SMALL:
        found.append(Request("best", {"position": position, "seconds": 60}))
        found += [
            Request("best", {"position": position, "objective": goal, "seconds": 60})
            for goal in ("stones", "difference")
        ]
        found.append(Request("analyse", {"position": position, "seconds": 60}))
        found.append(Request("analyse", {"position": position, "seconds": 60}, streams=True))
        found.append(Request("both", {"position": position, "seconds": 60}))
        found.append(Request("review", {"position": position, "pits": _some_game(position), "seconds": 60}))
    for start in ("kalah: 2 2 2 2 0 / same", "avalanche: 2 2 2 2 2 0 / same"):
        found.append(Request("review", {"position": start, "pits": _some_game(start), "seconds": 60}))
    found.append(Request("analyse", {"position": "avalanche: 2 2 2 2 2 2 0 / 2 2 2 2 2 2 0"}, streams=True))
    # The turn that is best under both rules is neither of those found first.
    found.append(Request("both", {"position": "avalanche: 0 1 1 0 / 7 2 1 0", "seconds": 60}))
    only = "avalanche-sweep,ends=all-empty: 0 0 1 0 0 0 15 / 0 0 0 0 0 0 8 south"  # one move; first nothing is known
    found.append(Request("analyse", {"position": only}, streams=True))
    found.append(Request("review", {"position": "kalah-lazy: 2 3 4 / 0 0 3 south", "pits": [1, 0, 0, 1]}))  # 6.25 %
    return found


def openings() -> list[Request]:
    """Return reviews of openings whose values can only be looked up within the time."""
    return [
        Request("review", {"position": KALAH, "pits": pits, "seconds": 0.2}) for pits in ([0, 0], [2], [2, 0, 0], [5])
    ]


def turns() -> list[Request]:
    """Return turns of players that depend on the seed and on node counts, not on time."""
    found = []
    for number, player in enumerate(PLAYERS):
        for position, pits in ((KALAH, GAME), (AVALANCHE, [5]), (SMALL[0], []), (SMALL[5], [1]), (SMALL[8], [])):
            if player.startswith("perfect") and position in (KALAH, AVALANCHE):
                continue
            found.append(
                Request(
                    "turn",
                    {"position": position, "pits": pits, "player": player, "seed": number, "seconds": 60},
                    streams=True,
                )
            )
    return found


def _some_game(position: str) -> list[int]:
    """Return a few moves, always of the last legal pit."""
    game = Game(Position.parse(position))
    while not game.position.is_over and len(game.moves) < 12:
        game.play(game.position.legal_pits[-1])
    return list(game.moves)


BAD_POSITIONS: tuple[object, ...] = (
    *bad_inputs.POSITIONS,
    "kalah,ends=never: 1 2 / 3 4",
    "kalah,x=1: 1 2 / 3 4",
    "it's: 1 2 / 3 4",
    "kalah~1.2~3.4",
    "kalah~1.2~3.4~east",
    "kalah~pits.4~1.2~3.4~south",
    7,
    None,
    True,
    [1, 2],
    {"south": [1, 2]},
    {},
    {"south": [1], "north": [1], "east": 1},
    {"south": "1", "north": [1]},
    {"south": [1.5], "north": [1]},
    {"south": [1, 2], "north": [1]},
    {"south": [300], "north": [1]},
    {"south": [], "north": []},
    {"south": [1], "north": [1], "to_move": 5},
    {"south": [1], "north": [1], "to_move": "east"},
    "1 2 / 3 4\x85 5",
    "\ufeff1 2 / 3 4",
    "kalah\x1c,x=1: 1 2 / 3 4",
    {"south": [1], "north": [1], "rules": "go"},
)
BAD_TEXTS = (
    "",
    "x",
    "[Sowfish]",
    '[Sowfish "2"]',
    '[Sowfish "1"]',
    '[Sowfish "1"]\n[Start "x"]',
    FILE.replace("2 5", "0 5"),
    FILE.replace("1. south", "2. south"),
    FILE.replace("south 2", "north 2"),
    FILE.replace("2 5", "2"),
    FILE + "3. south",
    FILE.replace("2. north 1", "2. north 1 1"),
    FILE.replace("south 2", "east 2"),
    FILE.replace("1\n", "x\n"),
    FILE.replace("{a start}", "{a"),
    FILE.replace("Ann", "A\x07"),
    FILE.replace("[South", "[Result"),
    "{}",
    "[]",
    '{"sowfish": 1}',
    '{"sowfish": true, "start": "1 2 / 3 4"}',
    '{"sowfish": 1, "start": 5}',
    '{"sowfish": 1, "x": 2}',
    '{"sowfish": 1,\n"start"\n: "1 2 / 3 4" x}',
    '{"sowfish": 1.0, "start": NaN}',
    '{"sowfish": 1, "a": 01}',
    '{"sowfish": 1, "sowfish": 1} x',
    '{"sowfish": ' + "[" * 60_000,
    '{"sowfish": ' + "9" * 5000 + "}",
    '{"sowfish": 1, "sowfish": 1}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "comments": {"0": "a\\"}", "1": "{", "\\u0030": "b"}}',
    '{"sowfish": 1, "a": 1, "a": {"b": 1, "b": 2}}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "turns": [[]]}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "turns": [["a"]]}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "turns": 5}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "metadata": {"A": "b"}}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "comments": {"a": "b"}}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "score": "1"}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "comments": {"5": "b"}}',
    '{"sowfish": 1, "start": "1 2 / 3 4", "rules": "go"}',
    '{"sowfish": 1, "start": "avalanche: 1 2 / 3 4", "rules": "kalah"}',
)
BAD_REPLAYS = (
    "",
    "x",
    "move:1,1",
    "board:1",
    "board:" + "&" * 13,
    REPLAY.replace("move:1,1", "move:1,5"),
    "mode:zz|" + REPLAY,
    REPLAY.replace("move:1,1", "move:2,1"),
    REPLAY.replace("move:1,1", "move:3,1"),
    REPLAY.replace("move:1,1", "move:1"),
    REPLAY.replace("1,2&", "1,x&"),
    REPLAY + "|" + REPLAY,
    "{",
    '{"a": 1}',
    '{"replay": "board:", "mode": 5}',
)
BAD_PLAYERS = (
    "",
    "nobody",
    "human",
    "program",
    "progam",
    "randm",
    "random:seed",
    "random:seed=x",
    "engine:net=shipped",
    "puct:net=x",
    "net:net=y",
    "random:seed=1,seed=2",
    "random:sed=1",
    "greedy:x=1",
    "minimax:depth=0",
    "minimax:depth=999",
    "minimax:time=0",
    "minimax:nodes=2000000000",
    "uct:c=-1",
    "engine:level=11",
    "engine:level=2.5",
    "engine:time=100",
    "turn:objective=all",
    "montecarlo:policy=x",
    "a.py:B",
    "x" * 3000,
    "uct:playouts=",
    'random:seed="1',
    "Random",
)


def bad_input() -> list[Request]:
    """Return requests that must be rejected, each for a different reason."""
    found = [Request("positions", {"position": position}) for position in BAD_POSITIONS]
    found += [
        Request("positions", {"position": "1 2 / 3 4", "rules": rules}) for rules in ("", "chess", "kalah,pits=0", 5)
    ]
    found += [Request("positions", body) for body in ({}, {"positon": KALAH}, {"position": KALAH, "x": 1})]
    for pits in ([], [9], [-1], [6], [2, 2], "0", [1.5], [True], [2**31], None, [0] * 1001):
        found.append(Request("moves", {"position": KALAH, "pits": pits}))
        found.append(Request("trace", {"position": KALAH, "pits": pits}))
        if pits != []:  # a game may have no moves yet
            found.append(Request("games", {"position": KALAH, "pits": pits}))
    found += [
        Request("moves", {"position": KALAH, "pits": [0], "steps": 1}),
        Request("moves", {"position": OVER, "pits": [0]}),
    ]
    found += [
        Request("best", {"position": KALAH, "seconds": seconds}) for seconds in (0, -1, 61, "1", None, 1e9, 0.001)
    ]
    found += [Request("best", {"position": KALAH, "objective": goal}) for goal in ("x", 1)]
    found += [Request(name, {"position": OVER}) for name in ("best", "both", "analyse")]
    found += [Request("games", {"text": text}) for text in BAD_TEXTS]
    found += [Request("games", {"text": 5}), Request("games", {"text": FILE, "pits": []}), Request("games", {})]
    for more in (
        {"metadata": 5},
        {"metadata": {"A": "b"}},
        {"metadata": {"result": "b"}},
        {"metadata": {"a": 5}},
        {"metadata": {"a": "b\n"}},
        {"comments": {"x": "a"}},
        {"comments": {"3": "a"}},
        {"comments": {"0": "{"}},
        {"comments": {"0": "a" * 1001}},
    ):
        found.append(Request("games", {"position": KALAH, "pits": [2], **more}))
    found += [Request("replay", {"text": text, "player": 1}) for text in BAD_REPLAYS]
    found += [Request("replay", {"text": REPLAY, "player": player}) for player in (0, 3, "1", None)]
    found.append(Request("replay", {"text": REPLAY, "player": 1, "rules": "go"}))
    for body in (
        {"stones": 0},
        {"stones": 22},
        {"stones": "4"},
        {"deal": "odd"},
        {"seed": -1},
        {"seed": 2**53},
        {"rules": "go"},
        {"deal": "phone", "stones": 6},
        {"deal": "phone-mirrored", "stones": 7},
        {"seed": 1.5},
    ):
        found.append(Request("deal", body))
    found += [Request("review", {"position": KALAH, "pits": pits}) for pits in ([], [9])]
    found += [Request("turn", {"position": KALAH, "player": player}) for player in (*BAD_PLAYERS, 5)]
    for clock in ({"move": 0}, {"move": -1}, {"game": 1e9}, {"x": 1}, {"increment": -1}, 5, {"move": "1"}):
        found.append(Request("turn", {"position": KALAH, "player": "random", "clock": clock}))
    found.append(Request("turn", {"position": OVER, "player": "random"}))
    return found
