"""The server: sockets, the page's address, and a clean shutdown."""

from __future__ import annotations

import errno
import io
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import uvicorn

from sowfish.errors import SowfishError
from sowfish.web.app import App
from sowfish.web.connections import Connection, Connections, Listener
from sowfish.web.page_files import PAGE
from sowfish.web.settings import Settings

NO_ENGINE = "sowfish: the page has no engine yet: run `make wasm` in a checkout of Sowfish; programs get answers\n"
GRACE_SECONDS = 5  # seconds for pending answers when the server stops
LONGEST_HEAD = 16_384  # bytes of a request's line and headers
ANY_PRIVATE = ("192.0.2.1", 9)  # a documentation address: nothing is sent, but the system picks our outgoing address


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """How to reach a server."""

    listener: socket.socket
    url: str
    settings: Settings


def listen(port: int, settings: Settings) -> Address:
    """Listen on this machine only."""
    listener = _bound("127.0.0.1", port)
    return Address(listener=listener, url=f"http://127.0.0.1:{_port(listener)}/", settings=settings)


def listen_on_lan(port: int, settings: Settings) -> Address:
    """Listen on the local network, behind a fresh random token."""
    own = _own_address()
    if own is None:
        raise SowfishError("there is no local network here; without --lan the page can be opened on this machine")
    listener = _bound("0.0.0.0", port)  # noqa: S104  # requested, and protected by the token
    name = socket.gethostname().lower()
    token = secrets.token_urlsafe(12)
    hosts = settings.hosts | {own, name, f"{name}.local"}
    url = f"http://{own}:{_port(listener)}/{token}/"
    return Address(listener=listener, url=url, settings=replace(settings, token=token, hosts=hosts))


def qr_code(url: str) -> str:
    """Return a QR code for the phone's camera, drawn in block characters."""
    import segno  # noqa: PLC0415  # not needed without --lan

    drawn = io.StringIO()
    segno.make(url, error="l").terminal(drawn, compact=True)
    return drawn.getvalue()


def serve(address: Address, *, started: Callable[[], object]) -> None:
    """Serve until SIGTERM or Ctrl-C; running searches then answer with what they have."""
    sys.stderr.write(missing_engine(PAGE))
    app = App(address.settings)
    config = uvicorn.Config(
        app.asgi,
        access_log=False,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        http=partial(Connection, Connections(proxies=address.settings.proxies)),  # type: ignore[arg-type]  # as the class
        log_level="error",
        proxy_headers=False,  # `clients.py` handles them, from trusted proxies only
        loop="asyncio",  # `Listener` relies on how it accepts
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        ws="none",
    )
    server = _Server(config, app, started)
    # uvicorn re-raises the signal after shutting down, when it has already been handled.
    for number in (signal.SIGTERM, signal.SIGINT):
        if threading.current_thread() is threading.main_thread():
            signal.signal(number, lambda *_: None)
    server.run(sockets=[address.listener])


def missing_engine(page: Path) -> str:
    """Return what to run if the page has no engine, else nothing."""
    return "" if (page / "engine" / "engine.wasm").exists() else NO_ENGINE


class _Server(uvicorn.Server):
    """uvicorn's server, but cancels searches before waiting for their connections."""

    def __init__(self, config: uvicorn.Config, app: App, started: Callable[[], object]) -> None:
        """Serve an application and report when it can be reached."""
        super().__init__(config)
        self._sowfish = app
        self._started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving."""
        await super().startup(sockets)
        self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Cancel searches and wait for their answers to be sent."""
        self._sowfish.searches.stop_all()
        await super().shutdown(sockets)


def _bound(host: str, port: int) -> socket.socket:
    listener = Listener()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise SowfishError(
                f"port {port} is in use; perhaps a server is already running; if not, choose another with --port"
            ) from None
        if error.errno == errno.EACCES:
            raise SowfishError(f"port {port} needs privileges; choose one above 1023 with --port") from None
        raise
    return listener


def _port(listener: socket.socket) -> int:
    port: int = listener.getsockname()[1]
    return port


def _own_address() -> str | None:
    """Return this machine's address on the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANY_PRIVATE)
        except OSError:
            return None
        own: str = probe.getsockname()[0]
    return None if own.startswith("127.") else own
