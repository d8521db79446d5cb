"""The page as an app: its manifest, icons, link previews, and what works without a server."""

import json
import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient
from tests.web.browsing import CHROMIUM, PATIENCE, PHONE, needs_chromium
from tests.web.serving import EXAMPLE, client, served
from tests.web.static_host import needs_engine
from tests.web.test_game import tap

import sowfish.web
from sowfish import Position
from sowfish.render.board_png import draw_board_png
from sowfish.web.settings import Settings

pytestmark = pytest.mark.xdist_group("browser")
PAGE = Path(sowfish.web.__file__).parent / "page"
PAGES = sorted(PAGE.glob("*.html"))
TOKEN = "in-the-path"
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client() as inside:
        yield inside


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """Yield a page in a persistent profile, which installing requires."""
    size = {"width": PHONE[0], "height": PHONE[1]}
    context = browser.browser_type.launch_persistent_context(
        tmp_path,
        executable_path=CHROMIUM,
        args=["--no-sandbox"],
        viewport=size,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    yield context.pages[0]
    context.close()


@needs_chromium
@pytest.mark.parametrize("path", ["", "explore.html"])
def test_chromium_would_install_it(page: Page, path: str) -> None:
    with served("--threads", "1") as server:
        page.goto(server.url + path)
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["url"] == f"{server.url}manifest.webmanifest"
        assert manifest["errors"] == []
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


@needs_chromium
@needs_engine
def test_without_its_server_the_page_uses_the_engine_in_the_browser(page: Page) -> None:
    with served("--threads", "1") as server:
        page.goto(server.url + ADDRESS)
        page.evaluate("navigator.serviceWorker.ready")
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        assert server.stop() == 0
        tap(page, "south", 2)
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        expect(page.locator("#error")).to_be_empty()
        page.goto(server.url + ADDRESS)
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        page.goto(f"{server.url}explore.html")
        expect(page.locator("#maps > *").first).to_be_visible()
        page.goto(f"{server.url}trace.html{ADDRESS}&pits=2")
        expect(page.locator("#events li")).not_to_have_count(0)
        expect(page.locator("#error")).to_be_empty()


# ---- icons


def size_of(path: Path) -> tuple[int, int]:
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_icons_are_what_the_manifest_says() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert [icon["sizes"] for icon in drawn] == ["192x192", "512x512", "512x512"]
    for icon in drawn:
        width, height = size_of(PAGE / icon["src"])
        assert icon["sizes"] == f"{width}x{height}"
    assert (PAGE / "icon.svg").exists()
    assert size_of(PAGE / "icons" / "touch.png") == (180, 180)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_page_has_a_title_icons_and_colours_for_light_and_dark(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for needed in ("<title>", 'name="description"', 'rel="icon"', 'rel="apple-touch-icon"', 'rel="manifest"'):
        assert text.count(needed) == 1, needed
    assert text.count('name="theme-color"') == 2


# ---- previews


def previewed(page: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in re.findall(r'<meta property="og:(.+?)" content="(.*?)">', page)}


def test_a_position_is_previewed(web: TestClient) -> None:
    page = web.get(f"/{ADDRESS}").text
    told = previewed(page)
    assert told["title"] == "Avalanche: south to move · Sowfish"
    assert "<title>Avalanche: south to move · Sowfish</title>" in page
    assert "South's pits hold 1, 2, 4, 0, 2, 1" in told["description"]
    picture = web.get(told["image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content == draw_board_png(Position.parse(EXAMPLE))
    assert struct.unpack(">II", picture.content[16:24]) == (int(told["image:width"]), int(told["image:height"]))


@pytest.mark.parametrize("query", ["", "?position=nonsense", '?position="><script>', "?position="])
def test_a_page_without_a_position_is_previewed_as_itself(web: TestClient, query: str) -> None:
    answer = web.get(f"/{query}")
    assert answer.status_code == 200
    told = previewed(answer.text)
    assert told["title"] == "Sowfish"
    assert web.get(told["image"]).content == draw_board_png(Position.start("avalanche"))
    assert "><script>" not in answer.text


def test_previews_know_the_token() -> None:
    with client(Settings(threads=1, token=TOKEN)) as web:
        told = previewed(web.get(f"/{TOKEN}/{ADDRESS}").text)
        assert told["image"].startswith(f"http://127.0.0.1/{TOKEN}/preview.png?")
        assert web.get(told["image"]).status_code == 200
