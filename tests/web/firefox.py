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
DOWN_UP = ("Down", "Up")
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

    def value(self, expression: str) -> Any:  # noqa: ANN401  # a string, number or boolean
        """Return the value of an expression in the page."""
        told = self.send("script.evaluate", expression=expression, target={"context": self._tab}, awaitPromise=False)
        assert told["type"] == "success", told
        return told["result"].get("value")

    def text(self, selector: str) -> str:
        text: str = self.value(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")
        return text

    def wait_for(self, selector: str, wanted: str) -> None:
        self.wait_until(f"document.querySelector({json.dumps(selector)})?.textContent === {json.dumps(wanted)}")

    def wait_until(self, expression: str) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while not self.value(expression):
            assert time.monotonic() < end, f"never: {expression}"
            time.sleep(0.1)

    def click(self, selector: str, place: int = 0) -> None:
        """Click in the middle of an element, as a mouse does."""
        found = f"[...document.querySelectorAll({json.dumps(selector)})][{place}]"
        self.wait_until(f"{found}?.checkVisibility()")
        at: str = self.value(
            f"(() => {{ const one = {found}; one.scrollIntoView({{ block: 'center', behavior: 'instant' }});"
            " const box = one.getBoundingClientRect();"
            " return `${Math.round(box.x + box.width / 2)} ${Math.round(box.y + box.height / 2)}`; })()"
        )
        x, y = map(int, at.split())
        taken = [{"type": "pointerMove", "x": x, "y": y}, *({"type": f"pointer{way}", "button": 0} for way in DOWN_UP)]
        self.send(
            "input.performActions", context=self._tab, actions=[{"type": "pointer", "id": "it", "actions": taken}]
        )


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
