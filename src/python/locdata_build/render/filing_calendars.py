"""Due dates of reports as calendars, one for each country: what is due in the thirteen months from the day of the build.

An event has what a report is due for on one day. Its id is permanent: it is made from that of the first due date.
"""

from collections.abc import Iterator, Sequence

from locdata_build.derive.claims import group_by
from locdata_build.derive.countries import CountryRecords
from locdata_build.render.artifacts import Artifact
from locdata_build.render.calendars import Event, Scope, calendar_artifact, origin
from locdata_build.view.components.due_dates import period_in_words, remarks, whom_in_words
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import filing_calendar
from locdata_build.view.navigation import country_path
from locdata_build.view.report_words import REPORT_KINDS
from locdata_build.view.words import ADVICE, VERIFICATIONS
from locdata_model.due_dates import DueDate
from locdata_model.urls import PageName
from locdata_model.vocabulary import Verification


def filing_calendar_artifacts(context: SiteContext) -> Iterator[Artifact]:
    """Yield the calendar of each country."""
    for country in context.countries:
        scope = Scope(filing_calendar(country), PageName.FILINGS.path, (country,))
        grouped = group_by(country.due_dates, lambda each: (each.date, each.last_date, each.report))
        yield calendar_artifact(
            context.site,
            scope,
            [_event(context, country, due_dates) for due_dates in grouped.values()],
            about="Days by which tax reports are due, computed from their deadlines, weekends and public holidays",
            if_empty="no due date can be computed",
            modified=max(scope.checked, context.today),
        )


def _event(context: SiteContext, country: CountryRecords, due_dates: Sequence[DueDate]) -> bytes:
    first = due_dates[0]
    periods = ", ".join(dict.fromkeys(map(period_in_words, due_dates)))
    return Event(
        name=f"filings/{first.id}",
        summary=f"{country.name}: {first.report_local} ({periods})",
        start=first.date,
        last=first.last_date or first.date,
        checked=first.last_checked,
        categories=[country.name, REPORT_KINDS[first.kind].label],
        description=_description(context, country, due_dates),
        is_certain=first.verification is not Verification.UNVERIFIED and not any(each.may_move for each in due_dates),
        url=first.url,
    ).encoded()


def _description(context: SiteContext, country: CountryRecords, due_dates: Sequence[DueDate]) -> Iterator[str]:
    """Yield the lines of the description: the report, each period with its filers, sources, links, the licence."""
    first = due_dates[0]
    yield first.report_en
    for each in due_dates:
        yield "; ".join([f"{period_in_words(each)}: {whom_in_words(each)}", *remarks(each)])
    yield f"Deadline checked {first.last_checked.isoformat()}: {VERIFICATIONS[first.verification].label}"
    yield first.source_url
    yield f"The report with all its sources: {context.site.url(country_path(country, first.report))}"
    yield ""
    yield ADVICE
    yield origin(context.site)
