"""Usage: check_links.py FOLDER. Check every link inside a built site: files, anchors, pictures, scripts and frames.

Links to other hosts are counted and not followed, so that the check needs no network; `make docs-links-external`
follows them.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {("a", "href"), ("link", "href"), ("img", "src"), ("script", "src"), ("iframe", "src"), ("source", "srcset")}


class Page(HTMLParser):
    """What a page links to, and the anchors it has."""

    def __init__(self, text: str) -> None:
        """Read the text of a page."""
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the links and anchors of a tag."""
        for name, value in attrs:
            if value and (name == "id" or (tag, name) == ("a", "name")):
                self.anchors.add(value)
            if value is not None and (tag, name) in LINKS:
                self.links.append(value)


def broken_links(folder: Path) -> tuple[list[str], int, int]:
    """Return a sentence for every broken link, the number of links checked, and of those to other hosts."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.resolve().rglob("*.html"))}
    broken, checked, elsewhere = [], 0, 0
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                elsewhere += parts.scheme in ("http", "https")
                continue
            checked += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file() or not target.is_relative_to(folder.resolve()):
                broken.append(f"{path.relative_to(folder.resolve())}: {link} leads nowhere")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                broken.append(f"{path.relative_to(folder.resolve())}: {link} has no such anchor")
    return broken, checked, elsewhere


def main(folder: Path) -> int:
    """Print what is broken and return how the program ends."""
    broken, checked, elsewhere = broken_links(folder)
    sys.stdout.write("".join(f"{sentence}\n" for sentence in broken))
    sys.stdout.write(
        f"{checked} links inside {folder}, {len(broken)} broken; {elsewhere} to other hosts were not followed\n"
    )
    return 1 if broken or not checked else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
