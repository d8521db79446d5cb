from __future__ import annotations

import json
import math
import struct
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.nets import plain

from sowfish import _core
from sowfish.errors import NetError
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.nets import Kind, Layout, Net
from sowfish.nets import format as net_file

SMALL = Layout(rules=Rules.named("avalanche", pits=2), rows=4, widths=(3, 2))
DATA = net_file.pack(SMALL, plain.random_arrays(SMALL, 1), {"games": 7})


def sealed(data: bytes) -> bytes:
    """The bytes with a checksum that is right, as a forger would write it."""
    return data + _core.checksum(data).to_bytes(8, "little")


def described(**changes: object) -> bytes:
    """The file with another description."""
    _, version, length, weighed, _ = struct.unpack_from("<8sIIII", DATA)
    told = json.loads(DATA[24 : 24 + length]) | changes
    text = json.dumps(told).encode()
    text += b" " * (-len(text) % 4)
    head = struct.pack("<8sIIII", net_file.MAGIC, version, len(text), weighed, 0)
    return sealed(head + text + DATA[24 + length : -8])


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "small.net"
    net_file.write(path, SMALL, plain.random_arrays(SMALL, 1), {"games": 7})
    net = Net.load(path)
    assert net.layout == SMALL
    assert net.layout.kind is Kind.DENSE
    assert (net.rules, net.pits, net.record) == (SMALL.rules, 2, {"games": 7})
    assert path.read_bytes() == DATA


def test_the_core_counts_the_weights_as_the_file_does() -> None:
    for pits in range(1, 13):
        for widths in [(), (1, 1), (64, 32), (7, 19)]:
            layout = Layout(rules=Rules(pits=pits), rows=5 + pits, widths=widths)
            assert _core.net_weights(pits, layout.rows, *(widths or (0, 0))) == layout.weights


@given(st.integers(0, len(DATA) - 1))
def test_a_file_that_is_cut_off_is_refused(length: int) -> None:
    with pytest.raises(NetError, match=r"truncated|not a Sowfish net"):
        Net.from_bytes(DATA[:length])


@given(st.integers(0, 8 * len(DATA) - 1))
def test_a_flipped_bit_is_noticed(bit: int) -> None:
    data = bytearray(DATA)
    data[bit // 8] ^= 1 << bit % 8
    with pytest.raises(NetError):
        Net.from_bytes(bytes(data))


@pytest.mark.parametrize("place", range(20, 24))
def test_reserved_bytes_are_zero(place: int) -> None:
    data = sealed(DATA[:place] + b"\x01" + DATA[place + 1 : -8])
    with pytest.raises(NetError, match="bytes 20 to 23 of its header are not zero"):
        Net.from_bytes(data)


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_refused_in_a_sentence(junk: bytes, begins_well: bool) -> None:  # noqa: FBT001
    data = net_file.MAGIC + junk if begins_well else junk
    with pytest.raises(NetError):
        Net.from_bytes(data)


@given(st.dictionaries(st.sampled_from(["rules", "pits", "kind", "rows", "widths", "sowfish", "record"]), st.none()))
def test_any_description_is_read_or_refused(changes: dict[str, None]) -> None:
    if changes:
        with pytest.raises(NetError, match="no valid"):
            Net.from_bytes(described(**changes))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is not a Sowfish net"),
        (b"PK\3\4 something else", "is not a Sowfish net"),
        (DATA + b"x", "is damaged"),
        (DATA[:8] + b"\2\0\0\0" + DATA[12:], "has format 2; this version of Sowfish reads format 1"),
        (sealed(DATA[:8] + b"\0\0\0\0" + DATA[12:-8]), "has format 0; this version of Sowfish reads format 1"),
        (described(rules="chess"), "rules unknown to this version of Sowfish: 'chess'"),
        (described(pits=3), "has 3 pits"),
        (described(kind="linear"), "claims to be 'linear', but its widths make it dense"),
        (described(rows=5), "bytes of weights, but its layout needs"),
        (described(rows=1), "2 to 256 rows"),
        (described(widths=[3]), "two hidden widths"),
        (described(widths=[3, 10**9]), "two hidden widths"),
        (described(widths=[3, "2"]), "two hidden widths"),
        (described(rows=True), "no valid rows"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(data: bytes, words: str) -> None:
    with pytest.raises(NetError, match=words) as caught:
        Net.from_bytes(data, "my.net")
    assert str(caught.value).startswith("my.net ")
    assert "\n" not in str(caught.value)


def test_a_description_that_is_not_json_is_rejected() -> None:
    for text in [b"{]  ", b"[" * 100_000, b"[1] ", b"\xff\xff\xff\xff"]:
        head = struct.pack("<8sIIII", net_file.MAGIC, 1, len(text), 0, 0)
        with pytest.raises(NetError, match="description"):
            Net.from_bytes(sealed(head + text))


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 1e7])
def test_weights_that_are_no_numbers_are_refused(number: float) -> None:
    data = bytearray(DATA[:-8])
    data[-4:] = struct.pack("<f", number)
    with pytest.raises(NetError, match="has an unusable weight"):
        Net.from_bytes(sealed(bytes(data)))
    arrays = plain.random_arrays(SMALL, 1)
    arrays["bias"][1] = number
    with pytest.raises(NetError, match="has an unusable weight"):
        net_file.pack(SMALL, arrays, {})


def test_arrays_that_do_not_fit_the_layout_are_refused() -> None:
    arrays = plain.random_arrays(SMALL, 1)
    with pytest.raises(NetError, match="array bias is missing"):
        net_file.pack(SMALL, {name: numbers for name, numbers in arrays.items() if name != "bias"}, {})
    with pytest.raises(NetError, match="has no array 'more'"):
        net_file.pack(SMALL, arrays | {"more": array("f")}, {})
    with pytest.raises(NetError, match="has 2 numbers, but the layout needs 3"):
        net_file.pack(SMALL, arrays | {"bias": array("f", [1, 2])}, {})
    with pytest.raises(NetError, match="must hold 32-bit floats"):
        net_file.pack(SMALL, arrays | {"bias": array("d", [1, 2, 3])}, {})
    with pytest.raises(NetError, match="cannot be written as JSON"):
        net_file.pack(SMALL, arrays, {"when": object()})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NetError, match=r"cannot read the net .*none.net: No such file"):
        Net.load(tmp_path / "none.net")
    with pytest.raises(NetError, match="cannot read the net"):
        Net.load(tmp_path)


def test_nothing_is_guessed_of_a_start_by_another_size() -> None:
    with pytest.raises(NetError, match="the net is for avalanche with 2 pits"):
        Net.from_bytes(DATA).evaluate(Position.start("avalanche"))
