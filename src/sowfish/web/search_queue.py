"""A fair queue of searches: a fixed number at once, cancelled when the client disconnects."""

from __future__ import annotations

import asyncio
import ipaddress
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from sowfish.engine import Engine, EnginePool
from sowfish.model.rules import Rules
from sowfish.runtime.limits import Limits
from sowfish.runtime.workers import available_threads
from sowfish.web.errors import BusyError, TooManyError
from sowfish.web.settings import Settings

MOST_WAITING = 1024
MOST_WAITING_OF_ONE = 512
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Client:
    """A client: its address, and the name a page gives itself."""

    address: str
    name: str = ""

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine."""
        try:
            return ipaddress.ip_address(self.address).is_loopback
        except ValueError:
            return True  # a socket of this machine, or a test


@dataclass(slots=True, eq=False)
class Order(Generic[Answer]):
    """A waiting or running search; `cancel` ends it."""

    client: Client
    work: Callable[[threading.Event], Answer]
    answer: asyncio.Future[Answer]
    cancel: threading.Event = field(default_factory=threading.Event)
    started: asyncio.Event = field(default_factory=asyncio.Event)


class SearchQueue:
    """Runs searches in threads; all its methods are called in the server's event loop."""

    def __init__(self, settings: Settings) -> None:
        """Start no thread before there is work."""
        self._settings = settings
        self._slots = settings.searches
        self._threads = ThreadPoolExecutor(self._slots, thread_name_prefix="search")
        self._waiting: list[Order[object]] = []
        self._running: list[Order[object]] = []
        self._served: Counter[Client] = Counter()  # how often, since nobody was waiting
        self._engines = EnginePool(memory=settings.memory, size=self._slots)
        self._is_closed = False

    @property
    def running(self) -> int:
        """How many searches run."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """How many searches wait."""
        return len(self._waiting)

    def limits(self, seconds: float) -> Limits:
        """Return the limits of one search."""
        return Limits(seconds=seconds, memory=self._settings.memory // self._slots)

    def engine(self, rules: Rules) -> AbstractContextManager[Engine]:
        """Lend an engine to a search that has begun."""
        return self._engines.engine(rules, threads=self.threads)

    @property
    def threads(self) -> int:
        """The threads of a search that starts now: all there are if it is alone, else its share."""
        whole = self._settings.threads or available_threads()
        return max(1, whole // max(1, len(self._running)))

    async def run(self, client: Client, work: Callable[[threading.Event], Answer]) -> Answer:
        """Return what `work` returns, in its turn; it is told to stop if the caller is cancelled meanwhile."""
        self._check_room(client)
        order = Order(client, work, asyncio.get_running_loop().create_future())
        self._waiting.append(order)
        self._start_next()
        try:
            async with asyncio.timeout(self._settings.waiting_seconds):
                await order.started.wait()
            return await asyncio.shield(order.answer)
        except TimeoutError:
            raise BusyError("the server is busy with other searches; try again in a moment") from None
        finally:
            order.cancel.set()
            if order in self._waiting:
                self._waiting.remove(order)

    def stop_all(self) -> None:
        """Cancel all searches and start no others."""
        self._is_closed = True
        for order in [*self._running, *self._waiting]:
            order.cancel.set()

    async def close(self) -> None:
        """Wait for the threads to end."""
        self.stop_all()
        await asyncio.to_thread(self._threads.shutdown)
        self._engines.close()

    def _check_room(self, client: Client) -> None:
        if self._is_closed:
            raise BusyError("the server is about to stop")
        if len(self._waiting) >= MOST_WAITING:
            raise BusyError("too many searches are waiting; try again in a moment")
        if sum(order.client == client for order in self._waiting) >= MOST_WAITING_OF_ONE:
            raise TooManyError(f"{MOST_WAITING_OF_ONE} of your searches are waiting already; try again in a moment")

    def _start_next(self) -> None:
        """Start waiting searches while slots are free, least-served clients first."""
        while len(self._running) < self._slots:
            admitted = [order for order in self._waiting if self._may_run(order.client)]
            if not admitted:
                break
            order = min(admitted, key=lambda order: (self._share(order.client), self._served[order.client]))
            self._waiting.remove(order)
            self._running.append(order)
            self._served[order.client] += 1
            self._start(order)
        if not self._waiting:
            self._served.clear()

    def _start(self, order: Order[object]) -> None:
        loop = asyncio.get_running_loop()
        order.started.set()
        future = self._threads.submit(order.work, order.cancel)
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(self._ended, order, done))

    def _share(self, client: Client) -> int:
        return sum(order.client == client for order in self._running)

    def _may_run(self, client: Client) -> bool:
        """Return whether a client may start another search: neither it nor its address may take every slot."""
        if self._share(client) >= self._slots - 1:
            return False
        of_address = sum(order.client.address == client.address for order in self._running)
        return client.is_local or of_address < self._slots - 1

    def _ended(self, order: Order[object], done: Future[object]) -> None:
        self._running.remove(order)
        error = done.exception()
        if error is not None:
            order.answer.set_exception(error)
            order.answer.exception()  # nobody may be left to hear it
        else:
            order.answer.set_result(done.result())
        self._start_next()
