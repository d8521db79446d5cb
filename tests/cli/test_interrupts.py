"""Ctrl-C at any moment: a running command exits with 130, a finished one as usual, and no signal is lost."""

import os
import random
import subprocess
import sys

import pytest
from tests.interrupts import ACCEPTED, COMMANDS, interrupt_all

PROGRAM = """
import atexit, signal, sys, time, weakref
from sowfish.cli import main

class Thing:
    pass

def interrupt(*_):
    signal.raise_signal(signal.SIGINT)

def work():
{work}

command, main.main = main.main, work
sys.exit(main.program())
"""
SEED = 7
SAMPLE = 12  # commands, each twice: less than a minute; `make interrupts` tries all


def ended(work: str) -> tuple[int, str]:
    """Return exit code and standard error of a program whose work is this."""
    code = PROGRAM.format(work=work)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True, timeout=60)
    return done.returncode, done.stderr


@pytest.mark.parametrize("times", [1, 20])
def test_an_interrupt_that_python_ignores_is_repeated(times: int) -> None:
    """A module lock of the import system has such a callback."""
    work = f"""
    for _ in range({times}):
        thing = Thing()
        reference = weakref.ref(thing, interrupt)
        del thing
    time.sleep(30)
"""
    assert ended(work) == (130, "")


def test_an_interrupt_within_the_creation_of_a_class_ends_the_program() -> None:
    """Python 3.11 makes a RuntimeError of it."""
    work = """    Thing.__set_name__ = interrupt
    main.app.main = lambda **_: type("Class", (), {"field": Thing()})
    return command()
"""
    assert ended(work) == (130, "")


def test_other_faults_that_python_ignores_are_still_shown() -> None:
    code, errors = ended("    reference = weakref.ref(Thing(), lambda _: 1 / 0)\n    return 0")
    assert code == 0
    assert "ZeroDivisionError" in errors


def test_an_interrupt_after_the_end_changes_nothing() -> None:
    assert ended("    atexit.register(interrupt)\n    return 1") == (1, "")


def test_another_interrupt_ends_a_program_that_takes_long_to_end() -> None:
    code, errors = ended("    atexit.register(time.sleep, 30)\n    atexit.register(interrupt)\n    interrupt()")
    assert (code, errors) == (-2, "")


@pytest.mark.slow
def test_every_command_ends_at_ctrl_c_at_any_moment() -> None:
    names = random.Random(SEED).sample(list(COMMANDS), SAMPLE)
    runs = interrupt_all(names, 2 * SAMPLE, seed=SEED, jobs=os.cpu_count() or 1)
    wrong = [run for run in runs if run.result not in ACCEPTED]
    assert not wrong
