"""The static folder: its contents, and where it is written."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.cli.program import PROGRAM, environment
from tests.web.static_host import needs_engine

from sowfish.errors import SowfishError
from sowfish.web import page_files, site
from sowfish.web.module_bundles import ASSETS
from sowfish.web.page_files import Preference, version_of, worker_for
from sowfish.web.site import LIST, site_files, write_site

WORKER = b"const PRECACHE = {};\nrest();\n"


def precache(worker: bytes) -> dict[str, Any]:
    [listed] = re.findall(r"^const PRECACHE = (\{.*\});$", worker.decode(), re.MULTILINE)
    found: dict[str, Any] = json.loads(listed)
    return found


def test_the_worker_lists_every_file_with_its_hash_but_not_itself() -> None:
    worker = worker_for({"service-worker.js": WORKER, "a.js": b"a"}, Preference.CACHE)
    assert precache(worker)["files"] == {"a.js": "sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs="}
    assert worker.endswith(b"rest();\n")


def test_any_change_of_a_file_is_a_new_version() -> None:
    files = {"a.js": b"ab", "b.js": b"c"}
    others: list[dict[str, bytes]] = [
        {"a.js": b"ab", "b.js": b"d"},
        {"a.js": b"a", "b.js": b"bc"},
        {"a.js": b"ab", "c.js": b"c"},
    ]
    assert version_of(files) == version_of(dict(reversed(files.items())))
    assert version_of(files) not in map(version_of, others)


def test_without_an_engine_one_sentence_says_what_to_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page_files, "PAGE", tmp_path / "page")
    with pytest.raises(SowfishError, match="run `make wasm`"):
        write_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_a_full_disk_is_an_error_that_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")  # not on Windows
    monkeypatch.setattr(site, "site_files", lambda: ("1", {"index.html": bytes(10_000)}))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match=re.escape(str(tmp_path / "site"))):
            write_site(tmp_path / "site")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


@needs_engine
def test_the_folder_holds_what_its_pages_name_and_names_nothing_else(tmp_path: Path) -> None:
    made = write_site(tmp_path / "site")
    held = {path.relative_to(made.folder).as_posix() for path in made.folder.rglob("*") if path.is_file()}
    assert made.files == len(held)
    assert held == set(json.loads((made.folder / LIST).read_bytes())["files"]) | {LIST}
    for page in made.folder.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        named = re.findall(r'<(?:link|script)[^>]*(?:href|src)="([^"]+)"', text)
        assert set(named) <= held
        assert "http://" not in text
        assert "https://" not in text
        assert 'data-engine="browser"' in text
        assert re.search(r"<meta charset.*>\s*<meta http-equiv=\"Content-Security-Policy\"", text)
        assert "unsafe" not in text.replace("'wasm-unsafe-eval'", "")


@needs_engine
def test_the_data_of_the_engine_is_part_of_its_scripts() -> None:
    _, files = site_files()
    assert not [path for path in files if path.endswith("data.json")]
    [script] = [data.decode() for path, data in files.items() if path.endswith(ASSETS)]
    [literal] = re.findall(r"const EMBEDDED_DATA = JSON\.parse\((.*)\);", script)
    assert json.loads(json.loads(literal)) == json.loads(page_files.page_files()["engine/data.json"])


@needs_engine
def test_the_worker_of_the_folder_keeps_all_of_it() -> None:
    version, files = site_files()
    listed = precache(files["service-worker.js"])
    assert listed["version"] == version
    assert {*listed["files"], *listed["later"]} == set(files) - {"service-worker.js", LIST}
    assert sorted(path.rpartition("/")[2] for path in listed["later"]) == ["avalanche-6.net", "kalah-6.net"]


@needs_engine
def test_a_folder_of_ours_is_replaced_and_any_other_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    first = write_site(folder)
    with monkeypatch.context() as patch:
        patch.setattr(site, "POLICY", "default-src 'none'")
        second = write_site(folder)
    assert first.version != second.version
    assert {path.name for path in tmp_path.iterdir()} == {"site"}
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(SowfishError, match=r"holds other files, such as 'mine\.txt'"):
        write_site(folder)
    assert (folder / "mine.txt").read_text() == "mine"
    assert json.loads((folder / LIST).read_bytes())["version"] == second.version
    (folder / LIST).write_text("[" * 100_000)
    with pytest.raises(SowfishError, match="holds other files"):
        write_site(folder)


@needs_engine
def test_a_write_that_fails_leaves_the_old_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    made = write_site(folder)
    whole = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.suffix == ".wasm":
            raise OSError(28, "No space left on device", str(path))
        return whole(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_site(folder)
    assert {path.name for path in tmp_path.iterdir()} == {"site"}
    assert json.loads((folder / LIST).read_bytes())["version"] == made.version


@needs_engine
def test_the_command_says_what_it_wrote_and_refuses_in_one_sentence(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([PROGRAM, "site", *words], capture_output=True, text=True, env=environment(), check=False)

    told = json.loads(run(str(tmp_path / "site"), "--json").stdout)
    assert told["folder"] == str(tmp_path / "site")
    assert told["gzipped"] < told["bytes"]
    assert "files written to" in run(str(tmp_path / "site")).stdout
    refused = run(str(tmp_path))
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "holds other files" in refused.stderr
