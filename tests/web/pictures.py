"""Take screenshots for the docs: `python -m tests.web.pictures` opens the web board in a real browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.web.browsing import DESKTOP, PHONE, chromium, visit
from tests.web.serving import EXAMPLE, served

from sowfish import Position, players

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images"
SIZES = {"phone": PHONE, "desktop": DESKTOP}
PATIENCE = 120_000  # milliseconds; reviews are slow


def main(folder: Path = FOLDER) -> None:
    """Write all screenshots."""
    address = f"?position={Position.parse(EXAMPLE).url}"
    with served() as server, chromium() as browser:
        for name, size in SIZES.items():
            for dark in (False, True):
                shade = "dark" if dark else "light"
                with visit(browser, server.url + address, size, dark=dark) as page:
                    expect(page.locator("#reasons li")).to_have_count(3)
                    page.screenshot(path=folder / f"web-{name}-{shade}.png")
                _review(browser, server.url, size, folder / f"web-review-{name}-{shade}.png", dark=dark)
                _play(browser, server.url, size, folder / f"web-play-{name}-{shade}.png", dark=dark)
        with visit(browser, server.url + address, PHONE) as page:
            expect(page.locator("#reasons li")).to_have_count(3)
            page.keyboard.press("e")
            page.locator(".cell.south.pit").nth(2).click()
            page.screenshot(path=folder / "web-entry.png")
        for name, size in SIZES.items():
            with visit(browser, f"{server.url}explore.html", size) as page:
                page.locator(".heat").nth(0).locator("a[data-start='6,4']").focus()
                page.evaluate("scrollTo(0, 0)")
                expect(page.locator("#openings li")).to_have_count(6)
                page.screenshot(path=folder / f"web-explore-{name}.png")
        with visit(browser, f"{server.url}trace.html{address}&pits=2.5.5", PHONE) as page:
            page.locator("#events button").nth(10).click()
            expect(page.locator("#hand")).to_have_text("4")
            page.mouse.move(0, 0)
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=folder / "web-trace.png")


def _game() -> str:
    """Return the URL of a game between two players that make mistakes."""
    start = Position.start("avalanche")
    played = players.play(players.make("engine:level=2"), players.make("greedy"), start, seed=4)
    return f"?position={start.url}&moves={'.'.join(map(str, played.game.moves))}"


def _review(browser: Browser, url: str, size: tuple[int, int], path: Path, *, dark: bool) -> None:
    with visit(browser, url + _game(), size, dark=dark) as page:
        page.get_by_role("tab", name="Moves").click()
        page.get_by_role("button", name="Review this game").click()
        expect(page.locator("#graph")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#game-value")).to_contain_text("Best: ", timeout=PATIENCE)
        page.screenshot(path=path)


def _play(browser: Browser, url: str, size: tuple[int, int], path: Path, *, dark: bool) -> None:
    with visit(browser, url, size, dark=dark) as page:
        page.locator("#welcome-play").click()
        page.get_by_text("Clock and start").click()
        page.get_by_label("Clock", exact=True).select_option("game=300,increment=2")
        page.get_by_role("button", name="Start game").click()
        expect(page.locator("#match")).to_be_visible()
        page.locator(".cell.south.pit").nth(5).click()
        page.wait_for_function("() => /moves=5/.test(location.search)")
        expect(page.locator("#play-status")).to_have_text("Your move")
        page.screenshot(path=path)


if __name__ == "__main__":
    main()
