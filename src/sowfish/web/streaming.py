"""Server-sent events: a stream that ends when the client disconnects."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sowfish.content import Content, encode


def event(name: str, told: Content) -> bytes:
    """Return one event in wire format."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), encode(told))


class EventStream(Response):
    """A streamed response; its generator is closed when the client disconnects."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[bytes, None]) -> None:
        """Send these events."""
        self.status_code = 200
        self.background = None
        self._events = events
        self.init_headers({"Cache-Control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002  # ASGI's signature
        """Send until the events end or the client disconnects."""
        tasks = [asyncio.create_task(self._send(send)), asyncio.create_task(wait_for_disconnect(receive))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._events.aclose()
        for task in done:
            task.result()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        with contextlib.suppress(OSError):  # the client is gone
            async for text in self._events:
                await send({"type": "http.response.body", "body": text, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
