"""The changelog, and the entry that a release gets in it."""

import datetime as dt
from collections.abc import Sequence

from locdata_build.contract.contract_changes import describe_change
from locdata_model.changes import ContractChange

UNRELEASED = "## [Unreleased]"


class ChangelogError(Exception):
    """The changelog cannot take an entry for the release; the message says what is wrong."""


def cut_changelog(text: str, version: str, day: dt.date, contract: Sequence[ContractChange]) -> str:
    """Return the changelog with the unreleased entries, and the changes of the contract, under a heading for ``version``.

    Raises ``ChangelogError`` if it has no heading for unreleased entries, or has one for the version already.
    """
    head, found, rest = text.partition(f"{UNRELEASED}\n")
    if not found:
        raise ChangelogError(f"must have a heading {UNRELEASED!r}, but has none")
    if f"## [{version}]" in rest:
        raise ChangelogError(f"must not have a heading for {version} yet, but has one")
    unreleased, following, earlier = rest.partition("\n## [")
    heading = f"## [{version}] - {day.isoformat()}"
    lines = "\n".join(f"- {describe_change(change)}" for change in contract)
    contract_part = f"### Contract\n\n{lines}" if contract else ""
    parts = "\n\n".join(part for part in (heading, unreleased.strip(), contract_part) if part)
    return f"{head}{UNRELEASED}\n\n{parts}\n{following}{earlier}"
