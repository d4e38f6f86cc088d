"""The two transports: the standard input and output of the process, and HTTP on this machine alone."""

import asyncio
import signal
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


PATIENCE = 2
"""Seconds that requests have to end when the server is stopped. Clients may keep a stream open for good."""


class PortError(OSError):
    """The port cannot be listened to."""


def serve_stdio(server: Server[Any]) -> None:
    """Serve the process that started this one, until it closes the standard input or output, or an interrupt ends this one."""
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
        configuration = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=PATIENCE)
        uvicorn.Server(configuration).run(sockets=[listening])
