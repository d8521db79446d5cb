"""What players say: made fit to be stored, sent and printed anywhere."""

from __future__ import annotations

LONGEST = 1000  # characters


def printable(text: str) -> str:
    """Return a text on one line without signs that no file or terminal takes, cut where it is too long."""
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
    readable = cut.encode("utf-8", "backslashreplace").decode()  # half a surrogate pair is no text
    return "".join(sign if sign.isprintable() else " " for sign in readable)
