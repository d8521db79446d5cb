import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.cli.program import run
from tests.web.serving import EXAMPLE, HARD, client

from sowfish import PROFILES, Game, Position
from sowfish.players.serve import Engine
from sowfish.web.settings import Settings


@pytest.fixture(scope="module")
def api() -> Iterator[TestClient]:
    with client() as inside:
        yield inside


def events_of(text: str) -> list[tuple[str, dict[str, object]]]:
    told = []
    for event in text.strip().split("\n\n"):
        name, data = event.split("\n")
        told.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return told


def test_all_forms_of_a_position_mean_the_same(api: TestClient) -> None:
    for name in PROFILES:
        position = Position.random(20, seed=3, rules=name).with_to_move("north")
        counts = {"south": position.south, "north": position.north, "to_move": "north", "rules": name}
        asked = {"pits": [position.legal_pits[0]]}
        forms = [str(position), position.url, counts]
        told = [api.post("/api/v1/move", json={"position": form, **asked}).json()["position"] for form in forms]
        assert told == [str(position)] * 3


def test_rules_of_the_request_hold_for_a_text_without_rules(api: TestClient) -> None:
    asked = {"position": "1 0 0 / 1 1 0", "rules": "avalanche", "pits": [0]}
    assert api.post("/api/v1/move", json=asked).json()["position"] == "avalanche: 1 0 0 / 1 1 0 south"


def test_move_answers_like_the_command_line(api: TestClient) -> None:
    ours = api.post("/api/v1/move", json={"position": EXAMPLE, "pits": [2, 5]}).json()
    assert ours == json.loads(run("move", EXAMPLE, "2", "5", "--json").stdout)


def test_a_forced_pass_needs_no_move(api: TestClient) -> None:
    asked = {"position": "events: 0 1 5 / 0 0 1", "pits": [1]}
    assert api.post("/api/v1/move", json=asked).json()["moves"][0]["outcome"] == "game_over"


def timeless(told: dict[str, object]) -> dict[str, object]:
    """Return the fields that are the same in every run; the choice among best lines depends on the tables in use."""
    return {key: told[key] for key in told if key not in ("nodes", "seconds", "line", "moves")}


def without_lines(moves: list[dict[str, object]]) -> list[dict[str, object]]:
    return [{key: move[key] for key in move if key != "line"} for move in moves]


def test_best_answers_like_the_command_line(api: TestClient) -> None:
    ours = api.post("/api/v1/best", json={"position": EXAMPLE}).json()
    theirs = json.loads(run("best", EXAMPLE, "--json").stdout)
    assert timeless(ours) == timeless(theirs)
    assert ours["turn"] == [2, 5, 5]


def test_best_turn_for_an_objective(api: TestClient) -> None:
    told = api.post("/api/v1/best", json={"position": EXAMPLE, "objective": "stones"}).json()
    assert told["value"] == 19


def test_analyse_answers_like_the_command_line(api: TestClient) -> None:
    ours = api.post("/api/v1/analyse", json={"position": EXAMPLE}).json()
    theirs = json.loads(run("analyse", EXAMPLE, "--json").stdout)
    assert list(ours) == list(theirs)
    assert timeless(ours) == timeless(theirs)
    assert without_lines(ours["moves"]) == without_lines(theirs["moves"])
    assert [list(move) for move in ours["moves"]] == [list(move) for move in theirs["moves"]]


def test_solve_answers_like_the_command_line(api: TestClient) -> None:
    ours = api.post("/api/v1/solve", json={"position": EXAMPLE}).json()
    theirs = json.loads(run("solve", EXAMPLE, "--json").stdout)
    assert list(ours) == list(theirs)
    assert timeless(ours) == timeless(theirs)


