"""Checks every request's host, origin and token, and adds the security headers to every response."""

from __future__ import annotations

import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sowfish.web.errors import refusal
from sowfish.web.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
COSTLY = ("/api", "/preview.png")  # parts of a path


class Guard:
    """Rejects requests with a foreign host or origin, or without the token."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        """Guard an application."""
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reject a request or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send_with_headers)
            return
        await self._app(self._without_token(scope), receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the response that rejects a request, or None if it may pass."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name(host) not in self._settings.hosts:  # rejects DNS rebinding
            return refusal("this server does not go by that name", "wrong_host", 421)
        origin = headers.get("origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return refusal("requests from other pages are not answered", "foreign_origin", 403)
        if _is_foreign(scope, headers):
            return refusal("requests from other pages are not answered", "foreign_site", 403)
        if self._settings.token is None:
            return None
        token, slash, _ = scope["path"].removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self._settings.token.encode()):
            sentence = "the address needs the token shown when the server started"
            return refusal(sentence, "wrong_token", 403)
        return None if slash else RedirectResponse(f"/{token}/")

    def _without_token(self, scope: Scope) -> Scope:
        if self._settings.token is None:
            return scope
        path = scope["path"].removeprefix(f"/{self._settings.token}")
        return {**scope, "path": path, "raw_path": path.encode()}


def _is_foreign(scope: Scope, headers: Headers) -> bool:
    """Return whether another site's page makes the request; it may only link to our page, which is cheap."""
    if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
        return False  # or not a browser
    is_link = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    is_page = scope["method"] in ("GET", "HEAD") and not any(part in scope["path"] for part in COSTLY)
    return not (is_link and is_page)


def _name(host: str) -> str:
    """Return a host without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isascii() and port.isdigit() else host.lower()
