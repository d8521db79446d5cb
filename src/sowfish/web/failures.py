"""What a client can do wrong, with the status that says so."""

from __future__ import annotations

from sowfish.errors import SowfishError

UNPROCESSABLE = 422  # read, but no board, no move or no rules


class RequestError(SowfishError):
    """A request that cannot be answered, in one sentence."""

    status = 400


class TooLargeError(RequestError):
    """A body that is too long."""

    status = 413


class NotJsonError(RequestError):
    """A body of another type than JSON."""

    status = 415


class TooSlowError(RequestError):
    """A body that does not come."""

    status = 408


class BusyError(RequestError):
    """More searches are waiting than will be done soon."""

    status = 503


class TooManyError(RequestError):
    """One client has more searches waiting than its share."""

    status = 429
