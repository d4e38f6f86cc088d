"""The SBOM lists every package of a runnable file with its licence and lock, or the command says what is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from release.samples import (
    CODE_LOCK,
    PANTS_LOCK,
    PEX,
    RED,
    VENDORED,
    ZEBRA,
    Changes,
    run,
    sha256,
    write_checkout,
    write_runnable,
)

DECLARED_MIT = {"acknowledgement": "declared", "expression": "MIT"}

pytestmark = pytest.mark.usefixtures("release")


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a runnable file, which is the current folder."""
    monkeypatch.chdir(tmp_path)
    write_runnable(tmp_path / "a.pex")
    return write_checkout(tmp_path)


def read_sbom() -> Any:  # noqa: ANN401  # A document of another standard.
    """Return the decoded SBOM of ``a.pex``."""
    return json.loads(run("sbom", "a.pex").out)


def test_sbom_is_valid_cyclonedx() -> None:
    outcome = run("sbom", "a.pex")

    assert (outcome.status, outcome.err) == (0, "")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(outcome.out) is None


def test_sbom_describes_the_release(release: Path) -> None:
    assert read_sbom()["metadata"] == {
        "timestamp": "2026-11-21T00:00:00+00:00",
        "component": {
            "type": "application",
            "bom-ref": "a.pex",
            "name": "a.pex",
            "version": "1.2.3",
            "hashes": [{"alg": "SHA-256", "content": sha256(release / "a.pex")}],
            "properties": [{"name": "locdata:licence-file", "value": "LICENSE"}],
        },
        "properties": [
            {"name": f"locdata:sha256:{lock}", "value": sha256(release / lock)} for lock in (PANTS_LOCK, CODE_LOCK)
        ],
    }


def test_package_has_licence_home_page_lock_and_licence_files() -> None:
    assert read_sbom()["components"][1] == {
        "type": "library",
        "bom-ref": "pkg:pypi/red-fox@1.0",
        "name": "red-fox",
        "version": "1.0",
        "licenses": [{"acknowledgement": "declared", "expression": "MIT OR Apache-2.0"}],
        "purl": "pkg:pypi/red-fox@1.0",
        "externalReferences": [{"type": "website", "url": "https://red.example"}],
        "properties": [
            {"name": "locdata:licence-file", "value": f"{RED}licenses/LICENSE"},
            {"name": "locdata:lock", "value": CODE_LOCK},
        ],
    }


def test_vendored_packages_are_parts_of_the_runtime_and_have_its_lock() -> None:
    runtime = read_sbom()["components"][0]

    assert runtime["name"] == "pex"
    assert [part["purl"] for part in runtime["components"]] == ["pkg:pypi/old@0.9"]
    assert {"name": "locdata:lock", "value": PANTS_LOCK} in runtime["components"][0]["properties"]


def test_dependencies_are_the_required_packages_that_the_file_holds() -> None:
    assert read_sbom()["dependencies"] == [
        {"ref": "a.pex", "dependsOn": ["pkg:pypi/pex@2.1", "pkg:pypi/red-fox@1.0"]},
        {"ref": "pkg:pypi/pex@2.1"},
        {"ref": "pkg:pypi/red-fox@1.0", "dependsOn": ["pkg:pypi/zebra@2.0"]},
        {"ref": "pkg:pypi/zebra@2.0"},
    ]


@pytest.mark.parametrize(
    ("field", "licences"),
    [
        pytest.param("License: MIT", [DECLARED_MIT], id="expression in the older field"),
        pytest.param("Classifier: License :: OSI Approved :: MIT License", [DECLARED_MIT], id="unambiguous name"),
        pytest.param("Classifier: License :: BSD License", [{"license": {"name": "BSD License"}}], id="ambiguous name"),
        pytest.param("License: As you like", [{"license": {"name": "As you like"}}], id="own name"),
        pytest.param("Summary: MIT", None, id="none"),
    ],
)
def test_licence_is_what_the_package_declares(field: str, licences: list[object] | None) -> None:
    write_runnable(Path("a.pex"), {f"{ZEBRA}METADATA": f"Name: zebra\nVersion: 2.0\n{field}\n"})

    assert read_sbom()["components"][2].get("licenses") == licences


