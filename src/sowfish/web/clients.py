"""Clients: the address a request comes from, also behind a reverse proxy, and the name a page gives itself."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.requests import Request

from sowfish.errors import SowfishError, quoted

LONGEST_NAME = 64
IPV6_PREFIX = 64  # the smallest network that a household or attacker has
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Client:
    """A client: its address, and the name a page gives itself."""

    address: str
    name: str = ""


def client_of(request: Request, proxies: Iterable[Network]) -> Client:
    """Return the client of a request; pages at one address identify themselves by a header."""
    name = request.headers.get("x-sowfish-client", "")[:LONGEST_NAME]
    peer = request.client.host if request.client else ""
    return Client(_group(address_of(peer, request.headers.getlist("x-forwarded-for"), tuple(proxies))), name)


def address_of(peer: str, forwarded: Iterable[str], proxies: tuple[Network, ...]) -> str:
    """Return the originating address of a request: the last one that is not a trusted proxy.

    A proxy appends the address of its client, so entries before an untrusted address prove nothing.
    """
    passed = [*(part.strip() for header in forwarded for part in header.split(",")), peer]
    while len(passed) > 1 and is_in(passed[-1], proxies):
        passed.pop()
    return passed[-1] if _parsed(passed[-1]) is not None else peer


def parse_network(text: str) -> Network:
    """Parse a network such as 127.0.0.1 or 10.0.0.0/8."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise SowfishError(f"{quoted(text)} is not an address or network such as 10.0.0.0/8") from None


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None  # a Unix socket, a test, or an invalid header


def is_in(address: str, networks: tuple[Network, ...]) -> bool:
    """Return whether an address is in one of these networks."""
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in networks)


def _group(address: str) -> str:
    """Return the key an address counts under: one IPv6 network is one client."""
    parsed = _parsed(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))
    return address
