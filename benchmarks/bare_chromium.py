"""A Chromium that records nothing about its pages, so that a visit costs what it costs a visitor.

Playwright has the browser note the stack of every request, for which V8 reads the page's scripts a second time.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

START_SECONDS = 20.0


class BareChromium:
    """Talks to a headless Chromium by its DevTools protocol."""

    def __init__(self, program: str) -> None:
        """Take the program; `with` starts it."""
        self._program = program
        self._calls = 0
        self._exit = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Start it with an empty profile."""
        with self._exit:
            profile = Path(self._exit.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
            options = ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
            process = subprocess.Popen(  # noqa: S603  # the browser that was asked for
                [self._program, *options, "about:blank"], stderr=subprocess.DEVNULL
            )
            self._exit.callback(process.wait)
            self._exit.callback(process.terminate)
            self._socket: ClientConnection = self._exit.enter_context(connect(_address(profile), max_size=None))
            self._exit = self._exit.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self._exit.__exit__(kind, error, trace)

    @contextlib.contextmanager
    def visit(self, url: str, *, size: tuple[int, int], rate: float, script: str) -> Iterator[Page]:
        """Open a page in a fresh profile, slowed down by a rate, after a script of ours."""
        context = self.call("Target.createBrowserContext")
        target = self.call("Target.createTarget", url="about:blank", **context)
        session = self.call("Target.attachToTarget", **target, flatten=True)["sessionId"]
        page = Page(self, session)
        page.call("Page.enable")
        page.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        page.call(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False
        )
        page.call("Emulation.setCPUThrottlingRate", rate=rate)
        page.call("Page.navigate", url=url)
        yield page
        self.call("Target.closeTarget", **target)
        self.call("Target.disposeBrowserContext", **context)

    def call(self, method: str, session: str | None = None, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol."""
        self._calls += 1
        message = {"id": self._calls, "method": method, "params": parameters}
        self._socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == self._calls:
                break
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result


class Page:
    """A page of it."""

    def __init__(self, browser: BareChromium, session: str) -> None:
        """Take the session of a page."""
        self._browser = browser
        self._session = session

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol for this page."""
        return self._browser.call(method, self._session, **parameters)

    def evaluate(self, expression: str) -> Any:  # noqa: ANN401  # whatever JavaScript has there
        """Return the value of an expression."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")


def _address(profile: Path) -> str:
    """Return where the browser listens, once it has written it down."""
    file = profile / "DevToolsActivePort"
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        lines = file.read_text().splitlines() if file.exists() else []
        if len(lines) == 2:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        time.sleep(0.05)
    raise RuntimeError("Chromium did not start")
