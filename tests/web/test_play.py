"""Games against players in a real browser: to the end, with clocks and takebacks, and across a server restart."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import DESKTOP, NO_WORKER, PHONE, SMALL, accessible, needs_chromium, visit, wait_until
from tests.web.serving import served
from tests.web.test_game import expect_counts, show, tap

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
TINY = "kalah~2.2.2.0~2.2.2.0~south"
YOURS = """!document.querySelector("#play-over").hidden
    || document.querySelector("#play-status").textContent === "Your move" """
OPTIONS = ("--threads", "1", "--memory", "300M")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served(*OPTIONS) as server:
        yield server.url


def set_up(page: Page, **choices: str) -> None:
    """Start a game from the current board."""
    show(page, "Play")
    open_options(page)
    page.get_by_label("Start", exact=True).select_option("here")
    opponent = choices.pop("opponent")
    if level := opponent.partition("level=")[2]:
        page.locator("#setup-level").fill(level)
    elif opponent == "human":
        page.get_by_text("A friend").click()
    else:
        if not page.locator("#setup-opponent").is_visible():  # open already if the last opponent was one of these
            page.get_by_text("More opponents").click()
        page.locator("#setup-opponent").select_option(opponent)
    for label, value in choices.items():
        page.locator(f"#setup-{label}").select_option(value)
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#match")).to_be_visible()


def open_options(page: Page) -> None:
    """Show the options for the start and the clock."""
    if not page.locator("#setup-options").evaluate("node => node.open"):
        page.get_by_text("Clock and start").click()


def answered(page: Page) -> None:
    """Wait until the other side has answered the first move."""
    expect(page).to_have_url(re.compile("moves=0[.]"))
    expect(page.locator("#play-status")).to_have_text("Your move")


def legal(page: Page) -> list[int]:
    stones = page.locator(".cell.south.pit .count").all_inner_texts()
    return [pit for pit, count in enumerate(stones) if count != "0"]


def play_to_the_end(page: Page) -> None:
    chance = random.Random(5)
    for _ in range(60):
        wait_until(page, YOURS)
        if page.locator("#play-over").is_visible():
            return
        before = page.url
        tap(page, "south", chance.choice(legal(page)))
        expect(page).not_to_have_url(before)
    pytest.fail("no end")


def test_a_whole_game_against_random_on_a_phone_goes_to_review_in_one_tap(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={TINY}", PHONE) as page:
        show(page, "Play")
        assert accessible(page)
        set_up(page, opponent="random", begins="north")
        assert accessible(page)
        play_to_the_end(page)
        expect(page.locator("#play-status")).to_contain_text("to")
        assert accessible(page)
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator("#graph")).to_be_visible()
        expect(page.locator("#accuracy p")).to_have_count(2)
        show(page, "Play")
        page.get_by_role("button", name="Rematch, sides swapped").click()
        expect(page.locator("#play-status")).to_have_text("Your move")
        expect_counts(page, "2 2 2 0 / 2 2 2 0")


def second_tab(page: Page, url: str) -> Page:
    """Return another tab with the latest game."""
    other = page.context.new_page()
    other.add_init_script(NO_WORKER)
    other.goto(url)
    expect(other.locator("#match")).to_be_visible()
    return other


def test_two_tabs_of_one_match_go_on_together(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={TINY}", PHONE) as one:
        set_up(one, opponent="human")
        two = second_tab(one, url)
        tap(two, "south", 0)
        expect_counts(one, "0 3 3 0 / 2 2 2 0")
        tap(one, "north", 0)
        expect_counts(two, "0 3 3 0 / 0 3 3 0")
        two.get_by_role("button", name="Take back").click()
        expect_counts(one, "0 3 3 0 / 2 2 2 0")
        for page in (one, two):
            show(page, "Moves")
            expect(page.locator("#moves .move")).to_have_count(1)


def test_a_tab_that_missed_a_move_of_its_match_overwrites_nothing(browser: Browser, url: str) -> None:
    deaf = 'addEventListener("storage", (event) => event.stopImmediatePropagation(), true);'
    with visit(browser, f"{url}?position={TINY}", PHONE, script=deaf) as one:
        set_up(one, opponent="human")
        two = second_tab(one, url)
        tap(two, "south", 0)
        expect_counts(two, "0 3 3 0 / 2 2 2 0")
        tap(one, "south", 2)  # too late
        expect_counts(one, "0 3 3 0 / 2 2 2 0")
        expect(one.locator("#play-notice")).to_have_text("This game went on in another tab.")
        two.reload()
        expect_counts(two, "0 3 3 0 / 2 2 2 0")


def test_a_server_that_stops_in_the_middle_costs_nothing(browser: Browser) -> None:
    with (
        served(*OPTIONS) as server,
        visit(browser, f"{server.url}?position={TINY}", SMALL, allowed="Failed to load") as page,
    ):
        set_up(page, opponent="random")
        tap(page, "south", 0)
        answered(page)
        server.stop()
        play_to_the_end(page)
        expect(page.locator("#error")).to_have_text("")


def test_hint_takeback_looking_back_and_resigning(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={TINY}", DESKTOP) as page:
        set_up(page, opponent="engine:level=2")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#play-notice")).to_contain_text("Hint: ")
        expect(page.locator(".cell.next")).to_have_count(1)
        tap(page, "south", 0)
        answered(page)
        page.keyboard.press(",")
        expect(page.locator("#play-status")).to_have_text("You are looking at an earlier position.")
        tap(page, "south", 0)
        expect(page.locator("#play-notice")).to_have_text("You are looking at an earlier position.")
        page.get_by_role("button", name="Back to the game").click()
        expect(page.locator("#play-status")).to_have_text("Your move")
        page.keyboard.press("e")
        expect(page.locator("#play-notice")).to_contain_text("cannot be changed during a game")
        page.get_by_role("button", name="Take back").click()
        expect_counts(page, "2 2 2 0 / 2 2 2 0")
        expect(page.get_by_role("button", name="Take back")).to_be_disabled()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Confirm resign").click()
        expect(page.locator("#play-status")).to_have_text("You resigned. Opponent wins.")


def test_a_resigned_game_has_no_rings_and_takes_no_more_moves(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={TINY}", PHONE) as page:
        set_up(page, opponent="engine:level=2")
        tap(page, "south", 0)
        answered(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".cell.next")).to_have_count(1)
        expect(page.locator(".cell.last")).to_have_count(1)
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Confirm resign").click()
        expect(page.locator("#play-status")).to_have_text("You resigned. Opponent wins.")
        rings = page.locator(".cell.playable, .cell.next, .cell.last")
        expect(rings).to_have_count(0)
        before = page.url
        for pit in range(3):
            tap(page, "south", pit)
            expect(page.locator("#play-notice")).to_have_text("The game is over")
        assert page.url == before
        page.reload()
        expect(page.locator("#play-over")).to_be_visible()
        expect(rings).to_have_count(0)
        show(page, "Best move")  # the position can be analysed like any other
        expect(page.locator(".cell.playable").first).to_be_visible()


def test_two_people_with_a_clock_and_one_who_thinks_too_long(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={TINY}", PHONE) as page:
        show(page, "Play")
        open_options(page)
        page.get_by_label("Clock", exact=True).select_option("own")
        page.get_by_label("Minutes for the game").fill("0.05")
        page.get_by_label("Seconds added per move").fill("0")
        assert accessible(page)
        set_up(page, opponent="human")
        tap(page, "south", 0)
        expect(page.locator("#play-status")).to_have_text("Opponent's move")
        expect(page.locator("#seat-north")).to_have_class("to-move")
        expect(page.locator("#play-status")).to_have_text("Opponent is out of time. You win.")
        expect(page.locator("#clock-north")).to_have_text("0.0")


def test_a_player_that_there_is_not_is_refused_before_the_game(browser: Browser, url: str) -> None:
    allowed = "Failed to load resource: the server responded with a status of 422"
    with visit(browser, f"{url}?position={TINY}", PHONE, allowed=allowed) as page:
        show(page, "Play")
        page.get_by_text("More opponents").click()
        page.locator("#setup-opponent").select_option("own")
        page.get_by_label("Player as text").fill("program:command=ls")
        page.get_by_role("button", name="Start game").click()
        expect(page.locator("#error")).to_have_text("There is no such player, or it cannot play here.")
        expect(page.locator("#setup")).to_be_visible()


def test_a_long_turn_of_the_computer_is_shown_in_seconds_and_a_tap_skips_it(browser: Browser, url: str) -> None:
    start = "avalanche~2.2.8.1.1.1.0~2.2.8.1.1.1.0~south"
    with visit(browser, f"{url}?position={start}", PHONE, moves=True) as page:
        set_up(page, opponent="engine:level=10", begins="north")
        expect(page.locator(".flying").first).to_be_attached()
        expect(page.locator("#play-status")).to_have_text("Computer (level 10) is moving; tap to skip")
        began = page.evaluate("performance.now()")
        expect(page.locator("#play-status")).to_have_text("Your move")
        assert page.evaluate("performance.now()") - began < 9000  # 4 s, with slack for a busy machine
        assert page.url.count(".") > 20  # a turn of many taps
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Confirm resign").click()
        page.get_by_role("button", name="New game").click()
        set_up(page, opponent="engine:level=10", begins="north")
        expect(page.locator(".flying").first).to_be_attached()
        page.locator(".cell.north.pit").first.click()
        expect(page.locator("#play-notice")).to_have_text("")  # no error: the tap skips the animation


def test_the_rules_chosen_on_the_welcome_are_those_of_the_new_game(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE) as page:
        page.locator("label", has_text="Capture").click()
        page.locator("#welcome-play").click()
        expect(page.locator("#setup-rules")).to_have_value("kalah")
        page.locator("#rules").select_option("avalanche")
        expect(page.locator("#setup-rules")).to_have_value("avalanche")
        page.get_by_role("button", name="Start game").click()
        expect(page.locator("#match")).to_be_visible()
        assert "position=avalanche~" in page.url


def test_looking_at_more_opponents_chooses_none(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position={TINY}", PHONE) as page:
        show(page, "Play")
        page.get_by_text("More opponents").click()
        expect(page.locator("#setup-opponent")).to_be_visible()
        expect(page.get_by_label("Computer")).to_be_checked()
        page.locator("#setup-opponent").select_option("greedy")
        expect(page.get_by_label("Other")).to_be_checked()
        expect(page.locator("#setup-level-row")).to_be_hidden()


def test_leftovers_that_decide_a_game_are_explained(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position=kalah~0.0.1.3~0.4.0.1~south", PHONE) as page:
        set_up(page, opponent="human")
        tap(page, "south", 2)
        expect(page.locator("#play-status")).to_have_text(
            "Opponent has won, 5 to 4, with 4 leftover stones going to the opponent."
        )
