"""The server's own answers: status, queue and errors."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from sowfish.content.base import Content, Count


class Health(Content, frozen=True, kw_only=True):
    """Whether the server is up, its time limit, and its searches."""

    version: str
    seconds: float
    running: Count
    waiting: Count


class ServerAddress(Content, frozen=True, kw_only=True):
    """Where a server listens."""

    url: str


class WaitingEvent(Content, frozen=True, kw_only=True):
    """The number of searches in the queue, including this one."""

    searches: Count


class DoneEvent(Content, frozen=True, kw_only=True):
    """The stream ends."""


class Refusal(Content, frozen=True, kw_only=True):
    """A command that failed, in one sentence."""

    error: str


class Failure(Refusal, frozen=True, kw_only=True):
    """A failed request: a sentence, a code and parameters; in a stream also the status."""

    code: str
    parameters: dict[str, Any]
    status: int | UnsetType = UNSET
