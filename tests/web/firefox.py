"""Control Firefox by WebDriver BiDi, which needs no driver program."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.web.browsing import PATIENCE
from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
LISTENS = "WebDriver BiDi listening on "

needs_firefox = pytest.mark.skipif(FIREFOX is None, reason="no Firefox here: apt-get install firefox-esr")


class Firefox:
    """A Firefox tab in a fresh profile."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self.complaints: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self._tab = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **asked: object) -> dict[str, Any]:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": asked}))
        while True:
            told = json.loads(self._connection.recv(timeout=PATIENCE / 1000))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] in ("error", "warn"):
                self.complaints.append(told["params"]["text"])
            if told.get("id") == number:
                assert told["type"] == "success", told
                result: dict[str, Any] = told["result"]
                return result

    def open(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def reload(self) -> None:
        self.send("browsingContext.reload", context=self._tab, wait="complete")

    def text(self, selector: str) -> str:
        asked = f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"
        told = self.send("script.evaluate", expression=asked, target={"context": self._tab}, awaitPromise=False)
        text: str = told["result"]["value"]
        return text

    def wait_for(self, selector: str, wanted: str) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while self.text(selector) != wanted:
            assert time.monotonic() < end, f"{self.text(selector)!r}, not {wanted!r}"
            time.sleep(0.1)


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Yield the system's Firefox."""
    assert FIREFOX is not None
    words = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stderr is not None
            address = next(line.partition(LISTENS)[2].strip() for line in process.stderr if LISTENS in line)
            with connect(f"{address}/session", max_size=None) as connection:
                yield Firefox(connection)
        finally:
            process.terminate()
