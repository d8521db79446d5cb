"""Bundled modules work like separate ones."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sowfish.web.module_bundles import ASSETS, ENGINE, PAGES, SHARED, WORKER, bundled, bundled_alone
from sowfish.web.page_files import page_files

APART = {
    "js/app.js": 'import { both, name as other } from "./shared/both.js";\n'
    "const load = async () => {\n"
    '  const { WasmEngine } = await import("./analysis/engine.js");\n'
    "  return new WasmEngine().core;\n};\n"
    "const name = 1;\nconsole.log(both(), other, name);\nload().then((core) => console.log(core));\n",
    "js/explore.js": 'import { both } from "./shared/both.js";\nboth();\n',
    "js/trace.js": 'import {\n  name,\n} from "./shared/both.js";\nString(name);\n',
    "js/shared/both.js": 'export const name = "both";\nexport function both() { return `${name}!`; }\n',
    "js/analysis/engine.js": 'import { assets } from "../core/assets.js";\nimport { core } from "../core/core.js";\n'
    "export class WasmEngine { core = `${core} of ${assets}`; }\n",
    "js/core/assets.js": 'export const assets = "wasm";\n',
    "js/core/core.js": 'export const core = "core";\n',
    "js/analysis/worker.js": 'import { core } from "../core/core.js";\nconsole.log(core);\n',
}


def write(files: dict[str, str], folder: Path) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "package.json").write_text('{ "type": "module" }')


def run(path: Path) -> str:
    done = subprocess.run(["node", path], capture_output=True, text=True, check=False)  # noqa: S607
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("entry", ["js/app.js", WORKER])
def test_bundled_modules_behave_as_before(entry: str, tmp_path: Path) -> None:
    write(APART, tmp_path / "apart")
    write(bundled(APART), tmp_path / "bundled")
    assert run(tmp_path / "bundled" / entry) == run(tmp_path / "apart" / entry) != ""


def test_the_page_becomes_a_few_files_with_every_module_once() -> None:
    modules = {path: data.decode() for path, data in page_files().items() if path.startswith("js/")}
    files = bundled(modules)
    assert set(files) == {*PAGES, SHARED, ASSETS, ENGINE, WORKER}
    assert sum(text.count("= (() => {\n//") for text in files.values()) == len(modules) - 1  # not trace-file.js


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_module_bundled_alone_imports_and_exports_nothing(tmp_path: Path) -> None:
    write(APART, tmp_path / "apart")
    alone = bundled_alone("js/app.js", APART)
    write({"js/app.js": alone}, tmp_path / "alone")
    assert not re.search(r"\b(import|export)\b", alone)
    assert run(tmp_path / "alone" / "js/app.js") == run(tmp_path / "apart" / "js/app.js") != ""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('import both from "./shared/both.js";\n', "import both"),
        ("export default 1;\n", "export default"),
        ('import { x } from "./app.js";\n', "imports itself"),
    ],
)
def test_what_cannot_be_bundled_is_rejected(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        bundled({**APART, "js/app.js": text})
