import asyncio
import threading
import time

import pytest

from sowfish import Position
from sowfish.model.rules import PROFILES
from sowfish.web import search_queue
from sowfish.web.clients import Client
from sowfish.web.errors import BusyError, TooManyError
from sowfish.web.search_queue import MOST_WAITING_OF_ONE, Lane, SearchQueue
from sowfish.web.settings import Settings

ONE, OTHER = Client("10.0.0.1"), Client("10.0.0.2")
LOCAL, PAGE = Client("127.0.0.1"), Client("127.0.0.1", "page")


def wait_for_cancel(cancel: threading.Event) -> str:
    return "stopped" if cancel.wait(10) else "late"


async def until(condition: object) -> None:
    assert callable(condition)
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it did not happen")


@pytest.mark.parametrize(("crowd", "late"), [(ONE, OTHER), (LOCAL, PAGE)])
def test_one_client_leaves_room_for_another(crowd: Client, late: Client) -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())
        tasks = [asyncio.ensure_future(searches.run(crowd, wait_for_cancel)) for _ in range(50)]
        await until(lambda: searches.running == Settings().searches - 2)
        assert await asyncio.wait_for(searches.run(late, lambda _: "at once"), 5) == "at once"
        assert searches.waiting == 50 - searches.running
        for task in tasks:
            task.cancel()
        await until(lambda: searches.running == searches.waiting == 0)
        await searches.close()

    asyncio.run(scene())


def test_pages_at_one_address_cannot_keep_other_addresses_out() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())
        names = [Client("10.0.0.1", str(number)) for number in range(20)]
        tasks = [asyncio.ensure_future(searches.run(name, wait_for_cancel)) for name in names]
        assert await asyncio.wait_for(searches.run(OTHER, lambda _: "at once"), 5) == "at once"
        for task in tasks:
            task.cancel()
        await searches.close()

    asyncio.run(scene())


def test_new_names_at_one_address_do_not_put_another_address_off() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())
        order: list[str] = []

        def work(name: str) -> None:
            time.sleep(0.01)
            order.append(name)

        changing = [searches.run(Client("10.0.0.1", str(number)), lambda _: work("one")) for number in range(40)]
        await asyncio.gather(*changing, *(searches.run(OTHER, lambda _: work("other")) for _ in range(4)))
        assert max(number for number, name in enumerate(order) if name == "other") < 16
        await searches.close()

    asyncio.run(scene())


def test_loopback_has_no_more_rights_than_others() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())
        names = [Client("127.0.0.1", str(number)) for number in range(20)]
        tasks = [asyncio.ensure_future(searches.run(name, wait_for_cancel)) for name in names]
        await until(lambda: searches.running == Settings().searches - 1)
        assert await asyncio.wait_for(searches.run(OTHER, lambda _: "at once"), 5) == "at once"
        for task in tasks:
            task.cancel()
        await searches.close()

    asyncio.run(scene())


def test_a_long_search_ends_for_an_address_that_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_queue, "SHARE_SECONDS", 0.1)

    async def scene() -> None:
        searches = SearchQueue(Settings())
        crowd = [Client(f"10.0.1.{number}") for number in range(Settings().searches)]
        tasks = [asyncio.ensure_future(searches.run(one, wait_for_cancel)) for one in crowd]
        await until(lambda: searches.running == Settings().searches)
        assert await asyncio.wait_for(searches.run(OTHER, lambda _: "in turn"), 5) == "in turn"
        assert sum(task.done() for task in tasks) == 1, "one search is enough"
        assert next(task for task in tasks if task.done()).result() == "stopped"
        for task in tasks:
            task.cancel()
        await searches.close()

    asyncio.run(scene())


def test_small_work_does_not_wait_for_searches() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())
        crowd = [Client(f"10.0.1.{number}") for number in range(20)]
        tasks = [asyncio.ensure_future(searches.run(one, wait_for_cancel)) for one in crowd]
        await until(lambda: searches.running == Settings().searches)
        assert await asyncio.wait_for(searches.run(crowd[0], lambda _: "at once", Lane.SMALL), 1) == "at once"
        for task in tasks:
            task.cancel()
        await searches.close()

    asyncio.run(scene())


def test_who_waits_is_served_in_turn() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())
        order: list[str] = []

        def work(name: str) -> str:
            time.sleep(0.01)
            order.append(name)
            return name

        first = [searches.run(ONE, lambda _: work("one")) for _ in range(20)]
        second = [searches.run(OTHER, lambda _: work("other")) for _ in range(4)]
        await asyncio.gather(*first, *second)
        assert order.index("other") < 8
        assert "one" in order[-8:]
        assert max(number for number, name in enumerate(order) if name == "other") < 16
        await searches.close()

    asyncio.run(scene())


def test_a_search_ends_soon_after_its_caller_left() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())
        task = asyncio.ensure_future(searches.run(ONE, wait_for_cancel))
        await until(lambda: searches.running == 1)
        task.cancel()
        await until(lambda: searches.running == 0)
        await searches.close()

    asyncio.run(scene())


def test_errors_of_a_search_reach_the_caller() -> None:
    def fail(_cancel: threading.Event) -> None:
        raise BusyError("no")

    async def scene() -> None:
        searches = SearchQueue(Settings())
        with pytest.raises(BusyError, match="no"):
            await searches.run(ONE, fail)
        await searches.close()

    asyncio.run(scene())


def test_waiting_has_an_end() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings(waiting_seconds=0.05))
        tasks = [asyncio.ensure_future(searches.run(ONE, wait_for_cancel)) for _ in range(Settings().searches)]
        with pytest.raises(BusyError, match="busy with other searches"):
            await tasks[-1]
        for task in tasks:
            task.cancel()
        await searches.close()

    asyncio.run(scene())


def test_one_client_cannot_fill_the_queue() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())
        places = MOST_WAITING_OF_ONE + Settings().searches - 2
        tasks = [asyncio.ensure_future(searches.run(ONE, wait_for_cancel)) for _ in range(places)]
        await until(lambda: searches.waiting == MOST_WAITING_OF_ONE)
        with pytest.raises(TooManyError, match="are already waiting"):
            await searches.run(ONE, wait_for_cancel)
        assert await searches.run(OTHER, lambda _: 1) == 1
        for task in tasks:
            task.cancel()
        await searches.close()

    asyncio.run(scene())


def test_a_search_borrows_an_engine_that_the_next_one_finds_again() -> None:
    async def scene() -> None:
        searches = SearchQueue(Settings())

        def ask(_cancel: threading.Event) -> tuple[int, int]:
            with searches.engine(PROFILES["kalah"]) as engine:
                return id(engine), engine.solve(Position.start("kalah", 3)).nodes

        first, second = await searches.run(ONE, ask), await searches.run(OTHER, ask)
        assert first[0] == second[0]
        assert second[1] < first[1] / 5  # only the first look: the proof is kept
        await searches.close()

    asyncio.run(scene())
