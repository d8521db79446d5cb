"""The page that `sowfish check --html` writes, clicked through in a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browsing import DESKTOP, PHONE, accessible, chromium, needs_chromium, visit

from sowfish import Position
from sowfish.checker import Trace
from sowfish.render.trace_html import trace_page

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
START = Position.parse("avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 south")
TURN = Trace.played(START, [2, 5, 5])
SHORT = Trace.played(Position.parse("kalah: 0 1 0 / 1 1 0"), [1])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def written(folder: Path, trace: Trace) -> str:
    path = folder / "trace.html"
    path.write_text(trace_page(trace, title="A trace"), encoding="utf-8")
    return path.as_uri()


def test_every_control_does_what_it_says(browser: Browser, tmp_path: Path) -> None:
    with visit(browser, written(tmp_path, TURN), DESKTOP) as page:
        number, event = page.locator("#number"), page.locator("#event")
        expect(event).to_have_text("Board 1 of 57: the start")
        page.locator("#on").click()
        expect(event).to_have_text("Board 2 of 57: south picks up 4 from south's pit 2")
        expect(page.locator(".cell.changed")).to_have_count(1)
        page.locator("#on").click()
        page.locator("#back").click()
        expect(number).to_have_text("2 / 57")
        page.locator("#last").click()
        expect(number).to_have_text("57 / 57")
        page.locator("#first").click()
        expect(number).to_have_text("1 / 57")
        page.locator("#slider").fill("7")
        expect(number).to_have_text("8 / 57")
        page.locator("#events button").nth(9).click()
        expect(number).to_have_text("10 / 57")
        keys = {"ArrowLeft": 9, "ArrowRight": 10, "ArrowDown": 57, "Home": 1, "End": 57, "ArrowUp": 56}
        for key, board in keys.items():
            page.keyboard.press(key)
            expect(number).to_have_text(f"{board} / 57")
        counts = page.locator(".cell .count").all_inner_texts()
        assert len(counts) == 14


def test_a_button_that_has_the_focus_keeps_its_keys(browser: Browser, tmp_path: Path) -> None:
    with visit(browser, written(tmp_path, TURN), PHONE) as page:
        page.locator("#on").focus()
        page.keyboard.press(" ")  # presses the button; does not play as well
        expect(page.locator("#number")).to_have_text("2 / 57")
        expect(page.locator("#play")).to_have_attribute("aria-label", "play")


def test_it_plays_and_pauses(browser: Browser, tmp_path: Path) -> None:
    with visit(browser, written(tmp_path, SHORT), PHONE) as page:
        play = page.locator("#play")
        play.click()
        expect(play).to_have_attribute("aria-label", "pause")
        expect(page.locator("#number")).to_have_text("3 / 3")
        expect(play).to_have_attribute("aria-label", "play")
        page.locator("h1").click()
        page.keyboard.press(" ")
        expect(page.locator("#number")).to_have_text("1 / 3")
        page.keyboard.press(" ")
        expect(play).to_have_attribute("aria-label", "play")


def test_it_fits_and_is_accessible(browser: Browser, tmp_path: Path) -> None:
    with visit(browser, written(tmp_path, TURN), DESKTOP) as page:
        page.locator("#on").click()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert accessible(page)
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") == 360
