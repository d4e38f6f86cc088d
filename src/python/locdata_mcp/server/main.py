"""The command line, and the two transports: standard input and output, and HTTP on this machine."""

import argparse
import asyncio
import signal
import socket
import sys
from collections.abc import Sequence
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from locdata_client import Client, LocdataError
from locdata_mcp.server.protocol import SiteProtocol

DEFAULT_SITE = "dist/site"
"""The folder to which a build writes the site."""

FRESH_SECONDS = 60.0
"""Time in which a file of the site is not asked for again. A site changes once a day."""

HOST = "127.0.0.1"
"""Only programs on this machine may connect, because each request can make the server read the site."""

HTTP_PATH = "/mcp"

MAX_REQUEST_BYTES = 64 * 1024
"""Maximum size of an HTTP request. The longest that the tools accept has some kilobytes."""

SHUTDOWN_SECONDS = 2
"""Time for requests to end when the server is stopped. Clients may keep a stream open indefinitely."""

DESCRIPTION = (
    "Serve a site of the localization data service over the Model Context Protocol: over standard input and output, or over "
    "HTTP on this machine."
)


class PortError(OSError):
    """The server cannot listen on the port."""


def serve_stdio(server: Server[Any]) -> None:
    """Serve over standard input and output until the client closes one of them, or an interrupt ends the process."""
    # Otherwise, an interrupt would have no effect before the next line of input.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    async def serve() -> None:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    try:
        asyncio.run(serve())
    except* BrokenPipeError:
        # The client is gone. That ends the service as the end of the input does.
        pass


def serve_http(server: Server[Any], port: int) -> None:
    """Serve streamable HTTP without sessions until the process is interrupted, and print the URL to standard error.

    Port 0 means any free one. Raises ``PortError`` if the port is taken.
    """
    app = server.streamable_http_app(
        streamable_http_path=HTTP_PATH,
        host=HOST,
        json_response=True,
        stateless_http=True,
        max_request_body_size=MAX_REQUEST_BYTES,
    )
    try:
        listening = socket.create_server((HOST, port))
    except (OSError, OverflowError) as error:
        raise PortError(f"port {port}: cannot be listened to: {error}") from error
    with listening:
        print(f"http://{HOST}:{listening.getsockname()[1]}{HTTP_PATH}", file=sys.stderr, flush=True)
        configuration = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=SHUTDOWN_SECONDS)
        uvicorn.Server(configuration).run(sockets=[listening])


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
        client = Client(options.site, cache=options.cache, fresh_for=FRESH_SECONDS)
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
