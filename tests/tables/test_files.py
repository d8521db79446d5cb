"""Tables on disk: what is written is what is read, and nothing else is believed."""

from __future__ import annotations

import os
import warnings
from itertools import islice
from pathlib import Path

import pytest
from tests.naive import splits
from tests.tables.files import RULES, STONES, built, damaged

from sowfish import PROFILES, Limits, Position, Rules, TableError, _core, solve, tables
from sowfish.engine import Engine, forget
from sowfish.tables.format import HEAD_BYTES, entry, entry_place

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("pits", [1, 2, 4, 6, 7])
def test_a_table_on_disk_knows_what_a_proof_without_tables_finds(name: str, pits: int) -> None:
    rules = Rules.named(name, pits=pits)
    stones = {1: 20, 2: 12, 4: 8, 6: 6, 7: 5}[pits]
    table = tables.build(rules, stones)
    assert (table.rules, table.stones) == (rules, stones)
    for south, north in islice(splits(pits, stones), 0, None, 97):
        position = Position(south, north, south_store=5, north_store=2, to_move="north", rules=rules)
        expected = position.margin if position.is_over else solve(position, limits=Limits(memory=1)).value
        assert table.probe(position) == tables.probe(position) == expected
    assert tables.verify(rules, samples=None).is_good


def test_a_position_with_too_many_stones_or_without_a_table_is_not_known() -> None:
    table = tables.build(RULES, 4)
    position = Position.start(RULES, stones=2)
    assert table.probe(position) is tables.probe(position) is None
    assert tables.probe(Position.start(RULES.with_pits(4), stones=1)) is None
    assert tables.probe(Position.start(Rules(relay=True), stones=1)) is None
    tables.extend(RULES, 12)
    assert tables.probe(position) == solve(position).value


def test_the_same_table_comes_out_however_it_is_built() -> None:
    whole = built().read_bytes()
    tables.remove(RULES)
    for stones in (0, 1, 4, STONES):
        tables.build(RULES, stones, threads=2)
    assert tables.open(RULES).path.read_bytes() == whole
    assert tables.build(RULES, 2).stones == STONES  # nothing is ever taken away


@pytest.mark.parametrize("name", PROFILES)
def test_a_solver_with_the_table_on_disk_agrees_with_one_without(name: str) -> None:
    rules = Rules.named(name, pits=4)
    starts = [Position.random(24, seed=seed, pits=4, rules=rules) for seed in range(6)]
    without = [solve(start).value for start in starts]
    forget()
    tables.build(rules, 14)
    assert [solve(start).value for start in starts] == without
    forget()
    tables.build(rules, 23)
    with_all = [solve(start) for start in starts]
    assert [result.value for result in with_all] == without
    assert all(result.nodes < 2_000 for result in with_all)  # it was used


