"""The nets that come with the package, read when one is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from sowfish.errors import NetError
from sowfish.model.rules import Rules
from sowfish.nets.net import Net, described

SHIPPED = "shipped"
Source = Net | Callable[[Rules], Net]  # a net, or what gives the net for rules


def source(text: str) -> Source:
    """Return where nets come from: the package if the text is `shipped`, else the file it names, which is read now."""
    return net_for if text == SHIPPED else Net.load(text)


def net_from(origin: Source, rules: Rules) -> Net:
    """Return the net for these rules; raises NetError if there is none."""
    return origin.of(rules) if isinstance(origin, Net) else origin(rules)


def has_net(rules: Rules) -> bool:
    """Tell whether a net for these rules comes with the package."""
    return rules.name is not None and _file(rules).is_file()


@cache
def net_for(rules: Rules) -> Net:
    """Return the net for these rules that comes with the package; raises NetError if there is none."""
    if not has_net(rules):
        raise NetError(f"no net for {described(rules)} comes with Sowfish; train one, and name its file with net=")
    return Net.from_bytes(_file(rules).read_bytes(), f"the shipped net for {described(rules)}")


def _file(rules: Rules) -> Traversable:
    return resources.files("sowfish.nets") / "data" / f"{rules.name}-{rules.pits}.net"
