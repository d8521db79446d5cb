"""Hundreds of bad inputs over all commands and the API: no traceback, no hang, the right exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.bad_inputs import SLOTS, api_calls, command_lines, tried_call, tried_here, tried_program

from sowfish.cli.main import COMMANDS

PROGRAM_RUNS = 36  # of the real program, two of each command


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOWFISH_DATA", str(tmp_path))


def test_every_command_is_tried() -> None:
    assert set(SLOTS) == set(COMMANDS)
    assert len(command_lines()) >= 300


@pytest.mark.parametrize("command", SLOTS)
def test_every_command_refuses_bad_input_in_one_sentence(command: str) -> None:
    lines = [words for words in command_lines() if words[0] == command]
    assert {str(words): verdict for words in lines if (verdict := tried_here(words))} == {}


@pytest.mark.parametrize("words", command_lines(PROGRAM_RUNS), ids=lambda words: " ".join(words)[:40])
def test_the_real_program_refuses_a_sample_of_them(words: list[str]) -> None:
    assert tried_program(words) == ""


CALLS = list(api_calls())


@pytest.mark.parametrize(("call", "wrong"), [each[1:] for each in CALLS], ids=[each[0] for each in CALLS])
def test_the_api_refuses_bad_arguments_by_one_clear_error(call: object, wrong: list[object]) -> None:
    failed = {repr(value)[:80]: verdict for value in wrong if (verdict := tried_call(call, value))}  # type: ignore[arg-type]
    assert failed == {}
