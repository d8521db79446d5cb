"""What the page says of bad links, replays, files and positions: one sentence in its own words, on either engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.model.test_phone_replay import SENT, START
from tests.web.browsing import PHONE, needs_chromium, visit
from tests.web.static_host import hosted, needs_engine
from tests.web.test_game import expect_counts

from sowfish.web.site import write_site

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
BOARD = "?position=kalah~1.2.4.0.2.1.10~4.0.0.4.1.1.18~south"
FILE = '[Sowfish "1"]\n[Start "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"]\n'
LIKE = r"Write your pits and store, a slash, then the opponent's: [\d /]+"
DAMAGED = r"This replay is incomplete or damaged\. Copy all of it and paste it again\."
LINK = r"This link is incomplete\."
BAD = {
    "hello": rf"This is not a position\. {LIKE}",
    "4 4 4": rf"This is not a position\. {LIKE}",
    "4 x 4 / 4 4 4": r".x. is not a number of stones\. .*",
    "4 4 4 / 4 4": "You have 2 pits and the opponent has 1, .*",
    "1 / 2": r"Your side has only one number\. .*",
    "1 2 / 300 4": r"The opponent's pit 1 must hold 0.255 stones\.",
    "200 0 / 200 0": "The board has 400 stones, .*",
    "1 " * 400: r"This text is too long for a position\.",
    "chess: 1 2 / 3 4": r"There are no rules called .chess.\.",
    "kalah,pits=4: 1 2 / 3 4": "The rules of this position are for 4 pits .*",
    "kalah~4.4.4": LINK,
    "https://sowfish.example/?position=kalah~4.4": LINK,
    "https://sowfish.example/": LINK,
    "board:1&2": DAMAGED,
    START[4:]: DAMAGED,
    f"{START}|move:1,": DAMAGED,
    '{"replay": "board:1': DAMAGED,
    "board:" + "1," * 40_000: r"This replay is too long\.",
    f"mode:zz|{START}": "This replay is of another game, .*",
    f"{START}|move:1,9": r"Move 1: there is no pit 10; pits are 1 to 6\.",
    f"{START}|move:1,1|move:1,1": r"Move 2: it should be the opponent's turn\.",
    f"{START}|{START[:-3]}": "The moves of this replay do not lead to its board 2.*|" + DAMAGED,
    '[Event "x"]': r"This is not a game file of Sowfish\.",
    '[Sowfish "2"]': "This game file is of another version .*",
    f"{FILE}\n1. south 2 2": r"Turn 1: your pit 3 is empty\.",
    f"{FILE}\n2. south 2": r"Line 4 of this game file cannot be read\.",
    f'{FILE}[Result "tie"]': "The result in this game file .*",
    "{": r"This game file is incomplete or damaged\.",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("site") / "site"
    write_site(folder)
    with hosted(folder) as host:
        yield host.url


def refuse_all(page: Page) -> None:
    """Paste every bad text; each gets its sentence, and the board stays."""
    page.get_by_role("tab", name="Moves").click()
    page.get_by_text("Paste a game").click()
    for text, sentence in BAD.items():
        page.evaluate("document.querySelector('#error').textContent = ''")
        page.locator("#game-text").fill(text)
        page.locator("#paste-game button").click()
        expect(page.locator("#error")).to_have_text(re.compile(f"^({sentence})$"))
        expect_counts(page, "1 2 4 0 2 1 10 / 4 0 0 4 1 1 18")


PLAYER = "localStorage['sowfish-phone-player'] = '1';"


def test_bad_text_gets_a_sentence_of_the_page_from_the_server(browser: Browser, url: str) -> None:
    with visit(browser, url + BOARD, PHONE, allowed="the server responded with a status of 4", script=PLAYER) as page:
        refuse_all(page)


@needs_engine
@pytest.mark.slow
def test_bad_text_gets_the_same_sentence_from_the_browsers_engine(browser: Browser, site: str) -> None:
    with visit(browser, site + BOARD, PHONE, script=PLAYER) as page:
        refuse_all(page)


def test_an_unreadable_replay_is_refused_before_anything_is_asked(browser: Browser, url: str) -> None:
    with visit(browser, url, (320, 568), allowed="status of 422") as page:
        page.locator("#welcome-paste").click()
        page.locator("#text").fill("board:1&2")
        page.locator("#paste button").click()
        expect(page.locator("#error")).to_have_text(re.compile(DAMAGED))
        expect(page.locator("#error")).to_be_in_viewport()  # the field is far below it
        expect(page.locator("#player")).to_be_hidden()


def test_a_pasted_link_opens_its_game(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE) as page:
        page.locator("#welcome-paste").click()
        page.locator("#text").fill(f"https://sowfish.example/{BOARD}&moves=2")
        page.locator("#paste button").click()
        expect_counts(page, "1 2 0 1 3 2 11 / 4 0 0 4 1 1 18")
        page.get_by_role("tab", name="Moves").click()
        expect(page.locator("#game-at")).to_have_text("Move 1 of 1")


def test_a_game_file_of_several_lines_can_be_pasted_where_boards_are(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE) as page:
        page.locator("#welcome-paste").click()
        page.locator("#text").fill(f"{FILE}\n1. south 2 5\n")
        page.keyboard.press("Enter")
        expect_counts(page, "4 4 0 5 5 0 2 / 5 5 5 5 4 4 0")


def test_what_the_opponent_played_stays_on_screen_with_your_best_turn(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE, script=PLAYER) as page:
        page.locator("#welcome-paste").click()
        page.locator("#text").fill(SENT)
        page.locator("#paste button").click()
        expect(page.locator("#taps li")).not_to_have_count(0)
        expect(page.locator("#leftovers-note, #verdict.proven").first).to_be_visible()
        expect(page.locator("#detail")).to_have_text("Opponent played 5.")
        page.locator("#step").click()
        expect(page.locator("#detail")).not_to_have_text("Opponent played 5.")


def test_a_game_file_with_the_signs_of_a_replay_is_a_game_file(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE) as page:
        page.locator("#welcome-paste").click()
        page.locator("#text").fill(
            f'[Sowfish "1"]\n[South "Tom & Jerry | board: 1"]\n{FILE.partition(chr(10))[2]}\n1. south 2 5\n'
        )
        page.keyboard.press("Enter")
        expect_counts(page, "4 4 0 5 5 0 2 / 5 5 5 5 4 4 0")


def test_which_player_you_are_can_be_corrected(browser: Browser, url: str) -> None:
    with visit(browser, url, PHONE, script=PLAYER) as page:
        page.locator("#welcome-play").click()
        page.locator("#open-settings").click()
        expect(page.locator("#phone-player")).to_have_value("1")
        page.locator("#phone-player").select_option("")
        page.get_by_role("button", name="Close").click()
        page.get_by_role("tab", name="Moves").click()
        page.get_by_text("Paste a game").click()
        page.locator("#game-text").fill(f"mode:n|{START}|move:1,0")
        page.locator("#paste-game button").click()
        page.locator("#player").get_by_role("button", name="Player 2").click()
        expect_counts(page, "4 4 4 4 4 4 0 / 0 5 5 5 5 4 0")
