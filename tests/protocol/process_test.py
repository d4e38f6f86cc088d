"""The process of the server ends as processes do, and no client stops it."""

import contextlib
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from protocol.connections import COMMAND, ENVIRONMENT, LIST_TOOLS, post, run
from support.signals import obey_interrupts

setup_module = obey_interrupts

TIMEOUT = 60.0

INITIALIZE = (
    b'{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, '
    b'"clientInfo": {"name": "test", "version": "1"}}}\n'
    b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n'
)

Process = subprocess.Popen[bytes]


@contextlib.contextmanager
def started(*arguments: str) -> Iterator[Process]:
    """Start the command, and kill it if it is still there at the end."""
    pipe = subprocess.PIPE
    environment = {**os.environ, **ENVIRONMENT}
    with subprocess.Popen(
        [*COMMAND, *arguments], env=environment, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def send(process: Process, content: bytes) -> None:
    """Write to the standard input of a process."""
    assert process.stdin
    process.stdin.write(content)


def line_of(process: Process) -> bytes:
    """Return the next line of the standard output of a process."""
    assert process.stdout
    return process.stdout.readline()


def errors_of(process: Process) -> bytes:
    """Return the standard error of a process that has ended."""
    assert process.stderr
    return process.stderr.read()


# Standard input and output


def test_command_ends_when_its_input_ends(site: Path) -> None:
    done = run(str(site))

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_the_server_while_it_waits_for_input(site: Path, number: signal.Signals) -> None:
    with started(str(site)) as process:
        send(process, INITIALIZE)
        line_of(process)
        process.send_signal(number)

        assert (process.wait(TIMEOUT), errors_of(process)) == (-number, b"")


def test_client_that_reads_no_more_ends_the_server(site: Path) -> None:
    with started(str(site)) as process:
        send(process, INITIALIZE)
        line_of(process)
        assert process.stdout
        process.stdout.close()
        # The first answer cannot be written. The second request wakes what waits for input.
        with contextlib.suppress(BrokenPipeError):
            send(process, LIST_TOOLS + b"\n")
            send(process, LIST_TOOLS + b"\n")
        assert process.stdin
        process.stdin.close()

        assert (process.wait(TIMEOUT), errors_of(process)) == (0, b"")


# HTTP


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_signal_ends_the_http_server_without_a_word(site: Path, number: signal.Signals, status: int) -> None:
    with started(str(site), "--http", "0") as process:
        assert process.stderr
        assert post(process.stderr.readline().decode().strip()) == 200
        process.send_signal(number)

        assert (process.wait(TIMEOUT), errors_of(process)) == (status, b"")


def test_request_that_is_not_complete_does_not_keep_the_server_from_ending(site: Path) -> None:
    with started(str(site), "--http", "0") as process:
        assert process.stderr
        url = process.stderr.readline().decode().strip()
        parts = urlsplit(url)
        with socket.create_connection((parts.hostname, parts.port)) as connection:
            connection.sendall(
                f"POST {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Length: 100\r\n\r\n{{".encode()
            )
            assert post(url) == 200
            process.terminate()

            assert process.wait(TIMEOUT) == -signal.SIGTERM
