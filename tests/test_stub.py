import subprocess
import sys
from pathlib import Path

import pytest

STUB = Path(__file__).parent.parent / "src" / "sowfish" / "_core.pyi"


def test_committed_stub_is_what_the_extension_generates(tmp_path: Path) -> None:
    pytest.importorskip("nanobind.stubgen", reason="nanobind writes the stub and is not installed")
    generated = tmp_path / "_core.pyi"
    # In a process of its own: what other tests do to the extension's types would show in the stub.
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "sowfish._core", "-o", str(generated)]
    subprocess.run(command, check=True)
    assert STUB.read_text() == generated.read_text(), "src/sowfish/_core.pyi is out of date: run `make stubs`"
