"""Hypothesis draws the same examples in every run; `make soak` is where new ones are tried."""

from collections.abc import Iterator

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


@pytest.fixture(autouse=True, scope="session")
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests away from the tables and stashes of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOWFISH_DATA", str(tmp_path_factory.mktemp("data")))
        yield
