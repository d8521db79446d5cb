"""Python processes that Sowfish starts import nothing from the folder they are started in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.program import environment

STARTERS = {
    "isolated games": """
from sowfish.arena.isolated import play_isolated
from sowfish.arena.tournament_plan import Job, Plan
records = play_isolated(Plan(players=("random", "greedy"), games=2), Job(0, 0))
print([str(record.reason) for record in records])
""",
    "workers": """
import os
from sowfish.arena.worker_pool import LocalPool
def main():
    with LocalPool(1) as pool:
        print([pool.submit(os.getenv, "PYTHONSAFEPATH").result(60)] * 2)
if __name__ == "__main__":
    main()
""",
}
ANSWERS = {"isolated games": "['played_out', 'played_out']\n", "workers": "[None, None]\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file by the name of every module of Python, each of which tells when it is run."""
    folder = tmp_path / "anybody's"
    folder.mkdir()
    ran = tmp_path / "ran"
    for name in sys.stdlib_module_names:
        (folder / f"{name}.py").write_text(f"open({str(ran)!r}, 'a').write({name!r} + chr(10))\nraise ImportError\n")
    return folder


@pytest.mark.parametrize("what", STARTERS)
def test_nothing_in_the_current_folder_is_run_and_nothing_is_printed(what: str, folder: Path, tmp_path: Path) -> None:
    script = tmp_path / "start.py"
    script.write_text(STARTERS[what])
    ended = subprocess.run(
        [sys.executable, str(script)],
        cwd=folder,
        env=environment(),
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    ran = tmp_path / "ran"
    assert not ran.exists(), ran.read_text()
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", ANSWERS[what])
    assert "PYTHONSAFEPATH" not in os.environ
