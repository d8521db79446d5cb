"""Connections: their maximum number, and deadlines for requests.

A client that opens connections and sends partial requests (slowloris) must not shut others out. So a request's head
must arrive within seconds, and when there are too many connections, the oldest one that waits for its client is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import socket
from http import HTTPStatus
from typing import Any, Protocol

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from sowfish.runtime import systems
from sowfish.web.clients import Network, is_in

HEAD_SECONDS = 5.0  # for the head of a request
MOST_CONNECTIONS = 1024
MOST_OF_ADDRESS = 256  # a browser has 6 to 8, and many people may share one address
FEWEST_CONNECTIONS = 16
OTHER_FILES = 128  # open files besides connections, and connections accepted but not yet counted
ACCEPTED_AT_ONCE = 4
OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Member(Protocol):
    """A connection as `Connections` sees it."""

    address: str

    @property
    def waits_for_client(self) -> bool:
        """Whether it can be closed without losing an answer."""

    def drop(self) -> None:
        """Close it."""


class Connections:
    """All connections of a server, each address's oldest first."""

    def __init__(
        self, most: int | None = None, most_of_address: int | None = None, *, proxies: tuple[Network, ...] = ()
    ) -> None:
        """Allow this many, by default what the limit of open files permits; proxies may use them all."""
        self.most = _room() if most is None else most
        self._proxies = proxies
        self.most_of_address = min(MOST_OF_ADDRESS, self.most // 2) if most_of_address is None else most_of_address
        self._open: dict[str, dict[Member, None]] = {}
        self._count = 0

    def admit(self, connection: Member) -> bool:
        """Admit a new connection, if necessary by closing one that waits for its client; False if there is none.

        If all are being answered, the address with the most loses one to an address with fewer.
        """
        own = self._open.get(connection.address, {})
        is_full = len(own) >= self.most_of_address and not is_in(connection.address, self._proxies)
        if is_full and not self._drop_one(own):
            return False
        if self._count >= self.most:
            most = max(self._open.values(), key=len)
            if not self._drop_one(most):
                if len(most) <= len(own) + 1:
                    return False
                self._drop(next(reversed(most)))
        self._open.setdefault(connection.address, {})[connection] = None
        self._count += 1
        return True

    def forget(self, connection: Member) -> None:
        """Remove a closed connection, whether it was admitted or not."""
        own = self._open.get(connection.address, {})
        if connection in own:
            del own[connection]
            self._count -= 1
            if not own:
                del self._open[connection.address]

    def _drop_one(self, connections: dict[Member, None]) -> bool:
        oldest = next((connection for connection in connections if connection.waits_for_client), None)
        if oldest is None:
            return False
        self._drop(oldest)
        return True

    def _drop(self, connection: Member) -> None:
        self.forget(connection)
        connection.drop()


class Connection(H11Protocol):
    """uvicorn's connection, with a deadline for request heads and a place among all connections."""

    def __init__(
        self,
        connections: Connections,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Join these connections once connected."""
        super().__init__(config, server_state, app_state, _loop)
        self.address = ""
        self._all = connections
        self._deadline: asyncio.TimerHandle | None = None

    @property
    def _has_request(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request, whatever uvicorn's types say
        return cycle is not None and not cycle.response_complete

    @property
    def waits_for_client(self) -> bool:
        """Whether the server waits for a request, for the rest of one, or for the client to read an answer."""
        return not self._has_request or self.cycle.more_body or self.flow.write_paused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Wait for a request, or refuse the connection."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self._all.admit(self):
            self._watch_head()
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "there are too many connections; try again in a moment")

    def data_received(self, data: bytes) -> None:
        """Read more of a request."""
        super().data_received(data)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the pool of connections."""
        self._stop_watching()
        self._all.forget(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def _watch_head(self) -> None:
        """Set the deadline of a pending head; partial data does not extend it, a complete head clears it."""
        if self._has_request:
            self._stop_watching()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_watching(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if not self._has_request and not self.transport.is_closing():
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, f"the request did not arrive within {HEAD_SECONDS:g} seconds")

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Send the reason and close; nothing is sent in the middle of another answer."""
        if self.conn.our_state is h11.IDLE:
            body = json.dumps({"error": sentence}).encode()
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
                f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.transport.close()


class Listener(socket.socket):
    """A listening socket that accepts a few connections at a time, and drops one when out of file descriptors.

    asyncio accepts all pending connections before handling any, and retries a failed accept forever.
    """

    def __init__(self, family: int = socket.AF_INET) -> None:
        """Make a TCP socket."""
        # With an explicit protocol, asyncio sets TCP_NODELAY, so answers are sent at once.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._left = ACCEPTED_AT_ONCE
        self._spare = os.open(os.devnull, os.O_RDONLY)

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection; raises BlockingIOError if there is none, or to let other tasks run."""
        if self._left == 0:
            self._left = ACCEPTED_AT_ONCE
            raise BlockingIOError
        self._left -= 1
        try:
            return super().accept()
        except OSError as error:
            self._left = ACCEPTED_AT_ONCE
            if error.errno not in OUT_OF_FILES:
                raise
            self._drop_next()
            raise BlockingIOError from None

    def _drop_next(self) -> None:
        """Close the next connection, using the descriptor of a spare file."""
        os.close(self._spare)
        with contextlib.suppress(OSError):
            super().accept()[0].close()
        self._spare = os.open(os.devnull, os.O_RDONLY)

    def close(self) -> None:
        """Close the socket and the spare file."""
        if self.fileno() >= 0:
            os.close(self._spare)
        super().close()


def _room() -> int:
    """Return how many connections the limit of open files permits."""
    files = systems.open_files_limit()
    if files is None:
        return MOST_CONNECTIONS
    return max(FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, files - OTHER_FILES))
