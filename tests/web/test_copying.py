"""Copying in a real browser: what *Copy the turn* and *Share this position* leave in the clipboard."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import PHONE, needs_chromium, visit, wait_until
from tests.web.serving import EXAMPLE
from tests.web.test_game import expect_counts

from sowfish import Position

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"
LONGEST = "?position=avalanche~4.5.3.5.5.2.0~4.5.3.5.5.2.0~south"  # its best turn has 29 taps
NO_SHEET = "delete Navigator.prototype.share;\n"  # phones open a share sheet, desktops copy
NO_CLIPBOARD = 'Object.defineProperty(navigator, "clipboard", { value: undefined });\n'
SHEET = "Navigator.prototype.share = async (shared) => { window.shared = shared; };\n"


@contextmanager
def opened(browser: Browser, url: str, script: str = NO_SHEET) -> Iterator[Page]:
    """Yield the page with access to the clipboard."""
    with visit(browser, url, PHONE, script=script) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.evaluate("navigator.clipboard?.writeText('nothing yet')")
        yield page


def clipboard(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


@pytest.mark.parametrize(("link", "taps"), [(ADDRESS, 3), (LONGEST, 29)])
def test_the_turn_is_copied_as_it_is_shown(browser: Browser, url: str, link: str, taps: int) -> None:
    with opened(browser, url + link) as page:
        expect(page.locator("#taps li")).to_have_count(taps)
        expect(page.locator("#verdict")).to_contain_text("proven")
        shown = page.locator("#taps li").all_inner_texts()
        page.get_by_role("button", name="Copy the turn").click()
        expect(page.locator("#detail")).to_have_text("Turn copied")
        assert clipboard(page) == " ".join(shown)


def test_a_shared_link_opens_the_same_position(browser: Browser, url: str) -> None:
    with opened(browser, url + ADDRESS) as page:
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        page.locator("#played").click()
        expect(page.locator("#headline")).to_have_text("Opponent's turn")
        share = page.get_by_role("button", name="Share this position")
        share.click()
        expect(page.get_by_role("button", name="Link copied")).to_be_visible()
        expect(page.locator("#live")).to_have_text("Link copied")
        expect(share).to_be_visible()  # the label is back
        copied = clipboard(page)
        assert copied == page.url
        page.goto(copied)
        expect_counts(page, "4 0 3 1 1 0 15 / 0 1 0 1 4 0 18")


def test_what_cannot_be_copied_is_said_so(browser: Browser, url: str) -> None:
    with opened(browser, url + ADDRESS, NO_SHEET + NO_CLIPBOARD) as page:
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        page.get_by_role("button", name="Copy the turn").click()
        expect(page.locator("#detail")).to_have_text("The turn could not be copied.")
        page.get_by_role("button", name="Share this position").click()
        expect(page.get_by_role("button", name="Copy the address of this page")).to_be_visible()


def test_a_phone_shares_by_its_own_sheet(browser: Browser, url: str) -> None:
    with opened(browser, url + ADDRESS, SHEET) as page:
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        page.get_by_role("button", name="Share this position").click()
        wait_until(page, "Boolean(window.shared)")
        assert page.evaluate("window.shared.url") == page.url