@pytest.mark.parametrize("path", ["solve", "best"])
def test_a_proven_answer_of_an_address_may_be_kept(api: TestClient, path: str) -> None:
    asked = {"position": EXAMPLE, "seconds": "10"}
    answer = api.get(f"/api/v1/{path}", params=asked)
    assert (answer.json()["value"], answer.json()["kind"]) == (3, "proven")
    assert "max-age" in answer.headers["cache-control"]
    again = api.get(f"/api/v1/{path}", params=asked, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = api.get(f"/api/v1/{path}", params={"position": "1 1 0 / 1 1 0"})
    assert other.headers["etag"] != answer.headers["etag"]


def test_an_unproven_answer_of_an_address_is_not_kept(api: TestClient) -> None:
    answer = api.get("/api/v1/solve", params={"position": HARD, "seconds": "0.05"})
    assert answer.json()["kind"] != "proven"
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({}, "the key position is missing"),
        ({"position": "1 / 1 / 1"}, "a position has two sides"),
        ({"position": EXAMPLE, "seconds": "x"}, "seconds must be a number, not 'x'"),
        ({"position": EXAMPLE, "seconds": "nan"}, "seconds must be a number"),
        ({"position": EXAMPLE, "pits": "1"}, "there is no key 'pits'"),
    ],
)
def test_a_wrong_address_gets_one_sentence(api: TestClient, asked: dict[str, str], sentence: str) -> None:
    answer = api.get("/api/v1/solve", params=asked)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"].startswith(sentence)


@pytest.mark.parametrize("aim", ["moves", "value", "move"])
def test_a_search_streams_what_it_finds(api: TestClient, aim: str) -> None:
    told = events_of(api.post("/api/v1/search", json={"position": EXAMPLE, "aim": aim, "seconds": 10}).text)
    assert [name for name, _ in told][-1] == "done"
    last = [content for name, content in told if name == "values"][-1]
    assert (last["value"], last["low"], last["high"], last["kind"]) == (3, 3, 3, "proven")
    assert last["line"][0] == [2, 5, 5]  # type: ignore[index]
    moves: list[dict[str, object]] = last["moves"]  # type: ignore[assignment]
    assert {move["pit"]: move["value"] for move in moves} == (
        {2: 3, 5: 1, 4: -5, 1: -9, 0: -13} if aim == "moves" else {}
    )


def test_a_search_has_the_keys_of_the_engine_protocol(api: TestClient) -> None:
    told = events_of(api.post("/api/v1/search", json={"position": EXAMPLE}).text)
    lines: list[str] = []
    engine = Engine("greedy", lines.append)
    engine.serve([f"position {EXAMPLE}", "values move=5"])
    [theirs] = [json.loads(line.removeprefix("values ")) for line in lines if line.startswith("values ")]
    ours = [content for name, content in told if name == "values"][-1]
    assert set(theirs) <= set(ours)
    assert set(theirs["moves"][0]) <= set(ours["moves"][0])  # type: ignore[index]


def test_a_search_longer_than_the_server_allows_is_cut() -> None:
    with client(Settings(seconds=0.05, threads=1)) as api:
        answer = api.post("/api/v1/search", json={"position": HARD, "seconds": 20})
        assert events_of(answer.text)[-1] == ("done", {})


def test_what_is_streamed_never_contradicts_what_is_proven_before(api: TestClient) -> None:
    body = {"position": "kalah: 3 4 0 2 4 1 6 / 2 4 4 0 3 3 12", "seconds": 2}
    answer = api.post("/api/v1/analyse", json=body, headers={"Accept": "text/event-stream"})
    proven: dict[int, int] = {}
    for name, told in events_of(answer.text):
        for move in told["moves"] if name == "values" else []:  # type: ignore[attr-defined]
            if move["kind"] == "proven":
                assert move["value"] == proven.setdefault(move["pit"], move["value"])
            elif move["pit"] in proven:
                assert move["low"] <= proven[move["pit"]] <= move["high"]


def test_rules_are_listed(api: TestClient) -> None:
    assert [rules["name"] for rules in api.get("/api/v1/rules").json()["rules"]] == list(PROFILES)


def test_a_review_answers_like_the_command_line(api: TestClient, tmp_path: Path) -> None:
    game = Game(Position.parse("kalah: 1 0 2 3 / 2 3 1 0"))
    for pit in (0, 2):
        game.play(pit)
    file = tmp_path / "game"
    file.write_text(str(game), encoding="utf-8")
    theirs = json.loads(run("review", str(file), "--json").stdout)
    asked = {"position": str(game.start), "pits": [0, 2]}
    ours = api.post("/api/v1/review", json=asked).json()
    assert {key: ours[key] for key in ("turns", "graph", "accuracy")} == {
        key: theirs[key] for key in ("turns", "graph", "accuracy")
    }
    stream = events_of(api.post("/api/v1/review", json=asked, headers={"Accept": "text/event-stream"}).text)
    assert stream[-2][0] == "review"
    assert stream[-2][1]["turns"] == ours["turns"]


