"""Use the installed packages as a service does, without the rest of this repository:

    python -I installed.py SITE...             # the client, on each folder of a built site, as it is and served
    python -I installed.py --server SITE...    # the server as well, by its command, over both transports

A wrong result ends the program with an error.
"""

import argparse
import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from locdata_client import Client, NotFoundError


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder without printing each request."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as in the base class
        """Print nothing."""


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder; give its URL."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def use_client(client: Client) -> int:
    """Ask everything once, and return the number of countries."""
    countries, products = client.countries(), client.products()
    for country in countries:
        assert client.toggles_on(country.code, client.meta().generated_at.date()).saft_required in (True, False, None)
        assert client.country(country.code).name == country.name
        assert {report.country for report in client.reports(country.code)} <= {country.code}
    assert client.upcoming([country.code for country in countries]) == client.upcoming()
    support = client.erp_support(countries[0].code, products[0].id)
    assert (support.country, support.product) == (countries[0].code, products[0].id)
    assert {source.id for source in client.sources()}
    assert {term.id for term in client.terms()}
    try:
        client.country("zz") if countries[-1].code != "zz" else client.country("yy")
    except NotFoundError:
        return len(countries)
    raise AssertionError("a country that is not there was found")


def use_server(site: Path) -> None:
    """Ask the server over both transports."""
    # Not part of the client's environment.
    from mcp import StdioServerParameters  # noqa: PLC0415

    command = str(Path(sys.executable).with_name("locdata-mcp"))
    asyncio.run(ask(StdioServerParameters(command=command, args=[str(site)])))
    with subprocess.Popen([command, str(site), "--http", "0"], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            asyncio.run(ask(process.stderr.readline().strip()))
        finally:
            process.terminate()


async def ask(server: Any) -> None:  # noqa: ANN401  # its type is not part of the client's environment
    """Connect to a server, and call a tool."""
    from mcp import Client as ProtocolClient  # noqa: PLC0415  # the same

    async with ProtocolClient(server) as client:
        tools = await client.list_tools()
        result = await client.call_tool("obligations", {"kind": "saft"})
    assert len(tools.tools) == 7
    assert not result.is_error
    assert result.structured_content["records"]


def main() -> None:
    """Use what is installed on each site."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", action="store_true")
    parser.add_argument("sites", nargs="+", type=Path)
    options = parser.parse_args()
    for site in options.sites:
        countries = use_client(Client(site))
        with served(site) as url:
            assert use_client(Client(url)) == countries
        if options.server:
            use_server(site)
        print(f"{site.name}: {countries} countries")


if __name__ == "__main__":
    main()
