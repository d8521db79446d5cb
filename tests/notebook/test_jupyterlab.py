"""The widget in JupyterLab, in a real browser."""

import json
import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.notebook.serving import served
from tests.web.browsing import needs_chromium

pytestmark = [
    pytest.mark.slow,
    needs_chromium,
    pytest.mark.skipif(find_spec("jupyterlab") is None, reason="no JupyterLab here: pip install jupyterlab"),
    pytest.mark.xdist_group("browser"),
]
SHOW = "from sowfish.notebook import BoardWidget\nboard = BoardWidget('kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16')\nboard"
NOTEBOOKS = {"waiting": [SHOW, "board.analyse(wait=True)"], "background": [SHOW, "board.analyse()"]}
OPTIONS = (
    "--no-browser",
    "--allow-root",
    "--IdentityProvider.token=",
    "--ServerApp.password=",
    "--LabApp.expose_app_in_browser=True",
)
# What is run before the kernel is connected is not run at all.
RUN_ALL = """async () => {
    const { sessionContext } = window.jupyterapp.shell.currentWidget;
    await sessionContext.ready;
    await sessionContext.session.kernel.info;
    await window.jupyterapp.commands.execute("notebook:run-all-cells");
}"""


def notebook(codes: list[str]) -> str:
    """Return a notebook of code cells as JSON."""
    cells: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "id": f"c{number}",
            "source": code,
            "outputs": [],
            "metadata": {},
            "execution_count": None,
        }
        for number, code in enumerate(codes)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(name="lab", scope="module")
def _lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("lab")
    for name, codes in NOTEBOOKS.items():
        (home / f"{name}.ipynb").write_text(notebook(codes), encoding="utf-8")
    words = ["jupyterlab", *OPTIONS, f"--ServerApp.root_dir={home}"]
    with served(*words, log=home / "lab.log", HOME=str(home), JUPYTER_CONFIG_DIR=str(home / "config")) as address:
        yield f"{address}/lab"


def opened(browser: Browser, lab: str, name: str) -> Page:
    """Return a page with all cells of a notebook run, in a workspace of its own."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.goto(f"{lab}/workspaces/{name}/tree/{name}.ipynb")
    expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(2)
    page.evaluate(RUN_ALL)
    return page


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_board_shows_values_and_plays_taps(browser: Browser, lab: str, name: str) -> None:
    page = opened(browser, lab, name)
    expect(page.locator(".board .pit.south .value.proven")).to_have_count(4)
    expect(page.locator(".board .pit.south .value")).to_have_text(["", "+2", "+6", "+4", "", "+4"])
    expect(page.locator(".board .pit.south .number")).to_have_text(list("012345"))
    if where := os.environ.get("SOWFISH_PICTURES"):
        page.screenshot(path=Path(where) / "widget.png")
    page.locator(".board .pit.south").nth(2).click()
    expect(page.locator(".board .pit.south .count")).to_have_text(["0", "4", "0", "2", "1", "3"])
    expect(page.locator(".board .store.south .count")).to_have_text("14")
    page.close()
