"""What a server tells of itself and of what it cannot do."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from sowfish.content.base import Content, Count


class Health(Content, frozen=True, kw_only=True):
    """Whether the server is there, the most seconds of an answer, and its searches."""

    version: str
    seconds: float
    running: Count
    waiting: Count


class ServerAddress(Content, frozen=True, kw_only=True):
    """Where a server listens."""

    url: str


class WaitingEvent(Content, frozen=True, kw_only=True):
    """So many searches wait, this one among them."""

    searches: Count


class DoneEvent(Content, frozen=True, kw_only=True):
    """The stream ends."""


class Refusal(Content, frozen=True, kw_only=True):
    """A line that cannot be obeyed, in one sentence."""

    error: str


class Failure(Refusal, frozen=True, kw_only=True):
    """A request that cannot be answered: a sentence, a code, and what it is about; in a stream with its status."""

    code: str
    parameters: dict[str, Any]
    status: int | UnsetType = UNSET
