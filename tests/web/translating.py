"""A made-up translation of the page: every word of words.js in brackets, so that words from elsewhere stand out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route
from tests.web.browsing import visit

import sowfish.web

WORDS = Path(sowfish.web.__file__).parent / "page" / "js" / "shared" / "words.js"

# A function of words.js is given data. A text of several words among it is a sentence from elsewhere, such as the
# server's; only what the server refuses may be one.
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

# All that can be read or heard of the page, hidden parts too, without what is in brackets.
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
    """Yield a page whose words are all in brackets."""
    text = WORDS.read_text(encoding="utf-8").replace("export const words", "const words") + TRANSLATION

    def answer(route: Route) -> None:
        route.fulfill(body=text, content_type="text/javascript")

    with visit(browser, "about:blank", size, origin=url.partition("?")[0].rpartition("/")[0]) as page:
        page.route("**/js/shared/words.js", answer)
        page.goto(url)
        yield page


def untranslated(page: Page) -> list[str]:
    """Return what a person can read or hear that is not from words.js."""
    found: list[str] = page.evaluate(REST)
    return found
