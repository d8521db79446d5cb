"""The README's shell examples; its Python examples run as doctests."""

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.program import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = [
    (command, shown)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_there_are_shell_examples() -> None:
    assert EXAMPLES


@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_shell_example_shows_what_the_readme_says(command: str, shown: str) -> None:
    program, *words = shlex.split(command)
    assert program == "sowfish"
    assert run(*words).stdout == shown


def test_links_of_the_pages_lead_somewhere() -> None:
    for page in ("README.md", "ARCHITECTURE.md"):
        links = re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8"))
        local = [link for link in links if "://" not in link]
        assert [link for link in local if not (ROOT / link).exists()] == []


def test_architecture_names_every_module() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "sowfish"
    modules = [path.name for path in package.glob("*.py") if not path.name.startswith("__")]
    folders = [f"{path.name}/" for path in package.iterdir() if (path / "__init__.py").exists()]
    assert [name for name in modules + folders if name not in page] == []
