"""The widget in JupyterLab, in a real browser."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        "SOWFISH_JUPYTER" not in os.environ,
        reason="values reach JupyterLab's page in some runs only: SOWFISH_JUPYTER=1 runs it",
    ),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: on Debian, apt-get install chromium"),
    pytest.mark.skipif(find_spec("jupyterlab") is None, reason="JupyterLab is not installed: pip install jupyterlab"),
]
CODE = [
    "from sowfish.notebook import BoardWidget\nboard = BoardWidget('kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16')\nboard",
    "board.analyse(wait=True)",
    "print('played', board.moves, board.position)",
]


@pytest.fixture(name="lab")
def _lab(tmp_path: Path) -> Iterator[str]:
    cells: list[dict[str, object]] = [
        {
            "cell_type": "code",
            "metadata": {},
            "source": code,
            "outputs": [],
            "execution_count": None,
            "id": f"c{number}",
        }
        for number, code in enumerate(CODE)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "board.ipynb").write_text(json.dumps(notebook))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [
        "--no-browser",
        "--allow-root",
        f"--port={port}",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
        "--LabApp.expose_app_in_browser=True",
    ]
    environment = {**os.environ, "HOME": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path / "config")}
    with subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *words, f"--ServerApp.root_dir={tmp_path}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as server:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with socket.socket() as trying:
                if trying.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/lab/tree/board.ipynb"
        server.terminate()


def test_the_board_shows_values_and_plays_taps(lab: str, tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # a browser is needed

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.goto(lab)
        page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
        page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]', timeout=60_000)
        page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        page.wait_for_selector(".board .pit.south .value.good.proven", timeout=60_000)
        values = page.locator(".board .pit.south .value").all_inner_texts()
        assert values == ["", "+2", "+6", "+4", "", "+4"]
        assert page.locator(".board .pit.south .number").all_inner_texts() == list("012345")
        picture = tmp_path / "widget.png"
        page.screenshot(path=picture)
        if where := os.environ.get("SOWFISH_PICTURES"):
            shutil.copy(picture, Path(where) / "widget.png")
        page.locator(".board .pit.south").nth(2).click()
        page.wait_for_timeout(1000)
        counts = page.locator(".board .pit.south .count").all_inner_texts()
        assert counts[2] in ("", "0")
        assert page.locator(".board .store.south .count").inner_text() == "14"
        browser.close()
