"""Reports of all countries in four short columns; all else is on the page of the country, to which each name leads."""

from textwrap import shorten

from locdata_build.data.countries import missing_kinds
from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.reports import SourceReport
from locdata_build.derive.countries import CountryRecords, ReportClaim
from locdata_build.view.blocks import Column, Filter, Group, Option, Pair, Row, row
from locdata_build.view.components.due_dates import days_facet
from locdata_build.view.components.erp_support import is_supporting
from locdata_build.view.components.reports import in_calendar_order
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_link, country_path
from locdata_build.view.report_words import REPORT_FREQUENCIES, REPORT_KINDS, frequency_labels
from locdata_build.view.text import Link, Rich, joined, rich
from locdata_build.view.words import capitalized
from locdata_model.anchors import country_anchor
from locdata_model.reports import REPORT_KIND_LABELS, Undated
from locdata_model.vocabulary import ReportingTopic

COLUMNS = (
    "Report",
    Column("How often", is_plain=True),
    "Next due",
    Column("How it is filed", is_plain=True),
)

NOT_RECORDED = "not-recorded"
"""The option of the filter by frequency for reports without a coded one."""

NOT_RECORDED_LABEL = "not recorded"

MAX_CHANNEL_LENGTH = 72
"""Length at which a text on the way of filing is cut off: it is whole on the page of the country."""

_UNDATED = {
    Undated.EVENT: "no fixed date",
    Undated.OWN_PERIODS: "differs by filer",
    Undated.NO_RULE: "see the report",
    Undated.LATER: "in more than 13 months",
}

KIND_FILTER = Filter("kind", "Kind", tuple(Option(kind.value, words.label) for kind, words in REPORT_KINDS.items()))

FREQUENCY_FILTER = Filter(
    "frequency",
    "How often",
    (
        *(Option(frequency.value, words.label) for frequency, words in REPORT_FREQUENCIES.items()),
        Option(NOT_RECORDED, NOT_RECORDED_LABEL),
    ),
)


def country_group(context: SiteContext, country: CountryRecords) -> Group:
    """Return the reports of a country, below its name and the kinds of reports that its list lacks."""
    missing = ", ".join(REPORT_KIND_LABELS[kind] for kind in missing_kinds(country.source))
    return Group(
        rows=tuple(_row(context, country, report) for report in in_calendar_order(country.reports)),
        id=country_anchor(country.code),
        title=rich(country_link(country, ReportingTopic.VAT_REPORTING)),
        intro=(Pair("Not recorded yet", rich(missing)),) if missing else (),
    )


def _row(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> Row:
    report, next_due = derived.source, derived.record.next_due
    return row(
        report_name(
            report.report_en,
            report.report_local,
            country_path(country, derived.id),
            form=report.form,
            country=country.name,
        ),
        _frequency(report),
        day_in_words(next_due) if next_due else _without_date(derived),
        _channel(report),
        anchor=derived.id,
        facets={
            "country": (country.code,),
            "kind": kinds_of_report(report),
            "frequency": tuple(each.frequency.value for each in report.frequencies) or (NOT_RECORDED,),
            "days": days_facet(next_due, context.today),
            "date": (next_due.isoformat(),) if next_due else (),
            "erp": tuple(cell.erp for cell in report.erp_support if is_supporting(cell)),
            "words": report.aliases,
        },
    )


def kinds_of_report(report: SourceReport) -> tuple[str, ...]:
    """Return the kinds of a report, the main one first."""
    return (report.kind, *report.also_kinds)


def report_name(english: str, local: str, path: str, *, form: str | None = None, country: str) -> Rich:
    """Return the English name of a report, which leads to it, then the local name and the form if they say more."""
    others = [] if local in {english, NOT_KNOWN} else [local]
    if form and not any(form in name for name in (english, local)):
        others.append(f"form {form}")
    return joined(", ", (rich(Link(english, path, subject=country)), *map(rich, others)))


def _frequency(report: SourceReport) -> str:
    """Return the coded frequencies, or else the beginning of their words."""
    if labels := frequency_labels(report):
        return capitalized(" or ".join(dict.fromkeys(labels)))
    return NOT_RECORDED_LABEL if report.frequency == NOT_KNOWN else _shortened(report.frequency)


def _without_date(derived: ReportClaim) -> str:
    """Return why a report has no due date, in a few words."""
    undated = derived.record.undated
    if derived.source.deadline == NOT_KNOWN or undated is None:
        return NOT_RECORDED_LABEL
    return _UNDATED[undated]


def _channel(report: SourceReport) -> str:
    """Return the beginning of the text on the way of filing."""
    return NOT_RECORDED_LABEL if report.channel_format == NOT_KNOWN else _shortened(report.channel_format)


def _shortened(text: str) -> str:
    """Return the beginning of a long text, without punctuation at its end."""
    short = shorten(text, MAX_CHANNEL_LENGTH, placeholder="", break_on_hyphens=False)
    return text if short == text else f"{short.rstrip(',;:.(')}…"
