import re
from pathlib import Path

import pytest

import sowfish.web

PAGE = Path(sowfish.web.__file__).parent / "page"
FILES = [path for path in sorted(PAGE.rglob("*")) if path.is_file() and path.suffix not in (".png", ".wasm")]
PAGES = sorted(PAGE.glob("*.html"))
SCRIPTS = PAGE / "js"
MODULES = sorted(SCRIPTS.rglob("*.js"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    addresses = re.findall(r"https?://[^\"' ]+", path.read_text(encoding="utf-8"))
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}  # a namespace, never fetched


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_module_that_a_page_needs_is_preloaded_and_no_other(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    [first] = re.findall(r'<script type="module" src="js/([\w./-]+)">', page)
    assert sorted(re.findall(r'<link rel="modulepreload" href="js/([\w./-]+)">', page)) == sorted(
        needed(first) - {first}
    )


def test_every_module_is_needed() -> None:
    first = [re.findall(r'src="js/([\w./-]+)"', path.read_text(encoding="utf-8"))[0] for path in PAGES]
    first += ["analysis/worker.js"]  # started by the engine
    first += ["trace-file.js"]  # embedded by trace_file.py
    assert set().union(*map(needed, first)) == {path.relative_to(SCRIPTS).as_posix() for path in MODULES}


def needed(first: str) -> set[str]:
    """Return a module with all its direct and indirect imports."""
    found, open_ones = set[str](), [first]
    while open_ones:
        name = open_ones.pop()
        if name not in found:
            found.add(name)
            imported = re.findall(r'from "(\.[\w./-]+)"', (SCRIPTS / name).read_text(encoding="utf-8"))
            folder = (SCRIPTS / name).parent
            open_ones += [(folder / other).resolve().relative_to(SCRIPTS.resolve()).as_posix() for other in imported]
    return found
