"""Sanitising what players say, so that it can be stored, sent and printed anywhere."""

from __future__ import annotations

LONGEST = 1000  # characters


def printable(text: str) -> str:
    """Return a text as one line without unprintable characters, truncated if too long."""
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
    readable = cut.encode("utf-8", "backslashreplace").decode()  # lone surrogates cannot be encoded
    return "".join(sign if sign.isprintable() else " " for sign in readable)
