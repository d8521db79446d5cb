"""Solved starts and moves stone by stone in a real browser."""

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browsing import DESKTOP, PHONE, accessible, needs_chromium, visit
from tests.web.serving import EXAMPLE

from sowfish import Position

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"
TURN = f"{ADDRESS}&pits=2.5.5"
NARROW = (360, 740)


# ---- solved starts


def test_pointing_at_a_start_shows_its_openings_and_a_click_opens_it(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}explore.html", DESKTOP) as page:
        expect(page).to_have_title("Solved starts · Sowfish")
        kalah = page.get_by_role("table", name="Capture (Kalah)")
        start = kalah.locator("a[data-start='6,4']")
        expect(start).to_have_accessible_name(
            "6 pits a side, 4 stones each. The first player wins by 8, proven. Best opening: pit 3"
        )
        start.hover()
        expect(page.locator("#start-worth")).to_have_text("The first player wins by 8, proven. Best opening: pit 3.")
        expect(page.locator("#openings li")).to_have_text(
            ["pit 1\u221214", "pit 2\u221210", "pit 3+8", "pit 4\u22122", "pit 5\u22128", "pit 6+4"]
        )
        expect(page.locator("#openings li.best")).to_have_count(1)
        kalah.locator("a.open[data-start='6,6']").hover()
        expect(page.locator("#start-worth")).to_contain_text("Not solved yet; proven: \u221228 to +34")
        start.click()
        page.wait_for_url("**/?position=kalah~4.4.4.4.4.4.0~4.4.4.4.4.4.0~south")
        expect(page.locator(".cell.south .count").first).to_have_text("4")


def test_a_finger_sees_the_start_before_it_opens_it(browser: Browser, url: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{url}explore.html")
    start = page.get_by_role("table", name="Avalanche", exact=True).locator("a[data-start='2,3']")
    start.tap()
    expect(page.locator("#start-name")).to_have_text("Avalanche: 2 pits a side, 3 stones each")
    expect(page.locator("#live")).to_contain_text("wins by 3, proven")
    assert page.url.endswith("explore.html")
    start.tap()
    page.wait_for_url("**/?position=avalanche~3.3.0~3.3.0~south")
    page.go_back()
    page.get_by_role("table", name="Avalanche", exact=True).locator("a[data-start='1,1']").tap()
    page.get_by_role("link", name="Open on the board").tap()
    page.wait_for_url("**/?position=avalanche~1.0~1.0~south")
    context.close()


def test_the_tables_work_with_keys_alone(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}explore.html", DESKTOP) as page:
        expect(page.locator(".heat")).to_have_count(4)
        page.keyboard.press("Tab")  # the link to the board
        page.keyboard.press("Tab")
        expect(page.locator("#start-name")).to_have_text("Capture (Kalah): 6 pits a side, 4 stones each")
        for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowRight"):
            page.keyboard.press(key)
        expect(page.locator("#start-name")).to_have_text("Capture (Kalah): 4 pits a side, 5 stones each")
        page.keyboard.press("Tab")
        expect(page.locator("#start-name")).to_have_text("Kalah, empty capture: 6 pits a side, 4 stones each")
        page.keyboard.press("Shift+Tab")  # back to the same start
        page.keyboard.press("Enter")
        page.wait_for_url("**/?position=kalah~5.5.5.5.0~5.5.5.5.0~south")


def test_every_start_and_the_deals_are_there(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}explore.html", DESKTOP) as page:
        expect(page.locator(".heat a")).to_have_count(4 * 36)
        expect(page.locator("#deals-title")).to_have_text("1,000 random deals")
        deals = [int(text) for text in page.locator("#histogram b").all_inner_texts()]
        assert sum(deals) == 1000


def test_solved_starts_fit_and_are_accessible(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}explore.html", NARROW) as page:
        page.locator(".heat a[tabindex='0']").first.focus()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW[0]
        wide = "[...document.querySelectorAll('.heat a')].filter(a => a.scrollWidth > a.clientWidth).length"
        assert page.evaluate(wide) == 0


# ---- stone by stone


def test_the_advised_turn_is_shown_stone_by_stone(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        expect(page.locator("#taps li")).to_have_text(["3", "6", "6"])
        expect(page.locator("#reasons li")).to_have_count(3)
        page.get_by_text("Why, other lines, threat").click()
        page.get_by_role("link", name="Show it stone by stone").click()
        page.wait_for_url(f"**/trace.html{TURN}")
        expect(page).to_have_title("Stone by stone: 3 6 6 · Sowfish")
        expect(page.locator("#number")).to_have_text("0 of 56")
        page.locator("#last").click()
        expect(page.locator("#trace-state")).to_have_text("Opponent's turn")
        assert page.locator(".cell.south .count").all_inner_texts() == ["4", "0", "3", "1", "1", "0", "15"]
        page.get_by_role("link", name="Board").click()
        page.wait_for_url(f"**/{ADDRESS}")
        expect(page.locator("#taps li")).to_have_text(["3", "6", "6"])


def test_every_control_does_what_it_says(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}trace.html{TURN}", DESKTOP) as page:
        number, event = page.locator("#number"), page.locator("#event")
        expect(event).to_have_text("The position")
        page.locator("#on").click()
        expect(event).to_have_text("You pick up 4 from your pit 3")
        expect(page.locator("#trace-state")).to_have_text("4 stones in hand")
        expect(page.locator("#hand")).to_have_text("4")
        page.locator("#on").click()
        expect(page.locator(".cell.here")).to_have_attribute("aria-label", "Your pit 4: 1 stone")
        page.locator("#back").click()
        expect(number).to_have_text("1 of 56")
        page.locator("#last").click()
        expect(number).to_have_text("56 of 56")
        expect(page.locator("#on")).to_be_disabled()
        page.locator("#first").click()
        expect(number).to_have_text("0 of 56")
        page.locator("#slider").fill("7")
        expect(event).to_have_text("You drop one in your store")
        page.locator("#events button").nth(9).click()
        expect(event).to_have_text("You pick up 5 from their pit 1")
        keys = {"ArrowLeft": 8, "ArrowRight": 9, "ArrowUp": 5, "ArrowDown": 40, "Home": 0, "End": 56}
        page.locator("h1").click()
        for key, place in keys.items():
            page.keyboard.press(key)
            expect(number).to_have_text(f"{place} of 56")


def test_it_plays_and_pauses(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}trace.html?position=kalah~0.1.0~1.1.0~south&pits=1", PHONE) as page:
        play = page.locator("#play")
        expect(play).to_have_text("Play")
        # Click and read in one call: on a busy machine, a second call may come after the end.
        assert play.evaluate("button => { button.click(); return button.textContent; }") == "Pause"
        expect(page.locator("#number")).to_have_text("2 of 2")
        expect(play).to_have_text("Play")
        expect(page.locator("#trace-state")).to_have_text("The game is over, 1 to 2")
        page.locator("h1").click()
        space = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))"
        text = play.evaluate(f"button => {{ {space}; return button.textContent; }}")  # again from the beginning
        assert text == "Pause"
        page.keyboard.press(" ")
        expect(play).to_have_text("Play")


