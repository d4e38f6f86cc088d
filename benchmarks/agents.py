"""What agents and programs wait for: the start of ``locdata_mcp`` and its answers, and those of ``locdata_client``."""

import contextlib
import http.client
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from benchmarks.figures import Spread, spread
from benchmarks.measure import ENVIRONMENT, MeasureError, run
from locdata_build.hosting.preview import FolderFiles, Request, Response, answer
from locdata_build.hosting.server import HOST, responding
from locdata_client import Client

COUNTRIES = ("de", "it", "pl", "ro")
TERM = "SAF-T"

BARE, CLIENT, SDK = "pass", "import locdata_client", "import mcp"
"""What Python does, for comparison with the start of the server, which needs the SDK."""

STDIO, HTTP = "stdio", "HTTP"

LIST = "tools/list"

_INITIALIZE = {
    # A version that every client and every server knows.
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "benchmarks", "version": "1"},
}


class Asked(Struct, frozen=True, kw_only=True):
    """A question that was asked once: the seconds until the answer, and the requests and the bytes of the answer."""

    seconds: float
    requests: int
    size: int


class QuestionFigures(Struct, frozen=True, kw_only=True):
    """A question in all turns: the seconds until its answer, and the requests and bytes of each, the first time and again."""

    first: Spread
    again: Spread
    requests: tuple[int, int]
    sizes: tuple[int, int]


class AgentsFigures(Struct, frozen=True, kw_only=True):
    """Seconds from the start of a process by what it does, and the answers of the server and of the client by question."""

    runs: int
    starts: Mapping[str, Spread]
    server: Mapping[str, QuestionFigures]
    client: Mapping[str, QuestionFigures]


Twice = Mapping[str, tuple[Asked, Asked]]
"""Each question, asked twice."""


def measure_agents(site: Path, work: Path, runs: int, countries: Sequence[str] = COUNTRIES) -> AgentsFigures:
    """Start and ask the server of a built site, and read the site, served, with the client; caches are kept in ``work``.

    All take turns, so that other load on the machine affects all of them. The first turn, which leaves bytecode behind, is not
    counted. Raises ``MeasureError`` if the server does not start or does not answer.
    """
    starts, servers, clients = [], [], []
    for turn in range(runs + 1):
        imports = {code: _done(code, work) for code in (BARE, CLIENT, SDK)}
        started, server = _over_stdio(site, countries)
        starts.append({**imports, STDIO: started, HTTP: _over_http(site)})
        servers.append(server)
        clients.append(_client_answers(site, work / f"cache{turn}", countries))
    return AgentsFigures(
        runs=runs,
        starts={name: spread([turn[name] for turn in starts[1:]]) for name in starts[0]},
        server={name: _figures([turn[name] for turn in servers[1:]]) for name in servers[0]},
        client={name: _figures([turn[name] for turn in clients[1:]]) for name in clients[0]},
    )


def _done(code: str, work: Path) -> float:
    """Return the seconds until Python has run some code. It does not clean up, because a server that starts does not either."""
    return run((sys.executable, "-c", f"import os; {code}; os._exit(0)"), work).wall


def _figures(turns: Sequence[tuple[Asked, Asked]]) -> QuestionFigures:
    first, again = turns[0]
    return QuestionFigures(
        first=spread([first.seconds for first, _ in turns]),
        again=spread([again.seconds for _, again in turns]),
        requests=(first.requests, again.requests),
        sizes=(first.size, again.size),
    )


# The server


