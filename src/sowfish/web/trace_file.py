"""A trace as a self-contained file: the page's stone-by-stone view of moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from sowfish.checker.trace import Trace
from sowfish.content import encode
from sowfish.content.checking import of_trace
from sowfish.render.trace_text import WATCHED, watched
from sowfish.web.module_bundles import bundled_alone
from sowfish.web.page_files import page_files

PAGE, SCRIPT = "trace.html", "js/trace-file.js"
STYLES = ("page.css", "board.css", "trace.css")
_LOADED = re.compile(r" *<(?:link [^>]*|script type=\"module\"[^>]*></script)>\n")
_LINK = re.compile(r" *<a id=\"to-board\".*?</a>\n")
_TITLE = re.compile(r"<title>.*?</title>")


def trace_page(trace: Trace, *, title: str, names: Sequence[str] = WATCHED) -> str:
    """Return the page; the words named are watched beside every board."""
    files = page_files()
    modules = {path: data.decode() for path, data in files.items() if path.endswith(".js")}
    pits = [pit for _, turn in trace.turns() for pit in turn]
    values = [dict(watched(trace, board, names)) for board in range(len(trace.states))]
    data = encode({"trace": of_trace(trace.start, pits, trace), "watched": values})
    head = [
        f"<style>\n{chr(10).join(files[name].decode() for name in STYLES)}</style>",
        f'<script type="application/json" id="trace">{_inside(data.decode())}</script>',
        f'<script type="module">\n{_inside(bundled_alone(SCRIPT, modules))}</script>',
    ]
    page = _LINK.sub("", _LOADED.sub("", files[PAGE].decode()))
    page = _TITLE.sub(lambda _: f"<title>{escape(title)}</title>", page)
    return page.replace("</head>", "\n".join([*head, "</head>"]))


def _inside(text: str) -> str:
    """Escape a script so that it cannot close its element."""
    return text.replace("</", "<\\/").replace("<!--", "<\\u0021--")
