import os
import stat
from pathlib import Path

import pytest

from sowfish import SowfishError
from sowfish.runtime.files import read_limited, write_whole


def test_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for data in (b"one", b"another"):
        write_whole(path, data)
        assert path.read_bytes() == data
        assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"]


def test_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"old")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.txt"]


def test_permissions_are_kept_and_new_files_get_the_usual_ones(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    (tmp_path / "usual").touch()
    write_whole(path, b"")
    assert path.stat().st_mode == (tmp_path / "usual").stat().st_mode
    path.chmod(0o640)
    write_whole(path, b"")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_symbolic_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("game.txt")
    write_whole(tmp_path / "link", b"data")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "game.txt").read_bytes() == b"data"


def test_file_up_to_the_limit_is_read_and_a_larger_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_limited(path, 5) == b"12345"
    with pytest.raises(SowfishError, match="larger than 4 bytes"):
        read_limited(path, 4)
