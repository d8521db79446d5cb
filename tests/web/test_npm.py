"""The engine as an npm package: packed, installed, and used from node, from a page and by TypeScript."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.browsing import PATIENCE, chromium, needs_chromium
from tests.web.static_host import hosted, needs_engine

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "npm_package.py"
TSC = ROOT / "node_modules" / ".bin" / "tsc"
NPM = shutil.which("npm")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:"
)
PAGE = f"""<!doctype html><title>A page</title><meta http-equiv="Content-Security-Policy" content="{POLICY}">
<link rel="icon" href="data:,"><script type="module" src="page.js"></script>"""
PROVEN = "2,5,5 3 proven"

pytestmark = [
    needs_engine,
    pytest.mark.slow,
    pytest.mark.skipif(NPM is None, reason="npm is not installed"),
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the packed engine installed."""
    made, home = tmp_path_factory.mktemp("made") / "package", tmp_path_factory.mktemp("home")
    subprocess.run([sys.executable, TOOL, made], check=True)
    packed = run("npm", "pack", "--silent", at=made).stdout.strip()
    (home / "package.json").write_text('{ "private": true, "type": "module" }')
    run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", str(made / packed), at=home)
    return home


def run(*words: str, at: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, cwd=at, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def example(page: str = "npm/README.md") -> str:
    """Return the program of a page."""
    [program] = re.findall(r"```js\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    return str(program)


def test_the_example_of_the_readme_runs_under_node_and_ends(installed: Path) -> None:
    (installed / "example.js").write_text(example())
    told = run("node", "example.js", at=installed).stdout
    assert told.startswith("[ 2, 5, 5 ] 3 proven\n")
    assert "kind: 'proven', pit: 2" in told


def test_the_example_of_the_docs_runs_under_node(installed: Path) -> None:
    (installed / "docs.js").write_text(example("docs/offline.md"))
    assert run("node", "docs.js", at=installed).stdout == "[ 2, 5, 5 ] 3 proven\n"


def test_a_program_that_forgets_to_close_the_engine_ends_too(installed: Path) -> None:
    asked = 'import { Engine } from "sowfish-engine"; const engine = new Engine();\n'
    asked += 'console.log((await engine.best("kalah: 0 0 1 0 / 1 0 0 5", 1)).value);\n'
    (installed / "forgets.js").write_text(asked)
    assert run("node", "forgets.js", at=installed).stdout == "-5\n"


@needs_chromium
def test_a_page_with_a_strict_policy_uses_it(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(installed / "node_modules" / "sowfish-engine", tmp_path / "engine")
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "page.js").write_text(
        example()
        .replace('"sowfish-engine"', '"./engine/engine.js"')
        .replace("console.log(best.turn,", "say(best.turn,")
        + "function say(...told) { document.title = told.join(' '); }\n"
    )
    complaints: list[str] = []
    with hosted(tmp_path) as host, chromium() as browser:
        page = browser.new_page()
        page.on("console", lambda told: complaints.append(told.text) if told.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(host.url)
        page.wait_for_function("wanted => document.title === wanted", arg=PROVEN, timeout=PATIENCE)
    assert complaints == []


@pytest.mark.skipif(not TSC.exists(), reason="the JavaScript tools are not installed")
def test_its_types_say_what_it_does(installed: Path) -> None:
    program = (
        example()
        + "\nconst value: number = best.value;\n// @ts-expect-error there is no such method\nengine.nonsense();\n"
    )
    (installed / "typed.ts").write_text(program + "console.log(value);\n")
    options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"]
    run(str(TSC), *options, "typed.ts", at=installed)
