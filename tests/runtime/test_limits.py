"""Limits of searches."""

import threading

import pytest

from sowfish import LimitError, Limits, _core
from sowfish.runtime.limits import is_set, positive, whole


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": True},
        {"seconds": "1"},
        {"nodes": 0},
        {"nodes": 1.5},
        {"nodes": True},
        {"nodes": 1 << 63},
        {"memory": 0},
        {"memory": 1.0},
        {"memory": 1 << 63},
    ],
)
def test_an_invalid_limit_is_rejected_by_name(wrong: dict[str, object]) -> None:
    with pytest.raises(LimitError, match=f"^{next(iter(wrong))} must be a positive"):
        Limits(**wrong)  # type: ignore[arg-type]


def test_a_part_has_a_share_of_the_time_and_the_nodes_and_all_the_memory() -> None:
    assert Limits(seconds=10, nodes=3, memory=99).part(0.25) == Limits(seconds=2.5, nodes=1, memory=99)
    assert Limits().part(0.5) == Limits()


def test_none_means_unlimited_and_anything_else_is_rejected() -> None:
    assert Limits.of(None) == Limits()
    assert Limits.of(Limits(nodes=7)).nodes == 7
    with pytest.raises(LimitError, match=r"must be a Limits such as Limits\(seconds=5\)"):
        Limits.of(5)  # type: ignore[arg-type]


def test_numbers_within_bounds_name_their_bounds() -> None:
    assert whole("threads", 256, most=256) == 256
    with pytest.raises(LimitError, match="threads must be a whole number from 1 to 256, not 257"):
        whole("threads", 257, most=256)
    assert positive("time", 1) == 1.0


@pytest.mark.parametrize("seconds", [0.001, 0.01, 0.1, 1.0, 60.0])
def test_some_time_is_kept_for_coming_back_but_at_most_half(seconds: float) -> None:
    assert seconds / 2 <= _core.usable_seconds(seconds) < seconds


def test_without_a_cancel_nothing_stops() -> None:
    cancel = threading.Event()
    assert not is_set(None)
    assert not is_set(cancel)
    cancel.set()
    assert is_set(cancel)
