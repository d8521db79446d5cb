"""The data shipped with the browser's engine."""

from __future__ import annotations

import json

import pytest

from sowfish import __version__
from sowfish.nets.shipped import net_files
from sowfish.players import kind
from sowfish.starts import SIZES, SOLVED_RULES
from sowfish.web.engine_data import PLAYERS, main


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    file = tmp_path_factory.mktemp("engine") / "new" / "data.json"
    main([str(file)])
    content: dict[str, object] = json.loads(file.read_bytes())
    return content


def test_it_names_the_version_it_belongs_to(written: dict[str, object]) -> None:
    assert written["version"] == __version__


def test_every_player_has_all_its_options(written: dict[str, list[dict[str, object]]]) -> None:
    assert [player["name"] for player in written["players"]] == list(PLAYERS)
    for player in written["players"]:
        options = player["options"]
        assert isinstance(options, list)
        assert [option["name"] for option in options] == [option.name for option in kind(str(player["name"])).options]


def test_an_option_says_how_to_read_it(written: dict[str, list[dict[str, object]]]) -> None:
    montecarlo = next(player for player in written["players"] if player["name"] == "montecarlo")
    options = montecarlo["options"]
    assert isinstance(options, list)
    by_name = {option["name"]: option for option in options}
    assert by_name["select"]["choices"] == ["difference", "ratio", "wins"]
    assert by_name["select"]["type"] == "str"
    assert by_name["playouts"]["type"] == "int"
    assert by_name["playouts"]["least"] == 1


def test_every_start_is_there_whether_solved_or_not(written: dict[str, list[dict[str, object]]]) -> None:
    assert len(written["starts"]) == len(SOLVED_RULES) * len(SIZES) ** 2
    starts = {(start["rules"], start["pits"], start["stones"]): start for start in written["starts"]}
    assert starts["kalah", 6, 4]["value"] == 8
    assert starts["kalah", 6, 4]["kind"] == "proven"


def test_nets_are_named(written: dict[str, object]) -> None:
    assert written["nets"] == sorted(net_files())
    assert written["nets"]
