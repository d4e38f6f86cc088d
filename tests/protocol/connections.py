"""Connections of the SDK's own client to the server, over each of its transports."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from enum import StrEnum
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.server.lowlevel import Server
from mcp.types import (
    CallToolResult,
    GetPromptResult,
    PromptMessage,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
)

from locdata_client import Client as SiteClient
from locdata_mcp.server.protocol import SiteProtocol

COMMAND = (sys.executable, "-m", "locdata_mcp")
"""Starts the server."""

LIST_TOOLS = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'
"""A request."""

HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
"""The headers of a request over HTTP."""

ENVIRONMENT = {"PYTHONPATH": os.pathsep.join(sys.path)}


class Transport(StrEnum):
    """A transport between client and server."""

    STDIO = "stdio"
    HTTP = "HTTP"


class Connection:
    """A client that is connected to a server. Its methods wait for the result, which the client compares with its schema."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal = portal
        self.client = client

    def call(self, request: Callable[..., Coroutine[Any, Any, Any]], *arguments: object) -> Any:  # noqa: ANN401
        """Return the result of a method of the client."""
        return self._portal.call(request, *arguments)

    def tool(self, name: str, arguments: dict[str, Any]) -> Any:  # noqa: ANN401
        """Return the result of a tool."""
        return self.call(self.client.call_tool, name, arguments)


@contextlib.contextmanager
def connected_in_process(site: Path | str) -> Iterator[Connection]:
    """Give a connection to a server for a site that runs here, without a transport."""
    client = SiteClient(site)
    with connected_to(SiteProtocol(client).server(client.meta())) as connection:
        yield connection


@contextlib.contextmanager
def connected_to(server: Server[Any] | StdioServerParameters | str) -> Iterator[Connection]:
    """Give a connection to a server: one that runs here, one to start, or the one at a URL."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(server)) as client:
        yield Connection(portal, client)


@contextlib.contextmanager
def http_server(site: Path | str) -> Iterator[str]:
    """Start the server for a site on a free port; give the URL that it prints."""
    command = [*COMMAND, str(site), "--http", "0"]
    with subprocess.Popen(command, env={**os.environ, **ENVIRONMENT}, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            yield process.stderr.readline().strip()
        finally:
            process.terminate()


def post(url: str, content: bytes = LIST_TOOLS, headers: Mapping[str, str] = HEADERS) -> int:
    """Send a request over HTTP, and return the status of the response."""
    parts = urlsplit(url)
    with contextlib.closing(HTTPConnection(str(parts.hostname), parts.port, timeout=60)) as connection:
        connection.request("POST", parts.path, content, {**HEADERS, **headers})
        return connection.getresponse().status


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command without input until it ends."""
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, check=False, env={**os.environ, **ENVIRONMENT}, input=""
    )


def text_of(result: object) -> str:
    """Return the text of the result of a resource, a prompt or a tool, which must have one content."""
    match result:
        case ReadResourceResult(contents=[TextResourceContents(text=text)]):
            return text
        case GetPromptResult(messages=[PromptMessage(content=TextContent(text=text))]):
            return text
        case CallToolResult(content=[TextContent(text=text)]):
            return text
    raise AssertionError(result)
