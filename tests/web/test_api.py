import json
import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from tests.cli.program import run
from tests.web.serving import EXAMPLE, client

from sowfish import PROFILES, Game, Position
from sowfish.checker import Trace
from sowfish.web import event_trace as tracing
from sowfish.web.settings import Settings

KALAH_OPENINGS = (-14, -10, 8, -2, -8, 4)


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


def test_a_position_is_returned_with_everything_to_draw(api: TestClient) -> None:
    told = api.post("/api/v1/positions", json={"position": EXAMPLE}).json()
    assert told["south"] == [1, 2, 4, 0, 2, 1]
    assert told["north_store"] == 18
    assert told["legal"] == [0, 1, 2, 4, 5]
    assert told["total"] == 48


@pytest.mark.parametrize("name", PROFILES)
def test_all_forms_of_a_position_mean_the_same(api: TestClient, name: str) -> None:
    position = Position.random(20, seed=3, rules=name).with_to_move("north")
    counts = {"south": position.south, "north": position.north, "to_move": "north", "rules": name}
    forms = [str(position), position.url, counts]
    told = [api.post("/api/v1/positions", json={"position": form}).json()["position"] for form in forms]
    assert told == [str(position)] * 3


def test_rules_of_the_request_hold_for_a_text_without_rules(api: TestClient) -> None:
    told = api.post("/api/v1/positions", json={"position": "1 0 / 1 0", "rules": "avalanche"}).json()
    assert told["position"] == "avalanche: 1 0 / 1 0 south"


def test_moves_have_the_keys_and_values_of_the_command_line(api: TestClient) -> None:
    ours = api.post("/api/v1/moves", json={"position": EXAMPLE, "pits": [2, 5]}).json()
    theirs = json.loads(run("move", EXAMPLE, "2", "5", "--json").stdout)
    for told, known in zip(ours["moves"], theirs["moves"], strict=True):
        assert {key: told[key] for key in known} == known
    assert {key: ours[key] for key in theirs} | {"moves": theirs["moves"]} == theirs


def test_steps_lead_from_the_board_to_the_board_after(api: TestClient) -> None:
    position = Position.parse("kalah: 0 1 0 3 / 1 1 0 2")
    told = api.post("/api/v1/moves", json={"position": str(position), "pits": [1], "steps": True}).json()
    counts: dict[tuple[str, int | None], int] = {}
    for step in told["moves"][0]["steps"]:
        counts |= {(side, pit): stones for side, pit, stones in step["cells"]}
    after = position.move(1).after
    assert after.south_store == counts["south", None] == 5
    assert counts["north", 0] == 0
    assert told["board"]["position"] == told["after"] == str(after)


def test_a_forced_pass_needs_no_move(api: TestClient) -> None:
    position = Position.parse("events: 0 1 5 / 0 0 1")
    told = api.post("/api/v1/moves", json={"position": str(position), "pits": [1], "steps": True}).json()
    assert told["moves"][0]["outcome"] == "game_over"


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


