"""Connections: how many there may be, and how long a client may take for its request.

Whoever opens connections and sends half a request must not shut others out. So a request's head has to come within
seconds, and where there are too many connections, the oldest one that waits for its client is closed for the new one.
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

HEAD_SECONDS = 5.0  # for the first lines of a request
MOST_CONNECTIONS = 1024
MOST_OF_ADDRESS = 256  # a browser has 6 to 8, and many people may come through one address
FEWEST_CONNECTIONS = 16
OTHER_FILES = 128  # that the process may have open, connections accepted but not yet counted included
ACCEPTED_AT_ONCE = 4
OUT_OF_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Member(Protocol):
    """A connection as `Connections` sees it."""

    address: str

    @property
    def waits_for_client(self) -> bool:
        """Whether nothing is lost but time if it is closed."""

    def drop(self) -> None:
        """Close it."""


class Connections:
    """All connections of a server, each address's oldest first."""

    def __init__(
        self, most: int | None = None, most_of_address: int | None = None, *, proxies: tuple[Network, ...] = ()
    ) -> None:
        """Allow so many, by default what the limit of open files leaves room for; proxies may take them all."""
        self.most = _room() if most is None else most
        self._proxies = proxies
        self.most_of_address = min(MOST_OF_ADDRESS, self.most // 2) if most_of_address is None else most_of_address
        self._open: dict[str, dict[Member, None]] = {}
        self._count = 0

    def admit(self, connection: Member) -> bool:
        """Take a new connection in, if need be in place of one that waits for its client; False if there is none.

        Where all are being answered, the address with the most gives one up to an address with fewer.
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
        """Leave out a connection that is closed, whether it was taken in or not."""
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
    """uvicorn's connection, with a deadline for heads and a place among all connections."""

    def __init__(
        self,
        connections: Connections,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Be one of these connections as soon as it is made."""
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
        """Whether a request, or the rest of one, is to come, or an answer is not being read."""
        return not self._has_request or self.cycle.more_body or self.flow.write_paused

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to wait for a request, or refuse to."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self._all.admit(self):
            self._watch_head()
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "there are too many connections; try again in a moment")

    def data_received(self, data: bytes) -> None:
        """Read on."""
        super().data_received(data)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave."""
        self._stop_watching()
        self._all.forget(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def _watch_head(self) -> None:
        """Set the deadline of a head that is to come, which more of it does not put off; a whole head ends it."""
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
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, f"the request did not come within {HEAD_SECONDS:g} seconds")

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Say why and close; nothing is said in the middle of another answer."""
        if self.conn.our_state is h11.IDLE:
            body = json.dumps({"error": sentence}).encode()
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
                f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.transport.close()


class Listener(socket.socket):
    """A listening socket that hands out a few connections at a time, and drops one where there is no room for its file.

    asyncio accepts all that wait before it looks at any, and repeats an error of accept without end.
    """

    def __init__(self, family: int = socket.AF_INET) -> None:
        """Make a TCP socket."""
        # With the protocol said, asyncio sends answers at once and does not wait to fill a packet.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._left = ACCEPTED_AT_ONCE
        self._spare = os.open(os.devnull, os.O_RDONLY)

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection; BlockingIOError: there is none, or others have their turn first."""
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
        """Close the next connection, in the place of a file that is kept open for that."""
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
    """Return how many connections the limit of open files leaves room for."""
    files = systems.open_files_limit()
    if files is None:
        return MOST_CONNECTIONS
    return max(FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, files - OTHER_FILES))
