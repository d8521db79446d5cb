"""The tools: figures of the documentation, the checks of links and includes, and the table of coverage."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tools import check_includes, coverage_table, figures

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


def python_report(**files: tuple[int, int, int, int]) -> dict[str, object]:
    keys = ("num_statements", "covered_lines", "num_branches", "covered_branches")
    return {
        "files": {
            f"src/sowfish/{name.replace('__', '/')}.py": {"summary": dict(zip(keys, counts, strict=True))}
            for name, counts in files.items()
        }
    }


def test_coverage_is_summed_by_package() -> None:
    files = coverage_table.counts(
        python_report(model__game=(8, 8, 2, 1), model__rules=(10, 9, 0, 0), errors=(4, 4, 0, 0))
    )
    packages = coverage_table.by_package(files)
    assert packages == {"errors.py": coverage_table.Count(4, 4), "model": coverage_table.Count(18, 17, 2, 1)}
    assert packages["model"].percent == 90.0


def test_coverage_of_the_core_is_summed_over_headers_and_sources() -> None:
    files = [
        {"filename": "include/sowfish/board/kernel.hpp", "line_total": 10, "line_covered": 10},
        {"filename": "src/board/turn.cpp", "line_total": 10, "line_covered": 5},
    ]
    assert coverage_table.by_package(coverage_table.counts({"files": files})) == {"board": coverage_table.Count(20, 15)}


@pytest.mark.parametrize(("goal", "code"), [(90, 0), (95, 1)])
def test_coverage_below_the_goal_fails_and_names_the_files(tmp_path: Path, goal: int, code: int) -> None:
    report = tmp_path / "coverage.json"
    report.write_text(json.dumps(python_report(model__game=(90, 87, 0, 0), cli__main=(10, 4, 0, 0))))
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "coverage_table.py", report, "--fail-under", str(goal)],
        capture_output=True,
        text=True,
        check=False,
    )
    shown = [line.split() for line in done.stdout.splitlines()]
    assert done.returncode == code
    assert ["total", "100", "91.0", "-", "91.0"] in shown
    assert shown[-2:] == [["files", "below", "90", "%:"], ["cli/main.py", "10", "40.0", "-", "40.0"]]
    assert ("coverage is 91.00 %" in done.stderr) == bool(code)


def core_of(root: Path, **files: str) -> Path:
    """Write a core of two rooms, low/ above high/, with these files' texts."""
    (root / "ARCHITECTURE.md").write_text(
        "native/\n  include/sowfish/, src/\n    low/    boards\n    high/   searches\n            of boards\n  tests/\n"
    )
    for name, text in files.items():
        path = root / "native" / name.replace("__", "/").replace("_hpp", ".hpp").replace("_cpp", ".cpp")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_room_may_include_itself_and_the_rooms_above_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    high = '#include "sowfish/high/one.hpp"\n#include "sowfish/low/one.hpp"\n'
    core_of(tmp_path, include__sowfish__low__one_hpp="#include <array>\n", src__high__posix__one_cpp=high)
    assert check_includes.main(tmp_path) == 0
    assert capsys.readouterr().out == ""


def test_an_include_of_a_room_below_and_a_room_without_a_line_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    low = '#include <array>\n#include "sowfish/high/one.hpp"\n'
    core_of(tmp_path, include__sowfish__low__one_hpp=low, src__other__one_cpp="")
    assert check_includes.main(tmp_path) == 1
    assert capsys.readouterr().out == (
        "native/include/sowfish/low/one.hpp:2: low/ includes high/, which is not above it in ARCHITECTURE.md\n"
        "native/src/other/one.cpp: ARCHITECTURE.md has no room other/\n"
    )


def test_the_rooms_of_the_core_are_those_of_the_architecture() -> None:
    rooms = check_includes.rooms_of((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert set(rooms) == {path.name for path in (ROOT / "native" / "include" / "sowfish").iterdir()}
    assert list(check_includes.wrong_includes(ROOT / "native", rooms)) == []
