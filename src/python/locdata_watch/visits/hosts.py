"""Connections to public hosts alone: a cited page, or a redirect, must not lead a program into a private network."""

import ipaddress
import socket
from collections.abc import Callable, Sequence

import httpx

Lookup = Callable[[str, int], Sequence[str]]
"""A function that returns the IP addresses of a host for a port. It raises ``NoSuchHostError`` or ``httpx.ConnectError``."""


class NoSuchHostError(httpx.ConnectError):
    """The domain name system says that there is no such host."""


class PrivateAddressError(httpx.ConnectError):
    """The host has an address that is not public."""


def lookup_addresses(host: str, port: int) -> Sequence[str]:
    """Return the IP addresses of a host. Raises ``NoSuchHostError`` or, if the lookup fails, ``httpx.ConnectError``."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    except (socket.gaierror, UnicodeError) as error:
        is_missing = isinstance(error, UnicodeError) or error.errno in {socket.EAI_NONAME, socket.EAI_NODATA}
        raise (NoSuchHostError if is_missing else httpx.ConnectError)(f"{host}: {error}") from error
    return [*dict.fromkeys(str(address[0]) for *_, address in found)]


def is_public(address: str) -> bool:
    """Return whether an IP address can be reached from everywhere and belongs to one host."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    inner = parsed.ipv4_mapped or parsed.sixtofour if isinstance(parsed, ipaddress.IPv6Address) else None
    return all(each.is_global and not each.is_multicast for each in (parsed, inner) if each)


class PublicTransport(httpx.BaseTransport):
    """A transport that connects to the address that it has checked, so that no later answer can lead elsewhere."""

    def __init__(self, *, lookup: Lookup = lookup_addresses, inner: httpx.BaseTransport | None = None) -> None:
        """Take the function that looks hosts up, and the transport that connects to IP addresses."""
        self._lookup = lookup
        # A connection that is kept would serve all hosts with its address, with the certificate of the first.
        self._inner = inner or httpx.HTTPTransport(trust_env=False, limits=httpx.Limits(max_keepalive_connections=0))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request to the first address of its host that accepts a connection.

        Raises ``PrivateAddressError`` if one of them is not public, ``NoSuchHostError``, or another ``httpx.TransportError``.
        """
        host = request.url.raw_host.decode("ascii")
        addresses = self._lookup(host, request.url.port or {"http": 80, "https": 443}[request.url.scheme])
        if private := [address for address in addresses if not is_public(address)]:
            raise PrivateAddressError(f"{host}: {private[0]} is not a public address")
        for address in addresses[:-1]:
            try:
                return self._send(request, address)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
        return self._send(request, addresses[-1])

    def close(self) -> None:
        """Close the connections."""
        self._inner.close()

    def _send(self, request: httpx.Request, address: str) -> httpx.Response:
        return self._inner.handle_request(
            httpx.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                extensions={**request.extensions, "sni_hostname": request.url.raw_host.decode("ascii")},
            )
        )
