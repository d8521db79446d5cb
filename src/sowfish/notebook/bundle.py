"""The page's board module and what it imports, as one JavaScript module and one style sheet."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from sowfish import web

PAGE = Path(web.__file__).parent / "page"
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|let|class|function|async function) )", re.MULTILINE)


@cache
def script(entry: str = "board/board.js") -> str:
    """Return a module of the page with all modules it imports, in one scope."""
    parts: dict[Path, str] = {}
    _add((PAGE / "js" / entry).resolve(), parts)
    return "\n".join(parts.values())


def _add(path: Path, parts: dict[Path, str]) -> None:
    if path in parts:
        return
    text = path.read_text(encoding="utf-8")
    for _, source in _IMPORT.findall(text):
        _add((path.parent / source).resolve(), parts)
    parts[path] = _EXPORT.sub("", _IMPORT.sub("", text))


@cache
def style() -> str:
    """Return the page's style sheets for a shadow tree, whose root is its host."""
    sheets = "\n".join((PAGE / name).read_text(encoding="utf-8") for name in ("page.css", "board.css"))
    return sheets.replace(":root", ":host")


@cache
def gradients() -> str:
    """Return the colours of the stones as the page defines them."""
    found = re.findall(r"<radialGradient.*?</radialGradient>", (PAGE / "index.html").read_text(encoding="utf-8"))
    return "".join(found)
