"""Findings of the watch on claims of the small dataset."""

import datetime as dt
from typing import Any

from locdata_build.data.findings import AffectedClaim, AffectedStatement, Finding, FindingKind, Findings, UnreadableHost
from support.records import DAY

FOUND_ON = dt.date(2026, 11, 22)


def affected(name: str, source: str | None = None, **changes: Any) -> AffectedClaim:  # noqa: ANN401  # fields
    """Return a claim as the watch recorded it, by default when it was last checked on the day of the small dataset."""
    fields: dict[str, Any] = {"country": "fr", "file": "countries/fr.json", "path": "$", "page": "/france/"} | changes
    checked = fields.pop("checked", dt.date.fromisoformat(DAY))
    return AffectedClaim(name=name, source=source, checked=checked, statements=fields.pop("statements", ()), **fields)


def statement(text: str, *figures_gone: str) -> AffectedStatement:
    """Return a statement that lost these figures."""
    return AffectedStatement(field="value", text=text, locator=None, figures_gone=figures_gone)


def finding(kind: FindingKind, *claims: AffectedClaim, **changes: Any) -> Finding:  # noqa: ANN401  # fields
    """Return a finding on a page that the claims rest on."""
    fields: dict[str, Any] = {
        "address": "https://tax.example/fact",
        "since": FOUND_ON,
        "detail": "It differs.",
    } | changes
    return Finding(kind=kind, claims=claims, **fields)


def findings(*found: Finding, hosts: tuple[UnreadableHost, ...] = ()) -> Findings:
    """Return the findings of a day, and hosts that cannot be read."""
    return Findings(day=FOUND_ON, findings=found, unreadable_hosts=hosts, outcomes={})
