"""What people do on the page, in taps and seconds: `python -m benchmarks.page_tasks`, in Chromium.

Taps follow each other as fast as the page takes them, so the seconds are those of the page, not of a finger.
"""

from __future__ import annotations

import os
import shutil
import statistics
import time
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.web import Served
from sowfish import Position, players

SIZE = {"width": 390, "height": 844}
RUNS = 3
PATIENCE = 120_000  # milliseconds
COUNT_TAPS = "window.taps = 0; addEventListener('click', () => window.taps++, { capture: true });"
EXAMPLE = "?position=avalanche~1.2.4.0.2.1.10~4.0.0.4.1.1.18~south"
LONGEST = "?position=avalanche~4.5.3.5.5.2.0~4.5.3.5.5.2.0~south"  # its best turn has 29 taps
START = "?position=avalanche~4.4.4.4.4.4.0~4.4.4.4.4.4.0~south"
Figures = tuple[int, float]  # taps and seconds


def clock(page: Page, act: Callable[[], None]) -> Figures:
    """Return the taps and seconds of something that is done."""
    page.evaluate("window.taps = 0")
    began = time.perf_counter()
    act()
    return page.evaluate("window.taps"), time.perf_counter() - began


def press(page: Page, *digits: int) -> None:
    """Press keys of the keypad."""
    for digit in digits:
        page.locator("#pad").get_by_role("button", name=str(digit), exact=True).click()


def enter(page: Page, url: str) -> Figures:
    """Copy 12 pits and a store; the other store follows from the total."""
    page.goto(url + EXAMPLE)
    expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")

    def act() -> None:
        page.locator("#edit").click()
        press(page, 1, 2, 4, 0, 2, 1, 9, 4, 0, 0, 4, 1, 1)
        page.locator("#done").click()
        expect(page.locator("#taps li").first).to_be_visible()

    return clock(page, act)


def mirrored(page: Page, url: str) -> Figures:
    """Copy a random deal, the same on both sides, from the first visit on."""
    page.goto(url)
    expect(page.locator("#deal-random")).to_be_visible()

    def act() -> None:
        page.locator("#deal-random").click()
        press(page, 3, 4, 2, 5, 4, 6)
        page.locator("#done").click()
        expect(page.locator("#taps li").first).to_be_visible()

    return clock(page, act)


def read_long_turn(page: Page, url: str) -> Figures:
    """Open a board whose best turn has 29 taps, until all of them are shown and proven."""
    page.goto("about:blank")

    def act() -> None:
        page.goto(url + LONGEST)
        expect(page.locator("#taps li")).to_have_count(29)
        expect(page.locator("#verdict")).to_have_text("You win by 45, proven.")

    return clock(page, act)


def mark_long_turn(page: Page, url: str) -> Figures:
    """Tell the page that the 29 taps were played."""
    read_long_turn(page, url)

    def act() -> None:
        page.locator("#played").click()
        expect(page.locator("#headline")).to_have_text("Opponent's turn")

    return clock(page, act)


def level_10(page: Page, url: str) -> Figures:
    """Watch the first turn of level 10, from its first flying stone on."""
    page.goto(url + START)
    page.get_by_role("tab", name="Play").click()
    page.locator("#setup-level").fill("10")
    page.locator("#setup-begins").select_option("north")
    page.get_by_role("button", name="Start game").click()
    page.locator(".flying").first.wait_for(state="attached")
    return clock(page, lambda: expect(page.locator("#play-status")).to_have_text("Your move"))


def review(page: Page, url: str) -> Figures:
    """Review a game of 40 moves, until its first mistake is open."""
    start = Position.start("avalanche")
    played = players.play(players.make("engine:level=2"), players.make("greedy"), start, seed=4)
    page.goto(f"{url}?position={start.url}&moves={'.'.join(map(str, played.game.moves))}")
    page.get_by_role("tab", name="Moves").click()

    def act() -> None:
        page.get_by_role("button", name="Review this game").click()
        expect(page.locator("#turn-note-words")).to_contain_text("better:")

    return clock(page, act)


TASKS = {
    "enter 12 pits and 2 stores": enter,
    "enter a mirrored deal": mirrored,
    "read a turn of 29 taps": read_long_turn,
    "mark it as played": mark_long_turn,
    "watch the first turn of level 10": level_10,
    "review a game, until its first mistake": review,
}


def measure(browser: Browser, url: str, task: Callable[[Page, str], Figures]) -> Figures:
    """Return the taps, and the median seconds, of a task in fresh profiles."""
    found = []
    for _ in range(RUNS):
        context = browser.new_context(viewport=SIZE)  # type: ignore[arg-type]  # a dict will do
        context.add_init_script(COUNT_TAPS)
        page = context.new_page()
        found.append(task(page, url))
        context.close()
    return found[-1][0], statistics.median(seconds for _, seconds in found)


def main() -> None:
    """Print the table."""
    expect.set_options(timeout=PATIENCE)
    server = Served()
    try:
        with sync_playwright() as playwright:
            program = os.environ.get("CHROMIUM") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            print(
                f"Chromium {browser.version}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, median of {RUNS}"
            )
            for name, task in TASKS.items():
                taps, seconds = measure(browser, server.url, task)
                print(f"  {name}: {taps} taps, {seconds:.1f} s", flush=True)
            browser.close()
    finally:
        server.process.terminate()
        server.process.wait()


if __name__ == "__main__":
    main()
