"""Tasks go in, results come out; a worker that dies costs its task and nothing else."""

import os
import threading
from collections.abc import Iterator

import pytest
from tests.arena.pools import SyncPool

from sowfish.arena.worker_pool import Done, LocalPool, Task, work


def tasks(count: int) -> Iterator[Task[int]]:
    return (Task(function=pow, arguments=(number, 2), about=number) for number in range(count))


def results(pool: SyncPool, count: int) -> list[Done[int]]:
    waiting = tasks(count)
    return [done for done in work(pool, lambda: next(waiting, None)) if done is not None]


def test_every_task_comes_back_with_its_result() -> None:
    done = results(SyncPool(), 7)
    assert sorted((one.task.about, one.result) for one in done) == [(number, number**2) for number in range(7)]
    assert not any(one.is_lost for one in done)


def test_a_lost_task_is_reported_and_the_pool_renewed() -> None:
    pool = SyncPool(loses=lambda number: number == 3)
    done = results(pool, 5)
    assert [one.task.about for one in done if one.is_lost] == [2]
    assert len(done) == 5
    assert pool.renewed == 1


def test_errors_of_a_task_reach_the_caller() -> None:
    broken = iter([Task(function=divmod, arguments=(1, 0), about=0)])
    with pytest.raises(ZeroDivisionError):
        list(work(SyncPool(), lambda: next(broken, None)))


def test_a_cancelled_run_hands_out_nothing() -> None:
    cancel = threading.Event()
    cancel.set()
    pool = SyncPool()
    assert list(work(pool, lambda: next(tasks(1), None), cancel=cancel)) == []
    assert pool.calls == []


def test_a_pool_closes_at_the_end_of_its_block() -> None:
    with SyncPool() as pool:
        assert not pool.is_closed
    assert pool.is_closed


def test_processes_of_this_machine_work_and_survive_a_death() -> None:
    with LocalPool(1) as pool:
        waiting = iter(
            [
                Task(function=os.getpid, arguments=(), about="first"),
                Task(function=os._exit, arguments=(3,), about="dies"),
                Task(function=os.getpid, arguments=(), about="last"),
            ]
        )
        again: list[Task[str]] = []
        pids: dict[str, int] = {}

        def following() -> Task[str] | None:
            return again.pop() if again else next(waiting, None)

        lost = set()
        for done in work(pool, following):
            if done is None:
                continue
            if done.is_lost:
                lost.add(done.task.about)
                if done.task.about != "dies":
                    again.append(done.task)
            else:
                pids[done.task.about] = done.result
    assert "dies" in lost
    assert set(pids) == {"first", "last"}
    assert os.getpid() not in pids.values()
