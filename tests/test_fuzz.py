"""No damage to a file makes its reader fail in any way but by a sentence."""

import os
import random

import pytest
from tests.fuzzing import TRIES, attempt, readers

SEED = os.environ.get("SOWFISH_SEED", "1")


@pytest.fixture(name="_own_data", autouse=True, scope="module")
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["SOWFISH_DATA"] = str(tmp_path_factory.mktemp("data"))


NAMES = [
    *("position", "address", "rules", "game text", "game JSON", "replay", "KGP line", "trace", "question", "player"),
    *("clock", "SPRT", "tournament plan", "corpus plan", "corpus", "values", "net", "table head", "checksums"),
    *("certificate", "campaign", "graded positions", "solved starts", "deals"),
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_damaged_input_is_read_or_refused_in_a_sentence(name: str) -> None:
    chance = random.Random(f"{SEED} {name}")
    found = [attempt(readers()[name], chance) for _ in range(TRIES)]
    assert not all(found)


def test_every_reader_is_tried() -> None:
    assert set(NAMES) == set(readers())
