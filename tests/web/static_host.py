"""A plain file server for the static page, with no more than any host offers."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from sowfish.web.page_files import PAGE

needs_engine = pytest.mark.skipif(
    not (PAGE / "engine" / "engine.wasm").exists() or not (PAGE / "engine" / "data.json").exists(),
    reason="the engine for browsers is not built: make wasm",
)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # named by the base class
        pass


@dataclass(frozen=True)
class Host:
    """A server that can be killed."""

    server: ThreadingHTTPServer
    url: str

    def kill(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextlib.contextmanager
def hosted(folder: Path, *, path: str = "", types: Mapping[str, str] | None = None) -> Iterator[Host]:
    """Yield a host of this folder; `types` are its content types by file extension."""
    handler = type("_Handler", (_Quiet,), {"extensions_map": {**_Quiet.extensions_map, **(types or {})}})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield Host(server, f"http://127.0.0.1:{server.server_port}/{path}")
        server.shutdown()
