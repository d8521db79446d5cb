"""Arrays from .npz files of strangers."""

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sowfish.engine.value_table import ValueTable
from sowfish.errors import LearnError, SowfishError
from sowfish.learn import corpus_file
from sowfish.runtime.array_files import ArrayFileError, read_arrays, read_file


def npz(**arrays: Any) -> bytes:  # noqa: ANN401  # whatever numpy takes
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def zipped(name: str, data: bytes, method: int = zipfile.ZIP_STORED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(name, data)
    return file.getvalue()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(12, dtype="u1"),
        np.arange(12.0).reshape(3, 4),
        np.asfortranarray(np.arange(12, dtype="<i2").reshape(3, 4)),
        np.array("a text"),
        np.array(["kalah", "avalanche"]),
        np.zeros((0, 6), dtype="u1"),
    ],
    ids=lambda array: f"{array.dtype} {array.shape}",
)
def test_what_numpy_writes_is_read_and_may_be_changed(array: "np.ndarray[Any, Any]") -> None:
    found = read_arrays(npz(one=array))["one"]
    assert found.dtype == array.dtype
    assert found.shape == array.shape
    assert (found == array).all()
    assert found.flags.writeable


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_to_pack_are_refused(method: int) -> None:
    with pytest.raises(ArrayFileError, match="a compression method that numpy does not write"):
        read_arrays(zipped("one.npy", bytes(100), method))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        zipped("one.npy", b""),
        zipped("one.npy", b"\x93NUMPY\x09\x00"),
        zipped("one.npy", npz(one=np.zeros(3))),
    ],
    ids=["nothing", "two letters", "empty", "version 9", "an archive"],
)
def test_what_holds_no_arrays_is_refused(data: bytes) -> None:
    with pytest.raises(ArrayFileError, match="truncated or corrupt"):
        read_arrays(data)


def test_pickles_are_not_loaded() -> None:
    with pytest.raises(ArrayFileError, match="size its header declares"):
        read_arrays(npz(one=np.array([{"a": 1}], dtype=object)))


def test_more_than_a_hundred_times_its_size_is_a_bomb() -> None:
    with pytest.raises(ArrayFileError, match="unpacks to far more"):
        read_arrays(npz(one=np.zeros(50 << 20, dtype="u1")))


def test_a_huge_file_that_is_none_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a terabyte of nothing
    assert read_file(path) == b"\0\0"
    with pytest.raises(LearnError, match="is not a corpus"):
        corpus_file.read(path)
    with pytest.raises(SowfishError, match="is not a table of values"):
        ValueTable.load(path)
