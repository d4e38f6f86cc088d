"""Changelog: the section of a release, made from the files of unreleased changes."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from locdata_build.contract.contract_changes import describe_change
from locdata_model.changes import ContractChange

HEADINGS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
"""The headings of entries, in the order of the changelog: those of Keep a Changelog."""

Entries = Mapping[str, str]
"""Lists of entries by heading."""

_HEADING = re.compile(r"^### (.*)\n", re.MULTILINE)
_VERSION = re.compile(r"^## \[", re.MULTILINE)


class ChangelogError(Exception):
    """Error in the changelog or in the file of an unreleased change; the message states what is wrong."""


def parse_entries(text: str) -> Entries:
    """Return the entries of one unreleased change. Raises ``ChangelogError`` unless all of the text is entries."""
    before, *parts = _HEADING.split(text)
    headings, bodies = parts[::2], [body.strip() for body in parts[1::2]]
    has_headings = not before.strip() and headings and len({*headings} & {*HEADINGS}) == len(headings)
    if not has_headings or not all(body.startswith("- ") and "\n#" not in body for body in bodies):
        allowed = ", ".join(f"'### {heading}'" for heading in HEADINGS)
        raise ChangelogError(f"must have one or more of the headings {allowed}, each once and with a list below it")
    return dict(zip(headings, bodies, strict=True))


def cut_changelog(
    text: str, changes: Sequence[Entries], version: str, day: dt.date, contract: Iterable[ContractChange]
) -> str:
    """Return the changelog with a section for ``version``, which lists the unreleased changes and those of the contract.

    Raises ``ChangelogError`` if it already has a section for the version, or one for unreleased changes.
    """
    for name in (version, "Unreleased"):
        if f"## [{name}]" in text:
            raise ChangelogError(f"must not have a section {name!r} yet")
    first = _VERSION.search(text)
    end = first.start() if first else len(text)
    lists = [*_merge(changes), ("Contract", "\n".join(f"- {describe_change(change)}" for change in contract))]
    sections = [f"### {heading}\n\n{body}" for heading, body in lists if body]
    parts = [text[:end].strip(), f"## [{version}] - {day.isoformat()}", *sections, text[end:].strip()]
    return "\n\n".join(filter(None, parts)) + "\n"


def _merge(changes: Sequence[Entries]) -> Iterator[tuple[str, str]]:
    for heading in HEADINGS:
        yield heading, "\n".join(entries[heading] for entries in changes if heading in entries)
