import json
import re
from pathlib import Path

import pytest
from tests.cli.program import run, run_on_terminal

from sowfish.starts.deals import load_deals
from sowfish.starts.summary import summary


def test_deals_in_json_are_the_summary() -> None:
    content = json.loads(run("deals", "--json").stdout)
    found = summary(load_deals())
    assert (content["deals"], content["seed"], content["rules"]) == (found.deals, 1, "avalanche")
    assert content["wins"] + content["ties"] + content["losses"] == found.deals
    assert content["margin"]["mean"] == found.margin.mean
    assert sum(part["deals"] for part in content["histogram"]) == found.deals


@pytest.mark.parametrize("columns", [40, 80])
def test_histogram_fits_the_terminal(columns: int) -> None:
    shown = run_on_terminal("deals", columns=columns)
    assert max(map(len, shown.splitlines())) <= columns
    counts = [int(number) for number in re.findall(r"^ *(?:tie|\S+ to \S+) (?:█+ )?(\d+)$", shown, re.MULTILINE)]
    assert sum(counts) == len(load_deals().solved)


def test_recompute_resumes_from_its_file(tmp_path: Path) -> None:
    words = ["deals", "--recompute", "--file", str(tmp_path / "deals.json"), "--rules", "avalanche-sweep,pits=3"]
    words += ["--deal", "mirrored", "--stones", "12", "--json"]
    assert json.loads(run(*words, "--count", "4").stdout)["deals"] == 4
    assert json.loads(run(*words, "--count", "6").stdout)["deals"] == 6
    assert run(*words, "--count", "6", "--seed", "2").returncode == 2


WRONG = {
    ("--recompute",): "--recompute needs --file FILE (see sowfish deals --help)",
    ("--file", "README.md"): "'README.md' is not a file of solved deals",
    ("--recompute", "--file", "x", "--deal", "mirrored", "--stones", "13"): (
        "a mirrored deal needs an even number of stones, not 13"
    ),
    ("--deal", "free"): (
        "solved deals ship for phone, phone-mirrored under avalanche, avalanche-sweep, not for 'free' under "
        "'avalanche'; --recompute solves others"
    ),
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_get_one_sentence(words: tuple[str, ...]) -> None:
    shown = run("deals", *words)
    assert (shown.returncode, shown.stdout, shown.stderr) == (2, "", f"sowfish: {WRONG[words]}\n")
    assert not Path("x").exists()
