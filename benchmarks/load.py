"""Latency of the web board under attack, on loopback: `python -m benchmarks.load`.

Attackers come from addresses of their own (127.0.1.x), the person who is measured from another (127.0.2.1). Both
share the machine, so times are upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from benchmarks.web import HARD, SMALL, Served
from sowfish import Position

PERSON = "127.0.2.1"
PATHS = ("/", "/page.css", "/js/app.js", "/api/v1/rules", "/api/v1/health")
WIDE = "avalanche,pits=12: " + " / ".join(["4 " * 12 + "0"] * 2)
STREAMS, SLOW, EACH, HALF_OPEN = 200, 100, 50, 1100
MOST_PITS, MOST_EVENTS = 1000, 4500  # near what a request may ask for
CANCEL_SECONDS = 1.0  # into a search before its client leaves


def longest_game(text: str) -> list[int]:
    """Return the pits of the longest of some random games."""
    best: list[int] = []
    for seed in range(30):
        chance, position, pits = random.Random(seed), Position.parse(text), list[int]()
        while not position.is_over and len(pits) < MOST_PITS:
            pits.append(chance.choice(list(position.legal_pits)))
            position = position.after(pits[-1])
        best = max(best, pits, key=len)
    return best


def costly() -> dict[str, object]:
    """Return a costly body for each endpoint; None is for the picture, whose address changes each time."""
    return {
        "move": {"position": WIDE, "pits": longest_game(WIDE)},
        "preview.png": None,
        "review": {"position": HARD, "pits": [2, 5, 1], "seconds": 5},
        "search": {"position": HARD, "seconds": 5},
        "best": {"position": HARD, "seconds": 5},
        "analyse": {"position": WIDE, "seconds": 5},
    }


def request(host: str, path: str, body: object = None, accept: str = "*/*", name: str = "") -> bytes:
    """Return a request as sent."""
    sent = b"" if body is None else json.dumps(body).encode()
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: {host}\r\nAccept: {accept}\r\n"
    if name:
        head += f"X-Sowfish-Client: {name}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n".encode() + sent


class Attack:
    """Connections that ask again and again; runs in a process of its own."""

    def __init__(self, host: str) -> None:
        """Attack a server."""
        self.host = host
        self.server, port = host.split(":")
        self.port = int(port)
        self.answers = 0

    async def opened(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection from an address."""
        return await asyncio.open_connection(self.server, self.port, local_addr=(address, 0))

    async def again(self, address: str, sent: Callable[[], bytes]) -> None:
        """Ask, read the answer and ask again, on a new connection if need be."""
        while True:
            try:
                reader, writer = await self.opened(address)
                while True:
                    writer.write(sent())
                    head = await reader.readuntil(b"\r\n\r\n")
                    size = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                    await reader.readexactly(int(size.split(b":")[1]))
                    self.answers += 1
            except (OSError, asyncio.IncompleteReadError, StopIteration, RuntimeError):
                await asyncio.sleep(0.1)

    async def stream(self, address: str) -> None:
        """Read a stream of events, then ask for another; each has a name of its own."""
        while True:
            try:
                reader, writer = await self.opened(address)
                body = {"position": HARD, "seconds": 20}
                name = str(random.getrandbits(60))
                writer.write(request(self.host, "/api/v1/analyse", body, "text/event-stream", name))
                while await reader.read(65536):
                    pass
            except OSError:
                pass
            await asyncio.sleep(0.1)

    async def half_open(self, address: str, *, trickles: bool = False) -> None:
        """Send half a request and wait, or send a byte now and then."""
        while True:
            try:
                reader, writer = await self.opened(address)
                writer.write(b"POST /api/v1/best HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                while trickles and not reader.at_eof():
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(1)
                await reader.read()
            except OSError:
                pass
            await asyncio.sleep(0.1)

    async def crowd(self) -> None:
        """Attack every costly endpoint, with streams and slow connections."""
        tasks = [self.stream("127.0.1.1") for _ in range(STREAMS)]
        tasks += [self.half_open("127.0.1.2", trickles=True) for _ in range(SLOW)]
        for number, (name, body) in enumerate(costly().items()):
            tasks += [self.again(f"127.0.1.{10 + number}", self.asking(name, body)) for _ in range(EACH)]
        await asyncio.gather(*tasks)

    async def half(self) -> None:
        """Hold half-open connections, all of one address."""
        await asyncio.gather(*(self.half_open("127.0.1.1") for _ in range(HALF_OPEN)))

    async def one(self, name: str) -> None:
        """Attack one endpoint."""
        await asyncio.gather(*(self.again("127.0.1.1", self.asking(name, costly()[name])) for _ in range(EACH)))

    def asking(self, name: str, body: object) -> Callable[[], bytes]:
        """Return what makes requests to an endpoint."""
        if body is not None:
            sent = request(self.host, f"/api/v1/{name}", body)
            return lambda: sent

        def picture() -> bytes:
            counts = ".".join(str(random.randrange(9)) for _ in range(6))
            return request(self.host, f"/preview.png?position=kalah~{counts}.0~{counts}.0~south")

        return picture


@contextmanager
def attacked(server: Served, kind: str) -> Iterator[None]:
    """Attack a server from another process meanwhile."""
    words = [sys.executable, "-m", "benchmarks.load", "--attack", kind, "--host", server.host]
    with subprocess.Popen(words) as attacker:  # noqa: S603  # our own program
        try:
            time.sleep(4)  # until it is in full swing
            yield
        finally:
            attacker.kill()


def timed(server: Served, path: str, body: object = None) -> float:
    """Return how long a person waits for an answer, a new connection included; infinite if there is none."""
    line = http.client.HTTPConnection(server.host, timeout=60, source_address=(PERSON, 0))
    started = time.perf_counter()
    try:
        sent = None if body is None else json.dumps(body)
        line.request("GET" if body is None else "POST", path, sent, {"Content-Type": "application/json"})
        answer = line.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        return float("inf")
    finally:
        line.close()
    return time.perf_counter() - started if answer.status == http.HTTPStatus.OK else float("inf")


def report(server: Served, name: str, seconds: float) -> None:
    """Print the latency of the page, of playing a move, and of a small question."""
    small = {"position": SMALL}
    asked: dict[str, list[tuple[str, object]]] = {
        "page": [(path, None) for path in PATHS],
        "move": [("/api/v1/move", {"position": "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0", "pits": [2]})],
        "best": [("/api/v1/best", {**small, "seconds": 1})],
    }
    for kind, requests in asked.items():
        times: list[float] = []
        ends = time.perf_counter() + seconds
        while time.perf_counter() < ends or len(times) < len(requests):
            times += [timed(server, *one) for one in requests]
            time.sleep(0.05)
        refused = sum(one == float("inf") for one in times)
        print(
            f"{name:24} {kind:6} median {1e3 * statistics.median(times):8.0f} ms, worst {1e3 * max(times):8.0f} ms"
            f"{f', {refused} of {len(times)} refused' if refused else ''}",
            flush=True,
        )


def wait_until_idle(server: Served) -> float:
    """Return after how many seconds nothing runs or waits."""
    started = time.perf_counter()
    while any(json.loads(server.call("/api/v1/health"))[key] for key in ("running", "waiting")):
        time.sleep(0.01)
    return time.perf_counter() - started


def cancelled(server: Served, name: str, path: str, body: object, accept: str = "*/*") -> None:
    """Print how long a search goes on after its client has left."""
    line = http.client.HTTPConnection(server.host)
    line.request("POST", path, json.dumps(body), {"Content-Type": "application/json", "Accept": accept})
    time.sleep(CANCEL_SECONDS)
    running = json.loads(server.call("/api/v1/health"))["running"]
    line.close()
    print(f"{name:24} ended {wait_until_idle(server):.2f} s after its client left{'' if running else ' (was over)'}")


def cancels(server: Served) -> None:
    """Print how soon the slowest searches end."""
    for name, body in costly().items():
        if name in ("review", "search", "best", "analyse"):
            cancelled(server, f"cancel {name}", f"/api/v1/{name}", body)
    body = {"position": WIDE, "seconds": 20}
    cancelled(server, "cancel analyse, stream", "/api/v1/analyse", body, "text/event-stream")
    cancelled(server, "cancel best for stones", "/api/v1/best", {**body, "objective": "stones"})
    cancelled(server, "cancel both", "/api/v1/both", body)
    for aim in ("moves", "value", "move"):
        cancelled(server, f"cancel search, {aim}", "/api/v1/search", {**body, "aim": aim})


def memory(server: Served, requests: int) -> None:
    """Print the memory after many mixed requests."""
    chance, told = random.Random(1), [f"{server.memory():.0f} MiB"]
    line = http.client.HTTPConnection(server.host)
    for number in range(1, requests + 1):
        rules = chance.choice(["kalah", "avalanche", "avalanche-sweep", "kalah-lazy", "events"])
        start = Position.random(2 * chance.randrange(4, 13), seed=number, rules=rules)
        position = str(start)
        pits = [chance.choice(list(start.legal_pits))]
        path, body = chance.choice(
            [
                ("move", {"position": position, "pits": pits}),
                ("best", {"position": position, "seconds": 1}),
                ("analyse", {"position": position, "seconds": 1}),
                ("search", {"position": position, "aim": "move", "seconds": 0.05}),
                ("review", {"position": position, "pits": pits, "seconds": 0.2}),
            ]
        )
        server.call(f"/api/v1/{path}", body, line)
        if number % (requests // 4) == 0:
            told.append(f"{server.memory():.0f}")
    print(f"memory over {requests} mixed requests: {' '.join(told)}")


def main() -> None:
    """Run all parts, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["crowd", "half", "cancel", "memory"])
    parser.add_argument("--seconds", type=float, default=10.0, help="of measuring under each attack")
    parser.add_argument("--requests", type=int, default=4000)
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--host", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    if asked.attack is not None:
        attack = Attack(asked.host)
        asyncio.run({"crowd": attack.crowd, "half": attack.half}.get(asked.attack, lambda: attack.one(asked.attack))())
        return
    for part in asked.parts:
        server = Served()
        try:
            if part == "cancel":
                cancels(server)
            elif part == "memory":
                memory(server, asked.requests)
            else:
                report(server, "quiet", 2)
                with attacked(server, part):
                    report(server, part, asked.seconds)
                print(f"idle {wait_until_idle(server):.2f} s after the attack, {server.memory():.0f} MiB")
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    main()
