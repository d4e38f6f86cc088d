"""A build needs no network and no other program, reads only its data, and writes only the site."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.network import BUILD, Watched, watch
from support.sample import SAMPLE

DATA = SAMPLE.absolute()
WITHOUT_NETWORK = ["unshare", "--map-root-user", "--net"]
"""Runs a program without a network: it cannot even reach this machine."""


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> tuple[Watched, Path]:
    """A watched build of the site, and its folder."""
    folder = tmp_path_factory.mktemp("build")
    # In one process: what worker processes do would not be seen.
    arguments = ("--data", str(DATA), "--out", "site", "--archive", "site.tar", "--workers", "1")
    return watch(BUILD, *arguments, folder=folder, readable=[DATA]), folder


def test_build_only_reads_its_data_and_writes_the_site(build: tuple[Watched, Path]) -> None:
    watched, folder = build

    assert watched.forbidden == ()
    assert watched.status == 0
    assert sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")) == ["site", "site.tar"]
    # Each source file and each file of the site was seen to be opened.
    assert watched.read > len(list(DATA.rglob("*.json")))
    assert watched.written > sum(path.is_file() for path in (folder / "site").rglob("*"))


def test_build_reads_one_variable_of_the_environment(build: tuple[Watched, Path]) -> None:
    watched, _ = build

    assert [variable for variable in watched.variables if variable[0] != "python"] == [
        ("locdata_build", "SOURCE_DATE_EPOCH")
    ]


@pytest.mark.parametrize(
    ("program", "forbidden"),
    [
        pytest.param("import socket; socket.create_connection(('127.0.0.1', 9))", "socket.connect", id="connection"),
        pytest.param("import subprocess; subprocess.run(['true'])", "subprocess.Popen", id="process"),
        pytest.param("import ctypes; ctypes.CDLL('libc.so')", "ctypes.dlopen", id="library"),
        pytest.param("open('/etc/hostname')", "open /etc/hostname", id="reading elsewhere"),
        pytest.param("import os; os.listdir('/etc')", "os.listdir /etc", id="looking elsewhere"),
        pytest.param("open('../beside', 'w')", "open ../beside to write", id="writing beside"),
        pytest.param("import os; open('x', 'w'); os.rename('x', '../y')", "os.rename ../y to write", id="moving out"),
    ],
)
def test_forbidden_operation_is_detected(tmp_path: Path, program: str, forbidden: str) -> None:
    (tmp_path / "own").mkdir()

    watched = watch(program, folder=tmp_path / "own", readable=[])

    assert [line for line in watched.forbidden if line.startswith(forbidden)] != []


def test_access_to_a_variable_is_detected(tmp_path: Path) -> None:
    variables = watch("import os; os.environ.get('HOME')", folder=tmp_path, readable=[]).variables

    assert {package for package, _ in variables} == {"program"}


def test_build_without_a_network_gives_the_same_bytes(tmp_path: Path, build: tuple[Watched, Path]) -> None:
    if not shutil.which("unshare") or subprocess.run([*WITHOUT_NETWORK, "true"], check=False).returncode:
        pytest.skip("this system lets no user create a network namespace")
    program = [sys.executable, "-c", f"import socket; assert socket.if_nameindex() == [(1, 'lo')]; {BUILD}"]
    subprocess.run(
        [*WITHOUT_NETWORK, *program, "--data", DATA, "--out", "site", "--archive", "site.tar"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)},
        check=True,
        capture_output=True,
    )

    digests = [hashlib.sha256((folder / "site.tar").read_bytes()).hexdigest() for folder in (tmp_path, build[1])]
    assert digests[0] == digests[1]
