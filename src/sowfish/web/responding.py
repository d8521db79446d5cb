"""Running a search for a request: one answer or a stream of events, cancelled when the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request

from sowfish.content import Content
from sowfish.content.serving import DoneEvent, Failure, WaitingEvent
from sowfish.errors import SowfishError
from sowfish.web.clients import Client, client_of
from sowfish.web.errors import failure, status_of
from sowfish.web.search_queue import Lane, SearchQueue, Stop
from sowfish.web.streaming import EventStream, event, wait_for_disconnect

Answer = TypeVar("Answer")
Tell = Callable[[str, Content], object]


def wants_stream(request: Request) -> bool:
    """Return whether the client accepts a stream of events."""
    return "text/event-stream" in request.headers.get("accept", "")


async def respond(
    searches: SearchQueue, request: Request, work: Callable[[Stop], Answer], lane: Lane = Lane.SEARCH
) -> Answer:
    """Return the result of a search, which is cancelled when the client disconnects."""
    search = asyncio.ensure_future(searches.run(client_of(request, searches.proxies), work, lane))
    gone = asyncio.ensure_future(wait_for_disconnect(request.receive))
    try:
        await asyncio.wait({search, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not search.done():
            raise ClientDisconnect
        return search.result()
    finally:
        gone.cancel()
        search.cancel()


async def respond_small(searches: SearchQueue, request: Request, work: Callable[[], Answer]) -> Answer:
    """Return the result of work that takes a fraction of a second."""
    return await respond(searches, request, lambda _cancel: work(), Lane.SMALL)


def stream_events(searches: SearchQueue, request: Request, work: Callable[[Stop, Tell], object]) -> EventStream:
    """Return a stream of the events that `work` sends; it is cancelled when the client disconnects."""
    return EventStream(_events(searches, client_of(request, searches.proxies), work))


async def _events(
    searches: SearchQueue, client: Client, work: Callable[[Stop, Tell], object]
) -> AsyncGenerator[bytes, None]:
    events: asyncio.Queue[bytes | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def tell(name: str, told: Content) -> None:
        loop.call_soon_threadsafe(events.put_nowait, event(name, told))

    search = asyncio.ensure_future(searches.run(client, lambda cancel: work(cancel, tell)))
    search.add_done_callback(lambda _: events.put_nowait(None))
    try:
        await asyncio.sleep(0)  # let it enter the queue
        if searches.waiting:
            yield event("waiting", WaitingEvent(searches=searches.waiting))
        while (text := await events.get()) is not None:
            yield text
        if not search.cancelled() and (error := search.exception()) is not None:
            yield event("error", _refusal(error))
        yield event("done", DoneEvent())
    finally:
        search.cancel()


def _refusal(error: BaseException) -> Failure:
    """Return the error event of a stream, with the HTTP status that an answer would have had."""
    if not isinstance(error, SowfishError):
        sentence = "an internal error ended the search"
        return Failure(error=sentence, code="internal_error", parameters={}, status=500)
    return replace(failure(error), status=status_of(error))
