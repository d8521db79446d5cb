"""The nets that come with the package, loaded on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from sowfish.errors import NetError
from sowfish.model.rules import Rules
from sowfish.nets.net import Net, described

SHIPPED = "shipped"
Source = Net | Callable[[Rules], Net]  # a net, or a function that returns the net for rules


def source(text: str) -> Source:
    """Return a source of nets: the package's for `shipped`, else the named file, which is read now."""
    return net_for if text == SHIPPED else Net.load(text)


def net_from(origin: Source, rules: Rules) -> Net:
    """Return the net for these rules; raises NetError if there is none."""
    return origin.of(rules) if isinstance(origin, Net) else origin(rules)


def has_net(rules: Rules) -> bool:
    """Return whether a net for these rules comes with the package."""
    return rules.name is not None and _file(rules).is_file()


@cache
def net_for(rules: Rules) -> Net:
    """Return the package's net for these rules; raises NetError if there is none."""
    if not has_net(rules):
        raise NetError(f"no net for {described(rules)} comes with Sowfish; train one and pass its file as net=")
    return Net.from_bytes(_file(rules).read_bytes(), f"the shipped net for {described(rules)}")


def net_files() -> dict[str, bytes]:
    """Return the files of all nets that come with the package, by their names, such as `kalah-6`."""
    found = (resources.files("sowfish.nets") / "data").iterdir()
    return {file.name.removesuffix(".net"): file.read_bytes() for file in found if file.name.endswith(".net")}


def _file(rules: Rules) -> Traversable:
    return resources.files("sowfish.nets") / "data" / f"{rules.name}-{rules.pits}.net"
