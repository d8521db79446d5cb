"""Players and their options."""

from __future__ import annotations

from sowfish.content.base import Content, filled
from sowfish.players import PlayerKind


class PlayerOption(Content, frozen=True, kw_only=True):
    """An option of a player; a null default means that it is required."""

    name: str
    kind: str
    default: str | None
    help: str


class ListedPlayer(Content, frozen=True, kw_only=True):
    """A player with its options."""

    name: str
    summary: str
    package: str
    options: list[PlayerOption]


class BrokenPlayer(Content, frozen=True, kw_only=True):
    """A player of another package that failed to load."""

    name: str
    error: str


class InstalledPlayers(Content, frozen=True, kw_only=True):
    """All players, including those that failed to load."""

    players: list[ListedPlayer | BrokenPlayer]


def of_player(kind: PlayerKind) -> ListedPlayer:
    """Return a player with its options."""
    options = [filled(PlayerOption, option, default=option.default_text) for option in kind.options]
    return filled(ListedPlayer, kind, options=options)
