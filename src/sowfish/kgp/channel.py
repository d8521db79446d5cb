"""Lines over TCP or WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
from abc import ABC, abstractmethod
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from sowfish.errors import quoted
from sowfish.kgp.commands import LONGEST_LINE, KgpError

PORT = 2671
CONNECT_SECONDS = 10.0
WRITE_SECONDS = 5.0  # before a peer that does not read is disconnected


class Channel(ABC):
    """A connection that carries lines."""

    @abstractmethod
    async def read(self) -> str | None:
        """Return the next line, or None at the end; an overlong line ends the connection."""

    @abstractmethod
    async def write(self, line: str) -> None:
        """Send a line; a peer that does not read it in time is disconnected."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connection."""


class TcpChannel(Channel):
    """Lines over TCP, ended by CRLF."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Wrap a pair of streams whose limit is the longest line."""
        self._reader = reader
        self._writer = writer

    async def read(self) -> str | None:
        """Return the next line."""
        try:
            line = await self._reader.readuntil(b"\n")
        except asyncio.IncompleteReadError as error:
            line = error.partial
        except (asyncio.LimitOverrunError, ConnectionError):
            return None
        return line.decode("utf-8", "replace") if line else None

    async def write(self, line: str) -> None:
        """Send a line."""
        with contextlib.suppress(ConnectionError):
            self._writer.write(f"{line}\r\n".encode())
            try:
                async with asyncio.timeout(WRITE_SECONDS):
                    await self._writer.drain()
            except TimeoutError:
                self._writer.transport.abort()

    async def close(self) -> None:
        """Close the connection."""
        self._writer.close()
        with contextlib.suppress(ConnectionError, asyncio.TimeoutError):
            await asyncio.wait_for(self._writer.wait_closed(), 1)


class WebSocketChannel(Channel):
    """Lines over WebSocket, one or more per message."""

    def __init__(self, socket: Any) -> None:  # noqa: ANN401  # of websockets, client's or server's
        """Wrap a connection of the library `websockets`."""
        self._socket = socket
        self._lines: list[str] = []

    async def read(self) -> str | None:
        """Return the next line."""
        from websockets.exceptions import ConnectionClosed  # noqa: PLC0415  # an extra

        while not self._lines:
            try:
                message = await self._socket.recv()
            except ConnectionClosed:
                return None
            text = message if isinstance(message, str) else message.decode("utf-8", "replace")
            self._lines = [line for line in reversed(text.splitlines()) if line]
        return self._lines.pop()

    async def write(self, line: str) -> None:
        """Send a line."""
        from websockets.exceptions import ConnectionClosed  # noqa: PLC0415  # an extra

        with contextlib.suppress(ConnectionClosed):
            try:
                async with asyncio.timeout(WRITE_SECONDS):
                    await self._socket.send(f"{line}\r\n")
            except TimeoutError:
                self._socket.transport.abort()

    async def close(self) -> None:
        """Close the connection."""
        await self._socket.close()


def require_websockets() -> None:
    """Raise an error if the `websockets` library is missing."""
    if find_spec("websockets") is None:
        raise KgpError("WebSocket addresses need websockets: pip install 'sowfish[kgp]'")


async def connect(address: str) -> Channel:
    """Connect to `host`, `host:port`, `ws://...` or `wss://...`."""
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            if address.startswith(("ws://", "wss://")):
                require_websockets()
                from websockets.asyncio.client import connect as connect_socket  # noqa: PLC0415  # an extra

                return WebSocketChannel(await connect_socket(address, max_size=LONGEST_LINE, proxy=None))
            host, port = split_address(address)
            return TcpChannel(*await asyncio.open_connection(host, port, limit=LONGEST_LINE))
    except TimeoutError:
        raise KgpError(f"no server answers at {quoted(address)}") from None
    except OSError as error:
        raise KgpError(f"cannot connect to {quoted(address)}: {error.strerror or error}") from None
    except KgpError:
        raise
    except Exception as error:  # noqa: BLE001  # a WebSocket handshake may raise anything
        raise KgpError(f"cannot connect to {quoted(address)}: {str(error)[:200]}") from None


def split_address(address: str) -> tuple[str, int]:
    """Return host and port of `host`, `host:port` or `[::1]:port`.

    >>> split_address("localhost:99")
    ('localhost', 99)
    """
    try:
        parts = urlsplit(f"//{address}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.path or parts.query or parts.username:
        raise KgpError(f"an address is host:port, ws://... or wss://..., not {quoted(address)}")
    return host, PORT if port is None else port
