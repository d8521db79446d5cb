"""Stashed games, each a game file in the user's data folder."""

from __future__ import annotations

import re
from pathlib import Path

from sowfish import Game, SowfishError
from sowfish.errors import quoted

USUAL = "stash"  # the default name
_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class Stash:
    """A folder of games; an unreadable file is reported, and renamed rather than overwritten."""

    def __init__(self, folder: Path) -> None:
        """Keep games in a folder, which is created when needed."""
        self.folder = folder

    def names(self) -> list[str]:
        """Return the names of all stashed games, in order."""
        try:
            return sorted(file.stem for file in self.folder.glob("*.txt") if _NAME.fullmatch(file.stem))
        except OSError:
            return []

    def put(self, name: str, game: Game) -> Path | None:
        """Stash a game; return the new place of a damaged file of that name, if there was one."""
        place = self._place(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        moved = None
        if place.exists() and not _is_readable(place):
            moved = _aside(place)
            place.rename(moved)
        game.save(place)
        return moved

    def get(self, name: str) -> Game:
        """Return a stashed game."""
        place = self._place(name)
        if not place.exists():
            known = ", ".join(self.names()) or "nothing"
            raise SowfishError(f"there is no stashed game {quoted(name)}; stashed: {known}")
        return Game.load(place)

    def forget(self, name: str) -> None:
        """Remove a game."""
        place = self._place(name)
        if not place.exists():
            raise SowfishError(f"there is no stashed game {quoted(name)}")
        place.unlink()

    def _place(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise SowfishError(f"a stash is named by up to 40 letters, digits, - and _, not {quoted(name)}")
        return self.folder / f"{name}.txt"


def _is_readable(place: Path) -> bool:
    try:
        Game.load(place)
    except SowfishError:
        return False
    return True


def _aside(place: Path) -> Path:
    """Return a free name for a damaged file."""
    number = 1
    while (free := place.with_name(f"{place.stem}.damaged-{number}")).exists():
        number += 1
    return free
