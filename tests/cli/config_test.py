"""The command config prints the configuration of a server."""

from pathlib import Path

from locdata_build.hosting.configuration import (
    SiteLocation,
    caddy_configuration,
    headers_file,
    nginx_configuration,
    s3_upload,
)
from support.command_line import run_here


def test_configurations_name_the_absolute_folder_and_the_path_of_the_site(data: Path, tmp_path: Path) -> None:
    base_url = "https://tax.example/locdata"
    options = ("--data", data, "--out", tmp_path / "site", "--base-url", base_url)
    location = SiteLocation("/locdata", str(tmp_path / "site"))

    assert run_here("config", "nginx", *options) == (0, nginx_configuration(location), "")
    assert run_here("config", "caddy", *options) == (0, caddy_configuration(location), "")
    assert run_here("config", "s3", *options) == (0, s3_upload(location), "")
    assert run_here("config", "headers", *options) == (0, headers_file(base_url), "")


def test_root_folder_of_the_machine_is_one_error(data: Path) -> None:
    outcome = run_here("config", "nginx", "--data", data, "--out", "/")

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("the folder must be absolute, not '/', ")
