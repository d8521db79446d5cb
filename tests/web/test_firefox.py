"""The static folder in Firefox, which shares only standards with Chromium."""

from pathlib import Path

import pytest
from tests.web.firefox import firefox, needs_firefox
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
