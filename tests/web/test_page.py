import re
from pathlib import Path

import pytest

import sowfish.web

PAGE = Path(sowfish.web.__file__).parent / "page"
FILES = [path for path in sorted(PAGE.rglob("*")) if path.is_file()]
MODULES = [path for path in FILES if path.suffix == ".js"]


def test_modules_are_small() -> None:
    assert MODULES
    assert [path.name for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) >= 300] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    addresses = re.findall(r"https?://[^\"' ]+", path.read_text(encoding="utf-8"))
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}  # a name, not an address


def test_every_module_is_preloaded() -> None:
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert [path.name for path in MODULES if f'"js/{path.name}"' not in page] == []
