"""Games in a real browser: followed, branched, corrected, kept, shared, reviewed and tried again."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import DESKTOP, PHONE, SMALL, accessible, needs_chromium, visit

from sowfish import Game

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
SMALL_START = "kalah~2.2.2.0~2.2.2.0~south"
# North loses 4 stones, then south 6; pit 0 was south's best.
CARELESS = """[Sowfish "1"]
[Start "kalah: 4 4 4 0 / 4 4 4 0 south"]
[South "Ann"]

1. south 0
2. north 1
3. south 2 {a pity}
"""
COLOUR = """node => {
    const probe = document.body.appendChild(document.createElement("i"));
    const isIn = (name) => {
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color === getComputedStyle(node).color;
    };
    const found = ["good", "bad", "even"].find(isIn);
    probe.remove();
    return found;
}"""
BEFORE = "1 6 5 1 / 5 0 5 1"  # before the last turn
NOTES = ["Mistake (\u22124)", "Blunder (\u22126)"]


def counts(page: Page) -> str:
    """Return the visible counts in position notation."""
    sides = [" ".join(page.locator(f".cell.{side} .count").all_inner_texts()) for side in ("south", "north")]
    return " / ".join(sides)


def expect_counts(page: Page, text: str) -> None:
    wanted = text.replace(" / ", " ").split()
    expect(page.locator(".cell .count")).to_have_text(wanted)


def tap(page: Page, side: str, pit: int) -> None:
    page.locator(f".cell.{side}.pit").nth(pit).click()


def expect_turns(page: Page, *turns: str) -> None:
    """Expect the turns of the main line, each with its pits."""
    expect(page.locator("#moves > .turn .chips")).to_have_text(list(turns))


def show(page: Page, view: str) -> None:
    page.get_by_role("tab", name=view).click()


def test_a_game_is_followed_by_tapping_both_sides(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={SMALL_START}", PHONE) as page:
        expect(page.locator(".value.proven").first).to_be_visible()
        tap(page, "south", 1)  # ends in the store: a free move
        expect_counts(page, "2 0 3 1 / 2 2 2 0")
        tap(page, "north", 0)
        expect(page.locator("#detail")).to_have_text("It is your turn: tap one of your pits.")
        tap(page, "south", 1)
        expect(page.locator("#detail")).to_have_text("That pit is empty.")
        tap(page, "south", 0)
        expect_counts(page, "0 1 4 1 / 2 2 2 0")
        tap(page, "north", 1)
        expect_counts(page, "0 1 4 1 / 2 0 3 1")
        expect(page.locator("#verdict")).to_contain_text("You")
        show(page, "Moves")
        expect(page.locator("#game-at")).to_have_text("Move 3 of 3")
        expect_turns(page, "21", "2")
        assert page.url.endswith(f"?position={SMALL_START}&moves=1.0.1")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#game-at")).to_have_text("Move 0 of 3")
        page.keyboard.press("ArrowDown")
        expect(page.locator("#game-at")).to_have_text("Move 2 of 3")
        page.keyboard.press("Home")
        expect_counts(page, "2 2 2 0 / 2 2 2 0")
        page.keyboard.press("End")
        expect_counts(page, "0 1 4 1 / 2 0 3 1")
        page.keyboard.press("Shift+ArrowLeft")
        expect_counts(page, "0 1 4 1 / 2 2 2 0")


def test_the_buttons_of_the_browser_go_through_the_game(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={SMALL_START}", DESKTOP) as page:
        for side, pit, seen in (("south", 1, "2 0 3 1 / 2 2 2 0"), ("south", 0, "0 1 4 1 / 2 2 2 0")):
            tap(page, side, pit)
            expect_counts(page, seen)
        page.go_back()
        expect_counts(page, "2 0 3 1 / 2 2 2 0")
        page.go_back()
        expect_counts(page, "2 2 2 0 / 2 2 2 0")
        page.go_forward()
        page.go_forward()
        expect_counts(page, "0 1 4 1 / 2 2 2 0")
        page.reload()
        expect_counts(page, "0 1 4 1 / 2 2 2 0")
        address = page.url
    with visit(browser, address, SMALL) as page:  # the link shows the same game
        expect_counts(page, "0 1 4 1 / 2 2 2 0")
        page.keyboard.press("ArrowLeft")
        expect_counts(page, "2 0 3 1 / 2 2 2 0")
        assert page.url.endswith("&moves=1.0&at=1")
        page.reload()
        expect_counts(page, "2 0 3 1 / 2 2 2 0")


def test_branches_can_be_seen_chosen_promoted_and_deleted(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={SMALL_START}&moves=0.1", PHONE) as page:
        expect(page.locator(".cell .count").first).to_have_text("0")
        show(page, "Moves")
        page.locator("#go-first").click()
        tap(page, "south", 2)
        expect_counts(page, "2 2 0 1 / 3 2 2 0")
        expect_turns(page, "1", "2")
        branch = page.locator("#moves .branch .turn .chips")
        expect(branch).to_have_text(["3"])
        expect(page.get_by_role("button", name="Turn 1, you: pit 3")).to_have_attribute("aria-current", "step")
        assert accessible(page)
        page.get_by_role("button", name="Make it the main line").click()
        expect(branch).to_have_text(["1", "2"])
        expect_turns(page, "3")
        page.reload()
        show(page, "Moves")
        expect(branch).to_have_text(["1", "2"])
        page.get_by_role("button", name="Turn 1, you: pit 1").click()
        page.get_by_role("button", name="Delete from here").click()
        expect(branch).to_have_count(0)
        expect(page.locator("#game-at")).to_have_text("Move 0 of 1")


def test_a_board_corrected_on_the_way_stays_in_the_game(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={SMALL_START}&moves=0", PHONE) as page:
        show(page, "Moves")
        page.get_by_role("button", name="Correct board").click()
        tap(page, "north", 0)
        page.get_by_role("group", name="Number of stones").get_by_role("button", name="3", exact=True).click()
        page.get_by_role("button", name="Use 13 anyway").click()
        page.get_by_role("button", name="Done").click()
        expect(page.locator("#entry")).to_be_hidden()  # the draft shows the same counts
        expect_counts(page, "0 3 3 0 / 3 2 2 0")
        tap(page, "north", 0)
        expect(page.locator("#moves > .turn")).to_have_count(3)
        expect(page.locator("#moves")).to_contain_text("board corrected")
        assert page.url.endswith(
            "?position=kalah~2.2.2.0~2.2.2.0~south&moves=0&position=kalah~0.3.3.0~3.2.2.0~north&moves=0"
        )
        page.reload()
        show(page, "Moves")
        expect(page.locator("#moves > .turn")).to_have_count(3)
        page.keyboard.press("Home")
        expect_counts(page, "2 2 2 0 / 2 2 2 0")


def test_a_game_is_saved_and_loaded_again(browser: Browser, url: str, tmp_path: Path) -> None:
    careless, kept = tmp_path / "careless.txt", tmp_path / "kept.txt"
    careless.write_text(CARELESS, encoding="utf-8")
    with visit(browser, url, PHONE, allowed="the server responded with a status of 422") as page:
        page.locator("#deal-normal").click()
        show(page, "Moves")
        page.locator("#game-file").set_input_files(careless)
        expect(page.locator("#game-status")).to_have_text("A game of 3 moves is open.")
        expect_turns(page, "1", "2", "3a pity")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save").click()
        download.value.save_as(kept)
        assert Game.load(kept) == Game.load(careless)
        page.locator("#go-first").click()
        tap(page, "south", 1)
        expect(page.locator("#moves .branch")).to_be_visible()
        page.get_by_text("Paste a game").click()
        page.get_by_label("Text of a game file or a phone").fill(Game.load(careless).to_json())
        page.locator("#paste-game button").click()
        expect(page.locator("#moves .branch")).to_have_count(0)
        page.get_by_text("Paste a game").click()
        page.get_by_label("Text of a game file or a phone").fill(CARELESS.replace("1. south 0", "1. south 9"))
        page.locator("#paste-game button").click()
        expect(page.locator("#error")).to_have_text("Turn 1: there is no pit 10; pits are 1 to 3.")
        page.get_by_text("Games in this browser").click()
        page.locator("#recent-games button").nth(1).click()  # the one with the branch
        expect(page.locator("#moves .branch")).to_be_visible()
        assert accessible(page)


def test_a_review_shows_what_was_lost_and_a_mistake_is_tried_until_it_is_right(browser: Browser, url: str) -> None:
    with visit(browser, url, (390, 664)) as page:
        page.locator("#deal-normal").click()
        show(page, "Moves")
        page.get_by_text("Paste a game").click()
        page.get_by_label("Text of a game file or a phone").fill(CARELESS)
        page.locator("#paste-game button").click()
        page.get_by_role("button", name="Review this game").click()
        expect(page.locator("#graph")).to_be_visible()
        expect(page.locator("#moves .note")).to_have_text(NOTES)
        expect(page.locator("#accuracy p")).to_have_count(2)
        expect(page.locator("#accuracy p").first).to_contain_text("1 blunder; 6 stones given away in total")
        expect(page.locator("#turn-note-words")).to_contain_text("2. Opponent 2")  # the first mistake is open
        colours = [note.evaluate(COLOUR) for note in page.locator("#moves .note").all()]
        assert colours == ["good", "bad"]  # an opponent's mistake is good for you
        graph = page.get_by_role("slider")
        graph.press("Home")
        expect_counts(page, "4 4 4 0 / 4 4 4 0")
        expect(graph).to_have_attribute("aria-valuetext", "At the start: +2")
        box = graph.bounding_box()
        assert box is not None
        graph.click(position={"x": box["width"] * 0.9, "y": 50})
        expect(graph).to_have_attribute("aria-valuenow", "3")
        expect(page.locator("#turn-note-words")).to_have_text("3. You 3: +6 → 0. Blunder (\u22126); better: 1.")
        page.get_by_role("button", name="Show better").click()
        expect(page.locator("#board")).to_have_attribute("data-mode", "ghost")
        assert page.evaluate("scrollY") == 0  # the preview is on screen
        expect_counts(page, "0 7 5 1 / 5 0 5 1")
        assert accessible(page)
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("#retry-words")).to_have_text("You played 3 and lost 6. Find a better turn: tap your pits.")
        expect_counts(page, BEFORE)
        assert page.evaluate("scrollY") == 0
        task = page.locator("#retry-words").bounding_box()
        assert task is not None
        assert task["y"] + task["height"] < 664  # beside the board, without scrolling
        expect(page.locator("#game-value")).to_be_hidden()  # it would give away the answer
        expect(page.locator("#game-status")).to_have_text("")
        tap(page, "south", 2)
        expect(page.locator("#retry-words")).to_have_text("3 loses 6. Try again.")
        expect_counts(page, BEFORE)
        assert accessible(page)
        tap(page, "south", 0)
        expect(page.locator("#retry-words")).to_have_text("1: right, nothing lost!")
        page.get_by_role("button", name="Done").click()
        expect(page.locator("#retry")).to_be_hidden()
        page.reload()
        show(page, "Moves")
        expect(page.locator("#moves .note")).to_have_text(NOTES)
