import ipaddress

import pytest
from starlette.requests import Request

from sowfish import SowfishError
from sowfish.web.clients import Client, address_of, client_of, parse_network

PROXIES = (ipaddress.ip_network("127.0.0.1"), ipaddress.ip_network("10.0.0.0/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),  # not a trusted proxy, so its header is ignored
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("127.0.0.1", ["1.1.1.1, 198.51.100.1"], "198.51.100.1"),  # the client forged the first address
        ("127.0.0.1", ["1.1.1.1", "198.51.100.1, 10.1.2.3"], "198.51.100.1"),
        ("127.0.0.1", ["10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", ["nonsense"], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("testclient", ["198.51.100.1"], "testclient"),
    ],
)
def test_the_address_is_the_last_one_that_is_not_a_trusted_proxy(peer: str, forwarded: list[str], address: str) -> None:
    assert address_of(peer, forwarded, PROXIES) == address


def test_without_trusted_proxies_no_header_changes_the_address() -> None:
    assert address_of("127.0.0.1", ["198.51.100.1"], ()) == "127.0.0.1"


def of(address: str, name: str = "") -> Client:
    headers = [(b"x-forwarded-for", address.encode()), (b"x-sowfish-client", name.encode())]
    return client_of(Request({"type": "http", "headers": headers, "client": ("127.0.0.1", 1)}), PROXIES)


def test_one_network_of_ipv6_is_one_client() -> None:
    assert of("2001:db8:1:2::1") == of("2001:db8:1:2:ffff::7") != of("2001:db8:1:3::1")
    assert of("::ffff:198.51.100.1") == of("198.51.100.1")


def test_a_name_is_cut() -> None:
    assert of("198.51.100.1", "x" * 1000) == Client("198.51.100.1", "x" * 64)


@pytest.mark.parametrize("text", ["", "proxy", "10.0.0.1/8", "1.2.3.4.5", "10.0.0.0/40"])
def test_an_invalid_network_is_rejected(text: str) -> None:
    with pytest.raises(SowfishError, match="not an address or network"):
        parse_network(text)
