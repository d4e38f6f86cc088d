"""The command release reports every obstacle to a release, and then writes nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cli.releasing import SECOND, change, refusal, release, remove_partner, remove_product, set_vat, withdraw
from support.dataset import ERP, write


def test_release_without_a_change_needs_a_version(released: Path) -> None:
    assert refusal(released) == [
        (
            "$: must differ from the new release, but does not: give a version to release it nevertheless "
            "[broken-promise]"
        )
    ]
    assert release("1.2.4", at=SECOND).status == 0


def test_version_that_is_too_low_is_refused(released: Path) -> None:
    change(set_vat)

    assert refusal(released, "1.2.3") == [
        (
            "$.version: must be followed by version 1.2.4 or higher because of what has changed, "
            "but not by 1.2.3 [version-order]"
        )
    ]


def test_broken_promise_is_refused_even_in_a_new_major_version(released: Path) -> None:
    change(remove_partner)

    issues = refusal(released, "2.0.0")

    assert [issue for issue in issues if issue.startswith("$: removed record partners/fr-erp_id_01-partner: ")]


def test_new_major_version_must_be_given(released: Path) -> None:
    change(lambda files: remove_product(files, "2.0.0"))
    assert len(refusal(released, "1.3.0")) > 1
    change(lambda files: remove_product(files, "1.3.0"))

    assert refusal(released) == [
        (
            "$: must be followed by a new major version (release 2.0.0): removed field ReportingRecord.erp_key_02 "
            "[broken-promise]"
        )
    ]
    assert release("2.0.0", at=SECOND).status == 0


@pytest.mark.parametrize(
    ("promise", "issue"),
    [
        pytest.param(
            ("field", "Fact.deadline"),
            "$: must have a promise that matches each new tombstone, but has none for field Fact.deadline [broken-promise]",
            id="never there",
        ),
        pytest.param(
            ("record", "partners/fr-*"),
            "$: must not withdraw what the release still has, but withdraws record partners/fr-* [broken-promise]",
            id="still there",
        ),
    ],
)
def test_tombstone_that_is_not_needed_is_refused(released: Path, promise: tuple[str, str], issue: str) -> None:
    change(set_vat, lambda files: withdraw(files, "1.3.0", "A slip.", promise))

    assert refusal(released, "1.3.0") == [issue]


def test_malformed_files_of_changes_are_refused(released: Path) -> None:
    change(set_vat)
    write(released / "changes", {"a.md": b"- Something.\n", "b.txt": b"\xff", "c/d.md": b"### Added\n\n- Something.\n"})

    issues = refusal(released)

    assert [issue.startswith("$: must be ready for the release, but is not: ") for issue in issues] == [True] * 3
    assert [issue.endswith(" [changelog]") for issue in issues] == [True] * 3


def lose_the_changelog() -> None:
    """Change something, so that the changelog gets a section, and remove it."""
    change(set_vat)
    Path("CHANGELOG.md").unlink()


@pytest.mark.parametrize(
    ("spoil", "at", "code"),
    [
        pytest.param(lambda: change(lambda files: files[ERP].update(vendor="")), SECOND, "[empty]", id="data"),
        pytest.param(lambda: None, "2026-11-20T23:59:59Z", "[future-date]", id="time"),
        pytest.param(Path("last_release/records.json").unlink, SECOND, "[missing-file]", id="last release"),
        pytest.param(lose_the_changelog, SECOND, "[changelog]", id="changelog"),
    ],
)
def test_issue_of_what_is_released_prevents_a_release(
    released: Path, spoil: Callable[[], object], at: str, code: str
) -> None:
    spoil()

    assert [issue.rpartition(" ")[2] for issue in refusal(released, at=at)] == [code]


def test_nothing_is_written_if_one_file_cannot_be_written(released: Path) -> None:
    (released / "CITATION.cff").unlink()
    (released / "CITATION.cff").mkdir()
    (released / "CITATION.cff/kept").write_bytes(b"")
    change(set_vat)

    assert refusal(released) == []
