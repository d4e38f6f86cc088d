"""The commands that print a configuration and preview a site."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.data.site import BASE_URL_FORM
from locdata_build.hosting.configuration import (
    SiteLocation,
    caddy_configuration,
    headers_file,
    nginx_configuration,
)
from support.command_line import process_environment, run_here
from support.signals import obey_interrupts

setup_module = obey_interrupts

PATIENCE = 60


@pytest.fixture
def site(data: Path, tmp_path: Path) -> Path:
    """The small site, built for a path of its host."""
    run_here("--data", data, "--out", tmp_path / "site", "--base-url", "https://tax.example/locdata")
    return tmp_path / "site"


def test_configurations_name_the_absolute_folder_and_the_path_of_the_site(data: Path, tmp_path: Path) -> None:
    base_url = "https://tax.example/locdata"
    options = ("--data", data, "--out", tmp_path / "site", "--base-url", base_url)
    location = SiteLocation("/locdata", str(tmp_path / "site"))

    assert run_here("config", "nginx", *options) == (0, nginx_configuration(location), "")
    assert run_here("config", "caddy", *options) == (0, caddy_configuration(location), "")
    assert run_here("config", "headers", *options) == (0, headers_file(base_url), "")


DOCUMENT = Path("api/openapi.json")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        pytest.param(Path.unlink, "has no /api/openapi.json: build it first", id="missing"),
        pytest.param(
            lambda document: os.truncate(document, 10**11),
            "its /api/openapi.json cannot be read: Has more than 10000000 bytes",
            id="too large",
        ),
        pytest.param(
            lambda document: document.write_bytes(b"{"), "its /api/openapi.json states no base URL", id="broken"
        ),
    ],
)
def test_preview_without_a_readable_openapi_document_is_one_error(
    site: Path, spoil: Callable[[Path], object], message: str
) -> None:
    spoil(site / DOCUMENT)

    assert run_here("serve", "--out", site) == (1, "", f"{site}: must be a built site, but {message}\n")


def test_preview_of_a_site_for_an_impossible_base_url_is_one_error(site: Path) -> None:
    (site / DOCUMENT).write_text('{"servers": [{"url": "http://["}]}')

    assert run_here("serve", "--out", site) == (1, "", f"the base URL {BASE_URL_FORM}, but is 'http://['\n")


def test_port_in_use_is_one_error(site: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        outcome = run_here("serve", "--out", site, "--port", str(port))

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"port {port}: ")


def test_preview_serves_the_site_until_it_is_interrupted(site: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "locdata_build.cli", "serve", "--out", site, "--port", "0"],
        env=process_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as preview:
        assert preview.stdout is not None
        first_line = preview.stdout.readline()
        url = f"http://localhost:{first_line.rpartition(':')[2].partition('/')[0]}/locdata/"
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as page:
                content = page.read()
            preview.send_signal(signal.SIGINT)
            out, err = preview.communicate(timeout=PATIENCE)
        finally:
            preview.kill()

    assert (preview.returncode, first_line + out, err) == (0, f"{site}: {url} until Ctrl-C\n", "")
    assert content == (site / "index.html").read_bytes()
