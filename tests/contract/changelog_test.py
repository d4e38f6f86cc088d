"""A release gets its section in the changelog, from the files of unreleased changes."""

import datetime as dt

import pytest

from locdata_build.contract.changelog import ChangelogError, Entries, cut_changelog, parse_entries
from locdata_model.changes import ContractChange
from locdata_model.vocabulary import ChangeKind, ContractPart

DAY = dt.date(2026, 11, 21)
ADDED = ContractChange(
    part=ContractPart.FIELD, name="Fact.note", kind=ChangeKind.ADDED, is_breaking=False, before=None, after=None
)
EARLIER = "## [1.0.0] - 2026-01-01\n\n- First.\n"


def test_unreleased_changes_and_the_contract_get_the_heading_of_the_release() -> None:
    changes = [{"Fixed": "- A.", "Added": "- B."}, {"Added": "- C.\n- D."}]

    assert cut_changelog(f"# Changes\n\n{EARLIER}", changes, "1.1.0", DAY, [ADDED]) == (
        "# Changes\n\n## [1.1.0] - 2026-11-21\n\n### Added\n\n- B.\n- C.\n- D.\n\n### Fixed\n\n- A.\n\n"
        f"### Contract\n\n- added field Fact.note\n\n{EARLIER}"
    )


@pytest.mark.parametrize("contract", [[], [ADDED]], ids=["no change", "a change"])
@pytest.mark.parametrize("earlier", ["", EARLIER], ids=["first", "second"])
@pytest.mark.parametrize("changes", [[], [{"Added": "- A."}]], ids=["no entry", "an entry"])
def test_changelog_has_no_two_blank_lines_in_a_row(
    changes: list[Entries], earlier: str, contract: list[ContractChange]
) -> None:
    text = cut_changelog(f"# Changes\n\n{earlier}", changes, "1.1.0", DAY, contract)

    assert "\n\n\n" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("name", ["1.0.0", "Unreleased"])
def test_changelog_that_has_a_section_for_the_release_or_for_unreleased_changes_is_refused(name: str) -> None:
    with pytest.raises(ChangelogError) as caught:
        cut_changelog(f"# Changes\n\n## [{name}]\n", [], "1.0.0", DAY, [])

    assert str(caught.value) == f"must not have a section {name!r} yet"


def test_file_of_a_change_has_lists_of_entries_by_heading() -> None:
    text = "### Added\n\n- A, which\n  goes on.\n- B.\n\n### Fixed\n- C.\n"

    assert parse_entries(text) == {"Added": "- A, which\n  goes on.\n- B.", "Fixed": "- C."}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- A.\n",
        "Text\n\n### Added\n\n- A.\n",
        "### News\n\n- A.\n",
        "## Added\n\n- A.\n",
        "### Added\n\n- A.\n\n## [2.0.0]\n",
        "### Added\n\nA.\n",
        "### Added\n\n### Fixed\n\n- A.\n",
        "### Added\n\n- A.\n\n### Added\n\n- B.\n",
    ],
)
def test_file_of_a_change_with_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ChangelogError) as caught:
        parse_entries(text)

    assert str(caught.value) == (
        "must have one or more of the headings '### Added', '### Changed', '### Deprecated', '### Removed', '### Fixed', "
        "'### Security', each once and with a list below it"
    )
