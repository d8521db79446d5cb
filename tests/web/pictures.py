"""Pictures of the web board for the docs: `python -m tests.web.pictures` takes them in a real browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect
from tests.web.browsing import DESKTOP, PHONE, chromium, visit
from tests.web.serving import EXAMPLE, served

from sowfish import Position

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images"


def main() -> None:
    """Write all pictures."""
    address = f"?position={Position.parse(EXAMPLE).url}"
    with served() as server, chromium() as browser:
        for name, size in (("phone", PHONE), ("desktop", DESKTOP)):
            for dark in (False, True):
                with visit(browser, server.url + address, size, dark=dark) as page:
                    expect(page.locator("#reasons li")).to_have_count(3)
                    page.screenshot(path=FOLDER / f"web-{name}-{'dark' if dark else 'light'}.png")
        with visit(browser, server.url + address, PHONE) as page:
            expect(page.locator("#reasons li")).to_have_count(3)
            page.keyboard.press("e")
            page.locator(".cell.south.pit").nth(2).click()
            page.screenshot(path=FOLDER / "web-entry.png")
        for name, size in (("phone", PHONE), ("desktop", DESKTOP)):
            with visit(browser, f"{server.url}explore.html", size) as page:
                page.locator(".heat").nth(0).locator("a[data-start='6,4']").focus()
                page.evaluate("scrollTo(0, 0)")
                expect(page.locator("#openings li")).to_have_count(6)
                page.screenshot(path=FOLDER / f"web-explore-{name}.png")
        with visit(browser, f"{server.url}trace.html{address}&pits=2.5.5", PHONE) as page:
            page.locator("#events button").nth(10).click()
            expect(page.locator("#hand")).to_have_text("4")
            page.mouse.move(0, 0)
            page.screenshot(path=FOLDER / "web-trace.png")


if __name__ == "__main__":
    main()
