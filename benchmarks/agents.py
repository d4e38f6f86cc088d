"""The waiting time of an agent: the start of ``locdata_mcp`` over standard input and output, and its answers."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from benchmarks.measure import ENVIRONMENT, MeasureError, Spread, spread

START = "start until the tools are listed"

QUESTIONS: Mapping[str, tuple[str, dict[str, object]]] = {
    "`find` SAF-T": ("find", {"text": "SAF-T"}),
    "`find` e-invoicing phases": ("find", {"text": "e-invoicing phases"}),
    "`upcoming`": ("upcoming", {}),
}
"""Calls of tools, in the order in which they are asked."""

_INITIALIZE = {
    # A version that every client and every server knows.
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "benchmarks", "version": "1"},
}


class Answer(Struct, frozen=True, kw_only=True):
    """Seconds until an answer: when asked first, and when the same process is asked again."""

    first: Spread
    again: Spread


def measure_agents(site: Path, runs: int) -> tuple[Spread, dict[str, Answer]]:
    """Return the seconds of the start, and those of each answer. The first turn, which leaves bytecode behind, does not count.

    Raises ``MeasureError`` if the server does not answer.
    """
    turns = [_turn(site) for _ in range(runs + 1)][1:]
    answers = {
        name: Answer(first=spread([turn[name][0] for turn in turns]), again=spread([turn[name][1] for turn in turns]))
        for name in QUESTIONS
    }
    return spread([turn[START][0] for turn in turns]), answers


def _turn(site: Path) -> dict[str, list[float]]:
    """Start the server, ask each question twice, and return the seconds of all."""
    start = time.perf_counter()
    with _server(site) as server:
        _ask(server, "initialize", _INITIALIZE)
        _send(server, {"jsonrpc": "2.0", "method": "notifications/initialized"})
        _ask(server, "tools/list", {})
        seconds = {START: [time.perf_counter() - start]}
        for name, (tool, arguments) in QUESTIONS.items():
            seconds[name] = [_ask(server, "tools/call", {"name": tool, "arguments": arguments}) for _ in range(2)]
    return seconds


@contextlib.contextmanager
def _server(site: Path) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(  # noqa: S603  # our own command
        (sys.executable, "-m", "locdata_mcp", str(site)),
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            yield server
        finally:
            server.terminate()
            server.communicate()


def _ask(server: subprocess.Popen[bytes], method: str, params: Mapping[str, Any]) -> float:
    """Send a request over standard input, and return the seconds until the line that answers it."""
    start = time.perf_counter()
    _send(server, {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    line = server.stdout.readline() if server.stdout else b""
    seconds = time.perf_counter() - start
    answer = msgspec.json.decode(line or b"{}")
    if answer.get("result", {"isError": True}).get("isError"):
        raise MeasureError(f"locdata_mcp: no answer to {method} {params}: {line.decode()[:500]}")
    return seconds


def _send(server: subprocess.Popen[bytes], message: Mapping[str, Any]) -> None:
    if server.stdin:
        server.stdin.write(msgspec.json.encode(message) + b"\n")
        server.stdin.flush()
