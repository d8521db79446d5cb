"""Every code block of README.md and docs is run: `pycon` as doctests, `console` by test_readme.py, the others here."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest
from tests.cli.program import environment, run
from tests.web.serving import served

import sowfish
from sowfish import Position
from sowfish.cli.main import app
from sowfish.web.page_files import PAGE

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^(?P<fence>`{3,}|:{3,})(?P<kind>[^\n`]*)\n(?P<text>.*?)^(?P=fence)$", re.DOTALL | re.MULTILINE)
# Which test runs a kind of block; directives of Sphinx are run by `make docs`.
RUN_BY = {
    "pycon": "doctests",
    "python": "doctests, or test_a_script_of_the_docs_runs",
    "console": "tests/test_readme.py",
    "sh": "test_the_commands_of_a_block_run",
    "js": "tests/web/test_npm.py",
    "html": "test_a_frame_of_the_docs_shows_what_a_command_wrote",
    "json": "test_data_of_the_docs_is_well_formed",
    "toml": "test_data_of_the_docs_is_well_formed",
}
NO_CODE = "text"  # output, and lines to fill in
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
    r"engine:level=\d+": "engine:level=1",
    r"grade (?!--)": "grade --limit 6 ",
    r"(learn corpus .*)--games 2": r"\1--games 12",  # some for each part of the training
    r"--table \d+": "--table 6",
    r"--part \d+": "--part 6",
    r"(learn train \S+)": r"\1 --epochs 1",
    r" --epochs 45": "",
    r"--file (\w+).json": r"--file \1.json --max-stones 6",
    r"(deals .*)--max-stones 6": r"\1",
    r"--count 100": "--count 2",
}
# What needs another machine, a person or a server, and the test that runs it.
ELSEWHERE = {
    "SCHEDULER": "cli/test_cluster.py",
    "dask ": "cli/test_cluster.py",
    "sowfish kgp": "kgp/test_kgp.py",
    "./engine": "players/test_program.py",
    "./my-engine": "players/test_program.py",
    "--moves": "grading/test_grade.py",
    "sowfish serve": "web/test_server.py",
    "curl ": "test_docs.py",
    "http.server": "web/test_static_page.py",
}
CODE = [
    (page.relative_to(ROOT).as_posix(), found["kind"].strip(), found["text"])
    for page in PAGES
    for found in FENCE.finditer(page.read_text(encoding="utf-8"))
]


def commands(block: str) -> list[str]:
    """Return the commands of a block, without comments."""
    lines = [re.sub(r"\s+#.*", "", line).strip() for line in block.replace("\\\n", " ").splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


SHELL = [(page, block) for page, kind, block in CODE if kind == "sh"]
LINES = list(dict.fromkeys(line for _, block in SHELL for line in commands(block)))
SOWFISH = [line for line in LINES if line.startswith("sowfish ")]
CELL = "mo.state"  # of a cell of marimo, which tests/notebook/test_marimo.py runs
SCRIPTS = [(page, block) for page, kind, block in CODE if kind == "python" and ">>>" not in block and CELL not in block]
FRAMES = [(page, block) for page, kind, block in CODE if kind == "html"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the files that the pages name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "positions.txt").write_text(f"{Position.parse('0 1 0 3 / 1 1 0 2')}\n", encoding="utf-8")
    (tmp_path / "chosen.txt").write_text("1\n", encoding="utf-8")
    for file in ("kalah-6.npz", "avalanche-6.npz", "games.npz", "kalah44.certificate"):  # earlier lines make them
        (tmp_path / file).touch()
    for file, name in (("nearest.py", "Nearest"), ("mine.py", "MyPlayer")):
        (tmp_path / file).write_text(PLAYER.format(name=name), encoding="utf-8")


@pytest.mark.parametrize("source", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_code_block_has_a_kind_that_some_test_runs(source: Path) -> None:
    page = source
    text = page.read_text(encoding="utf-8")
    kinds = [kind for where, kind, _ in CODE if where == page.relative_to(ROOT).as_posix()]
    assert [kind for kind in kinds if not kind.startswith("{") and kind not in RUN_BY and kind != NO_CODE] == []
    rest = FENCE.sub("", text)
    assert "```" not in rest
    assert re.findall(r"^\n {4}\S.*", rest, re.MULTILINE) == []  # indented code has no kind


def test_text_without_code_has_no_commands() -> None:
    hidden = [(page, text) for page, kind, text in CODE if kind == NO_CODE]
    assert [
        page for page, text in hidden if re.search(r"^(\$ |>>> |sowfish \w|make \w|pip \w)", text, re.MULTILINE)
    ] == []


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


@pytest.mark.parametrize("line", [line for line in LINES if line not in SOWFISH])
def test_a_line_that_is_not_ours_names_what_there_is(line: str) -> None:
    program, *words = shlex.split(line)
    if program == "make":
        targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert set(words) <= set(targets)
    elif program == "pip":
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        extras = [extra for found in re.findall(r"\[([\w,]+)\]", line) for extra in found.split(",")]
        assert set(extras) <= set(project["optional-dependencies"])
        assert extras or "." in words or "sowfish" in words
    elif program.startswith(".venv/bin/"):
        assert program == ".venv/bin/sowfish"  # the same command stands elsewhere
        assert line.removeprefix(".venv/bin/") in SOWFISH or "best" in words
    else:
        assert any(word in line for word in ELSEWHERE), line


def test_what_runs_elsewhere_has_a_test_there() -> None:
    assert [test for test in ELSEWHERE.values() if not (ROOT / "tests" / test).exists()] == []


def test_data_of_the_docs_is_well_formed() -> None:
    for _, kind, text in CODE:
        if kind == "json":
            json.loads(text)
        elif kind == "toml":
            tomllib.loads(text)


def test_the_reference_names_everything_public() -> None:
    pages = (ROOT / "docs" / "reference").glob("*.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    found = re.findall(r"^\.\. auto\w+:: (\S+)|`(sowfish\.\w+)`", text, re.MULTILINE)
    named = {(directive or words).rpartition(".")[2] for directive, words in found}
    errors = {name for name in sowfish.__all__ if name.endswith("Error")}  # listed as a module
    assert "sowfish.errors" in text
    assert set(sowfish.__all__) - named - errors == set()


@pytest.mark.parametrize(("page", "block"), FRAMES)
def test_a_frame_of_the_docs_shows_what_a_command_wrote(page: str, block: str) -> None:
    found = re.fullmatch(r'<iframe src="([^"?]+)(?:\?position=([^"&]+))?" title="[^"]+"[^>]*></iframe>\n', block)
    assert found is not None
    path, position = found.groups()
    written = " ".join(line for where, lines in SHELL if where == page for line in commands(lines))
    folder, _, file = path.rpartition("/")
    assert f"sowfish site {folder}" in written and (PAGE / file).exists() if folder else f"--html {file}" in written
    assert position is None or Position.from_url(position).url == position


@pytest.mark.slow
@pytest.mark.parametrize(("page", "block"), SHELL)
def test_the_commands_of_a_block_run(tmp_path: Path, page: str, block: str) -> None:
    for empty in (*tmp_path.glob("*.npz"), *tmp_path.glob("*.certificate")):
        empty.unlink()
    for line in commands(block):
        if not line.startswith("sowfish ") or any(word in line for word in ELSEWHERE):
            continue
        if "sowfish site" in line and not (PAGE / "engine" / "engine.wasm").exists():
            pytest.skip("the engine for browsers is not built: make wasm")
        if "openspiel:" in line:
            pytest.importorskip("pyspiel", reason="no OpenSpiel here: pip install open_spiel")
        for pattern, small in SMALLER.items():
            line = re.sub(pattern, small, line)  # noqa: PLW2901  # the same line, smaller
        if "--store games.db --report" in line:
            played = run("arena", "random", "greedy", "--games", "2", "--store", "games.db", SOWFISH_DATA=str(tmp_path))
            assert played.returncode == 0, played.stderr
        if "--corpus kalah-6.npz" in line:
            made = run("learn", "corpus", "kalah-6.npz", "--games", "2", "--table", "6", SOWFISH_DATA=str(tmp_path))
            assert made.returncode == 0, made.stderr
        done = run(*shlex.split(line)[1:], SOWFISH_DATA=str(tmp_path))
        assert done.returncode == 0, f"{page}: {line}\n{done.stderr}"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed: apt-get install curl")
@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("curl ")])
def test_a_request_of_the_docs_is_answered(line: str) -> None:
    with served() as server:
        words = [word.replace("http://127.0.0.1:4848/", server.url) for word in shlex.split(line)]
        told = subprocess.run([*words, "--silent", "--fail"], capture_output=True, check=True).stdout
    assert json.loads(told)["kind"] == "proven"


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
