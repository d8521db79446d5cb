"""The notebooks in examples: they run, and are kept with what they showed."""

from importlib.util import find_spec
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent.parent / "examples").glob("*.ipynb"))
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("nbclient") is None, reason="no nbclient here: pip install nbclient ipykernel"),
]
PICTURES = ("<svg", "<table", "image/png", "image/svg+xml")


def test_there_are_five_notebooks() -> None:
    names = [path.stem for path in NOTEBOOKS]
    assert names == ["arena", "checker", "environments", "learning", "solver"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat  # noqa: PLC0415  # comes with nbclient
    from nbclient import NotebookClient  # noqa: PLC0415

    monkeypatch.setenv("SOWFISH_DATA", str(tmp_path))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")  # without it jupyter_core warns of its own future
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # ships no types
    kept = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert all(kept[-1:])
    assert any(picture in str(kept) for picture in PICTURES)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
