"""The files of the page, and the list of them that its service worker keeps for when there is no network."""

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
    """Where a service worker looks first."""

    NETWORK = "network"  # a server that may run other code tomorrow
    CACHE = "cache"  # a folder that changes with its version only


def page_files() -> dict[str, bytes]:
    """Return every file of the page by its path; the engine's are among them once they are built."""
    paths = sorted(path for path in PAGE.rglob("*") if path.is_file() and not path.name.endswith(TYPES))
    return {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in paths}


def files_of_nets() -> dict[str, bytes]:
    """Return the nets by their paths in the page."""
    return {f"{NETS}{name}.net": data for name, data in net_files().items()}


def version_of(files: Mapping[str, bytes]) -> str:
    """Return a short name of these files; any change of them changes it."""
    digest = hashlib.sha256()
    for path, data in sorted(files.items()):
        digest.update(f"{path}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:12]


def worker_for(files: Mapping[str, bytes], preference: Preference) -> bytes:
    """Return the service worker with the list of what it keeps: each file with its hash."""
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
    """Return a hash as browsers take it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"
