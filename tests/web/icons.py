"""Render the page's icons as PNG: `python -m tests.web.icons` draws icon.svg in a real browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page
from tests.web.browsing import chromium

import sowfish.web

PAGE = Path(sowfish.web.__file__).parent / "page"
WOOD = "#dfb57f"


def main() -> None:
    """Write all icons."""
    with chromium() as browser:
        page = browser.new_page()
        draw(page, "192", 192, share=1.0)
        draw(page, "512", 512, share=1.0)
        draw(page, "maskable", 512, share=0.8, ground=WOOD)  # only the inner 80 % are sure to show
        draw(page, "touch", 180, share=0.92, ground=WOOD)


def draw(page: Page, name: str, size: int, *, share: float, ground: str = "transparent") -> None:
    """Write one icon, of which the drawing fills this share."""
    drawing = (PAGE / "icon.svg").read_text(encoding="utf-8")
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body{{margin:0;display:grid;place-items:center;height:100vh;background:{ground}}}"
        f"svg{{width:{size * share}px;height:{size * share}px}}</style>{drawing}"
    )
    page.screenshot(path=PAGE / "icons" / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    main()
