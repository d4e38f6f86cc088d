"""The command: which site, and over which transport."""

import argparse
import sys
from collections.abc import Sequence

from locdata_client import Client, LocdataError
from locdata_mcp.server.protocol import SiteProtocol
from locdata_mcp.server.transports import PortError, serve_http, serve_stdio

DEFAULT_SITE = "dist/site"
"""Where a build writes the site."""

FRESH_FOR = 60.0
"""Seconds in which a file of the site is not asked for again. A site changes once a day."""

DESCRIPTION = (
    "Serve a site of the localization data service over the Model Context Protocol: over standard input and output, or over "
    "HTTP on this machine."
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="locdata-mcp", description=DESCRIPTION, allow_abbrev=False)
    parser.add_argument(
        "site", nargs="?", default=DEFAULT_SITE, help=f"folder or base URL of a site (default: {DEFAULT_SITE})"
    )
    parser.add_argument("--http", type=int, metavar="PORT", help="serve HTTP on this port of 127.0.0.1; 0: any")
    parser.add_argument("--cache", metavar="FOLDER", help="keep what is read from a URL in this folder")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit status. An error is one line on standard error."""
    options = parser().parse_args(arguments)
    try:
        client = Client(options.site, cache=options.cache, fresh_for=FRESH_FOR)
        server = SiteProtocol(client).server(client.meta())
        if options.http is None:
            serve_stdio(server)
        else:
            serve_http(server, options.http)
    except (LocdataError, PortError) as error:
        print(f"locdata-mcp: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
