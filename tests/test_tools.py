"""The tools of the documentation: its figures, and the check of its links."""

import subprocess
import sys
from pathlib import Path

import pytest
from tools import figures

ROOT = Path(__file__).parent.parent
CHECK = ROOT / "tools" / "check_links.py"


def checked(folder: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_links_that_lead_somewhere_pass(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="below/page.html#here">x</a><a href="#top" id="top">x</a><a href="https://elsewhere.example">x</a>'
        '<img src="a%20picture.svg"><a href="below/">x</a>'
    )
    (tmp_path / "a picture.svg").touch()
    (tmp_path / "below" / "page.html").write_text('<h2 id="here">x</h2><a href="../index.html?position=1#top">x</a>')
    (tmp_path / "below" / "index.html").touch()
    code, said = checked(tmp_path)
    assert (code, said) == (0, f"5 links inside {tmp_path}, 0 broken; 1 to other hosts were not followed\n")


@pytest.mark.parametrize("link", ["gone.html", "#gone", "page.html#gone", "../outside.html"])
def test_a_broken_link_is_named(tmp_path: Path, link: str) -> None:
    (tmp_path / "outside.html").touch()
    site = tmp_path / "site"
    site.mkdir()
    (site / "page.html").touch()
    (site / "index.html").write_text(f'<a href="{link}">x</a>')
    code, said = checked(site)
    assert code == 1
    assert f"index.html: {link} " in said


def test_a_site_without_links_is_none(tmp_path: Path) -> None:
    assert checked(tmp_path)[0] == 1


# The bounds of a proof change with the search, so `make pictures` draws them again when it has changed.
@pytest.mark.parametrize("name", sorted(set(figures.FIGURES) - {"bounds.svg"}))
def test_a_figure_shows_what_the_data_say(name: str) -> None:
    assert (ROOT / "docs" / "images" / name).read_text(encoding="utf-8") == figures.FIGURES[name]()
