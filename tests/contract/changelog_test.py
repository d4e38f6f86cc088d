"""A release gets its entry in the changelog."""

import datetime as dt

import pytest

from locdata_build.contract.changelog import ChangelogError, cut_changelog
from locdata_model.changes import ContractChange
from locdata_model.vocabulary import ChangeKind, ContractPart

DAY = dt.date(2026, 11, 21)
ADDED = ContractChange(
    part=ContractPart.FIELD, name="Fact.note", kind=ChangeKind.ADDED, is_breaking=False, before=None, after=None
)


def test_unreleased_entries_and_the_contract_get_the_heading_of_the_release() -> None:
    text = "# Changes\n\n## [Unreleased]\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- First.\n"

    assert cut_changelog(text, "1.1.0", DAY, (ADDED,)) == (
        "# Changes\n\n## [Unreleased]\n\n## [1.1.0] - 2026-11-21\n\n- New.\n\n"
        "### Contract\n\n- added field Fact.note\n\n## [1.0.0] - 2026-01-01\n\n- First.\n"
    )


@pytest.mark.parametrize("contract", [(), (ADDED,)], ids=["no change", "a change"])
@pytest.mark.parametrize("earlier", ["", "\n## [1.0.0] - 2026-01-01\n\n- First.\n"], ids=["first", "second"])
@pytest.mark.parametrize("unreleased", ["", "\n- New.\n"], ids=["no entry", "an entry"])
def test_changelog_has_no_two_blank_lines_in_a_row(
    unreleased: str, earlier: str, contract: tuple[ContractChange, ...]
) -> None:
    text = cut_changelog(f"# Changes\n\n## [Unreleased]\n{unreleased}{earlier}", "1.1.0", DAY, contract)

    assert "\n\n\n" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "must have a heading '## [Unreleased]', but has none", id="empty"),
        pytest.param("## Unreleased\n", "must have a heading '## [Unreleased]', but has none", id="no brackets"),
        pytest.param("## [Unreleased]", "must have a heading '## [Unreleased]', but has none", id="no line break"),
        pytest.param(
            "## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n",
            "must not have a heading for 1.0.0 yet, but has one",
            id="version with a heading",
        ),
    ],
)
def test_changelog_without_room_for_the_release_is_refused(text: str, message: str) -> None:
    with pytest.raises(ChangelogError) as caught:
        cut_changelog(text, "1.0.0", DAY, ())

    assert str(caught.value) == message
