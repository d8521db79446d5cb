"""Ctrl-C for a program: heard even where Python swallows it, and without effect once the program has ended."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time

from sowfish.runtime import systems

AGAIN_SECONDS = 0.001
_repeats = _thread.allocate_lock()  # threading's may be held by the interrupted code
_has_ended = threading.Event()  # what is repeated from then on would kill the process


def repeat_swallowed_interrupts() -> None:
    """Repeat a KeyboardInterrupt that Python ignores, as in a weakref callback of the import system or in `__del__`.

    Such a callback has nowhere to raise it to, so Python would print a traceback and continue.
    """
    usual, is_called = sys.unraisablehook, threading.Event()

    def repeat() -> None:
        time.sleep(AGAIN_SECONDS)
        while is_called.is_set():  # the hook has nowhere to raise it to either
            time.sleep(AGAIN_SECONDS)
        with _repeats:
            if not _has_ended.is_set():
                systems.interrupt_main()

    def hook(ignored: sys.UnraisableHookArgs) -> None:
        if not issubclass(ignored.exc_type, KeyboardInterrupt):
            usual(ignored)
            return
        is_called.set()
        _thread.start_new_thread(repeat, ())  # threading.Thread takes locks that the interrupted code may hold
        is_called.clear()

    sys.unraisablehook = hook


def is_interrupt(error: BaseException) -> bool:
    """Return whether an error is a KeyboardInterrupt that Python wrapped, as 3.11 does while a class is created."""
    return isinstance(error, KeyboardInterrupt) or (error.__cause__ is not None and is_interrupt(error.__cause__))


def ignore_ctrl_c() -> None:
    """Ignore Ctrl-C until the process has ended: the answer is out, and its exit code is decided."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_at_next_ctrl_c() -> None:
    """Let another Ctrl-C end the process at once, should the end take long."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with _repeats:
        _has_ended.set()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
