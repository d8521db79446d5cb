"""Settings of a server: allowed hosts, time, memory and threads."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish.runtime.limits import GIBIBYTE
from sowfish.runtime.workers import available_threads
from sowfish.web.clients import Network

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
FEWEST_SEARCHES = 4  # an address never gets all slots, and a page never all of its address's


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one server."""

    hosts: frozenset[str] = LOOPBACK  # accepted Host headers; others are rejected as DNS rebinding
    token: str | None = None  # required prefix of every path
    seconds: float = 60.0  # maximum time of an answer
    memory: int = GIBIBYTE  # bytes, for all searches together
    threads: int | None = None  # per search; None means all cores
    waiting_seconds: float = 60.0  # maximum time in the queue
    proxies: tuple[Network, ...] = ()  # trusted for X-Forwarded-For

    @property
    def searches(self) -> int:
        """The number of concurrent searches."""
        return max(FEWEST_SEARCHES, available_threads() + 2)
