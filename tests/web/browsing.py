"""Open pages in a real browser."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

PHONE = (390, 844)
SMALL = (320, 640)
DESKTOP = (1280, 800)
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = int(os.environ.get("BROWSER_PATIENCE", "60000"))  # milliseconds; the machine may be busy
# A service worker would fetch the whole page a second time; tests/web/test_install.py uses one.
NO_WORKER = 'Object.defineProperty(navigator, "serviceWorker", { value: undefined });\n'

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None,
    reason="no Chromium here: apt-get install chromium, or set CHROMIUM to its path, to run the tests in a browser",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield the system's Chromium."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])  # root has no sandbox
        yield browser
        browser.close()


@contextmanager
def visit(
    browser: Browser,
    url: str,
    size: tuple[int, int],
    *,
    dark: bool = False,
    moves: bool = False,
    script: str = "",
    origin: str | None = None,
    allowed: str = "",
) -> Iterator[Page]:
    """Yield the page in a fresh profile; fail on unexpected console messages and requests to other origins."""
    complaints: list[str] = []
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        reduced_motion="no-preference" if moves else "reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    home = origin or url.partition("?")[0].rpartition("/")[0]
    page.on("request", lambda request: None if request.url.startswith(home) else complaints.append(request.url))
    page.add_init_script(NO_WORKER + script)
    page.goto(url)
    yield page
    context.close()
    unexpected = [complaint for complaint in complaints if not allowed or allowed not in complaint]
    assert not unexpected, unexpected


def wait_until(page: Page, expression: str) -> None:
    """Wait until an expression is true; Playwright's wait_for_function needs eval, which our policy forbids."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(20)


def accessible(page: Page) -> bool:
    """Return True, or fail with axe-core's report."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    return True
