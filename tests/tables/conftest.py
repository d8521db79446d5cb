from collections.abc import Iterator
from pathlib import Path

import pytest

from sowfish import engine, tables


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a test a data folder of its own."""
    monkeypatch.setenv("SOWFISH_DATA", str(tmp_path / "data"))
    engine.forget()
    tables.forget()
    yield tmp_path / "data"
    engine.forget()
    tables.forget()
