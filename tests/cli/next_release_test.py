"""The checks of the site hold after the next release: one with an edit, an addition to the contract and a tombstone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli.releasing import SECOND, change, read, remove_partner, set_vat, withdraw
from support.command_line import REPOSITORY, process_environment
from support.dataset import COUNTRY, Files
from support.records import marked, source, source_id, source_record
from support.sample import SAMPLE

CHECKS = (
    "site/last_release_test.py",
    "site/specification_test.py::test_every_path_of_the_specification_is_published",
    "site/specification_test.py::test_no_other_file_is_published_in_the_folders_of_the_api_and_the_data",
    "site/specification_test.py::test_fields_and_values_are_those_of_the_specification",
    "site/schemas_test.py::test_every_file_decodes_to_records_that_encode_to_the_same_bytes",
    "openapi/response_types_test.py::test_null_is_accepted_only_where_the_specification_has_it",
)
"""The tests that compare a site with a release or with the specification."""


def edit(files: Files) -> None:
    """Correct a fact with a source that was read after the last release, and withdraw the partner."""
    set_vat(files)
    url = source("rates")
    vat = files[COUNTRY]["facts"]["vat"]
    vat |= {"value": marked(vat["value"].partition("[^")[0], url), "checked": "2026-11-22"}
    files[COUNTRY]["sources"][source_id(url)] = source_record(url) | {"read": "2026-11-22"}
    remove_partner(files)
    promises = [("record", "partners/fr-erp_id_01-partner"), ("anchor", "*#partner-fr-erp_id_01-partner")]
    withdraw(files, "1.3.0", "The firm was closed.", *promises)


def run(*arguments: str, code: Path) -> subprocess.CompletedProcess[str]:
    """Run a module with the code of a folder in the working folder."""
    environment = process_environment()
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        env={**environment, "PYTHONPATH": os.pathsep.join([str(code), environment["PYTHONPATH"]])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
        timeout=300,
    )


@pytest.fixture
def code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code in which facts have one more field, which may be null."""
    copy = shutil.copytree(REPOSITORY / "src/python", tmp_path_factory.mktemp("code") / "python")
    module = copy / "locdata_model/facts.py"
    before, response, after = module.read_text().partition("\n\n\nclass FactsResponse(")
    module.write_text(f"{before}\n    remark: str | None = None{response}{after}")
    return copy


@pytest.mark.usefixtures("released")
def test_checks_of_the_site_hold_after_a_release_with_an_edit_an_addition_and_a_tombstone(code: Path) -> None:
    change(edit)

    released = run("locdata_build.cli", "release", "--generated-at", SECOND, code=code)
    assert (released.returncode, read("data_src/site.json")["version"]) == (0, "1.3.0"), released.stdout
    assert {(each["kind"], each["name"]) for each in read("data_src/releases/1.3.0.json")["release"]["contract"]} == {
        ("added", "Fact.remark"),
        ("removed", "/france/#partner-fr-erp_id_01-partner"),
        ("removed", "/partners/#partner-fr-erp_id_01-partner"),
    }

    shutil.copytree(REPOSITORY / SAMPLE, SAMPLE)
    tests = [str(REPOSITORY / "tests" / check) for check in CHECKS]
    # Without the settings of the repository, which put its own code first.
    checked = run("pytest", "-q", "-p", "no:cacheprovider", "-o", "pythonpath=", *tests, code=code)
    assert checked.returncode == 0, checked.stdout
