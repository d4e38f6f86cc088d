"""The commands that print a configuration and preview a site."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.check.url_rules import BASE_URL_FORM
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


def test_folder_that_a_configuration_cannot_name_is_one_error(data: Path) -> None:
    outcome = run_here("config", "nginx", "--data", data, "--out", "/srv/$site")

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.endswith("but is '/srv/$site'\n")


DOCUMENT = Path("api/openapi.json")


def without_document(site: Path) -> str:
    (site / DOCUMENT).unlink()
    return "must be a built site, but has no /api/openapi.json: build it first"


def with_folder(site: Path) -> str:
    without_document(site)
    (site / DOCUMENT).mkdir()
    return "must be a built site, but its /api/openapi.json cannot be read: Is a directory"


def with_pipe(site: Path) -> str:
    without_document(site)
    os.mkfifo(site / DOCUMENT)
    return "must be a built site, but its /api/openapi.json cannot be read: Is not a regular file"


def with_device(site: Path) -> str:
    without_document(site)
    (site / DOCUMENT).symlink_to("/dev/zero")
    return "must be a built site, but its /api/openapi.json cannot be read: Is a symbolic link"


def with_large_document(site: Path) -> str:
    os.truncate(site / DOCUMENT, 10**11)
    return "must be a built site, but its /api/openapi.json cannot be read: Has more than 10000000 bytes"


def with_loop_of_links(site: Path) -> str:
    without_document(site)
    (site / DOCUMENT).symlink_to("openapi.json")
    return "must be a built site, but its /api/openapi.json cannot be read: Is a symbolic link"


def with_broken_document(site: Path) -> str:
    (site / DOCUMENT).write_bytes(b"{")
    return "must be a built site, but its /api/openapi.json states no base URL"


@pytest.mark.parametrize(
    "spoil",
    [
        without_document,
        with_folder,
        with_pipe,
        with_device,
        with_large_document,
        with_loop_of_links,
        with_broken_document,
    ],
)
def test_preview_without_a_readable_openapi_document_is_one_error(site: Path, spoil: Callable[[Path], str]) -> None:
    message = spoil(site)

    assert run_here("serve", "--out", site) == (1, "", f"{site}: {message}\n")


@pytest.mark.parametrize("base_url", ["http://[", "https://data.example/a/../b"])
def test_preview_of_a_site_for_an_impossible_base_url_is_one_error(site: Path, base_url: str) -> None:
    (site / DOCUMENT).write_text(json.dumps({"servers": [{"url": base_url}]}))

    assert run_here("serve", "--out", site) == (1, "", f"the base URL {BASE_URL_FORM}, but is {base_url!r}\n")


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
