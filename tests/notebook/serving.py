"""Servers of notebooks, as processes of their own."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def served(module: str, *words: str, log: Path, **changes: str) -> Iterator[str]:
    """Run a module that serves notebooks on a free port, and yield its address once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-m", module, *words, f"--port={port}"]
    environment = {**os.environ, **changes}
    with log.open("w") as output, subprocess.Popen(command, stdout=output, stderr=output, env=environment) as server:
        deadline = time.monotonic() + 60
        while not _is_open(port):
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
        server.terminate()


def _is_open(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0
