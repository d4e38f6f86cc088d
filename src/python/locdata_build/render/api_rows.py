"""The rows of the API's database, as JSON: those of the lists of the API, and of what the API publishes inside other records."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from locdata_build.view.context import SiteContext
from locdata_model import endpoints
from locdata_model.endpoint_spec import EndpointSpec
from locdata_model.reports import ReportId, ReportKind
from locdata_model.scalars import CountryCode, ErpId, RecordId, Text
from locdata_model.toggles import TOGGLES, ToggleName, ToggleRule
from locdata_model.vocabulary import ObligationKind, SupportType

Row = Mapping[str, Any]
"""A record as JSON: its values by the names of its fields."""


class Toggle(Struct, frozen=True, kw_only=True):
    """A yes/no/unknown question that is answered for every country."""

    name: ToggleName
    meaning: Annotated[Text, Meta(description="What it means if the value is true")]
    label: Annotated[Text, Meta(description="Short name on pages")]
    obligation: ObligationKind
    rule: ToggleRule


class CountryToggle(Struct, frozen=True, kw_only=True):
    """The value of a toggle for a country."""

    country: CountryCode
    toggle: ToggleName
    value: Annotated[bool | None, Meta(description="1: yes; 0: no; null: unknown")]


class CountryMandate(Struct, frozen=True, kw_only=True):
    """A country's e-invoicing mandate."""

    country: CountryCode


class Support(Struct, frozen=True, kw_only=True):
    """How an ERP product meets the e-invoicing mandate of a country."""

    fact: Annotated[RecordId, Meta(description="The fact that states it, with its sources")]
    country: CountryCode
    erp: ErpId
    support_type: SupportType


class ReportSupport(Struct, frozen=True, kw_only=True):
    """How an ERP product supports a report."""

    report: ReportId


class AbsentReport(Struct, frozen=True, kw_only=True):
    """A kind of report that nobody files in a country."""

    id: RecordId
    country: CountryCode
    kind: ReportKind


def listed(endpoint: EndpointSpec) -> Callable[[SiteContext], Iterable[Row]]:
    """Return the function that gives the records of a list of the API."""

    def rows(context: SiteContext) -> Iterable[Row]:
        records: Iterable[Row] = msgspec.to_builtins(context.responses[endpoint.path].data)
        return records

    return rows


def toggles(_: SiteContext) -> Iterator[Row]:
    """Yield the definition of each toggle."""
    for name, spec in TOGGLES.items():
        yield {"name": name, **msgspec.to_builtins(spec)}


def country_toggles(context: SiteContext) -> Iterator[Row]:
    """Yield the value of each toggle for each country."""
    for country in context.published.countries:
        for toggle in TOGGLES:
            yield {"country": country.code, "toggle": toggle, "value": getattr(country.toggles, toggle)}


def mandates(context: SiteContext) -> Iterator[Row]:
    """Yield the e-invoicing mandate of each country that has one in the matrix."""
    for country in context.published.records:
        if country.source.e_invoicing:
            yield {"country": country.code, **msgspec.to_builtins(country.source.e_invoicing.mandate)}


def support(context: SiteContext) -> Iterator[Row]:
    """Yield the support of each product for each mandate."""
    for country in context.published.records:
        for fact in msgspec.to_builtins([support.record for support in country.support]):
            yield {**fact, **fact["details"], "fact": fact["id"], "support_type": fact["value"]}


def report_support(context: SiteContext) -> Iterator[Row]:
    """Yield the support of products for each report."""
    for report in listed(endpoints.REPORTS)(context):
        for support in report["erp_support"]:
            yield {**support, "report": report["id"]}


def absent_reports(context: SiteContext) -> Iterator[Row]:
    """Yield the kinds of reports that nobody files in a country."""
    for country in context.published.records:
        for claim in country.absent_reports:
            yield {"id": claim.id, "country": country.code, "kind": claim.key}
