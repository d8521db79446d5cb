"""The page as a folder for any static host: the engine runs in the browser, without a server."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sowfish.errors import SowfishError, quoted
from sowfish.web.module_bundles import ASSETS, SHARED, bundled
from sowfish.web.module_bundles import ENGINE as ENGINE_MODULE
from sowfish.web.page_files import NETS, WORKER, Preference, files_of_nets, page_files, version_of, worker_for

# Static hosts do not send our headers, so the page has its CSP in a meta element, where frame-ancestors is not allowed.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
LIST = "site.json"  # lists our files, so that the next version can replace them
ENGINE = "engine/engine.wasm"
DATA = "engine/data.json"
EMBEDDED_DATA = "js/core/embedded-data.js"
CHARSET = '<meta charset="utf-8">'
PREVIEW = "  <!-- preview -->\n"
# Files that stay beside the pages, because browsers and manifests refer to them. Everything else is in a folder named
# by the version, so that caches cannot mix two versions.
_AT_THE_ROOT = re.compile(r"icon\.svg|icons/.*|manifest\.webmanifest|.*\.html|" + re.escape(WORKER))
_PRELOAD = re.compile(r' *<link rel="(?:module)?preload"[^>]*>\n')
_LINK = re.compile(r'(href|src)="((?:js/|[\w-]+\.css)[^"]*)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A written folder."""

    folder: Path
    version: str
    files: int
    bytes: int
    gzipped: int  # without nets, which are loaded on first use


def write_site(folder: Path) -> Site:
    """Write the page with its engine to a folder: a new or empty one, or one that this function wrote before."""
    version, files = site_files()
    folder = folder.resolve()  # keeps a symbolic link
    _check_ours(folder)
    try:
        _write(folder, files)
    except OSError as error:  # name the requested folder, not the temporary one
        raise OSError(error.errno, error.strerror, str(folder)) from None
    total = sum(map(len, files.values()))
    gzipped = sum(len(gzip.compress(data, 9, mtime=0)) for path, data in files.items() if NETS not in path)
    return Site(folder=folder, version=version, files=len(files), bytes=total, gzipped=gzipped)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files to a folder beside it, and exchange the two."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name[:100]}."))
    try:
        for path, data in files.items():
            place = beside / "new" / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        if folder.exists():
            folder.rename(beside / "old")
        (beside / "new").rename(folder)
    finally:
        if (beside / "old").exists() and not folder.exists():
            (beside / "old").rename(folder)
        shutil.rmtree(beside, ignore_errors=True)


def site_files() -> tuple[str, dict[str, bytes]]:
    """Return the version and the files of the folder by their paths."""
    source = page_files()
    if ENGINE not in source or DATA not in source:
        raise SowfishError("the engine for browsers is not built: run `make wasm` in a checkout of Sowfish first")
    modules = {path: data.decode() for path, data in source.items() if path.startswith("js/")}
    modules[EMBEDDED_DATA] = f"export const EMBEDDED_DATA = JSON.parse({json.dumps(source.pop(DATA).decode())});\n"
    source = {path: data for path, data in source.items() if path not in modules}
    source |= {path: text.encode() for path, text in bundled(modules).items()}
    source |= files_of_nets()
    home = f"app-{version_of(source)}/"
    files = {path if _AT_THE_ROOT.fullmatch(path) else home + path: data for path, data in source.items()}
    for path in [path for path in files if path.endswith(".html")]:
        files[path] = _page_alone(files[path].decode(), home).encode()
    version = version_of(files)
    files[WORKER] = worker_for(files, Preference.CACHE)
    files[LIST] = json.dumps({"version": version, "files": sorted(files)}, indent=1).encode()
    return version, files


def _page_alone(page: str, home: str) -> str:
    """Return a page that uses the engine in the browser, with the new paths of everything it loads."""
    preloaded = [f'<script type="module" async src="{ASSETS}"></script>']
    preloaded += [f'<link rel="modulepreload" href="{path}">' for path in (SHARED, ENGINE_MODULE)]
    preloaded.append(f'<link rel="preload" href="{home}{ENGINE}" as="fetch" crossorigin>')
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = page.replace(PREVIEW, "").replace(CHARSET, f"{CHARSET}\n  {policy}")
    page = _PRELOAD.sub("", page.replace('data-engine="server"', 'data-engine="browser"'))
    page = page.replace("</head>", "".join(f"  {line}\n" for line in preloaded) + "</head>")
    return _LINK.sub(rf'\1="{home}\2"', page)


def _check_ours(folder: Path) -> None:
    """Reject a folder that contains anything but an earlier site."""
    if not folder.exists():
        return
    ours = _listed(folder / LIST) | {LIST}
    for path in folder.rglob("*"):  # lazily: it may be a whole disk
        if not path.is_dir() and path.relative_to(folder).as_posix() not in ours:
            raise SowfishError(
                f"{quoted(str(folder))} holds other files, such as {quoted(path.name)}; choose an empty folder"
            )


def _listed(file: Path) -> set[str]:
    """Return what an earlier site's folder lists as its files."""
    try:
        told = json.loads(file.read_bytes())
        return {str(path) for path in told["files"]}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return set()
