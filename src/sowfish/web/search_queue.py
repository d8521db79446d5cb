"""One queue for all expensive work: a fixed number at once, fair by address, cancelled when the client disconnects.

Fairness goes by address, because a client can choose its name. Small work (a move, a picture) has its own slots, so
that playing a move never waits for searches; and while an address without a running search waits, the searches of
others end early with what they have found.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from starlette.requests import ClientDisconnect

from sowfish.engine import Engine, EnginePool
from sowfish.model.rules import Rules
from sowfish.runtime.limits import Limits
from sowfish.runtime.workers import available_threads
from sowfish.web.clients import Client
from sowfish.web.errors import BusyError, TooManyError
from sowfish.web.fair_queue import FairQueue
from sowfish.web.settings import Settings

MOST_WAITING = 1024
MOST_WAITING_OF_ONE = 512  # of one address
SMALL_SLOTS = 2  # small work is Python code, which runs one thread at a time anyway
SHARE_SECONDS = 3.0  # guaranteed to a search even if others wait
Answer = TypeVar("Answer")


class Lane(Enum):
    """The slots that work runs in."""

    SEARCH = "search"
    SMALL = "small"


class Stop(threading.Event):
    """A request to end a search with what it has found, or to abandon it if the client is gone."""

    is_abandoned = False

    def abandon(self) -> None:
        """Abandon the search, whatever it found."""
        self.is_abandoned = True
        self.set()

    def check(self) -> None:
        """Raise if the search was abandoned."""
        if self.is_abandoned:
            raise ClientDisconnect


@dataclass(slots=True, eq=False)
class Order(Generic[Answer]):
    """Waiting or running work; `cancel` ends it."""

    client: Client
    lane: Lane
    work: Callable[[Stop], Answer]
    answer: asyncio.Future[Answer]
    cancel: Stop = field(default_factory=Stop)
    started: asyncio.Event = field(default_factory=asyncio.Event)
    started_at: float = 0.0

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.perf_counter() - self.started_at


class SearchQueue:
    """Runs work in threads; all its methods are called in the server's event loop."""

    def __init__(self, settings: Settings) -> None:
        """Start no thread before there is work."""
        self._settings = settings
        self.proxies = settings.proxies
        self._searches: FairQueue[Order[object]] = FairQueue(settings.searches)
        self._lanes = {Lane.SEARCH: self._searches, Lane.SMALL: FairQueue[Order[object]](SMALL_SLOTS)}
        slots = sum(lane.slots for lane in self._lanes.values())
        self._threads = ThreadPoolExecutor(slots, thread_name_prefix="search")
        self._engines = EnginePool(memory=settings.memory, size=settings.searches)
        self._is_closed = False

    @property
    def running(self) -> int:
        """The number of running searches."""
        return len(self._searches.running)

    @property
    def waiting(self) -> int:
        """The number of waiting searches."""
        return self._searches.waiting

    def limits(self, seconds: float) -> Limits:
        """Return the limits of one search."""
        return Limits(seconds=seconds, memory=self._settings.memory // self._settings.searches)

    def engine(self, rules: Rules) -> AbstractContextManager[Engine]:
        """Lend an engine to a running search."""
        return self._engines.engine(rules, threads=self.threads)

    @property
    def threads(self) -> int:
        """The threads of a search that starts now: all of them if it is alone, else its share."""
        whole = self._settings.threads or available_threads()
        return max(1, whole // max(1, self.running))

    async def run(self, client: Client, work: Callable[[Stop], Answer], lane: Lane = Lane.SEARCH) -> Answer:
        """Queue `work` and return its result; it is stopped if the caller is cancelled."""
        self._check_room(client, self._lanes[lane])
        order = Order(client, lane, work, asyncio.get_running_loop().create_future())
        self._lanes[lane].add(order)
        self._start_next()
        try:
            async with asyncio.timeout(self._settings.waiting_seconds):
                await self._until_started(order)
            return await asyncio.shield(order.answer)
        except TimeoutError:
            raise BusyError("the server is busy with other searches; try again in a moment") from None
        finally:
            order.cancel.abandon()
            self._lanes[lane].remove(order)

    def stop_all(self) -> None:
        """Cancel all work and accept no more."""
        self._is_closed = True
        for lane in self._lanes.values():
            for order in lane:
                order.cancel.set()

    async def close(self) -> None:
        """Wait for the threads to end."""
        self.stop_all()
        await asyncio.to_thread(self._threads.shutdown)
        self._engines.close()

    def _check_room(self, client: Client, lane: FairQueue[Order[object]]) -> None:
        if self._is_closed:
            raise BusyError("the server is shutting down")
        if lane.waiting >= MOST_WAITING:
            raise BusyError("too many searches are waiting; try again in a moment")
        if lane.waiting_of(client.address) >= MOST_WAITING_OF_ONE:
            raise TooManyError(f"{MOST_WAITING_OF_ONE} of your searches are already waiting; try again in a moment")

    async def _until_started(self, order: Order[Answer]) -> None:
        while not order.started.is_set():
            if order.lane is Lane.SEARCH:
                self._make_room(order.client.address)
            try:
                async with asyncio.timeout(SHARE_SECONDS / 2):
                    await order.started.wait()
            except TimeoutError:
                continue

    def _make_room(self, address: str) -> None:
        """End a search early with what it has found, for an address that runs none."""
        running = self._searches.running
        if self._searches.running_of(address) or any(order.cancel.is_set() for order in running):
            return
        long = [order for order in running if order.seconds >= SHARE_SECONDS]
        if long:
            taking = max(long, key=lambda order: (self._searches.running_of(order.client.address), order.seconds))
            taking.cancel.set()

    def _start_next(self) -> None:
        """Start waiting work while slots are free."""
        loop = asyncio.get_running_loop()
        for lane in self._lanes.values():
            while (order := lane.start_next()) is not None:
                order.started_at = time.perf_counter()
                order.started.set()
                self._threads.submit(order.work, order.cancel).add_done_callback(
                    lambda done, order=order: loop.call_soon_threadsafe(self._ended, order, done)  # type: ignore[misc]
                )

    def _ended(self, order: Order[object], done: Future[object]) -> None:
        self._lanes[order.lane].end(order, order.seconds)
        error = done.exception()
        if error is not None:
            order.answer.set_exception(error)
            order.answer.exception()  # marks the exception as retrieved
        else:
            order.answer.set_result(done.result())
        self._start_next()
