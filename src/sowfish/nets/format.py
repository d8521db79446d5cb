"""The net file: what a net is for, how it was trained, and its weights.

    bytes   0 .. 8     "sow net" and a zero
            8 .. 12    version of the format
           12 .. 16    bytes of the description, a multiple of four
           16 .. 20    bytes of the weights
           20 .. 24    zeros
           24 ..       the description: JSON in UTF-8, padded with spaces
              ..       the weights, 32-bit floats, array after array as `Layout.shapes` lists them, last index fastest
              .. end   checksum of all preceding bytes

All numbers are little-endian. The description is an object with `rules` (text), `pits`, `kind`, `rows`, `widths`,
`sowfish` (the version that wrote it) and `record` (notes of the training).
"""

from __future__ import annotations

import json
import math
import os
import struct
import sys
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from sowfish import _core
from sowfish.errors import NetError, RulesError, SowfishError, quoted
from sowfish.model.rules import Rules
from sowfish.runtime import files

MAGIC = b"sow net\0"
VERSION = 1
MOST_BYTES = 64 << 20
MOST_DESCRIPTION = 1 << 18
MOST_ROWS = MOST_WIDTH = 256
MOST_WEIGHT = 1e6  # keeps sums from overflowing
DIFFERENCES = 81  # rows for own store minus theirs, from -40 to 40
RESTS = 97  # rows for the stones in pits, from 0 to 96
DEFAULT_ROWS = 32
DEFAULT_WIDTHS = (64, 32)
Floats: TypeAlias = "array[float] | memoryview"  # or a numpy array, of 32-bit floats
_HEAD = struct.Struct("<8sIIII")
_SUM_BYTES = 8


