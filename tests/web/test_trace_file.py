"""The page that `sowfish check --html` writes: self-contained, and usable in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.browsing import DESKTOP, PHONE, accessible, needs_chromium, visit

from sowfish import Position, Side
from sowfish.checker import Trace, ask
from sowfish.web.trace_file import trace_page

START = Position.parse("avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18 south")
TURN = Trace.played(START, [2, 5, 5])
SHORT = Trace.played(Position.parse("kalah: 0 1 0 / 1 1 0"), [1])


def test_the_page_needs_nothing_but_itself() -> None:
    answer = ask("longest game without steal", Position.start("events", 2, 2))
    assert answer.witness is not None
    page = trace_page(answer.witness, title="<longest> & without", names=("steals", "boards"))
    assert "<title>&lt;longest&gt; &amp; without</title>" in page
    head = re.sub(r"(<script[^>]*>).*?</script>", r"\1", page, flags=re.DOTALL)
    assert not re.search(r"""(src|href)\s*=|https?://|@import|url\(""", head)
    assert not re.search(r"^\s*(import|export)\b|\bimport\(", page, re.MULTILINE)
    data = re.search(r'<script type="application/json" id="trace">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    content = json.loads(data[1])
    boards, states = content["trace"]["boards"], answer.witness.states
    assert [tuple(board["south"]) for board in boards] == [state.pits(Side.SOUTH) for state in states]
    assert [values["boards"] for values in content["watched"]] == list(range(1, len(states) + 1))
    assert content["trace"]["is_over"] is True


def test_no_text_ends_the_script_early() -> None:
    page = trace_page(SHORT, title="</script><b>")
    assert page.count("</script>") == 2
    assert "<b>" not in page


def written(folder: Path, trace: Trace) -> str:
    path = folder / "trace.html"
    path.write_text(trace_page(trace, title="A trace"), encoding="utf-8")
    return path.as_uri()


@needs_chromium
@pytest.mark.slow
@pytest.mark.xdist_group("browser")
def test_a_file_is_stepped_through_without_a_server(browser: Browser, tmp_path: Path) -> None:
    with visit(browser, written(tmp_path, TURN), DESKTOP) as page:
        number, event = page.locator("#number"), page.locator("#event")
        expect(page.locator("h1")).to_have_text("A trace")
        expect(event).to_have_text("The start")
        expect(page.locator("#hint")).to_have_text("avalanche")
        page.locator("#on").click()
        expect(event).to_have_text("south picks up 4 from south's pit 2")
        expect(page.locator("#trace-state")).to_have_text("4 stones in hand")
        assert page.locator(".cell.south .number").all_inner_texts() == ["0", "1", "2", "3", "4", "5", "south"]
        page.keyboard.press("End")
        expect(number).to_have_text("56 of 56")
        expect(page.locator("#trace-state")).to_have_text("north to move")
        assert page.locator("#watched tr").all_inner_texts() == ["events\t56", "moves\t3", "turns\t1", "steals\t0"]
        page.locator(".cell.north.pit.legal").first.click()  # there is no engine here
        expect(number).to_have_text("56 of 56")


@needs_chromium
@pytest.mark.slow
@pytest.mark.xdist_group("browser")
def test_a_file_fits_and_is_accessible(browser: Browser, tmp_path: Path) -> None:
    with visit(browser, written(tmp_path, TURN), PHONE) as page:
        page.locator("#on").click()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
