"""The command release writes a whole release."""

from pathlib import Path

import pytest

from cli.releasing import FIRST, SECOND, add_country, change, read, release, set_vat
from support.dataset import whole

WRITTEN = """\
data_src/site.json: written
data_src/releases/{version}.json: written
last_release/contract.json: written
last_release/records.json: written
CITATION.cff: written
CHANGELOG.md: written
{deleted}version {version}
"""


@pytest.mark.usefixtures("repository")
def test_first_release_has_the_version_of_the_site_and_no_changes() -> None:
    assert release() == (0, WRITTEN.format(version="1.2.3", deleted="changes/something.md: deleted\n"), "")
    assert read("data_src/releases/1.2.3.json") == {
        "$schema": "../schema/release.schema.json",
        "release": {"version": "1.2.3", "released_at": FIRST, "contract": [], "changes": []},
    }


@pytest.mark.usefixtures("repository")
def test_time_and_version_are_written_to_site_changelog_and_citation() -> None:
    release(at=SECOND)

    assert read("data_src/site.json") == {**whole()["site.json"], "generated_at": SECOND}
    assert Path("CHANGELOG.md").read_text() == ("# Changes\n\n## [1.2.3] - 2026-12-24\n\n### Added\n\n- Something.\n")
    citation = Path("CITATION.cff").read_text()
    assert 'version: "1.2.3"' in citation
    assert 'date-released: "2026-12-24"' in citation


@pytest.mark.usefixtures("released")
def test_files_of_changes_are_deleted_once_the_changelog_has_them() -> None:
    assert [str(file) for file in Path("changes").iterdir()] == ["changes/README.md"]
    change(set_vat)
    release(at=SECOND)

    assert Path("CHANGELOG.md").read_text() == (
        "# Changes\n\n## [1.2.4] - 2026-12-24\n\n## [1.2.3] - 2026-11-21\n\n### Added\n\n- Something.\n"
    )


@pytest.mark.usefixtures("released")
def test_edit_increments_the_patch_version_and_is_recorded_with_both_values() -> None:
    change(set_vat)

    counts = "contract: none\nrecords, edited: 1\nrecords, by time alone: none\n"
    assert release(at=SECOND) == (0, WRITTEN.format(version="1.2.4", deleted="") + counts, "")
    assert read("data_src/site.json")["version"] == "1.2.4"
    assert read("data_src/releases/1.2.4.json")["release"] == {
        "version": "1.2.4",
        "released_at": SECOND,
        "contract": [],
        "changes": [
            {
                "resource": "facts",
                "record": "fr-vat",
                "country": "fr",
                "erp": None,
                "kind": "changed",
                "cause": "edit",
                "field": "value",
                "before": '"Standard rate 20%."',
                "after": '"Standard rate 21%."',
                "phase": None,
            }
        ],
    }


@pytest.mark.usefixtures("released")
def test_addition_increments_the_minor_version_and_is_in_the_changelog() -> None:
    change(add_country)

    counts = release(at=SECOND).out.splitlines()[-3:]

    assert read("data_src/site.json")["version"] == "1.3.0"
    head, _, earlier = Path("CHANGELOG.md").read_text().partition("\n## [1.2.3] - 2026-11-21\n")
    assert head.startswith("# Changes\n\n## [1.3.0] - 2026-12-24\n\n### Contract\n\n")
    assert "- added path /germany/index.html\n" in head
    assert " anchor " not in head
    assert " record " not in head
    assert earlier == "\n### Added\n\n- Something.\n"
    assert [line.endswith(": none") for line in counts] == [False, False, True]


@pytest.mark.usefixtures("released")
def test_each_release_is_compared_with_the_one_before_it() -> None:
    change(add_country)
    release(at="2026-12-01T00:00:00Z")
    change(add_country, set_vat)

    assert release(at=SECOND).status == 0
    assert {file.stem for file in Path("data_src/releases").iterdir()} == {"1.2.3", "1.3.0", "1.3.1"}
    assert [each["record"] for each in read("data_src/releases/1.3.1.json")["release"]["changes"]] == ["fr-vat"]


@pytest.mark.usefixtures("released")
def test_change_by_time_alone_is_recorded_with_its_phase() -> None:
    assert release(at="2027-11-21T00:00:00Z").status == 0

    recorded = read("data_src/releases/1.2.4.json")["release"]["changes"]
    assert {each["cause"] for each in recorded} == {"time"}
    assert recorded[0]["phase"].startswith("fr-real-time-reporting-")


@pytest.mark.usefixtures("released")
def test_higher_version_than_necessary_is_used_if_it_is_given_or_in_the_site_file() -> None:
    change(lambda files: files["site.json"].update(version="1.9.0"))
    assert release(at="2026-12-01T00:00:00Z").status == 0
    assert read("last_release/contract.json")["version"] == "1.9.0"

    assert release("1.10.0", at=SECOND).status == 0
    assert read("last_release/contract.json")["version"] == "1.10.0"
