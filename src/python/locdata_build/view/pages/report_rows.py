"""Reports as rows of a table, in the order of a filing calendar, on the page of all reports and on those of countries."""

from collections.abc import Iterable, Sequence

from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.reports import SourceReport, SourceReportSupport
from locdata_build.derive.countries import CountryRecords, ReportClaim
from locdata_build.derive.provenance import Citation
from locdata_build.view.blocks import Row, row
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_path, erp_in_country_link
from locdata_build.view.provenance import first_source_line
from locdata_build.view.report_words import (
    REPORT_KINDS,
    deadline_rule,
    frequency_labels,
    names_each,
    says_more_than_rule,
)
from locdata_build.view.text import Aside, Break, Details, Link, Rich, Words, joined, links_by_badge, rich
from locdata_build.view.words import counted, report_support_badge, sentence
from locdata_model.deadlines import calendar_place, due_by
from locdata_model.vocabulary import ReportingSupport

COLUMNS = ("Report", "Kind", "How often", "Due", "How it is filed", "ERP products", "Source")

NOT_RECORDED = "not-recorded"
"""The option of the filter by frequency for reports without a coded one."""

UNKNOWN = "not recorded"
"""What a cell says of something that is not known."""


def in_calendar_order(reports: Iterable[ReportClaim]) -> list[ReportClaim]:
    """Return reports in the order of a filing calendar: by frequency, then by deadline."""
    return sorted(reports, key=lambda report: calendar_place(report.record))


def report_rows(context: SiteContext, country: CountryRecords, reports: Iterable[ReportClaim]) -> tuple[Row, ...]:
    """Return a row for each report of a country, in the order of a filing calendar.

    Notes, and the sources with their titles, are on the page of the country, to which the last cell leads.
    """
    return tuple(_row(context, country, report) for report in in_calendar_order(reports))


def _row(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> Row:
    report = derived.source
    return row(
        _name(report),
        REPORT_KINDS[report.kind].label,
        _frequency(report),
        _deadline(report),
        rich(UNKNOWN if report.channel_format == NOT_KNOWN else report.channel_format),
        joined(Break(), support_lines(context, country, derived)),
        (*first_source_line(derived.provenance, context.today), *_more(context, country, derived)),
        anchor=derived.id,
        facets={
            "country": (country.code,),
            "kind": (report.kind.value,),
            "frequency": tuple(each.frequency.value for each in report.frequencies) or (NOT_RECORDED,),
            "due": tuple(due.value for due in due_by(derived.record)),
            "erp": tuple(cell.erp for cell in known_support(derived)),
        },
    )


def _name(report: SourceReport) -> Rich:
    """Return the local and the English name, the form, and what else the report is called."""
    english = (Aside(rich(report.report_en)),) if report.report_en != report.report_local else ()
    form = (Aside(rich("Form: ", report.form)),) if report.form else ()
    also = (Aside((Words("Also: "), *joined("; ", map(rich, report.aliases)))),) if report.aliases else ()
    return rich(report.report_local, *english, *form, *also)


def _frequency(report: SourceReport) -> Rich:
    """Return the words of the frequency, after its labels where the words do not name them."""
    if report.frequency == NOT_KNOWN:
        return rich(UNKNOWN)
    labels = frequency_labels(report)
    if names_each(report.frequency, labels):
        return rich(report.frequency)
    return rich(_capitalized(" or ".join(labels)), Aside(rich(report.frequency)))


def _deadline(report: SourceReport) -> Rich:
    """Return the only rule of the deadline, then the words that say more; or the words, then several rules, folded."""
    if report.deadline == NOT_KNOWN:
        return rich(UNKNOWN)
    rules = [deadline_rule(report, deadline) for deadline in report.deadlines]
    if len(rules) == 1:
        more = (Aside(rich(report.deadline)),) if says_more_than_rule(report.deadline, rules[0]) else ()
        return rich(_capitalized(rules[0]), *more)
    folded = (Details(f"{len(rules)} rules", joined(Break(), map(rich, rules))),) if rules else ()
    return rich(report.deadline, *folded)


def _capitalized(words: str) -> str:
    return words[:1].upper() + words[1:]


def _more(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> Rich:
    """Return a link to the notes and the further sources on the page of the country, if there are any."""
    notes = derived.source.notes or any(support_notes(context, derived))
    count = len(derived.provenance.citations[1:]) + len(support_citations(derived))
    label = " and ".join(filter(None, ("notes" if notes else "", counted(count, "more source") if count else "")))
    return (Aside(rich(Link(_capitalized(label), country_path(country, derived.id)))),) if label else ()


def known_support(derived: ReportClaim) -> Sequence[SourceReportSupport]:
    """Return the support of a report by each ERP product for which it is known."""
    return [cell for cell in derived.source.erp_support if cell.support is not ReportingSupport.UNKNOWN]


def support_lines(context: SiteContext, country: CountryRecords, derived: ReportClaim) -> tuple[Rich, ...]:
    """Return the ERP products by their support for a report, and the number of those whose support is unknown."""
    known = known_support(derived)
    links = links_by_badge(
        (report_support_badge(support), erp_in_country_link(context.erp(erp), country))
        for support in ReportingSupport
        for erp in sorted(cell.erp for cell in known if cell.support is support)
    )
    unknown = len(context.erps) - len(known)
    count = rich(report_support_badge(ReportingSupport.UNKNOWN), f" {unknown} of {len(context.erps)}")
    return tuple(filter(None, (links, count if unknown else ())))


def support_notes(context: SiteContext, derived: ReportClaim) -> tuple[Rich, ...]:
    """Return the notes on the ERP products that support a report, or that are mentioned."""
    cells = sorted(derived.source.erp_support, key=lambda cell: cell.erp)
    return tuple(rich(context.erp(cell.erp).name, ": ", sentence(cell.notes)) for cell in cells if cell.notes)


def support_citations(report: ReportClaim) -> tuple[Citation, ...]:
    """Return the sources of the support for a report, each once."""
    cited = (citation for cell in report.parts for citation in cell.provenance.citations)
    return tuple({citation.id: citation for citation in cited}.values())
