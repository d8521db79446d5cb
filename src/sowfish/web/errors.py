"""Client errors with their HTTP status and code, and the responses for them."""

from __future__ import annotations

from starlette.responses import Response

from sowfish.content import Content, encode
from sowfish.content.serving import Failure
from sowfish.errors import SowfishError

UNPROCESSABLE = 422  # well-formed, but not a valid board, move or rules
RETRY_SECONDS = 5


class RequestError(SowfishError, code="invalid_request"):
    """A request that cannot be answered, in one sentence."""

    status = 400


class MalformedError(RequestError, code="invalid_json"):
    """A body that is not a JSON object."""


class MissingFieldError(RequestError, code="missing_field"):
    """A required field is missing."""


class UnknownFieldError(RequestError, code="unknown_field"):
    """An unknown field."""


class InvalidFieldError(RequestError, code="invalid_field"):
    """A field of the wrong type or out of range."""


class TooLargeError(RequestError, code="body_too_large"):
    """A body that is too long."""

    status = 413


class NotJsonError(RequestError, code="unsupported_media_type"):
    """A body whose content type is not JSON."""

    status = 415


class TooSlowError(RequestError, code="request_timeout"):
    """A body that did not arrive in time."""

    status = 408


class BusyError(RequestError, code="busy"):
    """Too many searches are waiting."""

    status = 503


class TooManyError(RequestError, code="too_many_searches"):
    """One client has more searches waiting than its share."""

    status = 429


class Answer(Response):
    """An answer as JSON."""

    media_type = "application/json"

    def render(self, content: Content) -> bytes:
        """Return the body."""
        return encode(content)


class Encoded(Response):
    """An answer whose JSON was made elsewhere, not in the event loop."""

    media_type = "application/json"


def failure(error: SowfishError) -> Failure:
    """Return the error as an answer."""
    return Failure(error=str(error), code=error.code, parameters=error.parameters)


def status_of(error: SowfishError) -> int:
    """Return the HTTP status of an error."""
    return error.status if isinstance(error, RequestError) else UNPROCESSABLE


def refused(error: SowfishError) -> Response:
    """Return the answer to a request that is refused."""
    headers = {"Retry-After": str(RETRY_SECONDS)} if isinstance(error, BusyError | TooManyError) else None
    return Answer(failure(error), status_of(error), headers)


def refusal(
    sentence: str, code: str, status: int, headers: dict[str, str] | None = None, **parameters: object
) -> Response:
    """Return the response for an error without an exception."""
    return Answer(Failure(error=sentence, code=code, parameters=parameters), status, headers)
