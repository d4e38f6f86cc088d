"""Claims that are due for a check: time has overtaken them, or their last check is too long ago. Nothing else depends on it."""

import datetime as dt
from collections.abc import Iterable, Iterator

from msgspec import Struct

from locdata_build.derive.claims import DerivedClaim
from locdata_build.derive.dates_in_words import named_dates
from locdata_build.derive.provenance import Provenance
from locdata_build.source.claim_texts import texts_of
from locdata_build.source.claims import Claim, is_known


class DueClaim(Struct, frozen=True, kw_only=True):
    """A claim that is due: the dates in it that have passed since its check, and whether the check is too old."""

    claim: DerivedClaim
    passed: tuple[dt.date, ...]
    is_old: bool


def due_claims(claims: Iterable[DerivedClaim], today: dt.date) -> tuple[DueClaim, ...]:
    """Return the claims that are due on the day ``today``: the oldest check first, on one day the earliest passed date first."""
    due = (
        DueClaim(claim=claim, passed=passed, is_old=is_old)
        for claim in claims
        for passed, is_old in [(tuple(_passed(claim, today)), is_overdue(claim.provenance, today))]
        if passed or is_old
    )
    return tuple(sorted(due, key=_due_order))


def _due_order(due: DueClaim) -> tuple[dt.date, dt.date, str]:
    return due.claim.provenance.last_checked, min(due.passed, default=dt.date.max), due.claim.name


def is_overdue(provenance: Provenance, today: dt.date) -> bool:
    """Tell whether the last check is longer ago than it holds."""
    return (today - provenance.last_checked).days > provenance.check_days


def _passed(claim: DerivedClaim, today: dt.date) -> Iterator[dt.date]:
    """Yield the dates in the claim that have passed since its check, in their order."""
    checked = claim.provenance.last_checked
    yield from sorted({date for date in _dates(claim.located.claim) if checked < date <= today})


def _dates(claim: Claim) -> Iterator[dt.date]:
    """Yield the dates that the claim names, those of its phases among them. What is not known names none."""
    if is_known(claim):
        for text in texts_of(claim):
            yield from named_dates(text)
