"""Run servers: the application in this process, or the real program."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from starlette.testclient import TestClient
from tests.cli.program import PROGRAM, environment

from sowfish.web.app import App
from sowfish.web.settings import Settings

EXAMPLE = "avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 south"
HARD = "kalah: 6 6 6 6 6 6 0 / 6 6 6 6 6 6 0 south"  # too hard to prove in a test


@contextmanager
def client(settings: Settings | None = None) -> Iterator[TestClient]:
    """Yield a client of the application in this process."""
    app = App(settings or Settings(threads=1))
    with TestClient(app.asgi, base_url="http://127.0.0.1") as inside:
        yield inside


@dataclass(frozen=True)
class Server:
    """A server process, started by the command that users run."""

    process: subprocess.Popen[str]
    url: str

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2].partition("/")[0])

    @property
    def seconds(self) -> float:
        """Return its CPU time, unaffected by other processes; the elapsed time on systems other than Linux."""
        if sys.platform != "linux":
            return time.perf_counter()
        return time.clock_gettime(~self.process.pid << 3 | 2)  # the clock of clock_getcpuclockid

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(timeout=30)


@contextmanager
def served(*options: str, files: int | None = None) -> Iterator[Server]:
    """Yield the real program's server on a free port, optionally with a limit on open files."""
    words = [PROGRAM, "serve", "--json", "--port", "0", "--no-open", *options]
    if files is not None:
        words = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(files), *words]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                pytest.fail(f"no server: {process.stderr.read() if process.stderr else ''}")
            yield Server(process, json.loads(line)["url"])
        finally:
            if process.poll() is None:
                process.kill()
