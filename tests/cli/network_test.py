"""A build needs no network and no other program, and writes nothing but the site."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.command_line import process_environment
from support.sample import SAMPLE

DATA = SAMPLE.absolute()
WITHOUT_NETWORK = ["unshare", "--map-root-user", "--net"]
"""Runs a program without a network: it cannot even reach this machine."""

BUILD = "from locdata_build.cli.__main__ import main; sys.exit(main())"
HOOK = f"""
import os, sys

def refuse(event, arguments):
    path, flags = (arguments[0], arguments[2]) if event == "open" else (".", 0)
    is_outside = not os.path.abspath(str(path)).startswith(os.getcwd()) and str(path) != os.devnull
    is_written = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if event.startswith({("socket.connect", "socket.getaddrinfo", "subprocess.", "os.exec", "os.posix_spawn", "os.system")}):
        os._exit(3)
    if is_written and is_outside and not isinstance(path, int):
        os._exit(4)

sys.addaudithook(refuse)
"""
"""The interpreter calls the hook before each operation (PEP 578), also of packages. It ends the program."""


def run(folder: Path, program: str, *arguments: str | Path, prefix: tuple[str, ...] = ()) -> int:
    return subprocess.run(
        [*prefix, sys.executable, "-B", "-c", program, *arguments],
        cwd=folder,
        env=process_environment(),
        check=False,
        capture_output=True,
    ).returncode


def test_build_opens_no_connection_starts_no_program_and_writes_only_in_its_folder(tmp_path: Path) -> None:
    # Worker processes hand over their pages in temporary files.
    options = ("--data", DATA, "--out", "site", "--archive", "site.tar", "--workers=1")

    assert run(tmp_path, HOOK + BUILD, *options) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"site", "site.tar"}


@pytest.mark.parametrize(
    ("program", "status"),
    [
        pytest.param("import socket; socket.create_connection(('127.0.0.1', 9))", 3, id="connection"),
        pytest.param("import subprocess; subprocess.run(['true'])", 3, id="process"),
        pytest.param("open('../beside', 'w')", 4, id="writing beside"),
        pytest.param("open('site', 'w')", 0, id="writing the site"),
    ],
)
def test_forbidden_operation_is_detected(tmp_path: Path, program: str, status: int) -> None:
    (tmp_path / "own").mkdir()

    assert run(tmp_path / "own", HOOK + program) == status


def test_build_works_without_a_network(tmp_path: Path) -> None:
    if not shutil.which("unshare") or subprocess.run([*WITHOUT_NETWORK, "true"], check=False).returncode:
        pytest.skip("this system lets no user create a network namespace")
    program = f"import socket, sys; assert socket.if_nameindex() == [(1, 'lo')]; {BUILD}"

    assert run(tmp_path, program, "--data", DATA, "--out", "site", prefix=(*WITHOUT_NETWORK,)) == 0
