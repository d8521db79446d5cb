"""The API against its OpenAPI description, by schemathesis: valid requests get responses as described."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.serving import served

ROOT = Path(__file__).parent.parent.parent
PROGRAM = shutil.which("schemathesis", path=Path(sys.executable).parent)


@pytest.mark.skipif(PROGRAM is None, reason="schemathesis is not installed")
def test_schemathesis_finds_nothing(tmp_path: Path) -> None:
    with served("--threads", "1", "--time", "0.05", "--memory", "100M") as server:
        words = [
            str(PROGRAM),
            "--config-file",
            str(ROOT / "schemathesis.toml"),
            "run",
            f"{server.url}api",
            "--url",
            server.url,
            "--phases=examples,coverage,fuzzing",
            "--max-examples=5",
            "--seed=48",
            "--suppress-health-check=all",
            "--generation-database=none",
            "--no-color",
        ]
        ended = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
