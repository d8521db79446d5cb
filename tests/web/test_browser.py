"""The page in a real browser, as people use it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import DESKTOP, PHONE, SMALL, accessible, chromium, needs_chromium, visit
from tests.web.serving import EXAMPLE, HARD, served

from sowfish import Position

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"
END = "4 0 3 1 1 0 15 / 0 1 0 1 4 0 18"  # of the worked example's best turn
HEAVIEST = 100_000  # bytes over the line, all in

WATCH_SHIFTS = """
window.shift = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.shift += entry.value;
    window.moved = entry.sources.map(source => source.node?.outerHTML?.slice(0, 80));
  }
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served("--threads", "1", "--memory", "300M") as server:
        yield server.url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def board_of(page: Page) -> str:
    """Return the counts that can be seen, as a position text has them."""
    sides = []
    for side in ("south", "north"):
        counts = page.locator(f".cell.{side} .count").all_inner_texts()
        sides.append(" ".join(counts))
    return " / ".join(sides)


def expect_the_worked_example(page: Page) -> None:
    expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
    expect(page.locator("#step")).to_have_text("Tap 1 of 3")
    expect(page.locator("#taps li")).to_have_text(["2", "5", "5"])
    expect(page.locator(".cell.south .value")).to_have_text(["-13", "-9", "+3", "", "-5", "+1", ""])
    expect(page.locator("#reasons li")).to_have_count(3)


def test_a_position_is_tapped_in_and_its_turn_stepped_to_the_end(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE) as page:
        page.get_by_role("button", name="Enter a position").click()
        page.get_by_role("button", name="Clear").click()
        pad = page.get_by_role("group", name="Number of stones")

        def press(*keys: object) -> None:
            for key in keys:
                pad.get_by_role("button", name=str(key), exact=True).click()

        press(1, 2, 4, 0, 2, 1)  # a pit each
        press(1, 0, "next")  # a store
        expect(page.locator("#total")).to_have_text("20 stones, not 48")
        press(4, 0, 0, 4, 1, 1)
        press(1, 8)
        expect(page.locator("#total")).to_have_text("48 stones")
        page.get_by_role("button", name="Done").click()
        expect_the_worked_example(page)
        assert page.url.endswith(ADDRESS)
        expect(page.locator("#headline")).to_have_text("Tap the 3rd pit from the top")
        page.locator("#step").click()
        expect(page.locator("#headline")).to_have_text("Tap the 6th pit from the top")
        page.locator(".cell.next").click()  # the pit itself will do
        expect(page.locator("#step")).to_have_text("Tap 3 of 3")
        page.locator("#step").click()
        expect(page.locator("#headline")).to_have_text("That is the whole turn")
        assert board_of(page) == END
        page.locator("#step-reset").click()
        expect_the_worked_example(page)


def test_the_address_is_the_position_in_any_browser(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, DESKTOP) as page:
        expect_the_worked_example(page)
        expect(page.locator("#headline")).to_have_text("Tap the 3rd pit from the left")
        page.reload()
        expect_the_worked_example(page)
        page.get_by_role("button", name="Show it").click()
        expect(page.locator("#detail")).to_have_text("If they moved now: sows 1, +1, again")
        page.locator("#step-reset").click()
        page.locator(".line").nth(1).click()
        expect(page.locator("#detail")).to_contain_text("This line: ")


def test_a_keyboard_is_enough(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position=avalanche~0.0.0.0.0.0.0~0.0.0.0.0.0.48~south", SMALL) as page:
        expect(page.locator("#headline")).to_have_text("The game is over")
        page.keyboard.press("e")
        for number in ("1", "2", "4", "0", "2", "1", "10", "4", "0", "0", "4", "1", "1", "18"):
            page.keyboard.type(number)
            page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("+")
        expect(page.locator(".cell.chosen")).to_have_attribute("aria-label", "Your pit 1: 3 stones")
        page.keyboard.press("-")
        done = page.get_by_role("button", name="Done")
        for _ in range(40):
            page.keyboard.press("Tab")
            if done.evaluate("node => node === document.activeElement"):
                break
        page.keyboard.press("Enter")
        expect_the_worked_example(page)
        for _ in range(3):
            before = page.locator("#taps li.done").count()
            page.keyboard.press("n")
            expect(page.locator("#taps li.done")).to_have_count(before + 1)
        assert board_of(page) == END
        expect(page.locator("#live")).to_contain_text("That is the whole turn")
        page.keyboard.press("b")
        expect(page.locator("#step")).to_have_text("Tap 3 of 3")


def test_mirrored_deals_text_rules_and_mistakes(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        page.locator(".cell.south.store").click()
        page.get_by_label("Their side is the same").check()
        assert board_of(page) == "1 2 4 0 2 1 10 / 1 2 4 0 2 1 18"
        page.get_by_label("Position as text").fill("1 0 0 / 0 1 3")
        page.get_by_role("button", name="Read").click()
        expect(page.locator(".cell.pit")).to_have_count(4)
        assert page.url.endswith("?position=avalanche~1.0.0~0.1.3~south")
        page.get_by_label("Leftovers to their owner").check()
        page.wait_for_url("**/?position=avalanche-sweep~1.0.0~0.1.3~south")
        page.locator("#rules").select_option("kalah")
        page.wait_for_url("**/?position=kalah~1.0.0~0.1.3~south")
        expect(page.get_by_label("Leftovers to their owner")).to_be_hidden()


def test_sowing_is_seen_stone_by_stone(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE, moves=True) as page:
        expect_the_worked_example(page)
        page.locator("#step").click()
        expect(page.locator("#hand span")).to_be_visible()
        expect(page.locator("#step")).to_have_text("Tap 2 of 3")
        expect(page.locator("#hand span")).to_be_hidden()
        assert board_of(page) == "1 2 0 1 3 2 11 / 4 0 0 4 1 1 18"


def test_a_search_stops_when_the_page_goes(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={Position.parse(HARD).url}", PHONE) as page:
        expect(page.locator(".value.estimate").first).to_be_visible()
        assert page.request.get(f"{url}api/v1/health").json()["running"] == 1
        page.goto("about:blank")
        for _ in range(200):
            if page.request.get(f"{url}api/v1/health").json()["running"] == 0:
                return
            page.wait_for_timeout(50)
        pytest.fail("the search goes on")


@pytest.mark.parametrize("size", [SMALL, DESKTOP])
def test_the_page_is_light_steady_and_accessible(browser: Browser, url: str, size: tuple[int, int]) -> None:
    with visit(browser, url + ADDRESS, size, script=WATCH_SHIFTS) as page:
        expect_the_worked_example(page)
        for dark in (False, True):
            page.emulate_media(color_scheme="dark" if dark else "light")
            assert accessible(page)
            page.keyboard.press("e")
            assert accessible(page)
            page.keyboard.press("Escape")
            expect_the_worked_example(page)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        assert page.evaluate("window.shift") < 0.05, page.evaluate("window.moved")
        parts = page.evaluate(
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        )
        weight = sum(part["encodedBodySize"] for part in parts if "/api/" not in part["name"])
        assert weight > HEAVIEST / 10  # it was told
        assert weight < HEAVIEST
