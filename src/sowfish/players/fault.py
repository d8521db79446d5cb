"""What went wrong in a player's code, and where."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

from sowfish.players.printable import printable

_OURS = Path(__file__).parent.parent
_PYTHON = Path(sysconfig.get_path("stdlib"))
_INSTALLED = ("site-packages", "dist-packages")


def fault(error: BaseException) -> str:
    """Return an exception as one line, with the file and line of the player's own code that it comes from.

    That is the innermost place outside Sowfish and Python, if possible also outside installed packages.
    """
    try:
        text = str(error)
    except Exception:  # noqa: BLE001  # even that can be anything
        text = ""
    places = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    places = [place for place in places if _is_third_party(place[0])]
    own = [place for place in places if not _is_installed(place[0])]
    where = "".join(f" ({path.name}, line {line})" for path, line in (own or places)[-1:])
    if isinstance(error, SyntaxError):
        where = ""  # its text says so
    return f"{printable(f'{type(error).__name__}: {text}').rstrip(': ')}{where}"


def _is_third_party(path: Path) -> bool:
    is_pythons = path.is_relative_to(_PYTHON) and not _is_installed(path)
    return not (path.name.startswith("<") or path.is_relative_to(_OURS) or is_pythons)


def _is_installed(path: Path) -> bool:
    return any(folder in path.parts for folder in _INSTALLED)
