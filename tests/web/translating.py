"""A pseudo-translation of the page: all text of words.js in brackets, so that other text stands out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route
from tests.web.browsing import visit

import sowfish.web

WORDS = Path(sowfish.web.__file__).parent / "page" / "js" / "words" / "words.js"

# Functions of words.js take data. An argument of several words is a sentence from elsewhere, such as the server;
# only error messages of the server may be sentences.
TRANSLATION = """
globalThis.foreign = [];
const isSentence = (told) => typeof told === "string" && told.replace(/⟦[^]*⟧/g, "").match(/\\p{L}{2,} +\\p{L}{2,}/u);
function bracketed(value, name) {
  if (typeof value === "string") return `⟦${value}⟧`;
  if (Array.isArray(value)) return value.map((part) => bracketed(part, name));
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, bracketed(part, key)]));
  }
  return (...told) => {
    if (name !== "refused") foreign.push(...told.flat().filter(isSentence).map((text) => `${name}: ${text}`));
    return `⟦${value(...told)}⟧`;
  };
}
const translated = bracketed(words, "words");
export { translated as words };
"""

# Return all visible, spoken and hidden text of the page that is not in brackets.
REST = """
() => {
  const told = [["title", document.title], ...foreign.map((text) => ["foreign", text])];
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const { parentElement: parent, data } = node;
      if (!parent.closest("script, noscript, style") && data !== "Sowfish") told.push([parent.outerHTML, data]);
    } else {
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description", "aria-valuetext"]) {
        if (node.hasAttribute(name)) told.push([node.outerHTML, node.getAttribute(name)]);
      }
    }
  }
  const rest = (text) => {
    for (let before = ""; before !== text; ) [before, text] = [text, text.replace(/⟦[^⟦⟧]*⟧/g, "")];
    return text;
  };
  const found = told.filter(([, text]) => /\\p{L}{2,}/u.test(rest(text)));
  return found.map(([from, text]) => `${text} in ${from.slice(0, 120)}`);
}
"""


@contextmanager
def translated(browser: Browser, url: str, size: tuple[int, int]) -> Iterator[Page]:
    """Yield a page with all its text in brackets."""
    text = WORDS.read_text(encoding="utf-8").replace("export const words", "const words") + TRANSLATION

    def answer(route: Route) -> None:
        route.fulfill(body=text, content_type="text/javascript")

    with visit(browser, "about:blank", size, origin=url.partition("?")[0].rpartition("/")[0]) as page:
        page.route("**/js/words/words.js", answer)
        page.goto(url)
        yield page


def untranslated(page: Page) -> list[str]:
    """Return visible or spoken text that is not from words.js."""
    found: list[str] = page.evaluate(REST)
    return found
