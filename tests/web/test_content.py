"""Answers are data, and requests of any size are validated quickly."""

import json
import re
import time
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest
from starlette.testclient import TestClient
from tests.cli.program import run
from tests.web.serving import EXAMPLE, client
from tests.web.test_api import events_of

from sowfish.content import encode, json_line
from sowfish.content.base import labelled
from sowfish.content.games import GameReview
from sowfish.content.searches import FullAnalysis, Values
from sowfish.web.errors import RequestError
from sowfish.web.openapi import ENDPOINTS
from sowfish.web.reading import LARGEST_BODY, parsed
from sowfish.web.requests import Body

TEXTS = {"rules", "position", "start", "after", "score", "text"}  # positions, scores and game files


@pytest.fixture(scope="module")
def api() -> Iterator[TestClient]:
    with client() as inside:
        yield inside


def words_in(told: object, key: str = "") -> Iterator[str]:
    """Yield texts with a space, which look like prose."""
    if isinstance(told, dict):
        for name, part in told.items():
            yield from words_in(part, name)
    elif isinstance(told, list):
        for part in told:
            yield from words_in(part, key)
    elif isinstance(told, str) and " " in told and key not in TEXTS:
        yield f"{key}: {told}"


def test_answers_have_no_sentences(api: TestClient) -> None:
    asked = {"position": EXAMPLE, "pits": [2, 5]}
    told = [api.post(f"/api/v1/{path}", json=asked).json() for path in ("move", "review")]
    told += [api.post(f"/api/v1/{path}", json={"position": EXAMPLE}).json() for path in ("solve", "best", "both")]
    told += [answer for _, answer in events_of(api.post("/api/v1/search", json={"position": EXAMPLE}).text)]
    assert all("error" not in answer for answer in told)
    assert list(words_in(told)) == []


def test_answers_are_what_is_declared(api: TestClient) -> None:
    events = events_of(api.post("/api/v1/search", json={"position": EXAMPLE}).text)
    values = [content for name, content in events if name == "values"]
    assert values
    for content in values:
        assert json.loads(encode(msgspec.convert(content, Values))) == content
    review = api.post("/api/v1/review", json={"position": EXAMPLE, "pits": [2]}).json()
    assert json.loads(encode(msgspec.convert(review, GameReview))) == review
    theirs = json.loads(run("analyse", EXAMPLE, "--json").stdout)
    assert json.loads(encode(msgspec.convert(theirs, FullAnalysis))) == theirs


def test_the_description_has_every_endpoint_and_every_event(api: TestClient) -> None:
    document = api.get("/api").json()
    assert set(document["paths"]) == {f"/api/v1/{name}" for name in ENDPOINTS}
    schemas = document["components"]["schemas"]
    assert set(schemas["Values"]["properties"]) == set(Values.__struct_fields__)
    stream = document["paths"]["/api/v1/search"]["post"]["responses"]["200"]["content"]["text/event-stream"]
    assert stream["x-events"]["values"] == {"$ref": "#/components/schemas/Values"}
    assert schemas["SearchBody"]["properties"]["seconds"]["maximum"] == 60
    parameters = document["paths"]["/api/v1/solve"]["get"]["parameters"]
    assert [(one["name"], one["required"]) for one in parameters] == [
        ("position", True),
        ("rules", False),
        ("seconds", False),
    ]


