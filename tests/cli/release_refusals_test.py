"""The command release says why there can be no release, and writes nothing."""

import shutil
from pathlib import Path

import pytest

from cli.releasing import (
    SECOND,
    change,
    read,
    refusal,
    release,
    remove_partner,
    remove_product,
    set_vat,
    withdraw,
)
from support.command_line import run_here
from support.dataset import ERP, Files, write


def test_release_without_a_change_needs_a_version(released: Path) -> None:
    assert refusal(released) == [
        (
            "$: must differ from the new release, but does not: give a version to release it nevertheless "
            "[broken-promise]"
        )
    ]
    assert release("1.2.4", at=SECOND).status == 0


@pytest.mark.parametrize("version", ["1.2.3", "0.9.9"])
def test_version_that_is_too_low_is_refused(released: Path, version: str) -> None:
    change(set_vat)

    assert refusal(released, version) == [
        (
            "$.version: must be followed by version 1.2.4 or higher because of what has changed, "
            f"but not by {version} [version-order]"
        )
    ]


def test_broken_promise_is_refused_even_in_a_new_major_version(released: Path) -> None:
    change(remove_partner)

    for arguments in ([], ["2.0.0"]):
        issues = refusal(released, *arguments)
        assert [issue for issue in issues if issue.startswith("$: removed record partners/fr-erp_id_01-partner: ")]


def test_withdrawn_record_needs_no_major_version(released: Path) -> None:
    def edit(files: Files) -> None:
        remove_partner(files)
        promises = [("record", "partners/fr-erp_id_01-partner"), ("anchor", "*#partner-fr-erp_id_01-partner")]
        withdraw(files, "1.3.0", "The firm was closed.", *promises)

    change(edit)

    assert release(at=SECOND).status == 0
    recorded = read(f"{released}/data_src/releases/1.3.0.json")["release"]
    assert {each["is_breaking"] for each in recorded["contract"]} == {False}
    assert run_here("check", "--data", "data_src").status == 0


def test_new_major_version_must_be_given(released: Path) -> None:
    change(lambda files: remove_product(files, "1.3.0"))

    assert refusal(released) == [
        (
            "$: must be followed by a new major version (release 2.0.0): removed field ReportingRecord.erp_key_02 "
            "[broken-promise]"
        )
    ]
    assert release("2.0.0", at=SECOND).status == 0


def test_announcement_for_the_next_major_version_excuses_nothing_before_it(released: Path) -> None:
    change(lambda files: remove_product(files, "2.0.0"))

    assert len(refusal(released, "1.3.0")) > 1
    assert release("2.0.0", at=SECOND).status == 0


def test_tombstone_that_matches_no_promise_is_refused(released: Path) -> None:
    def edit(files: Files) -> None:
        set_vat(files)
        withdraw(files, "1.3.0", "A slip.", ("field", "Fact.deadline"))

    change(edit)

    assert refusal(released) == [
        "$: must have a promise that matches each new tombstone, but has none for field Fact.deadline [broken-promise]"
    ]


def test_tombstone_of_what_is_still_there_is_refused_from_its_version_on(released: Path) -> None:
    def edit(files: Files) -> None:
        set_vat(files)
        withdraw(files, "1.3.0", "A slip.", ("record", "partners/fr-*"))

    change(edit)

    assert refusal(released, "1.3.0") == [
        "$: must not withdraw what the release still has, but withdraws record partners/fr-* [broken-promise]"
    ]
    assert release("1.2.9", at=SECOND).status == 0


@pytest.mark.parametrize("content", [b"## [Unreleased]\n", b"\xff", None], ids=["old form", "not text", "missing"])
def test_changelog_that_cannot_take_a_section_is_refused(released: Path, content: bytes | None) -> None:
    change(set_vat)
    (released / "CHANGELOG.md").unlink()
    if content is not None:
        (released / "CHANGELOG.md").write_bytes(content)

    (issue,) = refusal(released)

    assert issue.startswith("$: must be ready for the release, but is not: ")
    assert issue.endswith(" [changelog]")


def test_files_of_changes_that_are_no_entries_are_refused(released: Path) -> None:
    change(set_vat)
    write(released / "changes", {"a.md": b"- Something.\n", "b.txt": b"\xff", "c/d.md": b"### Added\n\n- Something.\n"})

    issues = refusal(released)

    assert [issue.startswith("$: must be ready for the release, but is not: ") for issue in issues] == [True] * 3
    assert [issue.endswith(" [changelog]") for issue in issues] == [True] * 3


def test_changes_that_are_no_folder_prevent_a_release(released: Path) -> None:
    change(set_vat)
    shutil.rmtree(released / "changes", ignore_errors=True)
    (released / "changes").write_bytes(b"")

    assert run_here("release", "--generated-at", SECOND) == (1, "", "changes: cannot be used: Not a directory\n")


def test_issue_of_the_data_prevents_a_release(released: Path) -> None:
    change(lambda files: files[ERP].update(vendor=""))

    assert [issue.rpartition(" ")[2] for issue in refusal(released)] == ["[empty]"]


def test_time_before_the_last_release_is_refused(released: Path) -> None:
    assert [issue.rpartition(" ")[2] for issue in refusal(released, at="2026-11-20T23:59:59Z")] == ["[future-date]"]


def test_broken_last_release_is_refused(released: Path) -> None:
    (released / "last_release/records.json").unlink()

    assert [issue.rpartition(" ")[2] for issue in refusal(released)] == ["[not-a-site]"]


def test_nothing_is_written_if_one_file_cannot_be_written(released: Path) -> None:
    (released / "CITATION.cff").unlink()
    (released / "CITATION.cff").mkdir()
    (released / "CITATION.cff/kept").write_bytes(b"")
    change(set_vat)

    assert refusal(released) == []


def test_nothing_is_written_if_one_file_is_a_link(released: Path) -> None:
    (released / "CITATION.cff").rename(released / "elsewhere")
    (released / "CITATION.cff").symlink_to("elsewhere")
    change(set_vat)

    assert refusal(released) == []
    assert (released / "CITATION.cff").is_symlink()
