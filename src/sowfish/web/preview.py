"""Link previews: the page with a title, a description and a picture of its position."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from sowfish.errors import SowfishError
from sowfish.model.position import Position
from sowfish.render.board_png import HEIGHT, WIDTH, draw_board_png
from sowfish.render.words import inventory, standing
from sowfish.web.responding import respond_small
from sowfish.web.search_queue import SearchQueue
from sowfish.web.settings import Settings

PLACE = "<!-- preview -->"
TITLE = "<title>Sowfish</title>"
WELCOME = "Enter a position of Kalah or Avalanche and get the best turn, proven."
PICTURES = 64  # size of the cache


class Previews:
    """The board's page and its pictures."""

    def __init__(self, page: Path, settings: Settings, searches: SearchQueue) -> None:
        """Serve the page of this file; pictures go through the search queue."""
        self._searches = searches
        self._page = page
        self._token = settings.token

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the page and the pictures."""
        return [Route("/", self.page), Route("/preview.png", self.picture)]

    def page(self, request: Request) -> Response:
        """Return the page with the metadata of its position."""
        position = _asked(request)
        root = f"{request.base_url}{self._token}/" if self._token else str(request.base_url)
        title = f"{position.rules.label.capitalize()}: {standing(position)} · Sowfish" if position else "Sowfish"
        told = {
            "og:type": "website",
            "og:site_name": "Sowfish",
            "og:title": title,
            "og:description": inventory(position) if position else WELCOME,
            "og:image": f"{root}preview.png" + (f"?position={position.url}" if position else ""),
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
        }
        lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in told.items()]
        lines.append('<meta name="twitter:card" content="summary_large_image">')
        text = self._page.read_text(encoding="utf-8")
        return HTMLResponse(text.replace(PLACE, "\n  ".join(lines)).replace(TITLE, f"<title>{escape(title)}</title>"))

    async def picture(self, request: Request) -> Response:
        """Return the picture of a position, by default a start."""
        position = _asked(request) or Position.start("avalanche")
        return Response(await respond_small(self._searches, request, lambda: _drawn(position)), media_type="image/png")


@lru_cache(PICTURES)
def _drawn(position: Position) -> bytes:
    return draw_board_png(position)


def _asked(request: Request) -> Position | None:
    """Return the position of an address, or None; the page itself reports a bad one."""
    try:
        return Position.from_url(request.query_params["position"])
    except (KeyError, SowfishError):
        return None
