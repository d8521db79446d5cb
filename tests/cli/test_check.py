import json
import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, environment, run, run_on_terminal

from sowfish import Position
from sowfish.checker import Trace
from sowfish.checker.words import COUNTERS, LABELS, LEVELS, PITS, SUMS

ASKED = ("check", "shortest", "game", "without", "steal", "--rules", "events", "--pits", "3", "--stones", "2")


def test_an_answer_is_a_number_with_a_game_that_shows_it() -> None:
    shown = run(*ASKED)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith("events: 2 2 2 0 / 2 2 2 0 south\nshortest game where not steal\n\n")
    assert "\n35 events (36 boards, 13 moves, 6 turns)\nexhaustive, " in shown.stdout
    assert "\n  1. south " in shown.stdout
    assert "\nthe end: south " in shown.stdout


def test_events_are_listed_one_by_one() -> None:
    listed = run(*ASKED, "--events").stdout
    assert "\n   1. south picks up 2 from " in listed
    assert "\n  35. " in listed
    assert "\n  36. " not in listed


def test_an_answer_in_json_has_a_trace_that_replays() -> None:
    content = json.loads(run(*ASKED, "--json").stdout)
    known = {name: content[name] for name in ("value", "known", "extent", "engine")}
    assert known == {"value": 35, "known": True, "extent": "exhaustive", "engine": "core"}
    trace = Trace.from_json(json.dumps(content["witness"]))
    assert (len(trace.events), trace.final.is_over) == (35, True)
    assert [list(pits) for _, pits in trace.turns()] == content["turns"]


def test_questions_say_their_start_themselves() -> None:
    content = json.loads(run("check", "exists game of kalah(3,3) where north_margin >= 10", "--json").stdout)
    assert (content["holds"], content["start"]) == (True, str(Position.start("kalah", 3, 3)))
    content = json.loads(run("check", "count games from events: 1 1 0 / 1 1 0", "--json").stdout)
    assert content["value"] == 5
    content = json.loads(run("check", "count games from 1 1 0 / 1 1 0", "--rules", "events", "--json").stdout)
    assert content["value"] == 5
    content = json.loads(run("check", "count games", "--from", "1 1 0 / 1 1 0", "--rules", "events", "--json").stdout)
    assert content["value"] == 5


def test_none_says_what_was_searched() -> None:
    shown = run("check", "shortest game of events(1,4) without steal").stdout
    assert "\nnone: there is no such game\nexhaustive, " in shown
    shown = run("check", "exists game of events(3,2) within 7 boards").stdout
    assert "\nno, there is no such game\nbounded, everything within 7 boards was searched: " in shown


def test_a_question_that_is_too_big_says_what_it_managed() -> None:
    shown = run("check", "longest game of kalah(6,6)", "--memory", "4M")
    assert shown.returncode == 0
    assert "\nat least " in shown.stdout
    assert "\nstopped, the memory is used up: " in shown.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("shortst", "game"), "unknown question word 'shortst'; did you mean shortest?"),
        ((), "a question is needed"),
        (("count games", "--pits", "1-3"), "a question is about one board"),
        (("count games", "--pits", "x"), "--pits is a number such as 3"),
        (("count games of kalah(2,2)", "--stones", "3"), "the question names its start"),
        (("count games", "--watch", "stealz"), "unknown word 'stealz'; did you mean steals?"),
        (("prove", "conservd"), "unknown property 'conservd'; did you mean conserved?"),
        (("--replay", "nowhere.json"), "No such file or directory: 'nowhere.json'"),
        (("count games of kalah(2,2)", "--html", "nowhere/x.html"), "No such file or directory"),
        (("shortest game of kalah(2,2)", "--html", "nowhere/x.html"), "No such file or directory"),
        (("shortest game of kalah(2,2)", "--step"), "--step needs a terminal"),
    ],
)
def test_wrong_input_gets_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    shown = run("check", *words)
    assert shown.returncode == (2 if sentence else 0)
    assert sentence in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_witnesses_are_written_and_read_again(tmp_path: Path) -> None:
    page, trace = tmp_path / "game.html", tmp_path / "game.json"
    shown = run(*ASKED, "--html", str(page), "--trace", str(trace), "--watch", "boards")
    assert f"written: {page}, {trace}" in shown.stdout
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    again = run("check", "--replay", str(trace))
    assert again.stdout.startswith("events: 2 2 2 0 / 2 2 2 0 south\n  1. south ")
    content = json.loads(run("check", "--replay", str(trace), "--json").stdout)
    assert content == json.loads(trace.read_text(encoding="utf-8"))
    trace.write_text(trace.read_text(encoding="utf-8").replace('"hand": 1', '"hand": 2'), encoding="utf-8")
    refused = run("check", "--replay", str(trace))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "the boards of the trace do not follow from its events" in refused.stderr


def test_words_are_listed() -> None:
    listed = run("check", "--words").stdout
    assert all(f"\n  {name} " in listed for name in (*COUNTERS, *SUMS, *LABELS))
    assert all(f"\n  {name} " in listed for name in LEVELS if name not in PITS)


def test_proofs_hold_or_show_what_breaks_them() -> None:
    shown = run("check", "prove", "never_empties", "--rules", "avalanche", "--pits", "1-2").stdout
    assert "avalanche, 1 pit, any number of stones: a move never takes" in shown
    assert "\n  false: " in shown
    assert "\n  pit 0 is played:\n" in shown
    assert "avalanche, 2 pits, any number of stones: " in shown
    assert "\n  proved: " in shown
    content = json.loads(run("check", "prove", "--pits", "1", "--json").stdout)
    assert [proof["holds"] for proof in content["proofs"]] == [True, True, True, False]


def test_keys_step_through_a_witness() -> None:
    question = "shortest game of kalah(2,1)"
    shown = run_on_terminal("check", question, "--step", columns=80, typed="nn\x1b[D\x1b[BGxg\x1b[A m\x1b[Fpq")
    boards = shown.split("\x1b[2J\x1b[H")[1:]
    numbers = [board.split()[1] for board in boards]
    last = boards[0].split()[3].removesuffix(":")
    assert numbers[:4] == ["1", "2", "3", "2"]
    assert numbers[5:9] == [last, last, "1", "1"]
    assert numbers[9:] == ["2", "3", last, str(int(last) - 1)]
    assert boards[-1].endswith("\x1b[?25h\n")


def test_stepping_fits_a_narrow_terminal() -> None:
    shown = run_on_terminal("check", "shortest game of kalah(6,1)", "--step", columns=40, typed="nnq")
    boards = shown.split("\x1b[2J\x1b[H")[1:]
    assert all(len(line.replace("\x1b[?25h", "")) <= 40 for board in boards for line in board.splitlines())


def test_ctrl_c_shows_what_is_known() -> None:
    ours, theirs = pty.openpty()
    words = [PROGRAM, "check", "longest game of kalah(6,6)"]
    with subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment()) as process:
        os.close(theirs)
        shown = b""
        while b" positions" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:
            pass  # the program has ended
        assert process.wait(timeout=20) == 130
    os.close(ours)
    assert b"at least " in shown
    assert b"stopped, interrupted: " in shown
