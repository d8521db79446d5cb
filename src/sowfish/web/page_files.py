"""The files of the page, and the list that its service worker caches for offline use."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from sowfish.nets.shipped import net_files

PAGE = Path(__file__).parent / "page"
WORKER = "service-worker.js"
TYPES = ".d.ts"  # for the type checker alone
NETS = "engine/nets/"  # loaded when a player first needs one
_PLACE = re.compile(r"^const PRECACHE = .*;$", re.MULTILINE)


class Preference(StrEnum):
    """A service worker's caching strategy."""

    NETWORK = "network"  # network first: the server's code may change
    CACHE = "cache"  # cache first: the folder changes only with its version


def page_files() -> dict[str, bytes]:
    """Return every file of the page by its path, including the engine's once they are built."""
    paths = sorted(path for path in PAGE.rglob("*") if path.is_file() and not path.name.endswith(TYPES))
    return {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in paths}


def files_of_nets() -> dict[str, bytes]:
    """Return the nets by their paths in the page."""
    return {f"{NETS}{name}.net": data for name, data in net_files().items()}


def version_of(files: Mapping[str, bytes]) -> str:
    """Return a short hash of these files."""
    digest = hashlib.sha256()
    for path, data in sorted(files.items()):
        digest.update(f"{path}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:12]


def worker_for(files: Mapping[str, bytes], preference: Preference) -> bytes:
    """Return the service worker with its list of files to cache, each with its hash."""
    hashes = {path: _integrity(data) for path, data in sorted(files.items()) if path != WORKER}
    later = [path for path in hashes if NETS in path]
    listed = {
        "version": version_of(files),
        "prefers": preference,
        "files": {path: value for path, value in hashes.items() if path not in later},
        "later": {path: hashes[path] for path in later},
    }
    source = files[WORKER].decode()
    filled, places = _PLACE.subn(lambda _: f"const PRECACHE = {json.dumps(listed)};", source)
    assert places == 1
    return filled.encode()


def _integrity(data: bytes) -> str:
    """Return a subresource integrity hash."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"
