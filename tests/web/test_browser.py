"""The page in a real browser, as people use it: entry, the best move, previews and marking a turn as played."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import DESKTOP, PHONE, SMALL, accessible, needs_chromium, visit
from tests.web.serving import EXAMPLE, HARD

from sowfish import Position

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"
AFTER = "4 0 3 1 1 0 15 / 0 1 0 1 4 0 18"  # the worked example's best turn
LONG = "?position=avalanche~4.4.4.4.4.4.0~4.4.4.4.4.4.0~south"  # a turn of 19 taps or more
LONGEST = "?position=avalanche~4.5.3.5.5.2.0~4.5.3.5.5.2.0~south"  # a turn of 29 taps
BOTH = "&leftovers=both"
HARD_LINK = f"?position={Position.parse(HARD).url}"
NARROW = [(320, 568), (375, 553), (390, 664)]
HEAVIEST = 380_000  # bytes transferred in total: modules one by one, as in a checkout, workers and the engine

WATCH_SHIFTS = """
window.shift = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.shift += entry.value;
    window.moved = entry.sources.map(source => source.node?.outerHTML?.slice(0, 80));
  }
}).observe({ type: "layout-shift", buffered: true });
"""
COUNT_TAPS = "window.taps = 0; addEventListener('click', () => window.taps++, { capture: true });"


def board_of(page: Page) -> str:
    """Return the visible counts in position notation."""
    sides = []
    for side in ("south", "north"):
        counts = page.locator(f".cell.{side} .count").all_inner_texts()
        sides.append(" ".join(counts))
    return " / ".join(sides)


def press(page: Page, *keys: object) -> None:
    """Press keys on the keypad."""
    pad = page.get_by_role("group", name="Number of stones")
    for key in keys:
        pad.get_by_role("button", name=str(key), exact=True).click()


def taps_of(page: Page) -> list[str]:
    return page.locator("#taps li").all_inner_texts()


def on_screen(page: Page, selector: str) -> bool:
    """Return whether an element is fully visible without scrolling."""
    box = page.locator(selector).first.bounding_box()
    height = page.viewport_size["height"] if page.viewport_size else 0
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height + 1


def expect_the_worked_example(page: Page) -> None:
    expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
    expect(page.locator("#balance-mark")).to_have_text("+3")
    expect(page.locator("#step")).to_have_text("Show next (1/3)")
    expect(page.locator("#taps li")).to_have_text(["3", "6", "6"])
    expect(page.locator(".cell.south.pit .value")).to_have_text(["\u221213", "\u22129", "+3", "", "\u22125", "+1"])
    expect(page.locator("#reasons li")).to_have_count(3)


def test_a_stranger_is_welcomed_and_gets_an_answer_with_one_tap(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE) as page:
        expect(page.locator("#welcome h2")).to_have_text("Copy your board, get the best move")
        expect(page.locator("#under-way")).to_be_visible()
        assert on_screen(page, "#under-way")
        assert page.locator(".cell .count").all_inner_texts() == [""] * 14
        assert accessible(page)
        page.locator("#deal-normal").click()
        expect(page.locator("#verdict")).to_have_text("You win by 45, proven.")
        expect(page.locator("#leftovers")).to_have_value("both")


def test_the_rules_are_explained_with_moving_stones(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE, moves=True) as page:
        page.locator("#how-to-play").click()
        expect(page.locator("#lesson-words")).to_contain_text("Tap one")
        expect(page.locator("#lesson-board .flying").first).to_be_attached()
        for number in (2, 3, 4):
            page.locator("#lesson-next").click()
            expect(page.locator("#lesson-at")).to_have_text(f"{number} of 4")
        expect(page.locator("#lesson-next")).to_be_hidden()


def test_a_board_is_copied_in_fifteen_taps(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE, script=COUNT_TAPS) as page:
        expect_the_worked_example(page)
        page.evaluate("window.taps = 0")
        page.get_by_role("button", name="Enter board").click()
        press(page, 1, 2, 4, 0, 2, 1)
        press(page, 9)  # the store; theirs follows from the total
        press(page, 4, 0, 0, 4, 1, 1)
        expect(page.locator("#total")).to_have_text("48 stones")
        expect(page.locator("#entry-words")).to_contain_text("proven")  # the answer comes before Done
        page.locator("#done").click()
        assert page.evaluate("window.taps") == 15
        expect(page.locator("#taps li").first).to_be_visible()
        assert board_of(page) == "1 2 4 0 2 1 9 / 4 0 0 4 1 1 19"
        assert page.evaluate("document.activeElement !== document.body")


def test_seventeen_stones_take_two_taps_and_one_can_go_back(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE) as page:
        page.locator("#under-way").click()
        press(page, "ten more", 7)
        expect(page.locator(".cell.south .count").first).to_have_text("17")
        press(page, "back one pit", 3)
        expect(page.locator(".cell.south .count").first).to_have_text("3")
        expect(page.locator("#entry-words")).to_have_text("Your pit 2")


@pytest.mark.parametrize("size", [*NARROW, PHONE])
def test_the_keys_stay_in_place_while_a_board_is_typed(browser: Browser, url: str, size: tuple[int, int]) -> None:
    with visit(browser, url, size) as page:
        page.locator("#under-way").click()
        expect(page.locator("#entry-words")).to_have_text("How many stones in your pit 1?")
        places = set()
        for key in (1, 2, 4, 0, 2, 1, 9, 4, 0, 0, 4, 1, 1):
            places.add(str(page.locator("#pad").bounding_box()))
            press(page, key)
        expect(page.locator("#entry-words")).to_contain_text("proven")
        places.add(str(page.locator("#pad").bounding_box()))
        assert len(places) == 1


def test_a_mirrored_deal_takes_eight_taps(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE, script=COUNT_TAPS) as page:
        page.locator("#deal-random").click()
        press(page, 3, 4, 2, 5, 4, 6)
        page.locator("#done").click()
        expect(page.locator("#taps li").first).to_be_visible()
        assert page.evaluate("window.taps") == 8
        assert board_of(page) == "3 4 2 5 4 6 0 / 3 4 2 5 4 6 0"


def test_a_wrong_total_is_blocked_until_it_is_confirmed(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        expect_the_worked_example(page)
        page.get_by_role("button", name="Enter board").click()
        press(page, 4)
        expect(page.locator("#total")).to_have_text("3 stones too many")
        expect(page.locator("#done")).to_be_disabled()
        page.locator("#clear").click()
        expect(page.locator("#total")).to_have_text("48 stones missing")
        expect(page.locator("#done")).to_be_disabled()
        page.keyboard.press("Enter")
        expect(page.locator("#entry")).to_be_visible()
        press(page, 1, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 1)
        page.locator(".cell.north.store").click()
        press(page, 6)
        expect(page.locator("#total")).to_have_text("35 stones missing")
        page.get_by_role("button", name="Use 13 anyway").click()
        page.locator("#done").click()
        expect(page.locator("#entry")).to_be_hidden()
        assert board_of(page) == "1 0 0 0 0 0 5 / 0 0 0 0 0 1 6"


def test_reset_asks_before_a_draft_is_thrown_away(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        page.get_by_role("button", name="Enter board").click()
        press(page, 4)
        page.get_by_role("button", name="Reset to start").click()
        expect(page.locator("#entry")).to_be_visible()
        assert board_of(page).startswith("4 2 4 0")
        page.get_by_role("button", name="Confirm reset").click()
        expect(page.locator("#entry")).to_be_hidden()
        assert board_of(page) == "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"


@pytest.mark.parametrize("size", NARROW)
def test_the_board_and_the_edited_pit_stay_on_small_screens(browser: Browser, url: str, size: tuple[int, int]) -> None:
    with visit(browser, url + ADDRESS, size) as page:
        expect_the_worked_example(page)
        assert on_screen(page, "#board")
        page.evaluate("scrollTo(0, 400)")
        page.locator("#edit").click()
        assert on_screen(page, "#board")
        assert on_screen(page, ".cell.chosen")
        assert on_screen(page, "#done")
        page.keyboard.press("Escape")
        page.get_by_role("tab", name="Play").click()
        page.get_by_role("button", name="Start game").click()
        expect(page.locator("#match")).to_be_visible()
        assert on_screen(page, "#board")
        page.locator("#hint").click()
        expect(page.locator(".cell.next")).to_have_count(1)
        assert on_screen(page, "#board")
        assert on_screen(page, ".cell.next")
        expect(page.locator("#play-notice")).to_have_text(re.compile("^Hint: .* proven\\.$"))
        assert on_screen(page, "#play-notice")


def test_the_whole_turn_is_seen_at_once_and_marked_as_played_with_one_tap(browser: Browser, url: str) -> None:
    with visit(browser, url + LONG, PHONE, script=COUNT_TAPS) as page:
        expect(page.locator("#verdict")).to_have_text("You win by 45, proven.")
        expect(page.locator("#taps li").nth(14)).to_be_visible()
        for number in (0, -1):
            box = page.locator("#taps li").nth(number).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= PHONE[1]
        assert on_screen(page, "#played")
        page.locator("#played").click()
        expect(page.locator("#headline")).to_have_text("Opponent's turn")
        assert page.evaluate("window.taps") == 1
        expect(page.locator("#detail")).to_have_text("Tap the pits they played, or enter the new board.")
        expect(page.locator("#taps li")).to_have_count(0)  # their best turn was not requested
        expect(page.locator("#verdict")).to_have_text("You win by 45, proven.")  # still from your side
        moves = page.url.partition("&moves=")[2].split(".")
        page.reload()  # as a phone may after switching apps
        expect(page.locator("#headline")).to_have_text("Opponent's turn")
        assert page.url.partition("&moves=")[2].split(".") == moves
        page.locator(".cell.north.playable").first.click()
        expect(page.locator("#headline")).not_to_have_text("Opponent's turn")
        expect(page.locator("#headline")).to_have_text(re.compile("^Tap pit"))


def test_twenty_nine_taps_are_read_in_three_rows_and_marked_with_one(browser: Browser, url: str) -> None:
    for size in (*NARROW, PHONE, (844, 390), (1024, 768), DESKTOP):
        with visit(browser, url + LONGEST, size, script=COUNT_TAPS) as page:
            expect(page.locator("#verdict")).to_have_text("You win by 45, proven.")
            expect(page.locator("#taps li")).to_have_count(29)
            rows = {chip.bounding_box()["y"] for chip in page.locator("#taps li").all()}  # type: ignore[index]
            assert len(rows) == 3
            assert on_screen(page, "#taps")
            assert all(on_screen(page, part) for part in ("#board", "#verdict", "#headline", "#played"))
            page.locator("#played").click()
            expect(page.locator("#headline")).to_have_text("Opponent's turn")
            assert page.evaluate("window.taps") == 1
            assert page.url.partition("&moves=")[2].count(".") == 28


@pytest.mark.parametrize("size", [*NARROW, PHONE, (844, 390), (768, 1024), DESKTOP])
@pytest.mark.parametrize("link", [LONGEST + BOTH, HARD_LINK], ids=["29 taps", "an estimate"])
def test_nothing_moves_when_a_turn_arrives(browser: Browser, url: str, size: tuple[int, int], link: str) -> None:
    with visit(browser, url + link, size, script=WATCH_SHIFTS) as page:
        expect(page.locator("#taps li").first).to_be_visible()
        if BOTH in link:
            expect(page.locator("#taps li")).to_have_count(29)
            expect(page.locator("#leftovers-note")).to_contain_text("Best either way")
        else:
            expect(page.locator("#verdict.estimate")).to_be_visible()
        page.wait_for_timeout(200)  # shifts are reported after the next frame
        assert page.evaluate("window.shift") < 0.0005, page.evaluate("window.moved")


@pytest.mark.parametrize("size", [(320, 568), (375, 553)])
def test_the_main_button_of_a_small_screen_covers_nothing(browser: Browser, url: str, size: tuple[int, int]) -> None:
    with visit(browser, url + LONGEST, size) as page:
        expect(page.locator("#taps li")).to_have_count(29)
        boxes = [page.locator(part).bounding_box() for part in ("#board", ".verdict-line", "#taps", "#played")]
        for above, below in pairwise(boxes):
            assert above is not None
            assert below is not None
            assert above["y"] + above["height"] <= below["y"]
        words, button = page.locator(".step").bounding_box(), boxes[-1]
        assert words is not None
        assert button is not None
        assert words["x"] + words["width"] <= button["x"]
        page.locator("#taps button").first.focus()
        page.keyboard.press("Tab")
        expect(page.locator("#played")).to_be_focused()
        page.locator("#taps button").nth(4).click()
        expect(page.locator("#close-preview")).to_be_visible()
        assert on_screen(page, "#close-preview")
        assert accessible(page)


def test_the_opponents_best_move_is_shown_only_when_asked_for(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        expect_the_worked_example(page)
        page.locator("#played").click()
        expect(page.locator("#headline")).to_have_text("Opponent's turn")
        page.get_by_role("button", name="Their best move").click()
        expect(page.locator("#headline")).to_have_text(re.compile("^They tap pit"))
        page.get_by_role("button", name="They played this").click()
        expect(page.locator("#headline")).to_have_text(re.compile("^Tap pit"))
        expect(page.get_by_role("button", name="I played this")).to_be_visible()


def test_chips_preview_and_taps_on_the_board_play(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        expect_the_worked_example(page)
        page.locator("#taps button").nth(2).click()
        expect(page.locator("#board")).to_have_attribute("data-mode", "ghost")
        expect(page.locator("#taps button[aria-current]")).to_have_attribute(
            "aria-label", re.compile("^Tap 3 of 3: pit 6")
        )
        before = board_of(page)
        page.locator(".cell.south.pit").nth(0).click()
        expect(page.locator("#detail")).to_have_text("This is a preview. Close it to play on the board.")
        assert board_of(page) == before
        assert on_screen(page, "#close-preview")  # on the board, on every screen
        page.get_by_role("tab", name="Moves").click()
        expect(page.locator("#close-preview")).to_be_hidden()
        page.get_by_role("tab", name="Best move").click()
        page.locator("#taps button").nth(2).click()
        page.locator("#close-preview").click()
        expect(page.locator("#close-preview")).to_be_hidden()
        expect(page.locator("#step")).to_be_focused()
        expect_the_worked_example(page)
        page.locator("#auto").click()
        expect(page.locator("#headline")).to_have_text("That is the whole turn")
        assert board_of(page) == AFTER
        page.locator("#step").click()
        expect_the_worked_example(page)
        page.locator(".cell.south.pit").nth(0).click()
        page.wait_for_url("**&moves=0")


def test_the_place_in_a_turn_survives_the_page(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        expect_the_worked_example(page)
        page.locator("#step").click()
        expect(page.locator("#step")).to_have_text("Show next (2/3)")
        page.reload()
        expect(page.locator("#step")).to_have_text("Show next (2/3)")


def test_the_address_is_the_position_in_any_browser(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, DESKTOP) as page:
        expect_the_worked_example(page)
        expect(page.locator("#headline")).to_have_text("Tap pit 3")
        page.reload()
        expect_the_worked_example(page)
        page.get_by_text("Why, other lines, threat").click()
        expect(page.locator("#threat")).to_have_text("Threat: opponent could score 4")
        page.get_by_role("button", name="Show", exact=True).click()
        expect(page.locator("#detail")).to_have_text("If it were their turn: 1 stone: +1, go again")
        page.locator("#close-preview").click()
        page.locator(".line").nth(1).click()
        expect(page.locator("#detail")).to_contain_text("This line: ")
        assert on_screen(page, "#close-preview")  # also before the line's first tap
        expect(page.locator("#verdict")).to_have_text("You win by 1, proven.")  # the line's own
        theirs = page.locator("#taps .north")
        expect(theirs.first).to_have_attribute("aria-label", re.compile(r"^Tap \d+ of \d+: their pit \d, "))
        assert 0 < theirs.count() < page.locator("#taps .south").count()


def test_a_keyboard_is_enough(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position=avalanche~0.0.0.0.0.0.0~0.0.0.0.0.0.48~south", SMALL) as page:
        expect(page.locator("#headline")).to_have_text("The game is over")
        page.keyboard.press("e")
        for key in ("1", "2", "4", "0", "2", "1", "+", "0", "4", "0", "0", "4", "1", "1"):
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        expect_the_worked_example(page)
        for number in (2, 3):
            page.keyboard.press("n")
            expect(page.locator("#step")).to_have_text(f"Show next ({number}/3)")
        page.keyboard.press("n")
        expect(page.locator("#live")).to_contain_text("That is the whole turn")
        assert board_of(page) == AFTER
        page.keyboard.press("b")
        expect(page.locator("#step")).to_have_text("Show next (3/3)")
        page.keyboard.press("r")
        page.keyboard.press("p")
        expect(page.locator("#headline")).to_have_text("Opponent's turn")


def test_positions_are_pasted_and_rules_asked_for_in_the_middle_of_a_game(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        expect_the_worked_example(page)
        page.locator(".cell.south.store").click()
        page.get_by_label("Same on both sides").check()
        assert board_of(page) == "1 2 4 0 2 1 10 / 1 2 4 0 2 1 18"
        page.locator("#open-paste").click()
        page.locator("#text").fill("1 0 0 / 0 1 3")
        page.get_by_role("button", name="Load").first.click()
        expect(page.locator(".cell.pit")).to_have_count(4)
        page.locator("#rules").select_option("kalah")  # no move yet: no confirmation
        page.wait_for_url("**/?position=kalah~1.0.0~0.1.3~south")
        expect(page.locator("#leftovers-row")).to_be_hidden()
        page.locator(".cell.south.pit").nth(0).click()
        page.wait_for_url("**&moves=0")
        page.locator("#rules").select_option("avalanche")
        expect(page.locator("#confirm")).to_be_visible()
        page.locator("#confirm").get_by_role("button", name="Cancel").click()
        expect(page.locator("#rules")).to_have_value("kalah")
        assert page.url.endswith("&moves=0")


def test_stones_fly_and_a_turn_takes_no_longer_than_four_seconds(browser: Browser, url: str) -> None:
    with visit(browser, url + LONG, PHONE, moves=True) as page:
        expect(page.locator("#taps li").nth(14)).to_be_visible()
        page.locator("#auto").click()
        expect(page.locator(".flying").first).to_be_attached()
        started = page.evaluate("performance.now()")
        expect(page.locator("#headline")).to_have_text("That is the whole turn")
        assert page.evaluate("performance.now()") - started < 8000  # 4 s, with slack for a busy machine
        page.locator("#step").click()
        page.locator("#auto").click()
        page.locator("#auto").click()  # a second tap skips
        started = page.evaluate("performance.now()")
        expect(page.locator("#headline")).to_have_text("That is the whole turn")
        assert page.evaluate("performance.now()") - started < 3000


def test_a_search_stops_when_the_page_goes(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={Position.parse(HARD).url}", PHONE) as page:
        expect(page.locator(".value.estimate").first).to_be_visible()
        assert page.request.get(f"{url}api/v1/health").json()["running"] == 1
        page.goto("about:blank")
        for _ in range(200):
            if page.request.get(f"{url}api/v1/health").json()["running"] == 0:
                return
            page.wait_for_timeout(50)
        pytest.fail("the search goes on")


@pytest.mark.parametrize("size", [SMALL, PHONE, (844, 390), DESKTOP])
def test_nothing_moves_when_the_welcome_comes(browser: Browser, url: str, size: tuple[int, int]) -> None:
    with visit(browser, url, size, script=WATCH_SHIFTS) as page:
        expect(page.locator("#welcome")).to_be_visible()
        expect(page.locator("#rules option")).not_to_have_count(0)
        assert page.evaluate("window.shift") < 0.01, page.evaluate("window.moved")


@pytest.mark.parametrize("size", [SMALL, DESKTOP])
def test_the_page_is_light_steady_and_accessible(browser: Browser, url: str, size: tuple[int, int]) -> None:
    with visit(browser, url + ADDRESS, size, script=WATCH_SHIFTS) as page:
        expect_the_worked_example(page)
        assert page.evaluate("window.shift") < 0.02, page.evaluate("window.moved")
        for dark in (False, True):
            page.emulate_media(color_scheme="dark" if dark else "light")
            assert accessible(page)
            page.keyboard.press("e")
            assert accessible(page)
            page.keyboard.press("Escape")
            expect_the_worked_example(page)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        parts = page.evaluate(
            "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        )
        own = [part for part in parts if "/api/" not in part["name"]]
        weight = sum(part["encodedBodySize"] for part in own)
        assert weight > HEAVIEST / 10  # sizes were reported
        assert weight < HEAVIEST
