"""The page under failure, in a real browser: stopped servers, full storage, two tabs, bad links."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.web.browsing import PHONE, accessible, needs_chromium, visit, wait_until
from tests.web.serving import EXAMPLE, HARD, served
from tests.web.test_game import expect_counts, show, tap

from sowfish import Position

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"
SMALL_START = "?position=kalah~2.2.2.0~2.2.2.0~south"
OPTIONS = ("--threads", "1", "--memory", "300M")
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
}
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served(*OPTIONS) as server:
        yield server.url


@pytest.mark.parametrize("script", [NO_STORAGE, FULL], ids=["forbidden", "full"])
def test_a_game_continues_without_storage_and_one_sentence_says_so(browser: Browser, url: str, script: str) -> None:
    with visit(browser, url + SMALL_START, PHONE, script=script) as page:
        expect(page.locator("#verdict")).to_contain_text("proven")
        tap(page, "south", 1)
        expect_counts(page, "2 0 3 1 / 2 2 2 0")
        expect(page.locator("#error")).to_have_text(
            "This browser does not keep games: this one will be gone when you close the page."
        )
        tap(page, "south", 0)
        expect_counts(page, "0 1 4 1 / 2 2 2 0")


def test_two_tabs_on_one_game_lose_no_move(browser: Browser, url: str) -> None:
    with visit(browser, url + SMALL_START, PHONE) as one:
        tap(one, "south", 1)
        expect_counts(one, "2 0 3 1 / 2 2 2 0")
        two = one.context.new_page()
        two.add_init_script('Object.defineProperty(navigator, "serviceWorker", { value: undefined });')
        two.goto(url)  # reopens the latest game
        expect_counts(two, "2 0 3 1 / 2 2 2 0")
        tap(two, "south", 2)
        expect(two.locator("#headline")).not_to_have_text("Thinking …")
        tap(one, "south", 0)
        expect_counts(one, "0 1 4 1 / 2 2 2 0")
        two.reload()
        show(two, "Moves")
        expect(two.locator("#moves .move")).to_have_count(3)  # the moves of both tabs
        show(one, "Moves")
        expect(one.locator("#moves .move")).to_have_count(3)


def test_a_server_that_comes_and_goes_is_not_noticed(browser: Browser) -> None:
    hard = f"?position={Position.parse(HARD).url}"
    with served(*OPTIONS) as first, visit(browser, first.url + hard, PHONE, allowed="Failed to load") as page:
        expect(page.locator("#verdict")).not_to_be_empty()
        port = first.port
        first.stop()
        expect(page.locator("#verdict")).not_to_be_empty()
        tap(page, "south", 0)
        expect(page.locator("#verdict")).not_to_be_empty()
        with served(*OPTIONS, "--port", str(port)) as second:
            health = f"fetch('{second.url}api/v1/health').then((told) => told.json())"
            wait_until(page, f"{health}.then((told) => told.running > 0)")  # it joins the same search
            expect(page.locator("#error")).to_be_empty()
        expect(page.locator("#verdict")).not_to_be_empty()
        expect(page.locator("#error")).to_be_empty()


@pytest.mark.parametrize("link", ["?position=kalah~1.2", "?position=nonsense", f"{ADDRESS}&moves=3"])
def test_a_bad_link_shows_one_sentence_and_no_answer(browser: Browser, url: str, link: str) -> None:
    with visit(browser, url + link, PHONE) as page:
        expect(page.locator("#error")).to_have_text("This link is incomplete.")
        expect(page.locator("#welcome")).to_be_visible()
        expect(page.locator("#verdict")).to_be_hidden()
        assert page.locator(".cell .count").all_inner_texts() == [""] * 14


def test_a_slow_line_shows_that_the_page_is_loading(browser: Browser, url: str) -> None:
    with visit(browser, "about:blank", PHONE, origin=url) as page:
        page.route("**/js/app.js", lambda _route: None)  # never responds
        page.goto(url, wait_until="commit")
        expect(page.locator("#board")).to_be_visible()
        wait_until(page, "getComputedStyle(document.querySelector('#board'), '::before').visibility === 'visible'")
        assert page.evaluate("getComputedStyle(document.querySelector('#board'), '::before').content") == '"Loading …"'
        expect(page.locator("#rules")).to_be_hidden()  # no empty menu
        expect(page.locator("#views")).to_be_hidden()


def test_the_page_says_that_it_is_loading_until_the_engine_is_there(browser: Browser, url: str) -> None:
    told = "getComputedStyle(document.querySelector('#board'), '::before')"
    with visit(browser, "about:blank", PHONE, origin=url) as page:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route(ENGINE, hold)
        page.goto(url)
        expect(page.locator(".cell.pit")).to_have_count(12)
        wait_until(page, f"{told}.visibility === 'visible' && {told}.content === '\"Loading \u2026\"'")
        for route in held:
            route.continue_()
        expect(page.locator("#welcome")).to_be_visible()
        assert page.evaluate(f"{told}.content") == "none"


def test_the_open_tab_survives_a_reload(browser: Browser, url: str) -> None:
    with visit(browser, url + SMALL_START, PHONE) as page:
        show(page, "Moves")
        page.reload()
        expect(page.locator("#game")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, (844, 390)])
def test_text_of_twice_the_size_is_not_cut_off(browser: Browser, url: str, size: tuple[int, int]) -> None:
    with visit(browser, url + ADDRESS, size) as page:
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        clipped = """[...document.querySelectorAll('button:not(.cell)')]
            .filter((node) => node.offsetParent && node.scrollWidth > node.clientWidth + 2).map((node) => node.id)"""
        assert page.evaluate(clipped) == []


@pytest.mark.parametrize("size", [(320, 568), PHONE, (844, 390)])
def test_moves_review_and_play_need_no_sideways_scrolling_in_text_of_twice_the_size(
    browser: Browser, url: str, size: tuple[int, int]
) -> None:
    wide = "document.documentElement.scrollWidth"
    with visit(browser, f"{url}{ADDRESS}&moves=4.0", size) as page:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        show(page, "Moves")
        page.get_by_role("button", name="Review this game").click()
        expect(page.locator("#moves .note").first).to_be_visible()
        assert page.evaluate(wide) <= size[0]
        assert page.locator("#moves").evaluate("node => node.scrollWidth <= node.clientWidth")
        show(page, "Play")
        assert page.evaluate(wide) <= size[0]
        page.get_by_role("button", name="Start game").click()
        expect(page.locator("#match")).to_be_visible()
        assert page.evaluate(wide) <= size[0]


def test_light_and_dark_can_be_chosen_and_the_board_flipped(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        left = page.locator(".cell.south.pit").first.bounding_box()
        page.locator("#open-settings").click()
        page.locator("#theme").select_option("dark")
        page.locator("#flip").select_option("on")
        page.get_by_role("button", name="Close").first.click()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
        right = page.locator(".cell.south.pit").first.bounding_box()
        assert left is not None
        assert right is not None
        assert right["x"] > left["x"]
        assert accessible(page)
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_state_of_the_page_is_accessible(browser: Browser, url: str, *, dark: bool) -> None:
    with visit(browser, url, PHONE, dark=dark) as page:
        expect(page.locator("#under-way")).to_be_visible()
        page.locator("#how-to-play").click()
        assert accessible(page)
        page.keyboard.press("Escape")
        page.locator("#under-way").click()
        assert accessible(page)
        page.goto(f"{url}{ADDRESS}&leftovers=both")
        page.get_by_text("Why, other lines, threat").click()
        expect(page.locator("#leftovers-note")).to_contain_text("Best either way")
        assert accessible(page)
        page.locator("#taps button").nth(1).click()
        expect(page.locator("#close-preview")).to_be_visible()
        assert accessible(page)
        page.locator("#close-preview").click()
        page.locator("#played").click()
        expect(page.locator("#headline")).to_have_text("Opponent's turn")
        assert accessible(page)
        show(page, "Play")
        page.get_by_text("More opponents").click()
        page.get_by_text("Clock and start").click()
        assert accessible(page)


ENGINE = "**/engine.wasm"


def test_an_engine_that_does_not_load_is_asked_for_again(browser: Browser, url: str) -> None:
    with visit(browser, "about:blank", PHONE, origin=url, allowed="Failed to load") as page:
        page.route(ENGINE, lambda route: route.abort())
        page.goto(url + ADDRESS)
        expect(page.locator("#error")).to_contain_text("Asking again in")
        page.unroute(ENGINE)
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        expect(page.locator("#error")).to_have_text("")
