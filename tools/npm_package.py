"""Write the npm package of the engine to a folder: what `npm/` has, the engine's modules, the core, and the version."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from sowfish import __version__
from sowfish.web.module_bundles import ENGINE, WORKER, closure
from sowfish.web.page_files import page_files

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "src" / "sowfish" / "web" / "page"


def write_package(folder: Path) -> None:
    """Write the package; what was there before is gone."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "npm", folder)
    modules = {path: data.decode() for path, data in page_files().items() if path.endswith(".js")}
    for path in closure([ENGINE, WORKER], modules):
        place = folder / "lib" / path.removeprefix("js/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(modules[path], encoding="utf-8")
    for name in ("engine.wasm", "data.json"):
        shutil.copy(PAGE / "engine" / name, folder)
    shutil.copytree(ROOT / "src" / "sowfish" / "nets" / "data", folder / "nets")
    shutil.copy(ROOT / "LICENSE", folder)
    about = json.loads((ROOT / "npm" / "package.json").read_text(encoding="utf-8"))
    (folder / "package.json").write_text(
        json.dumps({**about, "version": __version__}, indent=2) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    write_package(Path(sys.argv[1]))
