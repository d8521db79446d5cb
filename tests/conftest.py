"""Hypothesis draws the same examples in every run; `make soak` is where new ones are tried."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-every-time",
    deadline=None,  # the machine may be busy
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],  # the same, for drawing
)
settings.load_profile("same-every-time")

BROWSER = {"browser", "page", "lab"}  # fixtures
SLOW_FILES = {
    "test_cluster.py",  # a scheduler and workers
    "test_conformance.py",  # every player through every check
    "test_schema.py",  # schemathesis on the whole API
    "test_train.py",  # torch
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make test` leaves to `make test-all`: browsers, and files that take long."""
    for item in items:
        is_browser = not BROWSER.isdisjoint(getattr(item, "fixturenames", ()))
        if is_browser or Path(item.path).name in SLOW_FILES:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True, scope="session")
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests away from the tables and stashes of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOWFISH_DATA", str(tmp_path_factory.mktemp("data")))
        yield
