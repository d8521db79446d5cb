"""Python can end at any moment, whatever daemon threads are at in the core."""

import subprocess
import sys
import time

import pytest

BEGIN = """
import threading, time
from sowfish import Limits, Position, best_turn, solve
HARD = Position.start("kalah", 6)

def again_and_again(work):
    def forever():
        while True:
            work()
    threading.Thread(target=forever, daemon=True).start()
"""
WORK = {
    "solve": "again_and_again(lambda: solve(HARD, limits=Limits(seconds=60, memory=200 << 20)))",
    "two solves": "for _ in 'ab': again_and_again(lambda: solve(HARD, limits=Limits(seconds=60, memory=100 << 20)))",
    "calls of a millisecond": """
for _ in range(3):
    again_and_again(lambda: best_turn(Position.start("avalanche"), "stones"))
""",
    "a player": """
from sowfish.players import Clock, make
again_and_again(lambda: make("engine:time=0.1").choose(HARD, Clock()))
""",
}

SMALL = 'SMALL = Position.parse("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16")'


def ended(code: str) -> tuple[int, str, str]:
    """Return exit code, standard error and output of a Python that runs this."""
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, check=False, text=True, timeout=60)
    return done.returncode, done.stderr, done.stdout


@pytest.mark.parametrize("runs", [3, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("what", WORK)
def test_python_ends_in_peace_while_a_daemon_thread_is_in_the_core(what: str, runs: int) -> None:
    for number in range(runs):
        pause = f"\ntime.sleep({0.05 + 0.8 * number / runs})\nprint('over')\n"
        assert ended(BEGIN + WORK[what] + pause) == (0, "", "over\n"), f"run {number}"


def test_work_at_the_end_is_stopped_at_once() -> None:
    started = time.perf_counter()
    assert ended(BEGIN + WORK["solve"] + "\ntime.sleep(0.5)\n")[0] == 0
    assert time.perf_counter() - started < 10  # and not the minute that it was allowed


def test_functions_called_at_exit_can_still_solve() -> None:
    code = """
import atexit
atexit.register(lambda: print(solve(SMALL).value))
"""
    assert ended(code + BEGIN + SMALL + "\n" + WORK["solve"]) == (0, "", "6\n")


def test_functions_called_first_at_exit_can_solve() -> None:
    """They come before Sowfish stops its work, but Python 3.12 and later start no threads any more."""
    code = f"""
{SMALL}
import atexit
atexit.register(lambda: print(solve(SMALL).value))
"""
    assert ended(BEGIN + code) == (0, "", "6\n")


def test_daemon_threads_can_solve_while_functions_are_called_at_exit() -> None:
    code = f"""
{SMALL}
import atexit
is_ending, is_solved = threading.Event(), threading.Event()
def work():
    is_ending.wait()
    solve(SMALL)
    is_solved.set()
def first():
    is_ending.set()
    print(is_solved.wait(20))
atexit.register(first)
again_and_again(work)
"""
    assert ended(BEGIN + code) == (0, "", "True\n")


def test_a_daemon_thread_gives_back_its_locks_before_functions_are_called_at_exit() -> None:
    code = """
import atexit, threading
lock = threading.Lock()
def late():
    print(lock.acquire(timeout=20))
atexit.register(late)
"""
    work = """
def locked():
    with lock:
        best_turn(Position.start("avalanche"), "stones")
for _ in range(3): again_and_again(locked)
time.sleep(0.2)
"""
    assert ended(code + BEGIN + work) == (0, "", "True\n")


def test_a_search_that_begins_as_python_ends_leaves_no_lock_behind() -> None:
    code = """
import atexit, threading
is_ending = threading.Event()
def late():
    is_ending.set()
    print(solve(SMALL).value)
atexit.register(late)
"""
    work = f"""
{SMALL}
from sowfish.runtime import workers
awaits = workers._end.awaits
def late_awaits(stop):  # in the daemon thread, which holds the lock of the tables
    reached.set()
    is_ending.wait()
    return awaits(stop)
workers._end.awaits = late_awaits
reached = threading.Event()
again_and_again(lambda: solve(HARD))
reached.wait()
"""
    assert ended(code + BEGIN + work) == (0, "", "6\n")


def test_a_copy_of_the_process_does_not_wait_for_threads_that_it_has_not() -> None:
    code = """
import os, sys, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 and later advise against what is tested here
time.sleep(0.3)
child = os.fork()
if child == 0:
    sys.exit(7)
started = time.perf_counter()
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), time.perf_counter() - started < 5)
"""
    assert ended(BEGIN + WORK["solve"] + code) == (0, "", "7 True\n")
