"""The `sh` and `python` blocks of the pages in docs; `console` and `pycon` blocks are run elsewhere."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.cli.program import environment, run

import sowfish
from sowfish import Position
from sowfish.cli.main import app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PLAYER = """
from sowfish.players import Player

class {name}(Player):
    def choose(self, position, clock):
        return max(position.legal_pits)
"""
# What takes long or large numbers on the page is run with small ones here.
SMALLER = {
    r"--games \d+": "--games 2",
    r"playouts=\d+": "playouts=20",
    r"simulations=\d+": "simulations=5",
    r"nodes=\d+": "nodes=200",
    r"depth=\d+": "depth=2",
    r"perfect:memory=256": "perfect:memory=64",
    r"table build kalah 20": "table build kalah 8",
    r'"kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"': '"kalah: 0 1 0 0 0 3 14 / 1 0 0 0 3 2 20"',
    r" --corpus \S+": "",
    r"engine:level=\d+": "engine:level=1",
    r"grade (?!--)": "grade --help ",  # 300 positions a player; tests/grading runs it
}
ELSEWHERE = ("SCHEDULER", "kalah.example", "kgp", "./engine", "./my-engine", "--moves", "dask ", "pip ", "make ")


def blocks(kind: str) -> list[tuple[str, str]]:
    """Return all code blocks of a kind with their pages."""
    return [
        (page.relative_to(ROOT).as_posix(), block)
        for page in PAGES
        for block in re.findall(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    ]


def commands() -> list[str]:
    """Return the commands of all sh blocks, each once."""
    joined = [block.replace("\\\n", " ") for _, block in blocks("sh")]
    lines = [re.sub(r"\s+#.*", "", line).strip() for block in joined for line in block.splitlines()]
    return list(dict.fromkeys(line for line in lines if line))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the files that the pages name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "positions.txt").write_text(f"{Position.parse('0 1 0 3 / 1 1 0 2')}\n", encoding="utf-8")
    (tmp_path / "chosen.txt").write_text("1\n", encoding="utf-8")
    (tmp_path / "kalah-6.npz").touch()
    for file, name in (("nearest.py", "Nearest"), ("mine.py", "MyPlayer")):
        (tmp_path / file).write_text(PLAYER.format(name=name), encoding="utf-8")


SOWFISH = [line for line in commands() if line.startswith("sowfish ")]
HERE = [line for line in SOWFISH if not any(word in line for word in ELSEWHERE)]
SCRIPTS = [(page, block) for page, block in blocks("python") if ">>>" not in block]


@pytest.mark.parametrize("line", SOWFISH)
def test_a_command_of_the_docs_is_one(line: str) -> None:
    words = shlex.split(line)[1:]
    command: click.Command = app
    context = click.Context(app, info_name="sowfish")
    while isinstance(command, click.Group):
        found = command.get_command(context, words.pop(0))
        assert found is not None, line
        command = found
    command.make_context(command.name, words, parent=context)


def test_the_reference_names_everything_public() -> None:
    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    found = re.findall(r"^\.\. auto\w+:: (\S+)|`(sowfish\.\w+)`", page, re.MULTILINE)
    named = {(directive or words).rpartition(".")[2] for directive, words in found}
    errors = {name for name in sowfish.__all__ if name.endswith("Error")}  # listed as a module
    assert "sowfish.errors" in page
    assert set(sowfish.__all__) - named - errors == set()


@pytest.mark.slow
@pytest.mark.parametrize("line", HERE)
def test_a_command_of_the_docs_runs(tmp_path: Path, line: str) -> None:
    for pattern, small in SMALLER.items():
        line = re.sub(pattern, small, line)  # the same line, smaller
    if "--store games.db --report" in line:
        played = run("arena", "random", "greedy", "--games", "2", "--store", "games.db", SOWFISH_DATA=str(tmp_path))
        assert played.returncode == 0, played.stderr
    done = run(*shlex.split(line)[1:], SOWFISH_DATA=str(tmp_path))
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("page", "script"), SCRIPTS)
def test_a_script_of_the_docs_runs(tmp_path: Path, page: str, script: str) -> None:
    if "openspiel" in page:
        pytest.importorskip("pyspiel", reason="no OpenSpiel here: pip install open_spiel")
    (tmp_path / "script.py").write_text(script.replace("games=100", "games=2"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "script.py"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=environment(SOWFISH_DATA=str(tmp_path)),
        check=False,
    )
    assert done.returncode == 0, done.stderr
