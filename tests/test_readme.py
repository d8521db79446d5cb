"""The shell examples of the README and of the pages in docs; the README's Python examples run as doctests."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, environment

from sowfish.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = [*PAGES, *(path for path in ROOT.glob("*.md") if path.name != "README.md"), ROOT / "npm" / "README.md"]
EXAMPLES = {
    page.relative_to(ROOT).as_posix(): [
        example
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        for example in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]
    for page in PAGES
}


def timeless(text: str) -> str:
    """Return the text without what differs from run to run."""
    text = re.sub(r"[\d,]+ (positions|obligations) in [\d.]+ s", r"N \1 in T s", text)
    text = re.sub(r"[\d,]+ bytes, [\d,]+ positions|[\d,]+ positions checked", "N positions", text)  # of certificates
    return re.sub(r'"nodes": \d+, "seconds": [\d.]+', '"nodes": N, "seconds": T', text)


def test_there_are_shell_examples() -> None:
    assert sum(map(len, EXAMPLES.values())) >= 30


@pytest.mark.parametrize("source", [page for page, examples in EXAMPLES.items() if examples])
def test_shell_examples_show_what_the_page_says(tmp_path: Path, source: str) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    for command, shown in EXAMPLES[source]:
        if "openspiel" in shown:
            pytest.importorskip("pyspiel", reason="no OpenSpiel here: pip install open_spiel")
        said = timeless(_run(command, tmp_path))
        begin, dots, end = timeless(shown).partition("...\n")  # what is left out on the page
        assert (said == begin) if not dots else (said.startswith(begin) and said.endswith(end)), said


def _run(command: str, folder: Path) -> str:
    """Run a line as a shell does, in a folder of its own, and return what it prints."""
    path = f"{Path(PROGRAM).parent}:{os.environ['PATH']}"
    changed = environment(PATH=path, SOWFISH_DATA=str(folder))
    words = ["/bin/sh", "-c", command]
    pipe, joined = subprocess.PIPE, subprocess.STDOUT
    return subprocess.run(
        words, cwd=folder, stdout=pipe, stderr=joined, encoding="utf-8", env=changed, check=False
    ).stdout


def test_every_command_has_a_page() -> None:
    assert {page.stem for page in PAGES if page.parent == ROOT / "docs" / "cli"} == set(COMMANDS)


def slug(title: str) -> str:
    """Return the anchor that GitHub and MyST give a heading."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return {slug(title) for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


@pytest.mark.parametrize("source", TEXTS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_a_page_lead_somewhere(source: Path) -> None:
    page = source
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r'`[^`\n]*="[^`\n]*`', "", text)  # HTML to be copied
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    for link in links:
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if "://" in link or path.startswith(
            "app/"
        ):  # other hosts are not asked; the app is there after `make wasm docs`
            continue
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_architecture_names_every_module() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "sowfish"
    modules = [path.name for path in package.glob("*.py") if not path.name.startswith("__")]
    folders = [f"{path.name}/" for path in package.iterdir() if (path / "__init__.py").exists()]
    assert [name for name in modules + folders if name not in page] == []
