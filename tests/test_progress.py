"""tools/progress.sh: one line in a log, a line that is updated on a terminal, output only after a failure."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="a shell script")

SCRIPT = Path(__file__).parents[1] / "tools" / "progress.sh"
BUILD = (
    "echo 'Found a \"compiler\"'; echo '  [1/3] Building CXX object lib.dir/native/src/board/turn.cpp.o';"
    " echo '[2/3] Building CXX object core.dir/Unity/unity_0_cxx.cxx.o';"
    " echo '[ 50%] Building CXX object a/engine.cpp.o';"
)
OUTPUT = """\
Found a "compiler"
  [1/3] Building CXX object lib.dir/native/src/board/turn.cpp.o
[2/3] Building CXX object core.dir/Unity/unity_0_cxx.cxx.o
[ 50%] Building CXX object a/engine.cpp.o
"""


def run(command: str, log: Path) -> subprocess.CompletedProcess[str]:
    """Run the script without a terminal."""
    return subprocess.run([SCRIPT, "Building", log, command], capture_output=True, text=True, check=False)


def test_a_log_gets_one_line_and_the_output_is_kept_in_a_file(tmp_path: Path) -> None:
    log = tmp_path / "log" / "core.log"
    found = run(BUILD, log)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "Building ...\n")
    assert log.read_text() == OUTPUT


def test_a_failure_keeps_its_exit_code_and_shows_the_output(tmp_path: Path) -> None:
    found = run(f"{BUILD} echo wrong >&2; exit 7", tmp_path / "core.log")
    assert (found.returncode, found.stdout, found.stderr) == (7, "", f"Building ...\n{OUTPUT}wrong\n")


def test_a_terminal_shows_the_step_on_one_line_that_ends_as_in_a_log(tmp_path: Path) -> None:
    terminal, side = pty.openpty()
    code = subprocess.run([SCRIPT, "Building", tmp_path / "core.log", BUILD], stderr=side, check=False).returncode
    seen = ""
    while not seen.endswith("\n"):
        seen += os.read(terminal, 1 << 12).decode()
    os.close(side)
    os.close(terminal)
    assert code == 0
    states = seen.replace("\x1b[K", "").removesuffix("\r\n").split("\r")
    assert states == [
        "Building ...",
        "Building ... 1/3 turn.cpp",
        "Building ... 2/3 core",
        "Building ... 50% engine.cpp",
        "Building ...",
    ]
