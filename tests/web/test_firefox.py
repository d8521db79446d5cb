"""The static folder in Firefox, which shares only standards with Chromium."""

import random
from pathlib import Path

import pytest
from tests.web.firefox import Firefox, firefox, needs_firefox
from tests.web.serving import EXAMPLE
from tests.web.static_host import hosted, needs_engine

from sowfish import Position
from sowfish.web.site import write_site

pytestmark = [needs_firefox, needs_engine, pytest.mark.slow, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"


def test_the_engine_answers_and_a_reload_without_the_host_works(tmp_path: Path) -> None:
    write_site(tmp_path / "host" / "sowfish")
    profile = tmp_path / "profile"
    profile.mkdir()
    with hosted(tmp_path / "host", path="sowfish/") as host, firefox(profile) as tab:
        tab.open(host.url + ADDRESS)
        tab.wait_for("#verdict", "You win by 3, proven.")
        tab.wait_for("#offline-state", "Works without a network.")
        host.kill()
        tab.reload()
        tab.wait_for("#verdict", "You win by 3, proven.")
        tab.open(f"{host.url}explore.html")
        tab.wait_for("#maps caption", "Capture (Kalah)")
        tab.open(f"{host.url}trace.html{ADDRESS}&pits=2.5.5")
        tab.wait_for("#title", "Stone by stone: 3 6 6")
        assert tab.text("#error") == ""
        assert tab.complaints == []


YOURS = """!document.querySelector("#play-over").hidden
    || document.querySelector("#play-status").textContent === "Your move" """
STONES = """[...document.querySelectorAll(".cell.south.pit .count")].map((one) => one.textContent).join(" ")"""


def play_to_the_end(tab: Firefox) -> None:
    chance = random.Random(5)
    for _ in range(100):
        tab.wait_until(YOURS)
        if not tab.value("document.querySelector('#play-over').hidden"):
            return
        stones = [pit for pit, count in enumerate(tab.value(STONES).split()) if count != "0"]
        before = tab.value("location.href")
        tab.click(".cell.south.pit", chance.choice(stones))
        tab.wait_until(f"location.href !== {before!r}")
    pytest.fail("no end")


def test_a_board_is_entered_and_a_game_played_and_reviewed_and_all_is_there_without_the_host(tmp_path: Path) -> None:
    write_site(tmp_path / "host" / "sowfish")
    profile = tmp_path / "profile"
    profile.mkdir()
    with hosted(tmp_path / "host", path="sowfish/") as host, firefox(profile) as tab:
        tab.open(host.url)
        tab.click("#under-way")
        for stones in (1, 2, 4, 0, 2, 1, 9, 4, 0, 0, 4, 1, 1):
            keys = "[...document.querySelectorAll('#pad button')].map((one) => one.textContent.trim())"
            tab.wait_until(f"{keys}.includes('{stones}')")
            tab.click("#pad button", tab.value(f"{keys}.indexOf('{stones}')"))
        tab.click("#done")
        tab.wait_until("document.querySelector('#verdict').textContent.endsWith('proven.')")
        tab.wait_for("#offline-state", "Works without a network.")
        tab.open(f"{host.url}?position=kalah~3.3.3.3.3.3.0~3.3.3.3.3.3.0~south")
        tab.click("#tab-play")
        tab.click("#setup-options summary")
        tab.value("document.querySelector('#setup-from').value = 'here'")
        tab.click("#setup button[type=submit]")  # level 3, unless chosen otherwise
        host.kill()
        play_to_the_end(tab)
        tab.click("#play-review")
        tab.wait_until("document.querySelectorAll('#accuracy p').length === 2")
        turns = tab.value("document.querySelectorAll('#moves > .turn').length")
        assert turns > 4
        tab.reload()
        tab.wait_until(f"document.querySelectorAll('#moves > .turn').length === {turns}")
        assert tab.text("#error") == ""
        assert tab.complaints == []
