"""Reports: VAT and tax reports and SAF-T files, with their frequencies and deadlines."""

from msgspec import UNSET, Struct, UnsetType

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build, shown, without
from locdata_mcp.answers.names import CountryNames, country_codes
from locdata_mcp.answers.statements import Cites
from locdata_model import ReportFrequency, ReportKind


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
    records = [
        shown(each, ReportRecord)
        for each in found
        if query.kind in (None, each.kind)
        and query.frequency in (None, *(coded.frequency for coded in each.frequencies))
    ]
    return answered(
        day_of_build(client),
        records,
        shortened=[without("notes"), without("channel_format"), without("report_en", "form", "kind")],
        if_none=f"no report matches, of {len(found)} that are recorded: ask without kind and frequency",
    )
