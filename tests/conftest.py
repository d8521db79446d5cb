"""Hypothesis draws the same examples in every run; `make soak` is where new ones are tried."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-every-time",
    deadline=None,  # the machine may be busy
    derandomize=True,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],  # the same, for drawing
)
settings.load_profile("same-every-time")
