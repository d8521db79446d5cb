"""The page's modules bundled into a few files, so that a visit requests ten files instead of a hundred.

Each module becomes a function that returns its exports. That is enough for the page: its modules import by name, have
no cycles, and never reassign an export; `bundled` rejects anything else.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping

PAGES = ("js/app.js", "js/explore.js", "js/trace.js")
WORKER = "js/analysis/worker.js"
ENGINE = "js/analysis/engine.js"
ASSETS = "js/core/assets.js"  # on its own, because it runs before the rest
SHARED = "js/shared.js"  # modules that several pages need
_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_LATER = re.compile(r'await import\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundled(modules: Mapping[str, str]) -> dict[str, str]:
    """Return the files to serve instead of these modules, by path; entry points of pages and workers keep theirs."""
    engine = closure([ENGINE, WORKER], modules)
    needed = {page: [path for path in closure([page], modules) if path not in engine] for page in PAGES}
    users = Counter(path for paths in needed.values() for path in paths)
    places = {**dict.fromkeys(engine, ENGINE), WORKER: WORKER, **dict.fromkeys(closure([ASSETS], modules), ASSETS)}
    places |= {path: SHARED for path, pages in users.items() if pages > 1}
    for page, paths in needed.items():
        places |= {path: page for path in paths if path not in places}
    files: dict[str, list[str]] = {}
    for path in closure([ENGINE, WORKER, *PAGES], modules):
        files.setdefault(places[path], []).append(path)
    return {place: _file(place, paths, modules, places) for place, paths in files.items()}


def bundled_alone(entry: str, modules: Mapping[str, str]) -> str:
    """Return a module with all its imports, as a self-contained script."""
    paths = closure([entry], modules)
    text = _file(entry, paths, modules, dict.fromkeys(paths, entry))
    return text.removesuffix("export { modules };\n")


def closure(first: Iterable[str], modules: Mapping[str, str]) -> list[str]:
    """Return modules and all their imports, in topological order."""
    found: dict[str, bool] = {}  # whether all its imports have been added

    def add(path: str) -> None:
        if path in found:
            if not found[path]:
                raise ValueError(f"{path} imports itself")
            return
        found[path] = False
        for other in _imports(path, modules[path]):
            add(other)
        del found[path]
        found[path] = True

    for path in first:
        add(path)
    return list(found)


def _imports(path: str, text: str) -> list[str]:
    return [_resolved(path, other) for other in [*(found[1] for found in _IMPORT.findall(text)), *_LATER.findall(text)]]


def _resolved(path: str, other: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), other))


def _file(place: str, paths: list[str], modules: Mapping[str, str], places: Mapping[str, str]) -> str:
    """Return one file of these modules, in this order."""
    others = sorted({places[other] for path in paths for other in _imports(path, modules[path])} - {place})
    names = {other: f"modules{number}" for number, other in enumerate(others, 1)} | {place: "modules"}
    head = [f'import {{ modules as {names[other]} }} from "{_relative(place, other)}";' for other in others]

    def reference(path: str, other: str) -> str:
        source = _resolved(path, other)
        return f'{names[places[source]]}["{source}"]'

    def scoped(path: str) -> str:
        text = modules[path]
        exported = ", ".join(_EXPORT.findall(text))
        text = _IMPORT.sub(
            lambda found: f"const {{{found[1].replace(' as ', ': ')}}} = {reference(path, found[2])};\n", text
        )
        text = _EXPORT.sub("", _LATER.sub(lambda found: reference(path, found[1]), text))
        if left := _LEFT.search(text):
            raise ValueError(f"{path}: {left[0]}")
        return f'modules["{path}"] = (() => {{\n{text}return {{ {exported} }};\n}})();'

    tail = ["export { modules };"]
    if place == ENGINE:
        tail.append(f'export const {{ WasmEngine }} = modules["{ENGINE}"];')
    return "\n".join([*head, "const modules = {};", *map(scoped, paths), *tail, ""])


def _relative(place: str, other: str) -> str:
    found = posixpath.relpath(other, posixpath.dirname(place))
    return found if found.startswith(".") else f"./{found}"
