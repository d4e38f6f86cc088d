"""Claims due for re-checking: a date in them has passed since the check, or the check has expired."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from locdata_build.data.claims import contents_of
from locdata_build.data.dates_in_words import named_dates
from locdata_build.derive.claims import Claim


class DueClaim(Struct, frozen=True, kw_only=True):
    """A claim that is due: the dates in it that have passed since its check, and whether the check has expired."""

    claim: Claim[Any, Any]
    passed: tuple[dt.date, ...]
    is_old: bool

    def reason(self, today: dt.date) -> str:
        """Return why it is due on the day ``today``: ``last checked on 2026-05-02, before 2026-07-01 came``."""
        provenance = self.claim.provenance
        reasons = [f"before {' and '.join(map(str, self.passed))} came"] if self.passed else []
        if self.is_old:
            days = (today - provenance.last_checked).days
            reasons.append(f"{days} days ago, which is more than {provenance.check_days}")
        return f"last checked on {provenance.last_checked}, {', and '.join(reasons)}"


def due_claims(claims: Iterable[Claim[Any, Any]], today: dt.date) -> tuple[DueClaim, ...]:
    """Return the claims that are due on the day ``today``: the oldest check first, on one day the earliest passed date first."""
    due = (
        DueClaim(claim=claim, passed=passed, is_old=is_old)
        for claim in claims
        for passed, is_old in [(passed_dates(claim, today), claim.provenance.is_overdue(today))]
        if passed or is_old
    )
    return tuple(sorted(due, key=_due_order))


def _due_order(due: DueClaim) -> tuple[dt.date, dt.date, str]:
    return due.claim.provenance.last_checked, min(due.passed, default=dt.date.max), due.claim.name


def passed_dates(claim: Claim[Any, Any], today: dt.date) -> tuple[dt.date, ...]:
    """Return the dates in a claim that have passed since its check, the earliest first. What is not known names none."""
    checked = claim.provenance.last_checked
    if checked >= today or not claim.is_known:
        return ()
    texts, dates = contents_of(claim)
    return tuple(sorted({date for date in (*dates, *named_dates(texts, checked)) if checked < date <= today}))
