"""A command starts without importing what only other commands need."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from support.command_line import imported_by, run_here
from support.dataset import whole, write

PACKAGES = {"apsw", "brotli", "deflate", "iso3166", "jinja2", "jsonschema", "markupsafe", "msgspec", "xlsxwriter"}
"""The packages that the builder depends on."""

CHECKING = {"iso3166", "msgspec"}
"""Those that checking valid data needs."""

LATER_STAGES = {f"locdata_build.{stage}" for stage in ("derive", "view", "render", "hosting", "publish", "contract")}


def top_level(modules: Iterable[str]) -> set[str]:
    """Return the packages of modules; for modules of the builder, its stages."""
    return {".".join(name.split(".")[: 2 if name.startswith("locdata_build.") else 1]) for name in modules}


@pytest.mark.parametrize(("arguments", "status"), [(["--help"], 0), (["bild"], 2)], ids=["help", "error"])
def test_help_and_usage_errors_need_only_the_standard_library(
    tmp_path: Path, arguments: list[str], status: int
) -> None:
    outcome, modules = imported_by(tmp_path, *arguments)

    assert outcome.status == status
    assert {name for name in top_level(modules) if name in PACKAGES or name.startswith("locdata_")} == {
        "locdata_build",
        "locdata_build.cli",
    }


def test_check_imports_no_later_stage(tmp_path: Path) -> None:
    outcome, modules = imported_by(tmp_path, "check", "--data", write(tmp_path / "data", whole()))

    assert outcome == (0, "countries: 1, ERP products: 2, issues: none\n", "")
    assert top_level(modules) & {*PACKAGES, *LATER_STAGES, "locdata_openapi"} == CHECKING


def test_build_does_not_import_what_compares_or_serves(tmp_path: Path) -> None:
    outcome, modules = imported_by(tmp_path, "--data", write(tmp_path / "data", whole()), "--out", tmp_path / "site")

    assert (outcome.status, outcome.err) == (0, "")
    assert not (top_level(modules) | modules) & {
        *("brotli", "jsonschema", "locdata_build.contract"),
        *("http.server", "socketserver", "ssl"),
    }


def test_diff_of_two_sites_imports_neither_checks_nor_rendering(tmp_path: Path) -> None:
    write(tmp_path / "data", whole())
    for name in ("old", "new"):
        assert run_here("--data", tmp_path / "data", "--out", tmp_path / name).status == 0

    outcome, modules = imported_by(tmp_path, "diff", tmp_path / "old", tmp_path / "new")

    assert (outcome.status, outcome.err) == (0, "")
    assert not top_level(modules) & {*(PACKAGES - CHECKING), "locdata_build.derive", "locdata_build.view"}
    assert "locdata_build.data.dataset" not in modules
