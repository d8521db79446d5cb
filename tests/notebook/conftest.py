from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.web.browsing import chromium


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened
