"""The two transports: the standard input and output of the process, and HTTP on this machine alone."""

import asyncio
import socket
import sys
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

HOST = "127.0.0.1"
"""Only programs of this machine may connect: whoever may ask, may make the server read the site."""

HTTP_PATH = "/mcp"

LONGEST_REQUEST = 64 * 1024
"""Bytes of the longest HTTP request. The longest that the tools accept has some kilobytes."""


class PortError(OSError):
    """The port cannot be listened to."""


def serve_stdio(server: Server[Any]) -> None:
    """Serve the process that started this one, until it closes the standard input."""

    async def serve() -> None:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    asyncio.run(serve())


def serve_http(server: Server[Any], port: int) -> None:
    """Serve streamable HTTP until the process is interrupted, and print the URL to standard error.

    Port 0 means any free one. Requests keep no state here. Raises ``PortError`` if the port is taken.
    """
    app = server.streamable_http_app(
        streamable_http_path=HTTP_PATH,
        host=HOST,
        json_response=True,
        stateless_http=True,
        max_request_body_size=LONGEST_REQUEST,
    )
    try:
        listening = socket.create_server((HOST, port))
    except (OSError, OverflowError) as error:
        raise PortError(f"port {port}: cannot be listened to: {error}") from error
    with listening:
        print(f"http://{HOST}:{listening.getsockname()[1]}{HTTP_PATH}", file=sys.stderr, flush=True)
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])
