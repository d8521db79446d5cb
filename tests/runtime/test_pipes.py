"""A pipe in the place of a table, a net or a corpus is refused at once: opening one waits for its other end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sowfish.model.rules import Rules
from sowfish.tables.table import table_path

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
SECONDS = 20  # far more than it takes
BOARD = "kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16"


def ended(*words: str, data: Path | None = None) -> tuple[int, str]:
    """Return exit code and output of a command."""
    command = [sys.executable, "-m", "sowfish", *words]
    environment = os.environ if data is None else {**os.environ, "SOWFISH_DATA": str(data)}
    ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, env=environment)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("grade", "net:net=PIPE", "--limit", "1"),
        ("learn", "show", "PIPE"),
        ("learn", "verify", "PIPE"),
    ],
)
def test_a_pipe_is_no_net_and_no_corpus(tmp_path: Path, words: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe.npz"
    os.mkfifo(pipe)
    code, errors = ended(*(word.replace("PIPE", str(pipe)) for word in words))
    assert code == 2
    assert "not a regular file" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "code"), [(("table", "list"), 0), (("table", "build", "kalah", "3"), 2), (("solve", BOARD), 0)]
)
def test_a_pipe_is_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int) -> None:
    monkeypatch.setenv("SOWFISH_DATA", str(tmp_path))
    place = table_path(Rules.of("kalah"))
    place.parent.mkdir(parents=True)
    os.mkfifo(place)
    found, output = ended(*words, data=tmp_path)
    assert found == code
    assert words[0] == "solve" or "not a regular file" in output
