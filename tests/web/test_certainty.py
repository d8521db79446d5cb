"""What the page claims, in a real browser: lasting proofs, consistent numbers, unknown leftovers, replays."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.model.test_phone_replay import SENT, START
from tests.web.browsing import PHONE, accessible, needs_chromium, visit
from tests.web.serving import EXAMPLE
from tests.web.test_game import expect_counts, tap

from sowfish import Position

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"
KALAH = "?position=kalah~4.4.4.4.4.4.0~4.4.4.4.4.4.0~south"
APART = "avalanche: 0 1 5 6 2 0 0 / 0 2 6 2 0 0 0 south"  # either turn costs 2 under the other rule


def numbers(page: Page) -> tuple[str, str, str]:
    """Return the texts of the verdict, the bar and the best badge."""
    best = page.locator(".cell .value.best").first.inner_text()
    return page.locator("#verdict").inner_text(), page.locator("#balance-mark").inner_text(), best


def test_a_solved_start_shows_its_proven_value_at_once_and_everywhere(browser: Browser, url: str) -> None:
    with visit(browser, url + KALAH, PHONE) as page:
        expect(page.locator("#verdict")).to_have_text("You win by 8, proven.")
        expect(page.locator(".cell.south.pit .value")).to_have_text(
            ["\u221214", "\u221210", "+8", "\u22122", "\u22128", "+4"]
        )
        assert numbers(page) == ("You win by 8, proven.", "+8", "+8")
        expect(page.locator(".cell.south.pit .value.bad")).to_have_count(4)  # red is bad for you
        expect(page.locator("#taps li").first).to_have_text("3")
        tap(page, "south", 0)  # a move's proof holds for the position after it
        expect(page.locator("#headline")).to_have_text("Opponent's turn")
        expect(page.locator("#verdict")).to_have_text("You lose by 14, proven.")


def test_a_hint_tells_what_the_best_move_tells(browser: Browser, url: str) -> None:
    with visit(browser, url + KALAH, PHONE) as page:
        page.get_by_role("tab", name="Play").click()
        page.get_by_role("button", name="Start game").click()
        page.locator("#hint").click()
        expect(page.locator("#play-notice")).to_have_text(re.compile(r"Hint: 3.* You win by 8, proven\."))


def test_what_was_proven_is_there_after_a_reload(browser: Browser, url: str) -> None:
    with visit(browser, url + ADDRESS, PHONE) as page:
        expect(page.locator("#status")).to_have_text(re.compile(r"positions in [\d.]+ s$"))
        page.wait_for_timeout(1500)  # it is written once a second
        page.reload()
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        expect(page.locator("#status")).to_have_text("Known without a search")
        assert numbers(page) == ("You win by 3, proven.", "+3", "+3")


def test_a_finished_game_shows_its_score(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position=kalah~0.0.0.30~0.0.0.18~south", PHONE) as page:
        expect(page.locator("#verdict")).to_have_text("You won by 12.")
        expect(page.locator("#balance-mark")).to_have_text("30\u201318")
        expect(page.locator("#review-over")).to_be_hidden()  # no move was made


def test_the_end_of_a_game_says_where_leftovers_went_and_offers_a_review(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}?position=kalah~0.0.1.19~4.4.0.20~south&moves=2", PHONE) as page:
        expect(page.locator("#detail")).to_have_text(
            "Opponent has won, 28 to 20, with 8 leftover stones going to the opponent."
        )
        page.locator("#review-over").click()
        expect(page.locator("#accuracy p")).to_have_count(2)


def test_leftovers_that_are_not_known_are_solved_both_ways(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}{ADDRESS}&leftovers=both", PHONE) as page:
        expect(page.locator("#leftovers-note")).to_have_text("Best either way, whoever gets the leftovers.")
        expect(page.locator("#leftovers")).to_have_value("both")
        tap(page, "south", 2)
        page.wait_for_url("**&moves=2&leftovers=both")  # the link keeps the choice
        page.locator("#leftovers").select_option("owner")  # no new game: the move stays
        page.wait_for_url("**?position=avalanche-sweep*&moves=2")
        expect(page.locator("#leftovers-note")).to_be_hidden()
        page.locator("#leftovers").select_option("both")
        page.wait_for_url("**?position=avalanche~*&moves=2&leftovers=both")


def test_two_turns_are_shown_with_their_cost_where_leftovers_decide(browser: Browser, url: str) -> None:
    apart = Position.parse(APART)
    with visit(browser, f"{url}?position={apart.url}&leftovers=both", PHONE) as page:
        note = page.locator("#leftovers-note")
        expect(note).to_contain_text("If leftovers count for nobody")
        expect(note).to_contain_text("If leftovers go to their owner")
        expect(note).to_contain_text("otherwise")
        note.get_by_role("button").last.click()
        shown = note.get_by_role("button").last.inner_text()
        expect(page.locator("#taps li")).to_have_text(shown.split())
        expect(note.locator("span").last).to_have_text(
            f"If leftovers go to their owner: {shown} (\u22122; costs 2 otherwise)"
        )
        assert accessible(page)


def test_what_the_phone_sent_opens_the_game_and_asks_once_who_you_are(browser: Browser, url: str) -> None:
    with visit(browser, url, (390, 664)) as page:
        page.locator("#welcome-paste").click()
        page.locator("#text").fill(json.dumps({"replay": SENT, "mode": "n"}))
        page.get_by_role("button", name="Load").first.click()
        page.get_by_role("button", name="Player 1").click()
        expect_counts(page, "1 2 1 0 3 1 9 / 10 1 2 0 0 13 6")
        expect(page.locator("#verdict")).to_contain_text("You")
        assert page.evaluate("scrollY") == 0  # the board is on screen
        assert "&moves=4" in page.url
        page.get_by_role("button", name="Enter board").click()
        page.locator("#open-paste").click()
        page.locator("#text").fill(f"mode:an|{START}")
        page.get_by_role("button", name="Load").first.click()
        expect_counts(page, "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0")
        expect(page.locator("#player")).to_be_hidden()


def test_a_pasted_link_that_is_cut_off_gets_the_sentence_for_links(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE) as page:
        page.locator("#welcome-paste").click()
        page.locator("#text").fill("kalah~4.4.4")
        page.locator("#paste button").click()
        expect(page.locator("#error")).to_have_text("This link is incomplete.")
        expect(page.locator("#entry")).to_be_visible()


@pytest.mark.parametrize("text", [SENT[:-3], f"{START}|move:1,9", "board:1&2", "board:" + "1," * 40_000])
def test_a_bad_replay_gets_one_sentence_and_the_board_stays(browser: Browser, url: str, text: str) -> None:
    with visit(browser, url + ADDRESS, PHONE, script="localStorage['sowfish-phone-player'] = '1';") as page:
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        page.get_by_role("tab", name="Moves").click()
        page.get_by_text("Paste a game").click()
        page.locator("#game-text").fill(text)
        page.locator("#paste-game button").click()
        expect(page.locator("#error")).to_have_text(re.compile(r"\w"))
        expect_counts(page, "1 2 4 0 2 1 10 / 4 0 0 4 1 1 18")
        assert "\n" not in page.locator("#error").inner_text()


def test_the_review_the_moves_and_the_best_move_show_one_number_for_a_position(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}{KALAH}&moves=0", PHONE, script="localStorage['sowfish-seconds'] = '3';") as page:
        page.get_by_role("tab", name="Moves").click()
        page.get_by_role("button", name="Review this game").click()
        after = page.locator("#moves .after")
        expect(after).to_have_text(["\u221214"])  # a solved opening, at once
        graph = page.get_by_role("slider")
        graph.press("Home")
        expect(graph).to_have_attribute("aria-valuetext", "At the start: +8")
        expect(page.locator("#game-value")).to_contain_text("You win by 8, proven.")
        graph.press("End")
        expect(page.locator("#turn-note-words")).to_contain_text("+8 \u2192 \u221214. Blunder (\u221222)")
        expect(page.locator("#game-value")).to_contain_text("You lose by 14, proven.")
        page.get_by_role("tab", name="Best move").click()
        expect(page.locator("#verdict")).to_have_text("You lose by 14, proven.")
