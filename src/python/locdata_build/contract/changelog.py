"""The change log of the repository: what was not released gets the heading of its release."""

import datetime as dt
from collections.abc import Sequence

from locdata_build.contract.report import contract_line
from locdata_model.changes import ContractChange

UNRELEASED = "## [Unreleased]"


class ChangelogError(Exception):
    """The change log cannot be cut; the message says what it lacks."""


def cut_changelog(text: str, version: str, day: dt.date, contract: Sequence[ContractChange]) -> str:
    """The change log with all that was unreleased under ``version``, followed by the changes of the contract.

    Raises ``ChangelogError`` where it has no part for what is unreleased, or has the version already.
    """
    head, found, rest = text.partition(f"{UNRELEASED}\n")
    if not found:
        raise ChangelogError(f"must have a heading {UNRELEASED!r}, but has none")
    heading = f"## [{version}] - {day.isoformat()}"
    if f"## [{version}]" in rest:
        raise ChangelogError(f"must not have a heading for {version} yet, but has one")
    unreleased, following, earlier = rest.partition("\n## [")
    lines = "\n".join(f"- {contract_line(change)}" for change in contract)
    told = f"### Contract\n\n{lines}" if contract else ""
    parts = "\n\n".join(part for part in (heading, unreleased.strip(), told) if part)
    return f"{head}{UNRELEASED}\n\n{parts}\n{following}{earlier}"
