"""The shell examples of the README and of the pages in docs; the README's Python examples run as doctests."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, environment, run

from sowfish.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = [
    (command, shown)
    for page in PAGES
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def timeless(text: str) -> str:
    """Return the text without what differs from run to run."""
    text = re.sub(r"[\d,]+ (positions|obligations) in [\d.]+ s", r"N \1 in T s", text)
    return re.sub(r'"nodes": \d+, "seconds": [\d.]+', '"nodes": N, "seconds": T', text)


def test_there_are_shell_examples() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_shell_example_shows_what_the_page_says(tmp_path: Path, command: str, shown: str) -> None:
    assert timeless(_run(command, tmp_path)) == timeless(shown)


def _run(command: str, folder: Path) -> str:
    """Run a line as it stands on a page: the program alone, or with what a shell makes of it."""
    if not command.startswith("sowfish "):
        path = f"{Path(PROGRAM).parent}:{os.environ['PATH']}"
        changed = environment(PATH=path, SOWFISH_DATA=str(folder))
        words = ["/bin/sh", "-c", command]
        return subprocess.run(words, capture_output=True, encoding="utf-8", env=changed, check=True).stdout
    return run(*shlex.split(command)[1:], SOWFISH_DATA=str(folder)).stdout


def test_every_command_has_a_page() -> None:
    assert {page.stem for page in PAGES if page.parent == ROOT / "docs" / "cli"} == set(COMMANDS)


def test_links_of_the_pages_lead_somewhere() -> None:
    for page in (*PAGES, ROOT / "ARCHITECTURE.md"):
        links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
        local = [link for link in links if "://" not in link]
        assert [link for link in local if not (page.parent / link).exists()] == []


def test_architecture_names_every_module() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "sowfish"
    modules = [path.name for path in package.glob("*.py") if not path.name.startswith("__")]
    folders = [f"{path.name}/" for path in package.iterdir() if (path / "__init__.py").exists()]
    assert [name for name in modules + folders if name not in page] == []
