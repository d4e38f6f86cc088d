"""Connections to public hosts alone."""

import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from locdata_watch.visits import hosts
from locdata_watch.visits.hosts import (
    NoSuchHostError,
    PrivateAddressError,
    PublicTransport,
    is_public,
    lookup_addresses,
)
from watch.answers import page
from watch.local_web import PUBLIC_ADDRESS, LocalWeb

PUBLIC_V6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c"


def sent(*addresses: str, url: str = "https://tax.example/rates") -> httpx.Request:
    """Return the request that leaves the machine for an address of a host with these IP addresses."""
    passed: list[httpx.Request] = []

    def record(request: httpx.Request) -> httpx.Response:
        passed.append(request)
        return httpx.Response(200)

    transport = PublicTransport(lookup=lambda _host, _port: addresses, inner=httpx.MockTransport(record))
    transport.handle_request(httpx.Request("GET", url))
    (request,) = passed
    return request


@pytest.mark.parametrize("address", [PUBLIC_ADDRESS, "8.8.8.8", PUBLIC_V6])
def test_an_address_that_everybody_can_reach_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104  # No server listens there.
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.168.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "2002:a00:1::",
        "fc00::1",
        "fe80::1%eth0",
        "ff0e::1",
    ],
)
def test_an_address_of_this_machine_or_of_a_private_network_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_the_request_goes_to_the_address_that_was_checked() -> None:
    assert sent(PUBLIC_ADDRESS).url == f"https://{PUBLIC_ADDRESS}/rates"
    assert sent(PUBLIC_V6).url == f"https://[{PUBLIC_V6}]/rates"


def test_the_server_is_told_the_name_of_the_host() -> None:
    request = sent(PUBLIC_ADDRESS, url="https://tax.example:8443/rates")

    assert request.headers["Host"] == "tax.example:8443"


def test_the_certificate_must_be_that_of_the_host() -> None:
    assert sent(PUBLIC_ADDRESS, url="https://straße.example/").extensions["sni_hostname"] == "xn--strae-oqa.example"


def test_a_host_is_looked_up_for_the_port_of_the_address() -> None:
    asked = []

    def lookup(host: str, port: int) -> Sequence[str]:
        asked.append((host, port))
        return [PUBLIC_ADDRESS]

    transport = PublicTransport(lookup=lookup, inner=httpx.MockTransport(lambda _: httpx.Response(200)))
    for url in ("http://tax.example/", "https://tax.example/", "https://tax.example:8443/"):
        transport.handle_request(httpx.Request("GET", url))

    assert asked == [("tax.example", 80), ("tax.example", 443), ("tax.example", 8443)]


@pytest.mark.parametrize("addresses", [["10.0.0.1"], [PUBLIC_ADDRESS, "10.0.0.1"], ["::1", PUBLIC_ADDRESS]])
def test_a_host_with_any_private_address_is_refused(web: LocalWeb, addresses: list[str]) -> None:
    web.set("http://tax.example/", page())
    web.set_addresses("tax.example", *addresses)

    with pytest.raises(PrivateAddressError, match=r"^tax\.example: (10\.0\.0\.1|::1) is not a public address$"):
        web.transport().handle_request(httpx.Request("GET", "http://tax.example/"))
    assert web.log == []


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"])
def test_a_private_address_in_place_of_a_host_is_refused(web: LocalWeb, host: str) -> None:
    with pytest.raises(PrivateAddressError):
        web.transport().handle_request(httpx.Request("GET", f"http://{host}/"))
    assert web.log == []


def test_the_next_address_is_tried_if_one_does_not_connect() -> None:
    tried = []

    def connect(request: httpx.Request) -> httpx.Response:
        tried.append(request.url.host)
        if request.url.host == PUBLIC_V6:
            raise httpx.ConnectError("no route")
        return httpx.Response(200)

    transport = PublicTransport(
        lookup=lambda _host, _port: [PUBLIC_V6, PUBLIC_ADDRESS], inner=httpx.MockTransport(connect)
    )
    response = transport.handle_request(httpx.Request("GET", "https://tax.example/"))

    assert response.status_code == 200
    assert tried == [PUBLIC_V6, PUBLIC_ADDRESS]


def test_hosts_with_the_same_address_have_connections_of_their_own(
    web: LocalWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The certificate of a connection was checked for one host.
    monkeypatch.setattr(hosts, "is_public", lambda _: True)
    port = urlsplit(web.url).port
    for name in ("tax", "law"):
        web.set(f"http://{name}.example:{port}/", page())

    transport = PublicTransport(lookup=lambda _host, _port: ["127.0.0.1"])
    with httpx.Client(transport=transport, trust_env=False) as client:
        answers = [client.get(f"http://{name}.example:{port}/").status_code for name in ("tax", "law")]

    assert answers == [200, 200]
    assert len({request.client_port for request in web.log}) == 2


def failing_lookup(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the resolver of this machine fail."""

    def fail(*_: Any, **__: Any) -> None:  # noqa: ANN401  # Those of the standard library.
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", fail)


def test_a_name_that_nobody_has_is_no_host(monkeypatch: pytest.MonkeyPatch) -> None:
    failing_lookup(monkeypatch, socket.gaierror(socket.EAI_NONAME, "Name or service not known"))

    with pytest.raises(NoSuchHostError):
        lookup_addresses("tax.example", 443)


def test_a_name_that_cannot_be_is_no_host() -> None:
    with pytest.raises(NoSuchHostError):
        lookup_addresses("tax..example", 443)


def test_a_resolver_that_does_not_answer_does_not_mean_that_there_is_no_host(monkeypatch: pytest.MonkeyPatch) -> None:
    failing_lookup(monkeypatch, socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"))

    with pytest.raises(httpx.ConnectError) as caught:
        lookup_addresses("tax.example", 443)
    assert caught.type is httpx.ConnectError


def test_the_addresses_of_a_host_are_looked_up_on_this_machine() -> None:
    assert lookup_addresses("127.0.0.1", 80) == ["127.0.0.1"]
