"""A command starts without what only other commands need."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from cli.running import imported_by
from support.dataset import whole, write

PACKAGES = {"apsw", "brotli", "deflate", "iso3166", "jinja2", "jsonschema", "msgspec"}
"""The packages that the builder names as its own dependencies."""

RENDERING = PACKAGES - {"iso3166", "jsonschema", "msgspec"}
"""Those that only the rendering of a site needs."""


def parts(modules: Iterable[str]) -> set[str]:
    """The packages that ``modules`` are of; of the builder, its parts: the stages, and what stands beside them."""
    return {".".join(name.split(".")[: 2 if name.startswith("locdata_build.") else 1]) for name in modules}


@pytest.mark.parametrize(
    ("given", "status"),
    [
        pytest.param(["--help"], 0, id="help"),
        pytest.param(["bild"], 2, id="unknown command"),
        pytest.param(["check", "--precompress"], 2, id="option without use"),
        pytest.param(["diff"], 2, id="no operands"),
    ],
)
def test_help_and_refusals_need_the_standard_library_alone(tmp_path: Path, given: list[str], status: int) -> None:
    outcome, modules = imported_by(tmp_path, *given)

    assert outcome.status == status
    needed = {name for name in parts(modules) if name in PACKAGES or name.startswith("locdata_")}
    assert needed == {"locdata_build", "locdata_build.cli"}


def test_check_needs_nothing_that_derives_or_renders(tmp_path: Path) -> None:
    outcome, modules = imported_by(tmp_path, "check", "--data", write(tmp_path / "data", whole()))

    assert outcome == (0, "countries: 1, ERP products: 2, faults: none\n", "")
    needless = {*RENDERING, "jsonschema", "locdata_build.derive", "locdata_build.view", "locdata_openapi"}
    assert not parts(modules) & needless


def test_build_needs_nothing_that_compares_or_serves(tmp_path: Path) -> None:
    outcome, modules = imported_by(tmp_path, "--data", write(tmp_path / "data", whole()), "--out", tmp_path / "site")

    assert (outcome.status, outcome.err) == (0, "")
    assert not (parts(modules) | modules) & {
        "jsonschema",
        "locdata_build.contract",
        "http.server",
        "socketserver",
        "ssl",
    }


def test_diff_needs_nothing_that_checks_or_renders(tmp_path: Path) -> None:
    write(tmp_path / "data", whole())
    for name in ("old", "new"):
        assert imported_by(tmp_path, "--data", tmp_path / "data", "--out", tmp_path / name)[0].status == 0

    outcome, modules = imported_by(tmp_path, "diff", tmp_path / "old", tmp_path / "new")

    assert (outcome.status, outcome.err) == (0, "")
    assert not parts(modules) & {*RENDERING, "jsonschema", "locdata_build.check", "locdata_build.view"}
