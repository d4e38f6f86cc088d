"""What was not released gets the heading of its release, and the change log stays as it was around it."""

import datetime as dt

import pytest

from locdata_build.contract.changelog import ChangelogError, cut_changelog
from locdata_model.changes import ContractChange
from locdata_model.vocabulary import ChangeKind, ContractPart

DAY = dt.date(2026, 11, 21)
ADDED = ContractChange(
    part=ContractPart.FIELD, name="Fact.note", kind=ChangeKind.ADDED, is_breaking=False, before=None, after=None
)
RETYPED = ContractChange(
    part=ContractPart.FIELD,
    name="Fact.label",
    kind=ChangeKind.CHANGED,
    is_breaking=True,
    before="string",
    after="null | string",
)


def test_unreleased_changes_get_the_heading_of_the_release() -> None:
    text = "# Changes\n\n## [Unreleased]\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- First.\n"

    assert cut_changelog(text, "1.1.0", DAY, ()) == (
        "# Changes\n\n## [Unreleased]\n\n## [1.1.0] - 2026-11-21\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- First.\n"
    )


def test_first_release_has_nothing_after_it() -> None:
    assert cut_changelog("## [Unreleased]\n\n- New.\n", "1.0.0", DAY, ()) == (
        "## [Unreleased]\n\n## [1.0.0] - 2026-11-21\n\n- New.\n"
    )


def test_changes_of_the_contract_follow() -> None:
    text = "## [Unreleased]\n\n- New.\n\n## [1.0.0] - 2026-01-01\n"

    assert cut_changelog(text, "2.0.0", DAY, (ADDED, RETYPED)) == (
        "## [Unreleased]\n\n## [2.0.0] - 2026-11-21\n\n- New.\n\n"
        "### Contract\n\n- added field Fact.note\n- changed field Fact.label: string -> null | string\n\n"
        "## [1.0.0] - 2026-01-01\n"
    )


@pytest.mark.parametrize("contract", [(), (ADDED,)], ids=["no change", "a change"])
@pytest.mark.parametrize("earlier", ["", "\n## [1.0.0] - 2026-01-01\n\n- First.\n"], ids=["first", "second"])
@pytest.mark.parametrize("unreleased", ["", "\n- New.\n"], ids=["nothing written", "something written"])
def test_no_two_lines_in_a_row_are_blank(unreleased: str, earlier: str, contract: tuple[ContractChange, ...]) -> None:
    cut = cut_changelog(f"# Changes\n\n## [Unreleased]\n{unreleased}{earlier}", "1.1.0", DAY, contract)

    assert "\n\n\n" not in cut
    assert cut.endswith("\n")
    assert not cut.endswith("\n\n")


@pytest.mark.parametrize(
    "text",
    ["", "# Changes\n", "## Unreleased\n", "## [Unreleased]"],
    ids=["empty", "no part", "no brackets", "no line"],
)
def test_change_log_without_a_part_for_what_is_unreleased_is_refused(text: str) -> None:
    with pytest.raises(ChangelogError, match=r"^must have a heading '## \[Unreleased\]', but has none$"):
        cut_changelog(text, "1.0.0", DAY, ())


def test_version_that_has_a_heading_already_is_refused() -> None:
    text = "## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n"

    with pytest.raises(ChangelogError, match=r"^must not have a heading for 1\.0\.0 yet, but has one$"):
        cut_changelog(text, "1.0.0", DAY, ())
