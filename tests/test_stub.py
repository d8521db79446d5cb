from pathlib import Path

import pytest

STUB = Path(__file__).parent.parent / "src" / "sowfish" / "_core.pyi"


def test_committed_stub_is_what_the_extension_generates(tmp_path: Path) -> None:
    stubgen = pytest.importorskip("nanobind.stubgen", reason="nanobind writes the stub and is not installed")
    generated = tmp_path / "_core.pyi"
    stubgen.main(["-q", "-m", "sowfish._core", "-o", str(generated)])
    assert STUB.read_text() == generated.read_text(), "src/sowfish/_core.pyi is out of date: run `make stubs`"
