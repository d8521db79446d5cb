"""The directive `live-board`: the app of the site in a frame, at a position; without the app, a drawing and a sentence.

Its argument is a position and its content the caption. `:pits:` plays these pits, stone by stone; `:page: answer`
shows the best turn instead.
"""

from __future__ import annotations

from html import escape
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from sowfish import Position
from sowfish.render import draw_svg

PAGES = {"steps": "trace.html?position={url}&pits={pits}", "answer": "index.html?position={url}"}
WITHOUT = "Here the site has a live board; this copy was built without the app (<code>make wasm docs</code> adds it)."


def page_name(text: str | None) -> str:
    """Return the name of a page of the app."""
    return directives.choice(text, tuple(PAGES))


class LiveBoard(SphinxDirective):
    """A figure with a frame."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {"pits": directives.unchanged, "page": page_name}

    def run(self) -> list[nodes.Node]:
        """Return the figure as HTML."""
        position = Position.parse(self.arguments[0])
        pits = [int(pit) for pit in self.options.get("pits", "").split()]
        after = position
        for pit in pits:
            after = after.after(pit)  # a move that is none fails the build
        words = escape(" ".join(self.content))
        if "app" in self.env.app.tags:
            frame = self._frame(position, pits, words)
        else:
            frame = f"{draw_svg(position)}<p>{WITHOUT}</p>"
        page = self.options.get("page", "steps")
        figure = f'<figure class="live-board {page}">{frame}<figcaption>{words}</figcaption></figure>'
        return [nodes.raw("", figure, format="html")]

    def _frame(self, position: Position, pits: list[int], words: str) -> str:
        page = PAGES[self.options.get("page", "steps")].format(url=position.url, pits=".".join(map(str, pits)))
        source = "../" * self.env.docname.count("/") + "app/" + page
        return f'<iframe src="{escape(source)}" title="Live board. {words}" loading="lazy"></iframe>'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("live-board", LiveBoard)
    app.add_css_file("site.css")
    return {"parallel_read_safe": True}