def test_the_page_goes_packed_over_the_line(api: TestClient) -> None:
    answer = api.get("/js/words/words.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.text) / 2


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("solve", {}, 400, "the key position is missing"),
        ("solve", {"position": 4}, 400, "position must be a text or an object, not 4"),
        ("solve", {"position": "1 / 1 / 1"}, 422, "a position has two sides with one / between them, not 3"),
        ("solve", {"position": EXAMPLE, "x": 1}, 400, "there is no key 'x'; known are position, rules, seconds"),
        (
            "solve",
            {"position": {"south": [1], "north": [True]}},
            400,
            "position.north[0] must be a whole number, not True",
        ),
        ("solve", {"position": EXAMPLE, "rules": "chess"}, 422, "unknown rules 'chess'; known are"),
        ("move", {"position": EXAMPLE, "pits": []}, 400, "pits must be a list of at least 1 item, not []"),
        ("move", {"position": EXAMPLE, "pits": [3]}, 422, "move 1: pit 3 is empty in"),
        ("search", {"position": EXAMPLE, "aim": "x"}, 400, "aim must be one of moves, value, move, not 'x'"),
        ("review", {"position": EXAMPLE, "pits": []}, 400, "pits must be a list of at least 1 item, not []"),
        ("best", {"position": EXAMPLE, "seconds": 61}, 400, "seconds must be from 0.01 to 60, not 61"),
        ("best", {"position": EXAMPLE, "seconds": "1"}, 400, "seconds must be a number, not '1'"),
        ("best", {"position": EXAMPLE, "objective": "x"}, 400, "objective must be one of value, stones, difference"),
        ("best", {"position": "0 3 / 0 5"}, 422, "there is nothing to play: the game is over"),
        ("analyse", {"position": "0 3 / 0 5"}, 422, "there is nothing to analyse: the game is over"),
    ],
)
def test_wrong_input_gets_one_sentence(api: TestClient, path: str, body: object, status: int, sentence: str) -> None:
    answer = api.post(f"/api/v1/{path}", json=body)
    assert answer.status_code == status
    assert answer.json()["error"].startswith(sentence)


@pytest.mark.parametrize(
    ("text", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"[" * 8000, "application/json", 400),
        (b'{"position": NaN}', "application/json", 400),
        (b'{"position": ' + b"9" * 8000 + b"}", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"{}", "text/plain", 415),
        (b"x" * 20_000, "application/json", 413),
    ],
)
def test_a_body_that_is_none_gets_one_sentence(api: TestClient, text: bytes, kind: str, status: int) -> None:
    answer = api.post("/api/v1/solve", content=text, headers={"Content-Type": kind})
    assert answer.status_code == status
    codes = {413: "body_too_large", 415: "unsupported_media_type"}
    assert answer.json()["code"] == codes.get(status, "invalid_json")


def test_unknown_paths_get_a_json_error(api: TestClient) -> None:
    known = {"error": "there is nothing at '/nothing'", "code": "not_found", "parameters": {"path": "/nothing"}}
    assert api.get("/nothing").json() == known
    refused = api.get("/api/v1/both")
    assert refused.status_code == 405
    assert refused.headers["allow"] == "POST"


def test_a_server_can_allow_less_time() -> None:
    with client(Settings(seconds=1.0, threads=1)) as api:
        refused = api.post("/api/v1/best", json={"position": EXAMPLE, "seconds": 2})
        assert refused.json()["error"] == "seconds must be from 0.01 to 1, not 2"
        assert refused.json()["parameters"] == {"field": "seconds", "minimum": 0.01, "maximum": 1.0}
        assert api.post("/api/v1/best", json={"position": EXAMPLE}).status_code == 200


def test_both_rules_for_leftovers_stand_side_by_side(api: TestClient) -> None:
    told = api.post("/api/v1/both", json={"position": EXAMPLE, "seconds": 10}).json()
    assert told["turn"] == [2, 5, 5]
    assert [(one["rules"], one["value"], one["cost"]["value"]) for one in told["results"]] == [
        ("avalanche", 3, 0),
        ("avalanche-sweep", 4, 0),
    ]
