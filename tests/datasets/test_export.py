"""Exports: what was written says what Sowfish knows."""

from pathlib import Path

import pytest
from pyarrow import parquet
from tests.learn.tiny import corpus

from sowfish import PROFILES, Position, SowfishError
from sowfish.datasets import export as exporting
from sowfish.datasets.export import export
from sowfish.grading import load
from sowfish.learn import corpus_file
from sowfish.nets import Net


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("data")
    source = place / "tiny.npz"
    source.write_bytes(corpus_file.pack(corpus()))
    export(place / "out", [source])
    return place / "out"


@pytest.mark.parametrize("rules", PROFILES)
def test_graded_positions_come_back(folder: Path, rules: str) -> None:
    rows = parquet.read_table(folder / "graded-positions" / "data" / f"{rules}.parquet").to_pylist()
    graded = load(rules).positions
    assert [(row["position"], tuple(row["values"])) for row in rows] == [
        (str(one.position), one.values) for one in graded
    ]
    assert all(row["values"][pit] == row["value"] for row in rows for pit in row["best"])


def test_deals_and_starts_are_those_that_ship(folder: Path) -> None:
    starts = parquet.read_table(folder / "solved-starts" / "data" / "all.parquet").to_pylist()
    kalah = next(row for row in starts if (row["rules"], row["pits"], row["stones"]) == ("kalah", 6, 4))
    assert (kalah["low"], kalah["high"]) == (8, 8)
    deals = parquet.read_table(folder / "solved-deals" / "data" / "all.parquet").to_pylist()
    assert len(deals) >= 100
    assert all(Position.parse(row["position"]).total == 48 for row in deals[:50])
    assert all(row["greedy"] <= row["value"] for row in deals)


def test_a_corpus_keeps_its_rows(folder: Path) -> None:
    table = parquet.read_table(folder / "corpora" / "data" / "tiny.parquet")
    assert table.num_rows == len(corpus())
    assert table.column("value").to_pylist() == corpus().value.tolist()


def test_every_dataset_and_net_has_a_card(folder: Path) -> None:
    cards = sorted(folder.rglob("README.md"))
    assert len(cards) == 6
    for card in cards:
        text = card.read_text()
        assert text.startswith("---\nlicense: mit\n")
        assert "\n# " in text
    for path in folder.rglob("*.net"):
        assert Net.load(path).pits == 6


def test_without_pyarrow_there_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "find_spec", lambda _name: None)
    with pytest.raises(SowfishError, match="pip install 'sowfish\\[data\\]'"):
        export(tmp_path)
