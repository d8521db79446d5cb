"""The endpoints about whole games."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.cli.program import run
from tests.web.serving import EXAMPLE, client
from tests.web.test_api import events_of

from sowfish import Game, Position
from sowfish.errors import PlayerError
from sowfish.model.game import Game as Played
from sowfish.players import Clock
from sowfish.web.opponents import Allowance, Turn, opponent
from sowfish.web.settings import Settings

START = "kalah: 4 4 4 0 / 4 4 4 0 south"
STREAM = {"Accept": "text/event-stream"}
HERE = Allowance(seconds=10, memory=100 << 20, threads=2)


@pytest.fixture(scope="module")
def api() -> Iterator[TestClient]:
    with client() as inside:
        yield inside


def test_a_game_is_returned_with_the_board_after_every_move(api: TestClient) -> None:
    told = api.post("/api/v1/games", json={"position": START, "pits": [0, 1]}).json()
    assert [move["board"]["position"] for move in told["moves"]] == [
        "kalah: 0 5 5 1 / 5 4 4 0 north",
        "kalah: 1 6 5 1 / 5 0 5 1 south",
    ]
    assert told["turns"] == [[0], [1]]
    assert Game.parse(told["text"]).moves == (0, 1)


def test_a_game_file_comes_back_as_it_was(api: TestClient) -> None:
    game = Game(Position.parse(EXAMPLE), metadata={"south": "Ann"})
    for pit in (2, 5, 5):
        game.play(pit)
    game.comment("well done")
    for text in (str(game), game.to_json()):
        told = api.post("/api/v1/games", json={"text": text}).json()
        assert told["text"] == str(game)
        pits = [move["pit"] for move in told["moves"]]
        asked = {"position": told["start"], "pits": pits, "metadata": told["metadata"], "comments": told["comments"]}
        assert api.post("/api/v1/games", json=asked).json() == told


def test_a_deal_is_the_same_for_the_same_seed(api: TestClient) -> None:
    asked = {"rules": "avalanche", "deal": "mirrored", "seed": 7}
    told = api.post("/api/v1/deal", json=asked).json()
    assert told["south"] == told["north"]
    assert told["total"] == 48
    assert api.post("/api/v1/deal", json=asked).json() == told
    assert api.post("/api/v1/deal", json={**asked, "seed": 8}).json() != told
    assert api.post("/api/v1/deal", json={"stones": 6}).json()["south"] == [6] * 6


def test_a_review_has_the_keys_and_values_of_the_command_line(api: TestClient, tmp_path: Path) -> None:
    game = Game(Position.parse(START))
    for pit in (0, 1, 2):
        game.play(pit)
    path = tmp_path / "game.txt"
    game.save(path)
    ours = api.post("/api/v1/review", json={"position": START, "pits": [0, 1, 2]}).json()
    theirs = json.loads(run("review", str(path), "--json").stdout)
    assert set(theirs) <= set(ours)
    for told, known in zip(ours["turns"], theirs["turns"], strict=True):
        assert {key: told[key] for key in known} == known
    assert [turn["mark"] for turn in ours["turns"]] == ["", "?", "??"]
    assert ours["accuracy"]["south"]["lost"] == theirs["accuracy"]["south"]["lost"] == 6


def test_a_review_is_streamed_with_how_far_it_is(api: TestClient) -> None:
    body = {"position": START, "pits": [0, 1, 2]}
    told = events_of(api.post("/api/v1/review", json=body, headers=STREAM).text)
    names = [name for name, _ in told]
    assert names[-2:] == ["review", "done"]
    assert set(names[:-2]) <= {"stage"}


@pytest.mark.parametrize("player", ["random", "greedy", "turn", "engine:level=1", "uct:playouts=100", "perfect"])
def test_a_player_makes_its_whole_turn(api: TestClient, player: str) -> None:
    told = api.post("/api/v1/turn", json={"position": EXAMPLE, "player": player, "seconds": 2}).json()
    assert told["is_whole"]
    game = Game(Position.parse(EXAMPLE))
    for pit in told["turn"]:
        game.play(pit)
    assert [turn.is_whole for turn in game.turns] == [True]
    assert told["after"] == str(game.position)


def test_moves_are_streamed_as_they_are_made_and_depend_on_the_seed(api: TestClient) -> None:
    body = {"position": "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0", "player": "random", "pits": [0]}
    turns = set()
    for seed in range(8):
        told = events_of(api.post("/api/v1/turn", json={**body, "seed": seed}, headers=STREAM).text)
        moves = [answer["pit"] for name, answer in told if name == "move"]
        assert dict(told)["turn"]["turn"] == moves
        turns.add(tuple(moves))
    assert len(turns) > 1
    again = api.post("/api/v1/turn", json={**body, "seed": 3}).json()
    assert api.post("/api/v1/turn", json={**body, "seed": 3}).json()["turn"] == again["turn"]


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("games", {"text": "x"}, 422, "line 1: a game starts with the header"),
        ("games", {"text": "x", "pits": []}, 400, "there is no key 'pits'; known are text"),
        ("games", {}, 400, "the key position is missing"),
        ("games", {"position": START, "pits": [0, 9]}, 422, "move 2: "),
        ("games", {"position": START, "comments": {"1": "x"}}, 422, "a comment refers to move 1, but move 0 is"),
        ("games", {"position": START, "comments": {"x": "x"}}, 400, "comments are keyed by the number of moves made"),
        ("games", {"position": START, "metadata": {"A": "x"}}, 422, "'A' cannot name a header"),
        ("games", {"position": START, "metadata": []}, 400, "metadata must be an object, not []"),
        ("deal", {"stones": 0}, 422, "stones must be from 1 to 21 in each pit, not 0"),
        (
            "deal",
            {"deal": "x"},
            400,
            "deal must be one of even, mirrored, reflected, free, phone, phone-mirrored",
        ),
        ("deal", {"seed": -1}, 400, "seed must be a whole number of at least 0, not -1"),
        ("review", {"position": START, "pits": []}, 422, "there is nothing to review: no move has been made"),
        ("turn", {"position": START}, 400, "the key player is missing"),
        ("turn", {"position": START, "player": "human"}, 422, "human cannot play here; choose another player"),
        ("turn", {"position": START, "player": "program:command=ls"}, 422, "program cannot play here"),
        ("turn", {"position": START, "player": "net:net=secret.net"}, 422, "net of net cannot be chosen here"),
        ("turn", {"position": START, "player": "nobody"}, 422, "there is no player nobody"),
        ("turn", {"position": START, "player": "uct:memory=100000"}, 422, "memory can be at most"),
        (
            "turn",
            {"position": START, "player": "engine:time=61"},
            422,
            "time can be at most 60 here",
        ),
        ("turn", {"position": START, "player": "turn:states=99000000"}, 422, "states can be at most"),
        (
            "turn",
            {"position": START, "player": "random", "clock": {"x": 1}},
            400,
            "there is no key 'x' in clock; known are move",
        ),
        ("turn", {"position": START, "player": "random", "clock": {"game": 0}}, 422, "game of a clock must be"),
        (
            "turn",
            {"position": START, "player": "random", "clock": {"game": 1e9}},
            400,
            "clock.game must be a number of at most 86400, not 1000000000",
        ),
        ("turn", {"position": "0 3 / 0 5", "player": "random"}, 422, "there is nothing to play: the game is over"),
    ],
)
def test_wrong_input_gets_one_sentence(api: TestClient, path: str, body: object, status: int, sentence: str) -> None:
    answer = api.post(f"/api/v1/{path}", json=body)
    assert answer.json()["error"].startswith(sentence)
    assert answer.status_code == status


def test_a_player_gets_no_more_than_the_server_has() -> None:
    player = opponent("uct:playouts=10", HERE)
    assert player.memory == 100  # type: ignore[attr-defined]  # of 256 MiB
    assert opponent("perfect", HERE).engine.threads == 2  # type: ignore[attr-defined]  # of all cores
    with pytest.raises(PlayerError, match="threads can be at most 2"):
        opponent("engine:threads=64", HERE)


def test_a_player_stops_soon_after_its_client_disconnects() -> None:
    cancel = threading.Event()
    game = Played(Position.parse("kalah: 6 6 6 6 6 6 0 / 6 6 6 6 6 6 0 south"))
    clock = Clock(move=60)
    turn = Turn(game=game, player=opponent("engine", HERE), clock=clock, seed=1, seconds=60, cancel=cancel)
    threading.Timer(0.2, cancel.set).start()
    started = time.perf_counter()
    turn.play(lambda _name, _told: None)
    assert time.perf_counter() - started < 20


def test_a_long_turn_is_returned_in_parts() -> None:
    with client(Settings(seconds=0.01, threads=1)) as api:
        start = "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
        pits: list[int] = []
        for _ in range(40):
            told = api.post("/api/v1/turn", json={"position": start, "pits": pits, "player": "engine", "seconds": 0.01})
            pits += told.json()["turn"]
            if told.json()["is_whole"]:
                break
        assert told.json()["is_whole"]
        assert len(pits) > 1


def test_the_page_goes_packed_over_the_line(api: TestClient) -> None:
    answer = api.get("/js/shared/words.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.text) / 2


def test_a_phones_replay_is_read_with_either_player_as_south(api: TestClient) -> None:
    replay = "mode:an|board:1&&&&&2,2&&3&&&&&1,1&|move:1,0|board:&1&&&&2,2&&3&&&&&1,1&"
    told = api.post("/api/v1/replay", json={"text": replay, "player": 2}).json()
    assert told["start"] == "avalanche: 1 0 0 0 0 2 0 / 1 0 0 0 0 2 0 north"
    assert told["turns"] == [[0]]
    assert told["moves"][0]["board"]["position"] == "avalanche: 1 0 0 0 0 2 0 / 0 1 0 0 0 2 0 south"


@pytest.mark.parametrize("text", ["board:1&2", "board:1&&&&&2,2&&3&&&&&1,1&|move:1,1", "x" * 70_000])
def test_a_replay_that_cannot_be_is_refused_in_one_sentence(api: TestClient, text: str) -> None:
    answer = api.post("/api/v1/replay", json={"text": text, "player": 1})
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]
