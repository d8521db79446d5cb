"""Fair scheduling: slots shared among addresses, and within an address among its pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from sowfish.web.clients import Client


class Queued(Protocol):
    """An item that waits for a slot."""

    @property
    def client(self) -> Client:
        """The client it belongs to."""


Item = TypeVar("Item", bound=Queued)


class FairQueue(Generic[Item]):
    """Slots and a waiting list; next is the address with the fewest running items, then with the least time used."""

    def __init__(self, slots: int) -> None:
        """Share these slots; an address may use all but one, and a page all but one of those, if there are enough."""
        self.slots = slots
        self._most_of_address = max(1, slots - 1)
        self._most_of_page = max(1, slots - 2)
        self.running: list[Item] = []
        self._waiting: dict[str, list[Item]] = {}
        self._used: Counter[str] = Counter()  # milliseconds by address, since the waiting list was last empty
        self._used_by_page: Counter[Client] = Counter()
        self.waiting = 0

    def __iter__(self) -> Iterator[Item]:
        """Yield all running and waiting items."""
        yield from self.running
        for own in self._waiting.values():
            yield from own

    def waiting_of(self, address: str) -> int:
        """Return the number of an address's waiting items."""
        return len(self._waiting.get(address, ()))

    def running_of(self, address: str) -> int:
        """Return the number of an address's running items."""
        return sum(item.client.address == address for item in self.running)

    def add(self, item: Item) -> None:
        """Add an item to the waiting list."""
        self._waiting.setdefault(item.client.address, []).append(item)
        self.waiting += 1

    def remove(self, item: Item) -> None:
        """Remove an item from the waiting list, if it is there."""
        own = self._waiting.get(item.client.address, [])
        if item in own:
            own.remove(item)
            self.waiting -= 1
            if not own:
                del self._waiting[item.client.address]

    def start_next(self) -> Item | None:
        """Move the next item from waiting to running, or return None if no slot is available."""
        if len(self.running) >= self.slots:
            return None
        running = Counter(item.client.address for item in self.running)
        pages = Counter(item.client for item in self.running)
        for address in sorted(self._waiting, key=lambda address: (running[address], self._used[address])):
            if running[address] >= self._most_of_address:
                continue
            own = [item for item in self._waiting[address] if pages[item.client] < self._most_of_page]
            if own:
                item = min(own, key=lambda item: (pages[item.client], self._used_by_page[item.client]))
                self.remove(item)
                self.running.append(item)
                return item
        return None

    def end(self, item: Item, seconds: float) -> None:
        """Free the slot of an item that ran for this many seconds."""
        self.running.remove(item)
        spent = 1 + int(1000 * seconds)
        if not self.waiting:
            self._used.clear()
            self._used_by_page.clear()
        self._used[item.client.address] += spent
        self._used_by_page[item.client] += spent
