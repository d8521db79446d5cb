"""The widget in marimo, in a real browser."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from textwrap import indent

import pytest
from playwright.sync_api import Browser, expect
from tests.notebook.serving import served
from tests.web.browsing import PATIENCE, needs_chromium

pytestmark = [
    pytest.mark.slow,
    needs_chromium,
    pytest.mark.skipif(find_spec("marimo") is None, reason="no marimo here: pip install marimo"),
    pytest.mark.xdist_group("browser"),
]
DOCS = (Path(__file__).parents[2] / "docs" / "notebooks.md").read_text(encoding="utf-8")
[CELL] = (block for block in re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL) if "mo.state" in block)
NOTEBOOK = f"""
import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from sowfish.notebook import BoardWidget

    board = BoardWidget("kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16")
{indent(CELL, "    ")}
    mo.ui.anywidget(board)
    return board, mo, moves


@app.cell
def _(board):
    board.analyse(wait=True)
    return


@app.cell
def _(board, mo, moves):
    mo.md(f"moves: {{moves()}}, now {{board.position}}")
    return
"""


@pytest.fixture(name="lab", scope="module")
def _lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("marimo") / "board.py"
    path.write_text(NOTEBOOK, encoding="utf-8")
    words = ("marimo", "run", str(path), "--headless", "--no-token")
    with served(*words, log=path.with_suffix(".log")) as address:
        yield address


def test_the_board_shows_values_plays_taps_and_runs_cells(browser: Browser, lab: str) -> None:
    page = browser.new_page()
    page.goto(lab, timeout=PATIENCE)
    expect(page.locator(".board .pit.south .value.proven")).to_have_count(4)
    expect(page.locator(".board .pit.south .value")).to_have_text(["", "+2", "+6", "+4", "", "+4"])
    page.locator(".board .pit.south").nth(2).click()
    expect(page.locator(".board .pit.south .count")).to_have_text(["0", "4", "0", "2", "1", "3"])
    expect(page.get_by_text("moves: [2], now kalah: 0 4 0 2 1 3 14 / 1 0 2 0 3 2 16 north")).to_be_visible()
    page.close()
