"""Random requests to every endpoint, valid and damaged, for the comparison of the engines."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from tests.web.requests import BAD_PLAYERS, BAD_TEXTS, PLAYERS, REPLAY, Request

from sowfish import Game, Position, Rules
from sowfish.model.notation import MAX_STONES
from sowfish.model.position import Deal
from sowfish.model.rules import PROFILES, Capture, Ending, Rest

Body = dict[str, Any]
SEARCHED_STONES = 12  # few enough to be proven at once
PIECES = ["", *' ,/~:=-+.09{}[]"\\|&', "13", "-1"]
PIECES += ["south", "north", "same", "pits=4", "yes", "\n", "\t", "\u00a0", "\u0663", "\u00e9", "\u200b", "\U0001f600"]
PIECES += ["\x1c", "\x85", "\ufeff", "\u0130", "'", "x" * 50, "\u2028", "\x00", "#"]
VALUES: list[Any] = [None, True, False, 0, 1, -1, 7, 2.5, -0.5, 1e-5, 1e300, 2**53 - 1, 2**31, "", "x", "south"]
VALUES += [[], [0], ["a"], [[1]], [None], [2.0], {}, {"a": 1}, {"south": [1]}, "it's", 'a "b"', "\u00e9"]
VALUES += [[1.5, "x", None, True, {"a": [1]}]]
KEYS = [
    "",
    "x",
    "position",
    "rules",
    "pits",
    "seconds",
    "text",
    "a.b",
    "\u00e9",
    "__proto__",
    "constructor",
    "toString",
]


class RandomRequests:
    """Makes requests; the same seed makes the same."""

    def __init__(self, seed: int) -> None:
        """Begin with a seed."""
        self._chance = random.Random(seed)

    def questions(self, count: int) -> list[Request]:
        """Return requests that need no search, a third of them damaged."""
        makers = [self._positions, self._moves, self._trace, self._games, self._file, self._replay, self._deal]
        return [self._one(makers) for _ in range(count)]

    def searches(self, count: int) -> list[Request]:
        """Return searches that end in a proof, and turns that do not depend on time."""
        makers = [self._best, self._both, self._analyse, self._review, self._turn]
        return [self._one(makers, damaged=8) for _ in range(count)]

    def _one(self, makers: list[Callable[[], Request]], damaged: int = 3) -> Request:
        request = self._chance.choice(makers)()
        if self._chance.randrange(damaged) or request.body is None:
            return request
        return request._replace(body=self._damaged(request.body))

    # ---- requests

    def _positions(self) -> Request:
        body: Body = {"position": self._described(self._position())}
        if self._chance.randrange(4) == 0:
            body["rules"] = self._rules_text()
        return Request("positions", body)

    def _moves(self) -> Request:
        steps = self._chance.choice([{}, {"steps": True}, {"steps": False}])
        return Request("moves", {**self._started(least=1), **steps})

    def _trace(self) -> Request:
        return Request("trace", self._started(least=1))

    def _games(self) -> Request:
        body = self._started()
        if self._chance.randrange(2):
            body["metadata"] = {self._chance.choice(["south", "a_1", "date"]): self._words() for _ in range(2)}
        if self._chance.randrange(2):
            body["comments"] = {str(self._chance.randrange(4)): self._words() for _ in range(2)}
        return Request("games", body)

    def _file(self) -> Request:
        game = self._game(self._position(), metadata={"south": "Ann"})
        game.comment("a note")
        text = self._chance.choice([str(game), game.to_json(), self._chance.choice(BAD_TEXTS)])
        return Request("games", {"text": text if self._chance.randrange(3) else self._damaged_text(text)})

    def _replay(self) -> Request:
        text = self._replay_text() if self._chance.randrange(3) else REPLAY
        text = self._chance.choice(["", "mode:n|", "mode:an|", "mode:ah|"]) + text
        if self._chance.randrange(4) == 0:
            text = json.dumps({"replay": text, "mode": self._chance.choice(["n", "an", None, "x", 3])})
        body: Body = {"text": text if self._chance.randrange(3) else self._damaged_text(text)}
        body["player"] = self._chance.choice([1, 2])
        if self._chance.randrange(2):
            body["rules"] = self._rules_text()
        return Request("replay", body)

    def _deal(self) -> Request:
        body: Body = {"rules": self._rules_text(), "deal": self._chance.choice(["even", *Deal])}
        body["stones"] = self._chance.choice([1, 2, 3, 4, 5, 6, 10, 20, 127])
        body["seed"] = self._chance.choice([0, 1, 2**32, 2**53 - 1, self._chance.getrandbits(53)])
        return Request("deal", body)

    def _best(self) -> Request:
        objective = self._chance.choice([{}, {}, {"objective": "stones"}, {"objective": "difference"}])
        return Request("best", {**self._small(), **objective})

    def _both(self) -> Request:
        return Request("both", self._small())

    def _analyse(self) -> Request:
        return Request("analyse", self._small(), streams=self._chance.random() < 0.5)

    def _review(self) -> Request:
        body = self._small()
        body["pits"] = list(self._game(Position.parse(body["position"])).moves)
        return Request("review", body)

    def _turn(self) -> Request:
        body = self._small()
        body["pits"] = list(self._game(Position.parse(body["position"]), most=3).moves)
        body["player"] = self._player()
        body["seed"] = self._chance.getrandbits(53)
        return Request("turn", body, streams=self._chance.random() < 0.5)

    # ---- their parts

    def _rules(self) -> Rules:
        if self._chance.randrange(2):
            return PROFILES[self._chance.choice(list(PROFILES))].with_pits(self._chance.choice([6, 6, 3, 1, 12]))
        return Rules(
            pits=self._chance.randint(1, 12),
            relay=self._chance.random() < 0.5,
            capture=self._chance.choice(list(Capture)),
            both_stores=self._chance.random() < 0.3,
            ends=self._chance.choice(list(Ending)),
            rest=self._chance.choice(list(Rest)),
        )

    def _rules_text(self) -> str:
        text = str(self._rules())
        return self._damaged_text(text) if self._chance.randrange(6) == 0 else text

    def _position(self, most: int = MAX_STONES, rules: Rules | None = None) -> Position:
        """Return a random position; some are over, some must pass."""
        rules = rules or self._rules()
        share = self._chance.choice([0.2, 0.5, 0.9])
        limit = max(1, min(9, most // (2 * rules.pits)))

        def side() -> tuple[int, ...]:
            return tuple(self._chance.randint(0, limit) * (self._chance.random() < share) for _ in range(rules.pits))

        stores = [self._chance.randint(0, 15) for _ in range(2)]
        to_move = self._chance.choice(["south", "north"])
        return Position(side(), side(), south_store=stores[0], north_store=stores[1], to_move=to_move, rules=rules)

    def _described(self, position: Position) -> object:
        """Return a position in one of the forms that a request may have."""
        counts: Body = {
            "south": list(position.south),
            "north": list(position.north),
            "south_store": position.south_store,
            "north_store": position.north_store,
            "to_move": str(position.to_move),
            "rules": str(position.rules),
        }
        form = self._chance.randrange(5)
        if form == 0:
            return counts
        text = position.url if form == 1 else str(position)
        if form == 2:
            text = text.replace(" ", self._chance.choice([",", "  ", " , ", "\t"]))
        return self._damaged_text(text) if form == 3 else text

    def _game(self, position: Position, most: int = 8, metadata: dict[str, str] | None = None) -> Game:
        game = Game(position, metadata=metadata or {})
        for _ in range(self._chance.randint(0, most)):
            if game.position.is_over:
                break
            game.play(self._chance.choice(game.position.legal_pits))
        return game

    def _started(self, least: int = 0) -> Body:
        """Return a position and pits, mostly legal."""
        position = self._position()
        pits = list(self._game(position).moves)
        while len(pits) < least or self._chance.randrange(6) == 0:
            pits.append(self._chance.choice([*range(-1, 13), 2**31]))
        return {"position": str(position), "pits": pits}

    def _small(self) -> Body:
        """Return a position to search that is mostly not over."""
        for _ in range(10):
            rules = self._rules().with_pits(self._chance.randint(1, 6))
            position = self._position(SEARCHED_STONES, rules)
            if not position.is_over and not position.must_pass:
                break
        return {"position": str(position), "seconds": 60}

    def _player(self) -> str:
        """Return a player; not `perfect`, whose choice between equally good turns depends on earlier searches."""
        slow = ("perfect", "engine:level=10", "montecarlo", "puct", "uct", "net")
        player = self._chance.choice([player for player in PLAYERS if not player.startswith(slow)])
        own = ["uct:playouts=200", "puct:playouts=100", "net", "montecarlo:playouts=200"]
        return self._chance.choice([player, player, *own, self._chance.choice(BAD_PLAYERS), self._damaged_text(player)])

    def _replay_text(self) -> str:
        """Return the replay of a random game as a phone would send it."""
        game = Game(self._position(60, PROFILES[self._chance.choice(["kalah", "avalanche", "avalanche-sweep"])]))
        parts = [_board(game.position)]
        for _ in range(self._chance.randint(1, 6)):
            if game.position.is_over:
                break
            player = 1 if game.position.to_move == "south" else 2
            pit = self._chance.choice(game.position.legal_pits)
            game.play(pit)
            parts += [f"move:{player},{pit}", _board(game.position)]
        return "|".join(parts)

    def _words(self) -> str:
        return self._chance.choice(
            ["Ann", "a  b", " x ", "", "\u00e9\u00fc", "\u200b", "\U0001f600", "{", "a\tb", "\x85", "z" * 201]
        )

    # ---- damage

    def _damaged_text(self, text: str) -> str:
        for _ in range(self._chance.choice([1, 1, 2, 4])):
            at = self._chance.randint(0, len(text))
            end = min(len(text), at + self._chance.choice([0, 1, 1, 3, 12]))
            text = text[:at] + self._chance.choice(["", text[at:end] * 2, self._chance.choice(PIECES)]) + text[end:]
        return text

    def _damaged(self, body: Body) -> Body:
        """Return a body with one part changed, added or missing."""
        body = copy.deepcopy(body)
        inner = [value for value in body.values() if isinstance(value, dict)]
        into: Body = self._chance.choice([body, body, *inner])
        key = self._chance.choice(list(into) or ["x"])
        kind = self._chance.randrange(5)
        if kind == 0:
            into.pop(key, None)
        elif kind == 1:
            into[self._chance.choice(KEYS)] = self._chance.choice(VALUES)
        elif kind == 2 and isinstance(into.get(key), str):
            into[key] = self._damaged_text(into[key])
        elif kind == 3 and isinstance(into.get(key), list) and into[key]:
            into[key][self._chance.randrange(len(into[key]))] = self._chance.choice(VALUES)
        else:
            into[key] = self._chance.choice(VALUES)
        return body


def _board(position: Position) -> str:
    """Return a board as a phone writes it: the stones of every cell by their numbers."""
    cells = [*position.south, position.south_store, *position.north, position.north_store]
    return "board:" + "&".join(",".join("1" * stones) for stones in cells)
