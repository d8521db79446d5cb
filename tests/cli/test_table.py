import json
import re
from pathlib import Path

import pytest
from tests.cli.program import run, run_on_terminal

POSITION = "kalah: 0 1 0 2 0 1 20 / 1 0 0 3 0 1 19"
PAGE = Path(__file__).parents[2] / "docs" / "cli" / "table.md"


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path)


def test_tables_are_built_listed_asked_checked_and_removed(data: str) -> None:
    assert "There are no tables" in run("table", SOWFISH_DATA=data).stdout
    assert run("table", "build", "kalah", "9", SOWFISH_DATA=data).stdout == (
        "kalah: up to 9 stones in play, 293,930 positions\n"
    )
    assert run("table", "extend", "kalah", "10", SOWFISH_DATA=data).stdout == (
        "kalah: up to 10 stones in play, 646,646 positions\n"
    )
    assert run("table", SOWFISH_DATA=data).stdout == "kalah: up to 10 stones in play, 646,646 positions\n"
    probed = run("table", "probe", POSITION, SOWFISH_DATA=data).stdout
    assert probed in PAGE.read_text(encoding="utf-8")
    assert run("table", "verify", "kalah", "--all", SOWFISH_DATA=data).stdout == (
        "646,646 of 646,646 positions follow from their moves; all checksums hold.\n"
    )
    assert run("table", "remove", "kalah", SOWFISH_DATA=data).stdout == "The table for kalah is removed.\n"
    assert "There are no tables" in run("table", "list", SOWFISH_DATA=data).stdout


def test_everything_can_be_read_by_a_program(data: str) -> None:
    built = json.loads(run("table", "build", "avalanche,pits=3", "5", "--json", SOWFISH_DATA=data).stdout)
    assert list(built) == ["rules", "stones", "positions", "bytes", "path"]
    assert (built["rules"], built["stones"], built["positions"]) == ("avalanche,pits=3", 5, 462)
    assert Path(built["path"]).stat().st_size == built["bytes"]
    assert json.loads(run("table", "info", "avalanche,pits=3", "--json", SOWFISH_DATA=data).stdout) == built
    assert json.loads(run("table", "list", "--json", SOWFISH_DATA=data).stdout)["tables"] == [built]
    probed = json.loads(run("table", "probe", "avalanche: 0 1 1 5 / 1 0 1 3", "--json", SOWFISH_DATA=data).stdout)
    solved = json.loads(run("solve", "avalanche: 0 1 1 5 / 1 0 1 3", "--json").stdout)
    assert (probed["value"], probed["kind"]) == (solved["value"], "proven")
    assert max(move["value"] for move in probed["moves"]) == probed["value"]
    report = json.loads(run("table", "verify", "avalanche,pits=3", "--json", SOWFISH_DATA=data).stdout)
    assert (report["checked"], report["fault"]) == (10_000_000, None)


def test_a_damaged_table_is_named_with_exit_code_1(data: str) -> None:
    run("table", "build", "kalah", "5", SOWFISH_DATA=data)
    path = Path(data) / "tables" / "kalah-6.table"
    whole = bytearray(path.read_bytes())
    whole[-1] ^= 1
    path.write_bytes(whole)
    verified = run("table", "verify", "kalah", SOWFISH_DATA=data)
    assert verified.returncode == 1
    assert verified.stdout == "The table is damaged: kalah-6.table is damaged at 5 stones; build it again.\n"
    solved = run("solve", "4 3 3 1 2 4 5 / 3 4 2 1 3 3 5", SOWFISH_DATA=data)
    assert solved.returncode == 0
    assert re.fullmatch(r"sowfish: kalah-6\.table is damaged at 5 stones; .*; going on without it\n", solved.stderr)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["probe", POSITION], "there is no table for kalah"),
        (["info", "events"], "there is no table for events"),
        (["verify", "kalah,pits=2"], "there is no table for kalah,pits=2"),
        (["remove", "kalah"], "there is no table for kalah"),
        (["extend", "kalah", "4"], "there is no table for kalah to extend"),
        (["build", "kalah,capture=none", "4"], "tables are for kalah, kalah-empty-capture"),
        (["build", "chess", "4"], "unknown rules 'chess'"),
        (["build", "kalah", "101"], "101 is not in the range"),
        (["build", "kalah", "99"], "GB of memory while it is built, more than is free"),
        (["build", "kalah"], "Missing argument 'STONES'"),
        (["verify", "kalah", "--samples", "0"], "0 is not in the range"),
        (["nonsense"], "No such command 'nonsense'"),
    ],
)
def test_wrong_input_gets_a_sentence(words: list[str], sentence: str, data: str) -> None:
    refused = run("table", *words, SOWFISH_DATA=data)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert sentence in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_position_beyond_the_table_is_refused(data: str) -> None:
    run("table", "build", "kalah", "3", SOWFISH_DATA=data)
    refused = run("table", "probe", POSITION, SOWFISH_DATA=data)
    assert refused.stderr == "sowfish: the position has 9 stones in play, but the table only covers 3\n"


def test_a_terminal_shows_a_bar(data: str) -> None:
    shown = run_on_terminal("table", "build", "kalah", "14", columns=40, SOWFISH_DATA=data)
    lines = re.findall(r"\r\x1b\[K(\[[#.]{8}\] +\d+ % \d+ stones[^\r]*)", shown)
    assert lines
    assert all(len(line) < 40 for line in lines)
    assert shown.endswith("kalah: up to 14 stones in play, 9,657,700 positions\n")


def test_a_campaign_is_kept_in_its_folder(data: str) -> None:
    words = ["solve", "3 3 3 3 0 / 3 3 3 3 0", "--memory", "64k", "--json", "--campaign", f"{data}/campaign"]
    first, again = (json.loads(run(*words).stdout) for _ in range(2))
    assert (first["value"], first["kind"]) == (again["value"], again["kind"]) == (6, "proven")
    assert again["nodes"] < first["nodes"]
    refused = run("solve", "3 3 3 3 0 / 3 3 3 3 1", "--campaign", f"{data}/campaign")
    assert refused.returncode == 2
    assert "is for kalah: 3 3 3 3 0 / 3 3 3 3 0 south" in refused.stderr
