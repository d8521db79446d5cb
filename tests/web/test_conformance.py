"""The server's engine and the page's own give the same answers to the same requests, field by field."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.random_requests import RandomRequests
from tests.web.requests import Request, bad_input, openings, questions, searches, turns
from tests.web.serving import client

from sowfish.web.api import Api
from sowfish.web.page_files import PAGE
from sowfish.web.settings import Settings

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tests" / "page" / "answer-requests.js"
ENGINE = PAGE / "engine"
TIMED = {"seconds", "nodes", "version"}  # these depend on the machine
COUNT = int(os.environ.get("RANDOM_REQUESTS", "300"))  # of each kind
SEED = int(os.environ.get("RANDOM_SEED", "22"))

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (ENGINE / "engine.wasm").exists(), reason="needs node and `make wasm`"
)


def by_the_server(requests: list[Request]) -> list[dict[str, Any]]:
    with client() as api:
        return [_asked(api, request) for request in requests]


def _asked(api: Any, request: Request) -> dict[str, Any]:  # noqa: ANN401  # a test client
    path = f"/api/v1/{request.name}"
    if request.body is None:
        return {"answer": api.get(path).json()}
    headers = {"Accept": "text/event-stream"} if request.streams else {}
    response = api.post(path, json=request.body, headers=headers)
    if response.status_code != 200:
        return {"refusal": response.json()}
    if not request.streams:
        return {"answer": response.json()}
    parts = [part.split("\n") for part in response.text.split("\n\n") if part]
    return {"events": [[head.removeprefix("event: "), json.loads(data.removeprefix("data: "))] for head, data in parts]}


def by_the_page(requests: list[Request], folder: Path) -> list[dict[str, Any]]:
    file = folder / "requests.json"
    file.write_text(json.dumps(requests))
    done = subprocess.run(["node", PROGRAM, ENGINE, file], capture_output=True, text=True, check=False)  # noqa: S607
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def untimed(told: object) -> object:
    """Return an answer without the fields that depend on time."""
    if isinstance(told, dict):
        return {key: untimed(value) for key, value in told.items() if key not in TIMED}
    return [untimed(item) for item in told] if isinstance(told, list) else told


def the_last_events(told: dict[str, Any], request: Request) -> object:
    """Return the last event of each name; earlier ones report progress, which depends on time."""
    if "events" not in told:
        return told
    for name, event in told["events"]:
        if name == "error":
            return {"refusal": {key: value for key, value in event.items() if key != "status"}}
    last = {name: event for name, event in told["events"] if name not in ("done", "waiting", "progress")}
    if request.name != "analyse":
        last.setdefault(request.name, told.get("answer"))
    return last


def assert_alike(requests: list[Request], folder: Path, seen: Callable[[dict[str, Any], Request], object]) -> None:
    theirs, ours = by_the_server(requests), by_the_page(requests, folder)
    wrong = [
        (request, server, page)
        for request, server, page in zip(requests, theirs, ours, strict=True)
        if untimed(seen(server, request)) != untimed(seen(page, request))
    ]
    assert not wrong, "\n".join(f"{request}\n  server {server}\n  page   {page}" for request, server, page in wrong[:5])


def test_questions_about_rules_games_and_deals_are_answered_alike(tmp_path: Path) -> None:
    assert_alike(questions(), tmp_path, lambda told, _: told)


@pytest.mark.slow
def test_searches_are_answered_alike(tmp_path: Path) -> None:
    assert_alike(searches(), tmp_path, the_last_events)


def test_reviews_look_up_solved_starts_alike(tmp_path: Path) -> None:
    def proven(told: dict[str, Any], _request: Request) -> object:
        """Return what does not depend on time: what is proven about the first turn."""
        first = told["answer"]["turns"][0]
        known = [first["before"], first["after"], first["lost"], told["answer"]["graph"][0]]
        assert first["before"] == {"kind": "proven", "value": 8}
        return [value for value in known if value["kind"] == "proven"], first["after"].get("high"), first["best"][:1]

    assert_alike(openings(), tmp_path, proven)


@pytest.mark.slow
def test_players_play_alike(tmp_path: Path) -> None:
    assert_alike(turns(), tmp_path, the_last_events)


def without_names(refusal: dict[str, Any]) -> dict[str, Any]:
    """Return a refusal without the list of players: the page has none from other packages."""
    is_player = refusal["code"] == "invalid_player"
    return {**refusal, "error": refusal["error"].partition("known are")[0]} if is_player else refusal


def without_ties(told: dict[str, Any], request: Request) -> object:
    """Return a response without the choice between equally good turns, which depends on earlier searches."""
    found = the_last_events(told, request)
    assert isinstance(found, dict)
    if "refusal" in found:
        return without_names(found["refusal"])
    is_search = request.name in ("best", "both", "analyse", "review")
    return _without_choices(found) if is_search and request.body and "objective" not in request.body else found


CHOICES = {"turn", "after", "banked", "line", "lines", "taps", "reasons", "cost"}


def _without_choices(told: object) -> object:
    if isinstance(told, list):
        return [_without_choices(item) for item in told]
    if not isinstance(told, dict):
        return told
    found = {key: _without_choices(value) for key, value in told.items() if key not in CHOICES}
    if isinstance(found.get("best"), list):  # of a turn in a review
        del found["best"]
    if "alternatives" in told:  # the turn must be one of the best
        values = {move["pit"]: move["value"] for move in told["alternatives"]}
        found["is_best"] = all(values[pit] == told["value"] for pit in told["turn"][:1])
    if "results" in told:
        found["has_common_turn"] = told["turn"] is not None
    return found


def test_every_endpoint_is_compared() -> None:
    [_, version] = Api(Settings()).routes()
    asked = {request.name for request in (*questions(), *searches(), *turns())} | {"players"}
    assert asked == {route.path.removeprefix("/") for route in version.routes}  # type: ignore[attr-defined]  # a mount


def test_bad_input_is_refused_alike(tmp_path: Path) -> None:
    assert_alike(bad_input(), tmp_path, lambda told, _: without_names(told["refusal"]))


def test_random_questions_are_answered_or_refused_alike(tmp_path: Path) -> None:
    assert_alike(RandomRequests(SEED).questions(COUNT), tmp_path, without_ties)


@pytest.mark.slow
def test_random_searches_and_turns_are_answered_or_refused_alike(tmp_path: Path) -> None:
    assert_alike(RandomRequests(SEED).searches(COUNT), tmp_path, without_ties)


def test_the_page_offers_players_that_the_server_has(tmp_path: Path) -> None:
    request = [Request("players")]
    [theirs], [ours] = by_the_server(request), by_the_page(request, tmp_path)
    known = {player["name"]: player for player in theirs["answer"]["players"]}
    assert all(player == known[player["name"]] for player in ours["answer"]["players"])
    assert {player["name"] for player in ours["answer"]["players"]} >= known.keys() - {"openspiel"}