@pytest.mark.parametrize(
    ("path", "body", "refused", "parameters"),
    [
        ("solve", {}, (400, "missing_field"), {"field": "position"}),
        ("solve", {"position": {"south": [1]}}, (400, "missing_field"), {"field": "position.north"}),
        (
            "solve",
            {"position": EXAMPLE, "x": 1},
            (400, "unknown_field"),
            {"field": "x", "known": ["position", "rules", "seconds"]},
        ),
        (
            "solve",
            {"position": {"south": [1, "x"], "north": [1]}},
            (400, "invalid_field"),
            {"field": "position.south[1]"},
        ),
        (
            "solve",
            {"position": {"south": [1, -1], "north": [1, 1]}},
            (422, "invalid_position"),
            {"side": "south", "pit": 1, "minimum": 0, "maximum": 255},
        ),
        ("solve", {"position": "4 4 4"}, (422, "invalid_position"), {"reason": "sides"}),
        ("solve", {"position": "1 x / 1 0"}, (422, "invalid_position"), {"reason": "word", "word": "x"}),
        ("solve", {"position": "1 0 / 1 0", "rules": "chess"}, (422, "invalid_rules"), {"rules": "chess"}),
        (
            "move",
            {"position": EXAMPLE, "pits": [2, 2]},
            (422, "illegal_move"),
            {"move": 2, "pit": 2, "side": "south", "pits": 6, "reason": "empty"},
        ),
        ("best", {"position": "0 3 / 0 5"}, (422, "game_over"), {"position": "kalah: 0 3 / 0 5 south"}),
        ("move", {"position": EXAMPLE, "pits": []}, (400, "invalid_field"), {"field": "pits", "minimum_length": 1}),
    ],
)
def test_an_error_has_a_code_and_what_it_is_about(
    api: TestClient, path: str, body: object, refused: tuple[int, str], parameters: object
) -> None:
    answer = api.post(f"/api/v1/{path}", json=body)
    assert (answer.status_code, answer.json()["code"]) == refused
    assert answer.json()["parameters"] == parameters
    assert answer.json()["error"]


def test_a_number_with_a_point_is_a_whole_number_if_it_is_one(api: TestClient) -> None:
    body = b'{"position": "1 2 0 / 1 1 0", "pits": [1.0]}'
    assert api.post("/api/v1/move", content=body, headers={"Content-Type": "application/json"}).status_code == 200


def test_the_largest_body_is_refused_at_once(api: TestClient) -> None:
    body = json.dumps({"position": EXAMPLE, "pits": [1] * (LARGEST_BODY // 3 - 100)}).encode()
    started = time.perf_counter()
    answer = api.post("/api/v1/move", content=body, headers={"Content-Type": "application/json"})
    assert time.perf_counter() - started < 1
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_field")


def test_values_of_derived_types_can_be_written() -> None:
    class Version(str):
        __slots__ = ()

    class Share(float):
        __slots__ = ()

    told = labelled({"version": Version("2.1"), "share": Share(0.5)}, event="moves")
    assert json.loads(encode(told)) == {"event": "moves", "version": "2.1", "share": 0.5}


def test_half_a_character_and_huge_numbers_can_be_written() -> None:
    assert json.loads(encode({"file": "\udcff"})) == {"file": "\udcff"}
    assert json.loads(json_line({"count": 2**80})) == {"count": 2**80}
    assert json_line({"a": 1, "b": [2, 3]}) == b'{"a": 1, "b": [2, 3]}'


HUGE = [10**19, 10**30, -(10**30), 10**400, 1e300]
WRONG: list[object] = [
    None,
    True,
    1.5,
    *HUGE,
    "",
    "x" * 5000,
    [None],
    [10**30],
    [[1]],
    [1] * 2000,
    {"a": 1},
    {"a": None},
]
WRONG += [{"south": [1], "north": ["x"]}, {"south": [1], "north": [1], "x": 1}, {"move": "x"}, {"game": 10**400}]
GIVEN = {"position": "1 0 / 1 0", "pits": [0], "player": "random", "text": "x", "south": [1], "north": [1]}
BODIES = {body for endpoint in ENDPOINTS.values() for body in endpoint.bodies}


@pytest.mark.parametrize("kind", sorted(BODIES, key=str))
def test_whatever_is_wrong_with_a_body_is_one_sentence(kind: type[Body]) -> None:
    given = {field.name: GIVEN[field.name] for field in msgspec.structs.fields(kind) if field.required}
    sentences = []
    for name, value in product((*kind.__struct_fields__, "x", "x`y", "a.b", "[...]", "\n"), WRONG):
        try:
            parsed({**given, name: value}, kind)
        except RequestError as error:
            sentences.append(str(error))
    assert len(sentences) > len(WRONG)
    assert [sentence for sentence in sentences if not re.fullmatch("[ -~]{10,200}", sentence)] == []