def test_a_stream_ends_with_the_proven_turn_and_reasons(api: TestClient) -> None:
    answer = api.post("/api/v1/analyse", json={"position": EXAMPLE}, headers={"Accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    told = events_of(answer.text)
    assert [name for name, _ in told][-1] == "done"
    last = dict(told)
    assert last["best"]["turn"] == [2, 5, 5]
    assert (last["best"]["value"], last["best"]["kind"], last["best"]["mover"]) == (3, "proven", "south")
    assert last["analysis"]["is_final"] is True
    moves: list[dict[str, object]] = last["analysis"]["moves"]  # type: ignore[assignment]
    assert {move["pit"]: move["value"] for move in moves} == {2: 3, 5: 1, 4: -5, 1: -9, 0: -13}
    assert (last["threat"]["side"], last["threat"]["threat"]["banked"]) == ("north", 4)  # type: ignore[index]
    assert last["reasons"]["reasons"] == [
        {"kind": "gain", "mover": "south", "banked": 5, "taps": 3, "ends": False, "reply": 1},
        {"kind": "costs", "cost": 2},
        {"kind": "greed", "mover": "south", "banked": 9, "turn": [5, 4, 5, 2, 5, 0, 5, 2, 4], "value": -3},
    ]


def test_what_is_streamed_never_contradicts_what_is_proven_before(api: TestClient) -> None:
    body = {"position": "kalah: 3 4 0 2 4 1 6 / 2 4 4 0 3 3 12", "seconds": 2}
    answer = api.post("/api/v1/analyse", json=body, headers={"Accept": "text/event-stream"})
    proven: dict[int, int] = {}
    for name, told in events_of(answer.text):
        for move in told["moves"] if name == "analysis" else []:  # type: ignore[attr-defined]
            if move["kind"] == "proven":
                assert move["value"] == proven.setdefault(move["pit"], move["value"])
            elif move["pit"] in proven:
                assert move.get("low", -99) <= proven[move["pit"]] <= move.get("high", 99)


def test_a_stream_about_a_forced_pass_has_no_taps(api: TestClient) -> None:
    body = {"position": "events: 0 0 3 / 2 1 4 south"}
    told = dict(events_of(api.post("/api/v1/analyse", json=body, headers={"Accept": "text/event-stream"}).text))
    assert told["best"]["taps"] == []
    assert told["reasons"]["reasons"] == [{"kind": "pass", "mover": "south"}]


def test_starts_are_those_of_the_command_line_with_open_ones_and_addresses(api: TestClient) -> None:
    starts = api.get("/api/v1/starts").json()["starts"]
    assert len(starts) == 4 * 6 * 6
    known = {start["position"]: start for start in json.loads(run("solved", "--json").stdout)["starts"]}
    for start in starts:
        assert Position.from_url(start["url"]) == Position.parse(start["position"])
        if start["position"] in known:
            assert start == known[start["position"]]
        else:
            assert start["value"] is None
            assert start["high"] == -start["low"] == 2 * start["pits"] * start["stones"]


def test_deals_are_those_of_the_command_line(api: TestClient) -> None:
    assert api.get("/api/v1/deals").json() == json.loads(run("deals", "--json").stdout)


def test_a_trace_is_one_of_the_checker(api: TestClient) -> None:
    told = api.post("/api/v1/trace", json={"position": EXAMPLE, "pits": [2, 5, 5]}).json()
    trace = Trace.from_json(json.dumps(told))  # replays it
    assert str(trace.final.position) == "avalanche: 4 0 3 1 1 0 15 / 0 1 0 1 4 0 18 north"
    assert len(told["boards"]) == len(told["legal"]) == len(told["counts"]) == len(trace) + 1
    assert told["legal"][:2] == [[0, 1, 2, 4, 5], []]
    assert told["counts"][-1]["moves"] == 3


def test_a_trace_has_the_forced_passes(api: TestClient) -> None:
    told = api.post("/api/v1/trace", json={"position": "events: 0 0 3 / 2 1 4 south", "pits": [1]}).json()
    assert [event["kind"] for event in told["events"]] == ["pass", "pick-up", "drop"]


@pytest.mark.parametrize("pits", [[3], [2, 2], [6]])
def test_a_trace_of_illegal_moves_is_refused(api: TestClient, pits: list[int]) -> None:
    answer = api.post("/api/v1/trace", json={"position": EXAMPLE, "pits": pits})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(f"move {len(pits)}: ")


def test_a_trace_that_is_too_long_is_refused(api: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "MOST_EVENTS", 55)
    answer = api.post("/api/v1/trace", json={"position": EXAMPLE, "pits": [2, 5, 5]})
    assert answer.status_code == 400
    assert answer.json()["error"] == "these moves have 56 events; the limit is 55"


def test_players_and_rules_are_listed(api: TestClient) -> None:
    names = [player["name"] for player in api.get("/api/v1/players").json()["players"]]
    assert "random" in names
    assert "program" not in names  # clients could run any program
    assert "human" not in names
    assert [rules["name"] for rules in api.get("/api/v1/rules").json()["rules"]] == list(PROFILES)


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("positions", {}, 400, "the key position is missing"),
        ("positions", {"position": 4}, 400, "position must be a text or an object, not 4"),
        ("positions", {"position": "1 / 1 / 1"}, 422, "a position has two sides with one / between them, not 3"),
        ("positions", {"position": EXAMPLE, "x": 1}, 400, "there is no key 'x'; known are position, rules"),
        (
            "positions",
            {"position": {"south": [1], "north": [True]}},
            400,
            "position.north[0] must be a whole number, not True",
        ),
        ("positions", {"position": EXAMPLE, "rules": "chess"}, 422, "unknown rules 'chess'; known are"),
        ("moves", {"position": EXAMPLE, "pits": []}, 400, "pits must be a list of at least 1 item, not []"),
        ("moves", {"position": EXAMPLE, "pits": [3]}, 422, "move 1: pit 3 is empty in"),
        ("moves", {"position": EXAMPLE, "pits": [2], "steps": 1}, 400, "steps must be true or false, not 1"),
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
    answer = api.post("/api/v1/positions", content=text, headers={"Content-Type": kind})
    assert answer.status_code == status
    codes = {413: "body_too_large", 415: "unsupported_media_type"}
    assert answer.json()["code"] == codes.get(status, "invalid_json")


def test_unknown_paths_get_a_json_error(api: TestClient) -> None:
    known = {"error": "there is nothing at '/nothing'", "code": "not_found", "parameters": {"path": "/nothing"}}
    assert api.get("/nothing").json() == known
    refused = api.get("/api/v1/best")
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


def test_a_solved_start_is_proven_from_the_first_event(api: TestClient) -> None:
    asked = {"position": "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0", "seconds": 0.3}
    with api.stream("POST", "/api/v1/analyse", json=asked, headers={"Accept": "text/event-stream"}) as answer:
        text = "".join(answer.iter_text())
    told = [json.loads(data) for data in re.findall(r"event: analysis\ndata: (.*)\n", text)]
    assert told
    for event in told:
        assert (event["kind"], event["value"]) == ("proven", 8)
        assert sorted((move["pit"], move["value"], move["kind"]) for move in event["moves"]) == [
            (pit, value, "proven") for pit, value in enumerate(KALAH_OPENINGS)
        ]


def test_a_proven_line_reaches_its_value(api: TestClient) -> None:
    asked = {"position": "avalanche: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0", "seconds": 4}
    with api.stream("POST", "/api/v1/analyse", json=asked, headers={"Accept": "text/event-stream"}) as answer:
        text = "".join(answer.iter_text())
    told = [json.loads(data) for data in re.findall(r"event: analysis\ndata: (.*)\n", text)]
    proven = [line for event in told for line in event["lines"] if line["kind"] == "proven" and line["is_whole"]]
    assert proven
    for line in proven:
        game = Game(Position.start("avalanche"))
        for turn in line["turns"]:
            for pit in turn["pits"]:
                game.play(pit)
        assert game.position.south_store - game.position.north_store == line["value"]
