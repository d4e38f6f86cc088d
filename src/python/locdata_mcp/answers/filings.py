"""Filings: what is due between two days."""

import datetime as dt
from collections import Counter
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build, shown, without
from locdata_mcp.answers.names import CountryNames, country_codes
from locdata_model import DueDate, Report, ReportKind

DEFAULT_DAYS = 30


class FilingsQuery(Query, frozen=True, kw_only=True):
    """A choice of due dates."""

    countries: CountryNames = ()
    kind: ReportKind | None = None
    first: Annotated[dt.date | None, Meta(description="First day; without: the day of the build")] = field(
        default=None, name="from"
    )
    last: Annotated[
        dt.date | None, Meta(description=f"Last day; without: {DEFAULT_DAYS} days later; at most 13 months ahead")
    ] = field(default=None, name="to")


class Filing(Struct, frozen=True, kw_only=True):
    """A day by which a report is due."""

    report: str
    country: str
    date: dt.date
    last_date: Annotated[dt.date | UnsetType, Meta(description="The last day, by the tax number")] = UNSET
    may_move: Annotated[bool | UnsetType, Meta(description="A day off, and no source says whether it moves")] = UNSET
    period_end: dt.date
    frequency: str
    filers: str | UnsetType = UNSET
    report_local: str | UnsetType = UNSET
    report_en: str | UnsetType = UNSET
    source_url: str | UnsetType = UNSET
    verification: str


def filings(client: Client, query: FilingsQuery) -> Answer[Filing]:
    """Return what is due between two days, the earliest first; reports without a due date are counted in ``unknown``."""
    codes = country_codes(client, query.countries)
    first = query.first or day_of_build(client)
    last = query.last or first + dt.timedelta(days=DEFAULT_DAYS)
    found = [each for each in client.due_between(first, last, codes) if query.kind in (None, each.kind)]
    return answered(
        day_of_build(client),
        [*map(_filing, found)],
        shortened=[without("report_en"), without("source_url"), without("filers", "report_local")],
        unknown=_undated(client, codes, query.kind),
        if_none=f"nothing is known to be due from {first} to {last} there: ask for other days or countries, or for reports",
    )


def _filing(due_date: DueDate) -> Filing:
    return shown(
        due_date,
        Filing,
        last_date=due_date.last_date or UNSET,
        may_move=due_date.may_move or UNSET,
        filers=due_date.filers or UNSET,
        report_en=UNSET if due_date.report_en == due_date.report_local else due_date.report_en,
    )


def _undated(client: Client, codes: tuple[str, ...], kind: ReportKind | None) -> list[str]:
    """Return a line on the reports for which no due date is known; none if there is one for each."""
    reports: list[Report] = [each for code in codes for each in client.reports(code)] if codes else [*client.reports()]
    reasons = Counter(each.undated for each in reports if each.undated and kind in (None, each.kind))
    counts = ", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items()))
    return [f"reports without a due date, by reason: {counts}; ask reports for their deadlines"] if counts else []
