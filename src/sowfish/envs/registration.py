"""The names of the Gymnasium environments."""

from __future__ import annotations

from importlib.util import find_spec

from sowfish.errors import SowfishError
from sowfish.model.rules import PROFILES

NAMESPACE = "sowfish"


def environment_name(profile: str) -> str:
    """Return the name of a profile's environment.

    >>> environment_name("avalanche-sweep")
    'sowfish/AvalancheSweep-v0'
    """
    return f"{NAMESPACE}/{profile.title().replace('-', '')}-v0"


def register() -> None:
    """Register one environment per named rules profile with Gymnasium."""
    if find_spec("gymnasium") is None or find_spec("numpy") is None:
        raise SowfishError("environments need Gymnasium and PettingZoo: pip install 'sowfish[rl]'")
    import gymnasium  # noqa: PLC0415  # an extra

    for profile in PROFILES:
        name = environment_name(profile)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="sowfish.envs.single:SowingEnv",
                vector_entry_point="sowfish.envs.vector:SowingVectorEnv",
                kwargs={"rules": profile},
            )