class Kind(StrEnum):
    """The layers after the look-up tables."""

    LINEAR = "linear"  # none: the rows are the outputs
    DENSE = "dense"  # two dense layers


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The rules a net is for, and its size; `widths` are those of the two hidden layers, empty for a linear net."""

    rules: Rules
    rows: int = DEFAULT_ROWS  # of a pit's table; larger counts use the last row
    widths: tuple[int, ...] = DEFAULT_WIDTHS

    def __post_init__(self) -> None:
        """Reject sizes that no net has."""
        if type(self.rows) is not int or not 2 <= self.rows <= MOST_ROWS:
            raise NetError(f"a net has 2 to {MOST_ROWS} rows per pit, not {quoted(self.rows)}")
        fits = all(type(width) is int and 1 <= width <= MOST_WIDTH for width in self.widths)
        if not fits or len(self.widths) not in (0, 2):
            raise NetError(f"a net has two hidden widths of 1 to {MOST_WIDTH}, or none, not {quoted(self.widths)}")

    @property
    def kind(self) -> Kind:
        """Whether there are hidden layers."""
        return Kind.DENSE if self.widths else Kind.LINEAR

    @property
    def outputs(self) -> int:
        """The number of outputs: a logit for each own pit, the score, and the gain as a share of the rest."""
        return self.rules.pits + 2

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The arrays in the order of the file; layers are by output, as in torch."""
        width, *hidden = self.widths or (self.outputs,)
        looked_up = {
            "cells": (2 * self.rules.pits, self.rows, width),  # own pits, then theirs, each in its owner's order
            "differences": (DIFFERENCES, width),
            "rests": (RESTS, width),
            "bias": (width,),
        }
        if not hidden:
            return looked_up
        second = hidden[0]
        return looked_up | {
            "dense": (second, width),
            "dense_bias": (second,),
            "output": (self.outputs, second),
            "output_bias": (self.outputs,),
        }

    @property
    def weights(self) -> int:
        """The number of weights."""
        return sum(map(math.prod, self.shapes.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The contents of a file; the weights are little-endian floats, array after array."""

    layout: Layout
    record: dict[str, object]
    sowfish: str
    weights: bytes


def write(
    path: str | os.PathLike[str], layout: Layout, arrays: Mapping[str, Floats], record: Mapping[str, object]
) -> None:
    """Write a net; `arrays` are those of `layout.shapes`, as 32-bit floats in any buffer."""
    files.write_whole(path, pack(layout, arrays, record))


def pack(layout: Layout, arrays: Mapping[str, Floats], record: Mapping[str, object]) -> bytes:
    """Return the bytes of a net file."""
    weights = b"".join(_floats(name, arrays, math.prod(shape)) for name, shape in layout.shapes.items())
    if unknown := set(arrays) - set(layout.shapes):
        raise NetError(f"the net has no array {quoted(min(unknown))}")
    _check_weights(weights, "the net")
    description = _description(layout, record)
    head = _HEAD.pack(MAGIC, VERSION, len(description), len(weights), 0)
    data = head + description + weights
    if len(data) + _SUM_BYTES > MOST_BYTES:
        raise NetError(f"the net's record is too long: the file may have at most {MOST_BYTES} bytes")
    return data + _core.checksum(data).to_bytes(_SUM_BYTES, "little")


def _floats(name: str, arrays: Mapping[str, Floats], size: int) -> bytes:
    if name not in arrays:
        raise NetError(f"the net's array {name} is missing")
    view = memoryview(arrays[name])
    if view.format not in ("f", "<f", "=f"):
        raise NetError(f"the net's array {name} must hold 32-bit floats")
    if view.nbytes != 4 * size:
        raise NetError(f"the net's array {name} has {view.nbytes // 4} numbers, but the layout needs {size}")
    return _swapped(view.tobytes())


def _swapped(data: bytes) -> bytes:
    """Convert floats between native and little-endian byte order."""
    if sys.byteorder == "little":
        return data
    numbers = array("f", data)
    numbers.byteswap()
    return numbers.tobytes()


def _description(layout: Layout, record: Mapping[str, object]) -> bytes:
    from sowfish import __version__  # noqa: PLC0415  # avoids an import cycle

    described = {
        "rules": str(layout.rules),
        "pits": layout.rules.pits,
        "kind": layout.kind,
        "rows": layout.rows,
        "widths": list(layout.widths),
        "sowfish": __version__,
        "record": dict(record),
    }
    try:
        text = json.dumps(described, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise NetError(f"the net's record cannot be written as JSON: {error}") from None
    text += b" " * (-len(text) % 4)
    if len(text) > MOST_DESCRIPTION:
        raise NetError(f"the net's record is too long: the description may have at most {MOST_DESCRIPTION} bytes")
    return text


def unpack(data: bytes, name: str) -> Content:
    """Parse an untrusted net file; raises NetError naming the file."""
    if data[: len(MAGIC)] != MAGIC:
        raise NetError(f"{name} is not a Sowfish net")
    if len(data) < _HEAD.size:
        raise NetError(f"{name} is truncated in its header")
    _, version, described, weighed, zeros = _HEAD.unpack_from(data)
    if version > VERSION:
        raise NetError(f"{name} has format {version}; this version of Sowfish reads format {VERSION}")
    whole = _HEAD.size + described + weighed + _SUM_BYTES
    if len(data) < whole:
        raise NetError(f"{name} is truncated: {len(data)} bytes of {whole}")
    if len(data) > whole or _core.checksum(data[:-_SUM_BYTES]).to_bytes(_SUM_BYTES, "little") != data[-_SUM_BYTES:]:
        raise NetError(f"{name} is damaged: its checksum does not match")
    if version != VERSION:
        raise NetError(f"{name} has format {version}; this version of Sowfish reads format {VERSION}")
    if zeros:
        raise NetError(f"{name} is damaged: bytes 20 to 23 of its header are not zero")
    start = _HEAD.size + described
    return _content(data[_HEAD.size : start], data[start : start + weighed], name)


def _content(description: bytes, weights: bytes, name: str) -> Content:
    if len(description) > MOST_DESCRIPTION:
        raise NetError(f"{name} has a description of {len(description)} bytes; the limit is {MOST_DESCRIPTION}")
    try:
        told = json.loads(description)
    except (ValueError, RecursionError):
        raise NetError(f"{name} has a description that is not JSON") from None
    layout = _layout(told, name)
    if len(weights) != 4 * layout.weights:
        raise NetError(f"{name} has {len(weights)} bytes of weights, but its layout needs {4 * layout.weights}")
    _check_weights(weights, name)
    return Content(layout=layout, record=told["record"], sowfish=told["sowfish"], weights=weights)


def _layout(told: object, name: str) -> Layout:
    wanted = {"rules": str, "pits": int, "kind": str, "rows": int, "widths": list, "sowfish": str, "record": dict}
    if not isinstance(told, dict):
        raise NetError(f"{name} has a description that is not an object")
    for field, kind in wanted.items():
        if type(told.get(field)) is not kind:
            raise NetError(f"{name} has no valid {field} in its description")
    try:
        layout = Layout(rules=Rules.parse(told["rules"]), rows=told["rows"], widths=tuple(told["widths"]))
    except RulesError:
        raise NetError(f"{name} is for rules unknown to this version of Sowfish: {quoted(told['rules'])}") from None
    except SowfishError as error:
        raise NetError(f"{name} has an invalid layout: {error}") from None
    if told["pits"] != layout.rules.pits:
        raise NetError(f"{name} has {told['pits']} pits but rules {quoted(told['rules'])}")
    if told["kind"] != layout.kind:
        raise NetError(f"{name} claims to be {quoted(told['kind'])}, but its widths make it {layout.kind}")
    return layout


def _check_weights(weights: bytes, name: str) -> None:
    for number in array("f", _swapped(weights)):
        if not -MOST_WEIGHT <= number <= MOST_WEIGHT:  # also false for NaN
            raise NetError(f"{name} has an unusable weight: {number}")
