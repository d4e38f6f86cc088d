"""The commands on serving a site, as a user runs them."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.running import REPOSITORY, run_here
from locdata_build.delivery.caddy import caddy_configuration
from locdata_build.delivery.headers_file import headers_file
from locdata_build.delivery.nginx import nginx_configuration
from locdata_build.delivery.place import Place
from support.dataset import whole, write
from support.signals import hear_interrupts

setup_module = hear_interrupts


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The small set of source files."""
    write(tmp_path / "data", whole())
    return tmp_path / "data"


def test_configurations_name_the_absolute_folder_and_the_path_of_the_site(data: Path, tmp_path: Path) -> None:
    base_url = "https://tax.example/locdata"
    options = ("--data", data, "--out", tmp_path / "site", "--base-url", base_url)
    place = Place("/locdata", str(tmp_path / "site"))

    assert run_here("config", "nginx", *options) == (0, nginx_configuration(place), "")
    assert run_here("config", "caddy", *options) == (0, caddy_configuration(place), "")
    assert run_here("config", "headers", *options) == (0, headers_file(base_url), "")


def test_a_folder_that_a_configuration_would_mistake_is_one_clear_error(data: Path) -> None:
    assert run_here("config", "nginx", "--data", data, "--out", "/srv/$site") == (
        1,
        "",
        "the folder must be absolute, without quotes, '$', '\\' and braces, but is '/srv/$site'\n",
    )


def test_serving_a_folder_without_a_site_is_one_clear_error(tmp_path: Path) -> None:
    assert run_here("serve", "--out", tmp_path) == (
        1,
        "",
        f"{tmp_path}: must be a built site, but has no /api/openapi.json: build it first\n",
    )


@pytest.fixture
def site(data: Path, tmp_path: Path) -> Path:
    """The built small site, for a path of its host."""
    run_here("--data", data, "--out", tmp_path / "site", "--base-url", "https://tax.example/locdata")
    return tmp_path / "site"


def test_a_port_in_use_is_one_clear_error(site: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        assert run_here("serve", "--out", site, "--port", str(port)) == (
            1,
            "",
            f"port {port}: cannot be listened to: Address already in use\n",
        )


@pytest.fixture
def preview(site: Path) -> Iterator[subprocess.Popen[str]]:
    """``serve`` as a process, with any port."""
    path = os.pathsep.join(str(REPOSITORY / entry) for entry in sys.path if entry)
    with subprocess.Popen(
        [sys.executable, "-m", "locdata_build.cli", "serve", "--out", str(site), "--port", "0"],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


def test_the_preview_says_where_it_is_and_ends_in_peace_when_interrupted(
    preview: subprocess.Popen[str], site: Path
) -> None:
    assert preview.stdout is not None
    line = preview.stdout.readline()
    folder, _, address = line.removesuffix(" until Ctrl-C\n").partition(": ")
    with urllib.request.urlopen(address) as page:  # noqa: S310  # It is the address just read.
        content = page.read()
    preview.send_signal(signal.SIGINT)
    out, err = preview.communicate(timeout=10)

    assert (folder, address.rpartition(":")[2].partition("/")[2]) == (str(site), "locdata/")
    assert content == (site / "index.html").read_bytes()
    assert (preview.returncode, out, err) == (0, "\n", "")