def test_sbom_is_the_same_on_repeat_even_if_a_package_is_also_vendored(release: Path) -> None:
    vendored = "pex_licences/zebra-2.0.dist-info/"
    write_runnable(release / "a.pex", {f"{vendored}METADATA": "Name: zebra\nVersion: 2.0\n", f"{vendored}LICENSE": "z"})

    outcomes = [run("sbom", "a.pex", "--out", name) for name in ("1", "2")]

    assert outcomes[0] == (0, "1: 5 packages\n", "")
    assert (release / "1").read_bytes() == (release / "2").read_bytes()


def test_markdown_has_a_row_for_each_package() -> None:
    write_runnable(Path("a.pex"), {f"{VENDORED}METADATA": "Name: old\nVersion: 0.9\n"})

    lines = run("sbom", "a.pex", "--text").out.splitlines()

    assert lines[0] == "# Dependencies"
    assert [line for line in lines if line.startswith("| `")] == [
        "| `red-fox` | 1.0 | `MIT OR Apache-2.0` | https://red.example |",
        "| `zebra` | 2.0 | no SPDX expression: BSD License |  |",
        "| `pex` | 2.1 | none declared | https://pex.example |",
        "| `old` in `pex` | 0.9 | none declared |  |",
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({CODE_LOCK: "red-fox==1.0\n"}, f"{CODE_LOCK}: must pin red-fox==1.0 by a hash", id="no hash"),
        pytest.param({PANTS_LOCK: ""}, f"{PANTS_LOCK}: must pin pex==2.1 by a hash", id="no pin"),
        pytest.param({f"{ZEBRA}COPYING": None}, "a.pex: must hold the licence of zebra 2.0", id="no licence text"),
        pytest.param({f"{RED}METADATA": None}, "a.pex: must hold the metadata of red.whl", id="no metadata"),
        pytest.param(
            {f"{PEX}METADATA": "Name: pex\nVersion: 2.0\n"},
            "a.pex: must hold metadata and licences of pex 2.1 in pex_licences/",
            id="other runtime",
        ),
        pytest.param(
            {f"{VENDORED}METADATA": None},
            "a.pex: must hold metadata and licences of old_0_9 in pex_licences/",
            id="vendored without metadata",
        ),
        pytest.param(
            {f"{PEX}METADATA": "Name: pex\nVersion: 2.1\nHome-page: https://pex.example/%\n"},
            "pex 2.1: the home page must be a URL, but is 'https://pex.example/%'",
            id="home page",
        ),
        pytest.param(
            {"data_src/site.json": "{}"},
            "a.pex: data_src/site.json: must hold the settings of the site: Object missing required field `version`",
            id="no version",
        ),
    ],
)
def test_invalid_input_is_reported_and_nothing_is_written(changes: Changes, message: str) -> None:
    write_checkout(Path(), changes)
    write_runnable(Path("a.pex"), changes)

    assert run("sbom", "a.pex", "--out", "sbom.json") == (1, "", f"{message}\n")
    assert not Path("sbom.json").exists()


def test_damaged_file_is_reported(release: Path) -> None:
    (release / "a.pex").write_bytes((release / "a.pex").read_bytes()[:-97])

    outcome = run("sbom", "a.pex")

    assert (outcome.status, outcome.err.count("\n")) == (1, 1)
    assert outcome.err.startswith("a.pex: must be a runnable file of the builder: ")


def test_output_that_cannot_be_written_is_reported(release: Path) -> None:
    assert run("sbom", "a.pex", "--out", release) == (1, "", f"{release}: cannot be written: Is a directory\n")