def test_a_single_tapped_pit_is_shown(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}trace.html{ADDRESS}", PHONE) as page:
        expect(page.locator("#play")).to_be_disabled()
        expect(page.locator(".cell.legal")).to_have_count(5)
        page.locator(".cell.south.pit").nth(3).click()  # empty: nothing happens
        page.locator(".cell.north.pit").nth(0).click()
        expect(page.locator("#number")).to_have_text("0 of 0")
        page.locator(".cell.south.pit").nth(0).click()
        page.wait_for_url(f"**/trace.html{ADDRESS}&pits=0")
        expect(page.locator("#event")).to_have_text("You pick up 1 from your pit 1")
        page.keyboard.press("Home")
        page.locator("h1").click()
        page.keyboard.press("End")
        page.locator(".cell.north.pit.legal").first.click()  # and their reply
        page.wait_for_url(f"**/trace.html{ADDRESS}&pits=0.*")
        page.go_back()
        expect(page.locator("#number")).to_have_text("0 of 19")


def test_wrong_addresses_are_refused_in_a_sentence(browser: Browser, url: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    wrong = (
        (f"{ADDRESS}&pits=3", "Move 1: your pit 4 is empty."),
        ("?position=nonsense", "This is not a position."),
        ("", "This link is incomplete."),
    )
    for asked, sentence in wrong:
        page.goto(f"{url}trace.html{asked}")
        expect(page.locator("#error")).to_contain_text(sentence)
    context.close()


def test_stone_by_stone_fits_and_is_accessible(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}trace.html{TURN}", NARROW) as page:
        page.locator("#on").click()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW[0]


# ---- help


@pytest.mark.parametrize("path", [ADDRESS, "explore.html", f"trace.html{TURN}"])
def test_the_help_opens_with_a_key_or_a_button_and_gives_the_focus_back(browser: Browser, url: str, path: str) -> None:
    with visit(browser, url + path, PHONE, origin=url) as page:
        button = page.get_by_role("button", name="Help and keys")
        button.click()
        dialog = page.get_by_role("dialog", name="Help and keys")
        expect(dialog.get_by_role("button", name="Close")).to_be_focused()
        if path == ADDRESS:
            assert accessible(page)
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(button).to_be_focused()
        page.keyboard.press("?")
        expect(dialog).to_be_visible()
        page.keyboard.press("e")  # the page's keys do not work behind it
        page.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
        expect(button).to_be_focused()
