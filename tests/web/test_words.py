"""All text of the page is in words.js and words/, ready for translation."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browsing import DESKTOP, PHONE, needs_chromium
from tests.web.serving import EXAMPLE
from tests.web.translating import WORDS, translated, untranslated

from sowfish import Position

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"
UNUSUAL = (
    "avalanche~0.0.0~0.1.3~south",  # over
    "kalah~0.0.4~0.0.4~south",  # a tie
    "events~0.0.3~2.1.4~south",  # a pass
    "kalah~1.0.0~1.0.9~north",  # decided
    "kalah~6.6.6.6.6.6.0~6.6.6.6.6.6.0~north",  # estimated
)
LABELS = WORDS.parent / "labels.js"
PAGES = sorted(WORDS.parents[2].glob("*.html"))


def test_the_board_says_nothing_of_its_own(browser: Browser, url: str) -> None:
    with translated(browser, url + ADDRESS, PHONE) as page:
        expect(page.locator("#reasons li")).to_have_count(3)
        assert untranslated(page) == []
        page.locator("#step").click()
        page.get_by_text("Why, other lines").click()
        page.locator("#show-threat").click()
        assert untranslated(page) == []
        page.keyboard.press("?")
        assert untranslated(page) == []
        page.keyboard.press("Escape")
        page.keyboard.press("e")
        page.keyboard.press("3")
        page.locator(".cell.south.store").click()
        assert untranslated(page) == []


def test_solved_starts_say_nothing_of_their_own(browser: Browser, url: str) -> None:
    with translated(browser, f"{url}explore.html", PHONE) as page:
        page.locator(".heat a").nth(6 * 6 * 3 - 1).focus()
        expect(page.locator("#histogram tr").nth(9)).to_be_attached()
        page.keyboard.press("?")
        assert untranslated(page) == []


def test_stone_by_stone_says_nothing_of_its_own(browser: Browser, url: str) -> None:
    with translated(browser, f"{url}trace.html{ADDRESS}&pits=2.5.5", PHONE) as page:
        expect(page.locator("#number")).to_have_text(re.compile("of"))
        page.locator("#last").click()
        page.keyboard.press("?")
        assert untranslated(page) == []


def test_no_position_makes_it_say_more(browser: Browser, url: str) -> None:
    with translated(browser, url, DESKTOP) as page:
        for position in UNUSUAL:
            page.goto(f"{url}?position={position}")
            expect(page.locator("#headline")).to_have_text(re.compile("^⟦(?!Thinking)"))
            assert untranslated(page) == []


def test_a_word_from_elsewhere_is_noticed(browser: Browser, url: str) -> None:
    with translated(browser, url + ADDRESS, PHONE) as page:
        expect(page.locator("#reasons li")).to_have_count(3)
        page.evaluate("document.querySelector('#detail').append(' sows 4')")
        page.evaluate("document.querySelector('#step').title = 'Next'")
        assert len(untranslated(page)) == 2


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_html_names_words_that_there_are(path: Path) -> None:
    named = re.findall(r'data-words(?:-\w+)?="(\w*)"', path.read_text(encoding="utf-8"))
    known = re.findall(r"^  (\w+):", LABELS.read_text(encoding="utf-8"), re.MULTILINE)
    assert named
    assert set(named) - set(known) == set()
