"""Reports: VAT and tax reports and SAF-T files, with their frequencies and deadlines."""

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct, UnsetType

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build, named, shown, without
from locdata_mcp.answers.names import CountryNames, country_codes, normalized
from locdata_mcp.answers.statements import Cites
from locdata_model import Report, ReportFrequency, ReportKind


class ReportsQuery(Query, frozen=True, kw_only=True):
    """A choice of reports."""

    countries: CountryNames = ()
    kind: ReportKind | None = None
    frequency: ReportFrequency | None = None


class ReportRecord(Struct, frozen=True, kw_only=True):
    """A report of a country, with its frequency and deadline in words."""

    id: str
    country: str
    report_local: str
    frequency: str
    deadline: str
    verification: str
    source_url: str
    report_en: str | UnsetType = UNSET
    form: str | UnsetType | None = UNSET
    kind: str | UnsetType = UNSET
    channel_format: str | UnsetType = UNSET
    notes: str | UnsetType = UNSET
    cites: Cites = UNSET


def reports(client: Client, query: ReportsQuery) -> Answer[ReportRecord]:
    """Return the reports that match; the more there are, the fewer fields of each."""
    codes = country_codes(client, query.countries)
    found = [each for code in codes for each in client.reports(code)] if codes else client.reports()
    of_kind = [each for each in found if query.kind in (None, each.kind, *each.also_kinds)]
    coded = {each.id: [frequency.frequency for frequency in each.frequencies] for each in of_kind}
    unclear = [each.id for each in of_kind if query.frequency and not coded[each.id]]
    related = [f"{each.id} ({each.report_local})" for each in _related(client, found, query.kind)]
    return answered(
        day_of_build(client),
        [shown(each, ReportRecord) for each in of_kind if query.frequency in (None, *coded[each.id])],
        shortened=[without("notes"), without("channel_format"), without("report_en", "form", "kind")],
        unknown=[f"whether these match, because their frequency is in words alone: {named(unclear)}"]
        if unclear
        else [],
        hint=f"related reports of other kinds: {named(related)}" if related else "",
        if_none=f"no report matches, of {len(found)} that are recorded: ask without kind and frequency",
    )


def _related(client: Client, reports: Iterable[Report], kind: ReportKind | None) -> Iterator[Report]:
    """Yield the reports of other kinds that have the name of a term that refers to the term of a kind, such as SAF-T."""
    terms = [term for term in client.terms() if kind in (term.id, *term.see)]
    names = {normalized(name) for term in terms for name in (term.name, *term.aliases)}
    for report in reports:
        if kind not in (report.kind, *report.also_kinds) and not names.isdisjoint(
            map(normalized, (report.report_local, *report.aliases))
        ):
            yield report
