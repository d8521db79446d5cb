"""What a client can do wrong, each with its status and code, and the answer that says so."""

from __future__ import annotations

from starlette.responses import Response

from sowfish.content import Content, encode
from sowfish.content.serving import Failure
from sowfish.errors import SowfishError

UNPROCESSABLE = 422  # read, but no board, no move or no rules
RETRY_SECONDS = 5


class RequestError(SowfishError):
    """A request that cannot be answered, in one sentence."""

    code = "invalid_request"
    status = 400


class MalformedError(RequestError):
    """A body that is no JSON object."""

    code = "invalid_json"


class MissingFieldError(RequestError):
    """A field that has to be there."""

    code = "missing_field"


class UnknownFieldError(RequestError):
    """A field that there is not."""

    code = "unknown_field"


class InvalidFieldError(RequestError):
    """A field of another type, too large or too small."""

    code = "invalid_field"


class TooLargeError(RequestError):
    """A body that is too long."""

    code = "body_too_large"
    status = 413


class NotJsonError(RequestError):
    """A body of another type than JSON."""

    code = "unsupported_media_type"
    status = 415


class TooSlowError(RequestError):
    """A body that does not come."""

    code = "request_timeout"
    status = 408


class BusyError(RequestError):
    """More searches are waiting than will be done soon."""

    code = "busy"
    status = 503


class TooManyError(RequestError):
    """One client has more searches waiting than its share."""

    code = "too_many_searches"
    status = 429


class Answer(Response):
    """An answer as JSON."""

    media_type = "application/json"

    def render(self, content: Content) -> bytes:
        """Return the body."""
        return encode(content)


def failure(error: SowfishError) -> Failure:
    """Return what is wrong."""
    return Failure(error=str(error), code=error.code, parameters=error.parameters)


def status_of(error: SowfishError) -> int:
    """Return the status that says what is wrong."""
    return error.status if isinstance(error, RequestError) else UNPROCESSABLE


def refused(error: SowfishError) -> Response:
    """Return the answer to a request that is refused."""
    headers = {"Retry-After": str(RETRY_SECONDS)} if isinstance(error, BusyError | TooManyError) else None
    return Answer(failure(error), status_of(error), headers)


def refusal(
    sentence: str, code: str, status: int, headers: dict[str, str] | None = None, **parameters: object
) -> Response:
    """Return the answer to a request that nobody can answer."""
    return Answer(Failure(error=sentence, code=code, parameters=parameters), status, headers)
