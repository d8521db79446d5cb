import json
import re
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from tests.cli.program import run
from tests.web.serving import EXAMPLE, HARD, Server, served

from sowfish.web import server as web_server
from sowfish.web.settings import Settings


class Call:
    """One request; `leave` closes its connection, answered or not."""

    def __init__(self, server: Server, path: str, body: object = None, **headers: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        if body is None:
            self.connection.request("GET", path, headers=headers)
        else:
            sent = {"Content-Type": "application/json", **headers}
            self.connection.request("POST", path, json.dumps(body), sent)

    def answer(self) -> HTTPResponse:
        self.response = self.connection.getresponse()
        return self.response

    def leave(self) -> None:
        if hasattr(self, "response"):
            self.response.close()
        self.connection.close()


def told(server: Server, path: str, body: object = None) -> dict[str, object]:
    call = Call(server, path, body)
    content: dict[str, object] = json.loads(call.answer().read())
    call.leave()
    return content


def wait_until_idle(server: Server) -> None:
    for _ in range(200):
        health = told(server, "/api/v1/health")
        if health["running"] == health["waiting"] == 0:
            return
        time.sleep(0.05)
    pytest.fail(f"searches go on: {health}")


STREAM = {"Accept": "text/event-stream"}


def test_a_search_ends_when_its_client_leaves() -> None:
    body = {"position": HARD, "seconds": 60}
    with served("--threads", "1", "--memory", "200M") as server:
        calls = [
            Call(server, "/api/v1/analyse", body, **STREAM),
            Call(server, "/api/v1/analyse", body),
            Call(server, "/api/v1/best", body),
        ]
        assert calls[0].answer().readline().startswith(b"event: ")
        for call in calls:
            call.leave()
        wait_until_idle(server)


WIDE = "avalanche,pits=12: " + " / ".join(["4 " * 12 + "0"] * 2)
SLOW_TO_STOP = {
    "analyse": ("/api/v1/analyse", {"position": WIDE, "seconds": 20}),
    "stones": ("/api/v1/best", {"position": WIDE, "seconds": 20, "objective": "stones"}),
    "both": ("/api/v1/both", {"position": WIDE, "seconds": 20}),
    "review": ("/api/v1/review", {"position": HARD, "pits": [0, 1], "seconds": 20}),
    "search": ("/api/v1/search", {"position": HARD, "seconds": 20}),
}


@pytest.mark.parametrize(("path", "body"), SLOW_TO_STOP.values(), ids=SLOW_TO_STOP)
def test_a_slow_search_ends_soon_after_its_client_left(path: str, body: object) -> None:
    with served("--threads", "1") as server:
        call = Call(server, path, body)
        for _ in range(500):
            if told(server, "/api/v1/health")["running"]:
                break
            time.sleep(0.01)
        time.sleep(0.6)
        assert told(server, "/api/v1/health")["running"] == 1
        call.leave()
        left = server.seconds
        wait_until_idle(server)
        assert server.seconds - left < 1.5  # at most 0.3 s on an idle machine


def test_a_stopped_server_answers_with_what_it_knows() -> None:
    with served("--threads", "1", "--memory", "200M") as server:
        call = Call(server, "/api/v1/analyse", {"position": HARD, "seconds": 60}, **STREAM)
        assert call.answer().readline().startswith(b"event: ")
        server.process.send_signal(signal.SIGTERM)
        assert call.response.read().endswith(b"event: done\ndata: {}\n\n")
        call.leave()
        assert server.process.wait(timeout=30) == 0


def test_ctrl_c_stops_it_too() -> None:
    with served() as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=30) == 0


def test_many_searches_leave_the_page_quick_and_nothing_behind() -> None:
    with served("--threads", "1", "--memory", "150M") as server, ThreadPoolExecutor(60) as threads:
        body = {"position": HARD, "seconds": 5}
        calls = list(threads.map(lambda _: Call(server, "/api/v1/analyse", body, **STREAM), range(200)))
        slowest = 0.0
        for path in ("/", "/js/app.js", "/api/v1/rules") * 3:
            started = time.perf_counter()
            call = Call(server, path)
            assert call.answer().status == 200
            call.leave()
            slowest = max(slowest, time.perf_counter() - started)
        assert told(server, "/api/v1/move", {"position": EXAMPLE, "pits": [2]})["moves"]
        health = told(server, "/api/v1/health")
        assert health["waiting"] == 200 - int(str(health["running"]))
        assert slowest < 5  # under 1 s on an idle machine, with slack for a busy one
        for call in calls:
            call.leave()
        wait_until_idle(server)
        assert server.stop() == 0


HOSTILE = [
    ("/api/v1/best", {"position": 8000 * "1 "}),
    ("/api/v1/move", {"position": EXAMPLE, "pits": 400 * [2] + [10**30]}),
]


@pytest.mark.parametrize(("path", "body"), HOSTILE)
def test_no_text_of_a_client_keeps_others_waiting(path: str, body: object) -> None:
    with served("--threads", "1") as server:
        told(server, "/api/v1/health")
        hostile = Call(server, path, body)
        started = time.perf_counter()
        assert told(server, "/api/v1/health")["running"] == 0
        assert hostile.answer().status in (400, 422)
        hostile.leave()
        assert time.perf_counter() - started < 2  # a few milliseconds on an idle machine


def test_a_port_in_use_gets_a_clear_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = run("serve", "--port", str(port), "--no-open")
    assert ended.returncode == 2
    assert (
        ended.stderr
        == f"sowfish: port {port} is in use; perhaps a server is already running; if not, choose another with --port\n"
    )


def test_on_the_local_network_there_is_a_token_and_a_code() -> None:
    try:
        address = web_server.listen_on_lan(0, Settings())
    except ValueError as error:
        pytest.skip(str(error))
    address.listener.close()
    token = address.settings.token
    assert token is not None
    assert len(token) >= 16
    assert address.url.endswith(f"/{token}/")
    assert address.url.split("/")[2].partition(":")[0] in address.settings.hosts
    assert "█" in web_server.qr_code(address.url)
    again = web_server.listen_on_lan(0, Settings())
    again.listener.close()
    assert again.settings.token != token


def test_without_lan_only_this_machine_can_reach_it() -> None:
    address = web_server.listen(0, Settings())
    assert address.listener.getsockname()[0] == "127.0.0.1"
    address.listener.close()


def test_a_machine_without_network_gets_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "_own_address", lambda: None)
    with pytest.raises(ValueError, match="there is no local network here"):
        web_server.listen_on_lan(0, Settings())


def test_the_page_names_its_parts() -> None:
    with served() as server:
        page = Call(server, "/")
        parts = re.findall(r'(?:href|src)="([^"]+)"', page.answer().read().decode())
        page.leave()
        for part in parts:
            call = Call(server, f"/{part}")
            assert call.answer().status == 200
            call.leave()
    assert len(parts) > 10


def test_a_server_without_the_pages_engine_says_what_to_run(tmp_path: Path) -> None:
    assert web_server.missing_engine(tmp_path) == web_server.NO_ENGINE
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "engine.wasm").touch()
    assert web_server.missing_engine(tmp_path) == ""
