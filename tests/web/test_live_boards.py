"""The documentation as a site: no warnings, no broken links, and live boards that work under a sub-path."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browsing import DESKTOP, PHONE, chromium, needs_chromium, visit
from tests.web.static_host import Host, hosted, needs_engine
from tools.check_links import broken_links

from sowfish.web.site import write_site

ROOT = Path(__file__).parents[2]
FRAMES = {"rules.html": 4, "which-rules.html": 3}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("docs"),
    pytest.mark.skipif(find_spec("sphinx") is None, reason="no Sphinx here: make .venv/docs"),
]


def build(folder: Path, *options: str) -> Path:
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", *options]
    done = subprocess.run([*words, str(ROOT / "docs"), str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = build(tmp_path_factory.mktemp("site") / "some" / "path", "-t", "app")
    write_site(folder / "app")
    return folder


@pytest.fixture(name="host", scope="module")
def _host(site: Path) -> Iterator[Host]:
    with hosted(site.parents[1], path="some/path/") as host:
        yield host


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@needs_engine
def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    broken, checked, _ = broken_links(site)
    assert broken == []
    assert checked > 1000


def test_without_the_app_there_are_drawings_and_a_sentence(tmp_path: Path) -> None:
    folder = build(tmp_path)
    for name, frames in FRAMES.items():
        page = (folder / name).read_text(encoding="utf-8")
        assert page.count("this copy was built without the app") == frames
        assert page.count("<svg") >= frames
        assert "<iframe" not in page
    assert broken_links(folder)[0] == []


@needs_engine
@needs_chromium
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", FRAMES)
def test_every_frame_shows_a_board(browser: Browser, host: Host, name: str, size: tuple[int, int]) -> None:
    with visit(browser, host.url + name, size) as page:
        frames = page.locator(".live-board iframe")
        expect(frames).to_have_count(FRAMES[name])
        for number in range(FRAMES[name]):
            frames.nth(number).scroll_into_view_if_needed()  # which loads it
            board = frames.nth(number).content_frame
            expect(board.locator("#board .cell.pit")).to_have_count(12)
            expect(board.locator("footer")).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@needs_engine
@needs_chromium
def test_a_tap_in_a_frame_plays_there_and_keeps_nothing(browser: Browser, host: Host) -> None:
    with visit(browser, host.url + "rules.html", DESKTOP) as page:
        before = page.evaluate("history.length")
        board = page.locator(".live-board iframe").first.content_frame
        board.locator("#board .pit.south").nth(0).click()
        expect(board.locator("#title")).to_have_text("Stone by stone: 1")
        answer = page.locator(".live-board.answer iframe")
        answer.scroll_into_view_if_needed()
        expect(answer.content_frame.locator("#verdict")).to_have_text("You win by 3, proven.")
        answer.content_frame.locator("#board .pit.south").nth(2).click()
        expect(answer.content_frame.locator("#board .store.south .count")).to_have_text("11")
        assert page.evaluate("history.length") == before
        assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('sowfish-game'))") == []


@needs_engine
@needs_chromium
def test_a_frame_is_light_or_dark_as_the_page_around_it(browser: Browser, host: Host) -> None:
    with visit(browser, host.url + "rules.html", DESKTOP, script="localStorage.setItem('theme', 'dark')") as page:
        board = page.locator(".live-board iframe").first.content_frame
        expect(board.locator("html")).to_have_attribute("data-theme", "dark")
