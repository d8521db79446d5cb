"""The web application: the page, the API, and one sentence for everything that can go wrong."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from sowfish.errors import SowfishError
from sowfish.web.api import Api
from sowfish.web.errors import refusal, refused
from sowfish.web.guard import Guard
from sowfish.web.page_files import NETS, PAGE, WORKER, Preference, files_of_nets, page_files, worker_for
from sowfish.web.preview import Previews
from sowfish.web.search_queue import SearchQueue
from sowfish.web.settings import Settings

NOT_FOUND, NOT_ALLOWED = 404, 405
GONE = 499  # the client has disconnected
log = logging.getLogger("sowfish.web")


class App:
    """The ASGI application and the searches its server has to stop."""

    def __init__(self, settings: Settings) -> None:
        """Create an application with its own search queue."""
        api = Api(settings)
        self.searches = api.searches

        @contextlib.asynccontextmanager
        async def lifespan(_app: Starlette) -> AsyncIterator[None]:
            yield
            await api.searches.close()

        inside = Starlette(
            routes=[*api.routes(), Mount("/", _page(settings, api.searches))],
            exception_handlers={
                HTTPException: _refuse_request,
                SowfishError: _refuse_input,
                ClientDisconnect: _say_nothing,
                Exception: _internal_error,
            },
            lifespan=lifespan,
        )
        self.asgi: ASGIApp = Guard(inside, settings)


def _page(settings: Settings, searches: SearchQueue) -> ASGIApp:
    """Return the static files, gzipped; the API is not, so that streamed events are sent at once."""
    previews = Previews(PAGE / "index.html", settings, searches).routes()
    files = StaticFiles(directory=PAGE, html=True)
    nets = Mount(f"/{NETS.removesuffix('/')}", StaticFiles(packages=[("sowfish.nets", "data")]))
    return GZipMiddleware(Router([*previews, Route(f"/{WORKER}", _service_worker), nets, Mount("/", files)]))


def _service_worker(_request: Request) -> Response:
    """Return the service worker that caches the current page."""
    return Response(worker_for(page_files() | files_of_nets(), Preference.NETWORK), media_type="text/javascript")


async def _refuse_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    method, path, headers = request.method[:20], request.url.path[:80], dict(error.headers or {})
    if error.status_code == NOT_FOUND:
        return refusal(f"there is nothing at {path!a}", "not_found", NOT_FOUND, path=path)
    if error.status_code == NOT_ALLOWED:
        sentence = f"{method!a} cannot be used at {path!a}"
        return refusal(sentence, "method_not_allowed", NOT_ALLOWED, headers, method=method, path=path)
    return refusal(error.detail, "invalid_request", error.status_code, headers)


async def _refuse_input(_request: Request, error: Exception) -> Response:
    assert isinstance(error, SowfishError)
    return refused(error)


async def _say_nothing(_request: Request, _error: Exception) -> Response:
    return Response(status_code=GONE)


async def _internal_error(_request: Request, error: Exception) -> Response:
    log.error("a fault of Sowfish", exc_info=error)
    return refusal("this is a fault of Sowfish", "internal_error", 500)