def _over_stdio(site: Path, countries: Sequence[str]) -> tuple[float, Twice]:
    """Return the seconds until the tools were listed over standard input and output, and all answers."""
    calls = {
        f"find {TERM}": ("find", {"text": TERM}),
        "country": ("country", {"country": countries[0]}),
        "obligations of three countries": ("obligations", {"countries": countries[:3]}),
        "erp_support of four countries": ("erp_support", {"countries": countries}),
    }
    start = time.perf_counter()
    with _server(site) as server:
        _ask(server, "initialize", _INITIALIZE)
        _send(server, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        listed = _ask(server, LIST, {})
        started = time.perf_counter() - start
        answers = {LIST: (listed, _ask(server, LIST, {}))}
        for name, (tool, arguments) in calls.items():
            call = {"name": tool, "arguments": arguments}
            answers[name] = _ask(server, "tools/call", call), _ask(server, "tools/call", call)
    return started, answers


def _over_http(site: Path) -> float:
    """Return the seconds until the tools were listed over HTTP."""
    start = time.perf_counter()
    with _server(site, "--http", "0") as server:
        line = server.stderr.readline().decode() if server.stderr else ""
        if not line.startswith("http"):
            raise MeasureError(f"{site}: must be served over HTTP, but is not: {line}")
        url = urlsplit(line.strip())
        with contextlib.closing(http.client.HTTPConnection(HOST, url.port)) as connection:
            headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
            connection.request("POST", url.path, msgspec.json.encode(_request(LIST, {})), headers)
            _check(LIST, connection.getresponse().read())
        return time.perf_counter() - start


@contextlib.contextmanager
def _server(site: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(  # noqa: S603  # our own command
        (sys.executable, "-m", "locdata_mcp", str(site), *options),
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        try:
            yield server
        finally:
            server.terminate()
            server.communicate()


def _ask(server: subprocess.Popen[bytes], method: str, params: Mapping[str, Any]) -> Asked:
    """Send a request over standard input, and wait for the line that answers it."""
    start = time.perf_counter()
    _send(server, _request(method, params))
    line = server.stdout.readline() if server.stdout else b""
    seconds = time.perf_counter() - start
    _check(method, line or server.communicate()[1])
    return Asked(seconds=seconds, requests=1, size=len(line))


def _send(server: subprocess.Popen[bytes], message: Mapping[str, Any]) -> None:
    if server.stdin:
        server.stdin.write(msgspec.json.encode(message) + b"\n")
        server.stdin.flush()


def _request(method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


class _Result(Struct, rename="camel"):
    is_error: bool = False


class _Response(Struct):
    result: _Result


def _check(method: str, content: bytes) -> None:
    """Raise ``MeasureError`` if a response has no result, or one that is an error of a tool."""
    with contextlib.suppress(msgspec.DecodeError):
        if not msgspec.json.decode(content, type=_Response).result.is_error:
            return
    raise MeasureError(f"locdata_mcp: {method} must be answered, but is not: {content.decode(errors='replace')[-500:]}")


# The client


def _client_answers(site: Path, cache: Path, countries: Sequence[str]) -> Twice:
    """Return the answers from a served site: with an empty cache, and of a new client with what the first one has kept."""
    files, sent = FolderFiles(site), list[Response]()

    def respond(request: Request) -> Response:
        sent.append(answer(files, "", request))
        return sent[-1]

    with responding(respond, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            url = f"http://{HOST}:{server.server_port}"
            first, again = (_read(Client(url, cache=cache), countries, sent) for _ in range(2))
        finally:
            server.shutdown()
    return {name: (first[name], again[name]) for name in first}


def _read(client: Client, countries: Sequence[str], sent: list[Response]) -> Mapping[str, Asked]:
    """Return each answer of a client, and the requests and the bytes that ``sent`` gained by it."""
    product = client.products()[0].id
    questions: Mapping[str, Callable[[], object]] = {
        "terms": client.terms,
        "country": lambda: client.country(countries[0]),
        "obligations of three countries": lambda: [*map(client.obligations, countries[:3])],
        "erp_support of four countries": lambda: [client.erp_support(each, product) for each in countries],
    }
    answers = {}
    for name, question in questions.items():
        sent.clear()
        start = time.perf_counter()
        question()
        seconds = time.perf_counter() - start
        answers[name] = Asked(seconds=seconds, requests=len(sent), size=sum(len(response.content) for response in sent))
    return answers
