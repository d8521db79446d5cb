"""Clients that open connections and send no request must not block others."""

import contextlib
import json
import resource
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from tests.web.serving import EXAMPLE, HARD, Server, served
from tests.web.test_server import STREAM, Call, told, wait_until_idle

from sowfish.web.connections import HEAD_SECONDS, MOST_OF_ADDRESS, Connections
from sowfish.web.server import NO_ENGINE

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = b'{"pits": [2], "position": "' + EXAMPLE.encode() + b'"}'
POST = b"POST /api/v1/move HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
MANY = 1100


@pytest.fixture(autouse=True)
def _many_files() -> None:
    """Raise this process's limit on open sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * MANY
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
        )


@contextlib.contextmanager
def sent(server: Server, data: bytes, count: int = 1) -> Iterator[list[socket.socket]]:
    """Open a number of connections and send this on each."""
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            opened.append(stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20)))
            with contextlib.suppress(OSError):  # closed already
                opened[-1].sendall(data)
        yield opened


def page_seconds(server: Server) -> float:
    started = time.perf_counter()
    call = Call(server, "/")
    assert call.answer().status == 200
    call.response.read()
    call.leave()
    return time.perf_counter() - started


def answer(connection: socket.socket) -> bytes:
    """Return everything received until the connection is closed."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while chunk := connection.recv(65536):
            data += chunk
    return data


HALVES = {"half a head": HALF, "nothing": b"", "half a body": POST % 1000 + b"{"}
QUICK = (("half a head", None), ("nothing", 64), ("half a body", 200))  # the other pairs are marked slow


@pytest.mark.parametrize(
    ("sent_first", "files"),
    [
        pytest.param(name, files, marks=() if (name, files) in QUICK else pytest.mark.slow)
        for name in HALVES
        for files in (None, 200, 64)
    ],
)
def test_partial_requests_do_not_block_others_and_the_log_stays_empty(sent_first: str, files: int | None) -> None:
    with served(files=files) as server:
        with sent(server, HALVES[sent_first], MANY):
            assert max(page_seconds(server) for _ in range(5)) < 10  # under 0.1 s on an idle machine
            assert told(server, "/api/v1/move", {"position": EXAMPLE, "pits": [2]})["moves"]
        assert server.stop() == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read().replace(NO_ENGINE, "") == ""


def test_a_flood_of_partial_requests_does_not_block_others() -> None:
    with served() as server:
        over = threading.Event()

        def attack() -> None:
            while not over.is_set():
                with sent(server, HALF, 300):
                    over.wait(0.05)

        attacker = threading.Thread(target=attack)
        attacker.start()
        try:
            assert max(page_seconds(server) for _ in range(8)) < 10
        finally:
            over.set()
            attacker.join()


def test_a_head_that_does_not_come_in_time_is_refused() -> None:
    with served() as server, sent(server, HALF) as (half,), sent(server, b"") as (silent,):
        started = time.perf_counter()
        for connection in (half, silent):
            head, _, body = answer(connection).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
            assert json.loads(body) == {"error": "the request did not arrive within 5 seconds"}
        assert HEAD_SECONDS - 1 < time.perf_counter() - started < HEAD_SECONDS + 5


def test_a_head_that_comes_byte_by_byte_is_refused_in_time_too() -> None:
    with served() as server, sent(server, HALF) as (slow,):
        started = time.perf_counter()
        with contextlib.suppress(OSError):
            while time.perf_counter() - started < 3 * HEAD_SECONDS:
                slow.sendall(b"a")
                time.sleep(0.2)
        assert time.perf_counter() - started < HEAD_SECONDS + 5


def test_half_a_head_after_a_request_is_closed_in_time_too() -> None:
    with served() as server, sent(server, HALF + b"\r\n" + HALF) as (connection,):
        started = time.perf_counter()
        assert answer(connection).startswith(b"HTTP/1.1 200 OK")
        assert time.perf_counter() - started < HEAD_SECONDS + 5


def test_a_request_in_two_parts_is_answered_and_the_connection_used_again() -> None:
    with served() as server, sent(server, POST % len(BODY) + BODY[:10]) as (connection,):
        time.sleep(0.2)
        connection.sendall(BODY[10:])
        time.sleep(0.2)
        connection.sendall(POST % len(BODY) + BODY)
        assert answer(connection).count(b'"moves":') == 2  # and closed once idle


