"""Threads for the core: whatever happens, they have ended when the caller goes on."""

import threading
import time
from collections.abc import Callable

import pytest

from sowfish import LimitError
from sowfish.runtime import workers


class StrangeError(Exception):
    """What nobody else raises."""


class Job:
    """Work that goes on until it is stopped, for a tenth of a second more."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.begun = 0
        self.ended = 0
        self.lock = threading.Lock()

    def work(self) -> None:
        with self.lock:
            self.begun += 1
        self.stopped.wait(30)
        time.sleep(0.1)
        with self.lock:
            self.ended += 1


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_work_runs_on_the_given_number_of_threads(threads: int) -> None:
    done: list[int] = []
    stops: list[None] = []
    workers.run(lambda: done.append(threading.get_ident()), threads, stop=lambda: stops.append(None))
    assert len(done) == threads
    assert not stops


@pytest.mark.parametrize("error", [StrangeError, KeyboardInterrupt, SystemExit])
def test_an_error_of_the_watch_stops_the_work_and_waits_for_it(error: Callable[[], BaseException]) -> None:
    job = Job()

    def watch() -> None:
        raise error()

    with pytest.raises((StrangeError, KeyboardInterrupt, SystemExit)):
        workers.run(job.work, 3, stop=job.stopped.set, watch=watch)
    assert job.begun == job.ended == 3


@pytest.mark.parametrize("fitting", [0, 1, 2])
def test_work_runs_on_as_many_threads_as_the_system_allows(fitting: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start, left = threading.Thread.start, iter([True] * fitting)

    def start_if_there_is_room(thread: threading.Thread) -> None:
        if not next(left, False):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_if_there_is_room)
    done: list[int] = []
    if fitting:
        workers.run(lambda: done.append(1), 4, stop=lambda: None)
    else:
        with pytest.raises(LimitError, match="no thread can be started"):
            workers.run(lambda: done.append(1), 4, stop=lambda: None)
    assert len(done) == fitting


def test_an_error_of_the_work_stops_the_others_and_reaches_the_caller() -> None:
    job = Job()
    turns = iter([True, False, False])

    def work() -> None:
        if next(turns):
            raise StrangeError
        job.work()

    with pytest.raises(StrangeError):
        workers.run(work, 3, stop=job.stopped.set)
    assert job.begun == job.ended == 2


def test_the_watch_is_called_all_along_in_the_callers_thread() -> None:
    watches: list[int] = []

    def watch() -> None:
        watches.append(threading.get_ident())

    workers.run(lambda: time.sleep(0.5), 2, stop=lambda: None, watch=watch)
    assert len(watches) >= 5
    assert set(watches) == {threading.get_ident()}


def test_there_is_at_least_one_thread() -> None:
    assert workers.available_threads() >= 1
