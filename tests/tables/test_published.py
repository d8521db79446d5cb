"""Tables built here against the checksums that ship."""

from pathlib import Path

import pytest
from tests.tables.files import built

from sowfish import TableError, tables
from sowfish.model.rules import PROFILES, Rules
from sowfish.tables.format import HEAD_BYTES

SMALL = Rules.parse("kalah,pits=4")


@pytest.mark.parametrize("pits", [4, 6])
@pytest.mark.parametrize("name", PROFILES)
def test_a_table_built_here_is_the_published_one(name: str, pits: int) -> None:
    rules = Rules.parse(f"{name},pits={pits}")
    built(rules, 10)
    report = tables.verify(rules, samples=1000, against="published")
    assert report.fault is None


def test_a_table_is_compared_with_the_list_of_another_machine(tmp_path: Path) -> None:
    built(SMALL, 6)
    listed = tmp_path / "sums.txt"
    lines = tables.checksum_lines(tables.open(SMALL))
    listed.write_text("# theirs\n" + "\n".join(lines), encoding="ascii")
    assert tables.verify(SMALL, samples=100, against=listed).is_good
    listed.write_text("\n".join([*lines[:5], lines[5][:-1] + "?", lines[6]]), encoding="ascii")
    assert tables.verify(SMALL, samples=100, against=listed).fault == "kalah-4.table differs from the list at 5 stones"
    listed.write_text("\n".join(lines[:5]), encoding="ascii")
    fault = tables.verify(SMALL, samples=100, against=listed).fault
    assert fault == "the list has no checksum for 5 stones of kalah,pits=4"


def test_a_table_that_no_list_knows_is_not_called_good() -> None:
    rules = Rules.parse("kalah,pits=5")
    built(rules, 4)
    assert "no checksum for kalah,pits=5" in str(tables.verify(rules, samples=10, against="published").fault)


def test_damage_is_found_before_the_list_is_asked() -> None:
    path = built(SMALL, 6)
    data = bytearray(path.read_bytes())
    data[HEAD_BYTES + 20] ^= 1
    path.write_bytes(data)
    assert "is damaged at" in str(tables.verify(SMALL, samples=10, against="published").fault)


@pytest.mark.parametrize("text", ["kalah 4", "kalah four 3 00", "kalah 4 3 00 00", "kalah 4 99999999 00"])
def test_an_invalid_list_is_rejected(tmp_path: Path, text: str) -> None:
    built(SMALL, 2)
    listed = tmp_path / "sums.txt"
    listed.write_text(f"# ours\n{text}\n", encoding="ascii")
    with pytest.raises(TableError, match=r"line 2 of .* is not the checksum"):
        tables.verify(SMALL, samples=10, against=listed)


def test_a_list_that_is_not_there_is_named(tmp_path: Path) -> None:
    built(SMALL, 2)
    with pytest.raises(TableError, match=r"cannot read checksums from .*no such file"):
        tables.verify(SMALL, samples=10, against=tmp_path / "none.txt")
