"""What differs between systems, on this one."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sowfish.runtime import systems

WINDOWS = sys.platform == "win32"
HOLD = """import sys
from sowfish.runtime import systems
with open(sys.argv[1], "w") as file:
    print(systems.try_lock(file), flush=True)
    sys.stdin.read()
"""


def holding(path: Path) -> "subprocess.Popen[str]":
    words = [sys.executable, "-c", HOLD, str(path)]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_a_lock_keeps_other_processes_out_until_its_process_ends(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with holding(path) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        with path.open("w") as file:
            assert not systems.try_lock(file)
        other.kill()
        other.wait()
    with path.open("w") as file:
        assert systems.try_lock(file)


def test_bytes_are_read_and_written_at_their_place(tmp_path: Path) -> None:
    file = os.open(tmp_path / "bytes", os.O_RDWR | os.O_CREAT | systems.BINARY)
    assert systems.write_at(file, b"abc\r\n\x1a", 0) == 6
    assert systems.write_at(file, b"X", 1) == 1
    assert systems.read_at(file, 100, 1) == b"Xc\r\n\x1a"
    assert systems.read_at(file, 2, 0) == b"aX"
    os.close(file)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_process_is_ended_with_what_it_started() -> None:
    words = ["sh", "-c", "sleep 60 & echo $!; wait"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, **systems.own_group())
    assert process.stdout is not None
    child = int(process.stdout.readline())
    systems.kill_group(process)
    process.wait()
    process.stdout.read()  # ends when nobody has the pipe open any more
    process.stdout.close()
    for _ in range(100):  # the system may take a moment to bury it
        if not Path(f"/proc/{child}").exists():
            return
        select.select([], [], [], 0.05)
    state = Path(f"/proc/{child}/status").read_text(encoding="ascii")
    assert "State:\tZ" in state  # ended, though nobody has asked how


def test_a_process_is_ended_by_its_number() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        systems.kill(process.pid)
        assert process.wait(20) != 0
    systems.kill(process.pid)  # it is gone, which is no error


def test_hangups_are_signals_of_this_system() -> None:
    assert signal.SIGTERM in systems.HANGUPS
    assert (len(systems.HANGUPS) == 1) == WINDOWS


@pytest.mark.skipif(WINDOWS, reason="Windows has no such limit")
def test_the_limit_of_open_files_is_the_systems() -> None:
    import resource  # noqa: PLC0415  # not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 200), hard))
    try:
        assert systems.open_files_limit() == 200
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.skipif(WINDOWS, reason="Windows copies no process")
def test_work_is_done_in_a_copy_of_the_process_only() -> None:
    code = (
        "import os; from sowfish.runtime import systems; systems.after_fork(lambda: print('copy', flush=True)); "
        "child = os.fork(); os._exit(0) if child == 0 else os.waitpid(child, 0); print('end')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "copy\nend\n"


def test_memory_that_is_available_is_positive() -> None:
    assert systems.available_memory() > 1_000_000