def test_every_flipped_bit_is_noticed(data_folder: Path) -> None:
    path = built(RULES, 2)
    whole = path.read_bytes()
    assert len(whole) == HEAD_BYTES + 28
    bits = [*range(8 * 120), *range(8 * 120, 8 * HEAD_BYTES, 61), *range(8 * HEAD_BYTES, 8 * len(whole))]
    for bit in bits:
        damaged(path, bit // 8, bit % 8)
        with pytest.raises(TableError, match=path.name):
            tables.open(RULES).values(2)
        path.write_bytes(whole)
    assert tables.open(RULES).values(2) is not None
    assert list(data_folder.rglob("*.table")) == [path]


def test_a_file_cut_off_anywhere_is_refused() -> None:
    path = built(RULES, 3)
    whole = path.read_bytes()
    for length in [0, 1, 7, 8, 20, 100, HEAD_BYTES - 1, HEAD_BYTES, len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(TableError, match=r"truncated|not a Sowfish table"):
            tables.open(RULES)


def test_the_table_of_other_rules_and_a_foreign_file_are_refused() -> None:
    path = built()
    other = built(RULES.with_pits(4), 3)
    other.replace(path)
    with pytest.raises(TableError, match="for other rules: kalah,pits=4"):
        tables.open(RULES)
    with pytest.raises(TableError, match="for other rules"):
        tables.build(RULES, 6)
    path.write_bytes(b"PK\x03\x04" + bytes(5000))
    for refusing in (tables.open, lambda rules: tables.build(rules, 3)):
        with pytest.raises(TableError, match=r"kalah-3\.table is not a Sowfish table"):
            refusing(RULES)
    assert path.read_bytes()[:4] == b"PK\x03\x04"  # whatever it is, it is not ours to overwrite


def test_a_table_of_a_later_format_is_refused_and_left_alone() -> None:
    path = built()
    data = bytearray(path.read_bytes())
    data[8] = 2
    data[24:32] = _core.checksum(bytes(data[:24])).to_bytes(8, "little")
    path.write_bytes(data)
    for refusing in (tables.open, lambda rules: tables.build(rules, 9)):
        with pytest.raises(TableError, match="has format 2; this version of Sowfish reads format 1"):
            refusing(RULES)
    assert path.read_bytes() == data


def test_a_search_continues_without_a_damaged_table_and_says_so_once() -> None:
    path = built(RULES, 11)
    start = Position.start(RULES, stones=2)
    damaged(path, path.stat().st_size - 5)
    with pytest.warns(tables.TableWarning, match=r"kalah-3.table is damaged at 11 stones.*going on without it"):
        assert solve(start).value == 4
    forget()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solve(start).value == 4


@pytest.mark.parametrize("stones", [0, 3, STONES])
def test_damaged_layers_are_rebuilt_and_intact_ones_kept(stones: int) -> None:
    path = built()
    whole, reader = path.read_bytes(), tables.open(RULES)
    position = Position.parse("kalah: 0 1 0 0 / 1 1 0 0")
    value = reader.probe(position)
    damaged(path, HEAD_BYTES + _first(stones))
    assert tables.verify(RULES).fault == f"kalah-3.table is damaged at {stones} stones; build it again"
    tables.build(RULES, STONES)
    assert path.read_bytes() == whole
    if stones <= position.rest:  # the old file is damaged for those who have it open
        with pytest.raises(TableError, match=f"damaged at {stones} stones"):
            reader.probe(position)
    else:
        assert reader.probe(position) == value
    assert tables.probe(position) == value
    assert sorted(file.name for file in path.parent.iterdir()) == ["kalah-3.lock", "kalah-3.table"]


def _first(stones: int) -> int:
    return _core.table_bytes(RULES.pits, stones - 1) if stones else 0


def test_a_damaged_header_is_rebuilt() -> None:
    path = built()
    whole = path.read_bytes()
    for place in (14, 40, 3000):
        damaged(path, place)
        tables.build(RULES, STONES)
        assert path.read_bytes() == whole


@pytest.mark.parametrize("content", [b"", bytes(5), bytes(HEAD_BYTES + 1000)], ids=["empty", "short", "zeros"])
def test_a_file_that_a_crash_left_empty_or_zeroed_is_rebuilt(content: bytes) -> None:
    path = built(RULES, 5)
    whole = path.read_bytes()
    path.write_bytes(content)
    with pytest.raises(TableError, match="not a Sowfish table"):
        tables.open(RULES)
    assert tables.build(RULES, 5).stones == 5
    assert path.read_bytes() == whole


def test_a_wrong_value_with_a_right_checksum_is_found_by_verify() -> None:
    path = built(RULES, 4)
    data = bytearray(path.read_bytes())
    data[-7] = (data[-7] + 1) % 256
    forged = _core.checksum(bytes(data[HEAD_BYTES + _first(4) :]))
    data[entry_place(4) : entry_place(5)] = entry(bytes(data), 4, forged)
    path.write_bytes(data)
    assert tables.open(RULES).values(4) is not None  # the checksums hold
    report = tables.verify(RULES, samples=None)
    assert report.fault is not None
    assert "kalah-3.table says" in report.fault


def test_available_lists_tables_and_faults() -> None:
    assert tables.available() == ([], [])
    built()
    damaged(built(RULES.with_pits(4), 2), 50)
    found, faults = tables.available()
    assert [table.rules for table in found] == [RULES]
    assert faults == ["kalah-4.table is damaged in its list of layers, at 1 stones"]


def test_a_removed_table_stays_usable_while_it_is_open() -> None:
    built()
    table = tables.open(RULES)
    tables.remove(RULES)
    assert table.probe(Position.parse("kalah: 0 1 0 0 / 1 1 0 0")) is not None
    with pytest.raises(TableError, match="there is no table for kalah,pits=3"):
        tables.remove(RULES)
    with pytest.raises(TableError, match="to extend"):
        tables.extend(RULES, 7)


# ---- files that change while they are open


def test_a_table_that_is_extended_while_it_is_open_is_still_good() -> None:
    built(RULES, 4)
    table, position = tables.open(RULES), Position.parse("kalah: 0 1 0 0 / 1 1 0 0")
    value = table.probe(position)
    tables.extend(RULES, 6)
    assert table.probe(position) == value
    assert tables.open(RULES).stones == 6


@pytest.mark.parametrize("change", ["damage", "cut", "empty"])
def test_an_engine_gives_no_answer_by_a_table_that_was_damaged_meanwhile(change: str) -> None:
    path = built(RULES, 9)
    inside, start = Position.parse("kalah: 2 1 0 0 / 1 1 2 0"), Position.start(RULES, stones=3)
    with Engine(memory=1 << 24, table_stones=9) as engine:
        assert engine.solve(inside).is_proven
        if change == "damage":
            damaged(path, HEAD_BYTES + _first(6) + 3)
        else:
            os.truncate(path, HEAD_BYTES + 10 if change == "cut" else 0)
        with pytest.raises(TableError, match="damaged"):
            engine.solve(inside)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tables.TableWarning)
            assert engine.solve(start).value == 2  # it goes on with a table of its own
        path.unlink()
        assert engine.solve(inside).is_proven


def test_a_probe_gives_no_answer_by_a_table_that_was_damaged_meanwhile() -> None:
    path = built(RULES, 9)
    table, position = tables.open(RULES), Position.parse("kalah: 2 1 0 0 / 1 1 2 0")
    assert table.probe(position) is not None
    os.truncate(path, HEAD_BYTES + 10)
    with pytest.raises(TableError, match="damaged at 2 stones"):
        table.probe(position)


def test_a_table_that_is_removed_while_an_engine_uses_it_stays_until_it_is_closed() -> None:
    built(RULES, 9)
    position = Position.parse("kalah: 2 1 0 0 / 1 1 2 0")
    with Engine(memory=1 << 24, table_stones=9) as engine:
        value = engine.solve(position).value
        tables.remove(RULES)
        assert engine.solve(position).value == value


def test_probing_knows_equal_rules_by_their_value() -> None:
    built(RULES, 6)
    for _ in range(3):
        position = Position.parse("kalah: 0 1 0 0 / 1 1 0 0")
        assert position.rules is not RULES
        assert tables.probe(position) == solve(position).value
