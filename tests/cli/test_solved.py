import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.program import run, run_on_terminal

from sowfish.starts import SOLVED_RULES, Bounds, SolvedStart, load, save

STARTS = load()


@pytest.mark.parametrize("columns", [40, 80])
def test_table_fits_the_terminal_and_has_every_number(columns: int) -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m|\r?\x1b\[K", "", run_on_terminal("solved", columns=columns))
    assert max(map(len, shown.splitlines())) <= columns
    rows = [line for line in shown.splitlines() if re.match(r" [1-6] ", line)]
    assert len(rows) == 6 * len(SOLVED_RULES) // (columns // 40)
    numbers = re.findall(r"[+-]?\d+|\?", re.sub(r"^ [1-6]|(?<=   ) [1-6](?=  )", "", rows[0]))
    values = [STARTS["kalah", 1, stones].value for stones in range(1, 7)]
    assert [int(number) for number in numbers[:6]] == values


def test_colours_are_for_terminals_and_repeat_what_the_signs_say() -> None:
    assert "\x1b[36m" in run_on_terminal("solved", "kalah", columns=80)
    assert "\x1b[3" not in run_on_terminal("solved", "kalah", columns=80, NO_COLOR="1")
    assert "\x1b" not in run("solved").stdout


def test_one_start_shows_its_openings() -> None:
    shown = run("solved", "kalah", "4", "4")
    assert (shown.returncode, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    assert lines[0] == "kalah(4,4): the first player wins by 2, proven."
    assert [re.split(" {2,}", line.strip(), maxsplit=1) for line in lines[2:6]] == [
        ["pit 0", "+2, best"],
        ["pit 1", "0"],
        ["pit 2", "0"],
        ["pit 3", "-2"],
    ]


def test_size_without_rules_shows_all_rules() -> None:
    shown = run("solved", "2", "3").stdout
    assert [name for name in SOLVED_RULES if f"{name}(2,3): " in shown] == list(SOLVED_RULES)


def test_json_has_all_that_is_stored() -> None:
    starts = json.loads(run("solved", "--json").stdout)["starts"]
    assert len(starts) == len(STARTS)
    one = json.loads(run("solved", "kalah", "6", "3", "--json").stdout)["starts"]
    assert [(start["value"], start["kind"], start["best"]) for start in one] == [(2, "proven", [4])]
    assert [opening["value"] for opening in one[0]["openings"]] == [-14, -16, -10, -2, 2, 0]
    assert one[0]["position"] == "kalah: 3 3 3 3 3 3 0 / 3 3 3 3 3 3 0 south"


def test_what_is_not_solved_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text('{"format": "sowfish solved starts 1", "starts": []}')
    shown = run("solved", "kalah", "--file", str(path)).stdout
    assert shown.count("?") == 36
    assert "kalah(6,6): not solved.\n" in shown
    assert run("solved", "kalah", "6", "6", "--file", str(path)).stdout == "kalah(6,6): not solved.\n"


def test_recompute_fills_a_file_and_resumes_from_it(tmp_path: Path) -> None:
    words = ["solved", "--recompute", "--file", str(tmp_path / "solved.json"), "--rules", "kalah"]
    first = run(*words, "--max-stones", "6").stdout.splitlines()
    assert first[0] == "5 starts to solve."
    assert first[-1].startswith("kalah(3,1)    0 with 0 2, ")
    assert run(*words, "--max-stones", "8").stdout.startswith("3 starts to solve.\n")
    shown = run("solved", "kalah", "2", "2", "--file", str(tmp_path / "solved.json")).stdout
    assert shown.startswith("kalah(2,2): the first player loses by 2, proven.")


def test_picture_is_written(tmp_path: Path) -> None:
    assert run("solved", "kalah", "--svg", str(tmp_path / "kalah.svg")).returncode == 0
    assert (tmp_path / "kalah.svg").read_text().startswith("<svg ")


WRONG = {
    ("chess",): "there is no table for 'chess'; there are kalah, kalah-empty-capture, avalanche, avalanche-sweep",
    ("kalah", "6"): "a size is pits and stones, each from 1 to 6, not '6'",
    ("kalah", "6", "7"): "a size is pits and stones, each from 1 to 6, not '6 7'",
    ("--recompute",): "--recompute needs --file FILE, and no size, --svg or --json (see sowfish solved --help)",
    ("--svg", "x.svg"): "a picture shows one set of rules: sowfish solved kalah --svg FILE (see sowfish solved --help)",
    ("--file", "README.md"): "'README.md' is no file of solved starts",
    ("--file", "no such file"): "No such file or directory: 'no such file'",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_words_get_one_sentence(words: tuple[str, ...]) -> None:
    shown = run("solved", *words)
    assert (shown.returncode, shown.stdout, shown.stderr) == (2, "", f"sowfish: {WRONG[words]}\n")


def test_bounds_are_shown_where_a_value_is_not_proven(tmp_path: Path) -> None:
    path = tmp_path / "half.json"
    half = SolvedStart.unknown("kalah", 2, 2)
    first = replace(half.narrowed(Bounds(-2, -2), (Bounds(-8, 8), Bounds(-2, -2))), version="now")
    second = replace(SolvedStart.unknown("kalah", 6, 6).narrowed(Bounds(-4, 20), (Bounds(-72, 72),) * 6), version="now")
    save(path, [first, second])
    shown = run("solved", "kalah", "2", "2", "--file", str(path)).stdout
    assert "  pit 0    -8 to -2, perhaps as good\n  pit 1    -2, best\n" in shown
    assert (
        "kalah(6,6): not solved; -4 to +20 for the first player, proven.\n"
        in run("solved", "kalah", "--file", str(path)).stdout
    )
    (content,) = json.loads(run("solved", "kalah", "6", "6", "--file", str(path), "--json").stdout)["starts"]
    assert [content[name] for name in ("value", "kind", "low", "high")] == [None, "bound", -4, 20]
