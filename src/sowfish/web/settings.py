"""Settings of a server: allowed hosts, time, memory and threads."""

from __future__ import annotations

from dataclasses import dataclass

from sowfish.runtime.limits import GIBIBYTE
from sowfish.runtime.workers import available_threads
from sowfish.web.clients import Network

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
FEWEST_SEARCHES = 4  # one address never gets all slots, and one page leaves one of its address's


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one server."""

    hosts: frozenset[str] = LOOPBACK  # accepted Host headers; others are rejected as DNS rebinding
    token: str | None = None  # must be the beginning of every path
    seconds: float = 60.0  # the most one answer may take
    memory: int = GIBIBYTE  # bytes, for all searches together
    threads: int | None = None  # of one search; None is all cores
    waiting_seconds: float = 60.0  # the most a search waits for its turn
    proxies: tuple[Network, ...] = ()  # whose X-Forwarded-For is believed

    @property
    def searches(self) -> int:
        """How many searches run at once."""
        return max(FEWEST_SEARCHES, available_threads() + 2)