def test_searches_under_way_are_never_closed_for_new_connections() -> None:
    with served("--threads", "1", "--memory", "150M") as server:
        body = {"position": HARD, "seconds": 20}
        calls = [Call(server, "/api/v1/analyse", body, **STREAM) for _ in range(40)]
        for call in calls:
            assert call.answer().readline().startswith(b"event: ")
        with sent(server, HALF, MANY):
            page_seconds(server)
            health = told(server, "/api/v1/health")
            assert int(str(health["running"])) + int(str(health["waiting"])) == len(calls)
        for call in calls:
            call.leave()
        wait_until_idle(server)


def test_more_searches_of_one_address_than_it_may_have_connections_are_refused() -> None:
    with served("--threads", "1", "--memory", "150M") as server:
        body = {"position": HARD, "seconds": 20}
        calls = [Call(server, "/api/v1/analyse", body, **STREAM) for _ in range(MOST_OF_ADDRESS)]
        for call in calls:
            assert call.answer().status == 200
        with sent(server, b"") as (connection,):
            assert answer(connection).startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        calls.pop().leave()
        time.sleep(0.5)
        page_seconds(server)
        for call in calls:
            call.leave()


@dataclass(eq=False)
class Client:
    """A connection that records whether it was dropped."""

    address: str
    waits_for_client: bool = True
    dropped: list[str] = field(default_factory=list)

    def drop(self) -> None:
        self.dropped.append(self.address)


def test_the_oldest_waiting_connection_of_an_address_makes_room_for_its_next() -> None:
    connections = Connections(most=10, most_of_address=3)
    busy, oldest, other = Client("a", waits_for_client=False), Client("a"), Client("b")
    for client in (busy, other, oldest, Client("a")):
        assert connections.admit(client)
    assert connections.admit(Client("a"))
    assert oldest.dropped
    assert not busy.dropped
    assert not other.dropped


def test_when_all_places_are_taken_the_address_with_most_makes_room() -> None:
    connections = Connections(most=4, most_of_address=3)
    clients = [Client("a"), Client("b"), Client("b"), Client("b")]
    assert all(map(connections.admit, clients))
    assert connections.admit(Client("c"))
    assert [bool(client.dropped) for client in clients] == [False, True, False, False]


def test_connections_at_work_make_no_room_until_they_leave() -> None:
    connections = Connections(most=4, most_of_address=2)
    first, late = Client("a", waits_for_client=False), Client("a")
    assert connections.admit(first)
    assert connections.admit(Client("a", waits_for_client=False))
    assert not connections.admit(late)
    connections.forget(late)
    connections.forget(first)
    connections.forget(first)
    assert connections.admit(late)


def test_when_all_are_being_answered_the_address_with_most_gives_one_up_to_another() -> None:
    connections = Connections(most=4, most_of_address=4)
    crowd = [Client("a", waits_for_client=False) for _ in range(4)]
    assert all(map(connections.admit, crowd))
    assert connections.admit(Client("b", waits_for_client=False))
    assert [bool(client.dropped) for client in crowd] == [False, False, False, True]
    assert connections.admit(Client("b", waits_for_client=False))
    assert not connections.admit(Client("b", waits_for_client=False))  # both have two now
    assert not connections.admit(Client("a", waits_for_client=False))


def test_four_addresses_that_fill_the_server_with_searches_do_not_block_others() -> None:
    body = json.dumps({"position": HARD, "seconds": 20}).encode()
    search = (POST % len(body)).replace(b"positions", b"best") + body
    with served("--threads", "1", "--memory", "150M") as server, contextlib.ExitStack() as stack:
        for number in range(4 * MOST_OF_ADDRESS):
            place = (f"127.0.1.{1 + number % 4}", 0)
            opened = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=place)
            stack.enter_context(opened).sendall(search)
        assert max(page_seconds(server) for _ in range(5)) < 10
        assert told(server, "/api/v1/move", {"position": EXAMPLE, "pits": [2]})["moves"]
