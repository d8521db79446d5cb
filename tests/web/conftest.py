"""Fixtures of the browser tests: Chromium, and a server with little memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import chromium
from tests.web.serving import served


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served("--threads", "1", "--memory", "300M") as server:
        yield server.url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened
