"""Every name that readers may look for, with its kind and its link, for the search and for ``/a-z/``."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Self
from urllib.parse import urlencode

from msgspec import Struct

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_path
from locdata_build.view.report_words import REPORT_KINDS
from locdata_model.anchors import (
    CountryAnchor,
    local_erp_anchor,
    partner_anchor,
    term_path,
)
from locdata_model.reports import ReportKind
from locdata_model.urls import TOP_PAGES, PageName, erp_page_path
from locdata_model.vocabulary import (
    COUNTRY_TOPIC_LABELS,
    Topic,
)


class NameKind(StrEnum):
    """The kind of thing that a name belongs to."""

    label: str

    def __new__(cls, value: str, label: str) -> Self:
        """Make a member from its row below."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member

    COUNTRY = "country", "Country"
    AUTHORITY = "authority", "Tax authority"
    TERM = "term", "Term"
    ERP = "erp", "ERP product"
    PAGE = "page", "Page"
    REPORT = "report", "Report"
    PROVIDER = "provider", "E-invoicing provider"
    LOCAL_ERP = "local-erp", "Local ERP system"
    PARTNER = "partner", "Partner"


NAME_LABELS: Mapping[str, str] = {kind.value: kind.label for kind in NameKind}
"""The label of each kind of name."""


class Name(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A name that readers may look for.

    - ``path``: the target of its link.
    - ``aliases``: other names: in other languages, in short, by number.
    - ``countries``: the codes of the countries in which it applies; none if it is not about particular countries.
    - ``text``: further words by which it is found.
    """

    kind: str
    name: str
    path: str
    aliases: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    text: str = ""


def all_names(context: SiteContext) -> Iterator[Name]:
    """Yield every name, kind by kind."""
    for country in context.countries:
        yield Name(
            kind=NameKind.COUNTRY,
            name=country.name,
            path=country_path(country),
            aliases=country.source.aliases,
            countries=(country.code,),
        )
    for term in context.dataset.glossary.terms:
        yield Name(
            kind=NameKind.TERM,
            name=term.name,
            path=term_path(term.id),
            aliases=term.aliases,
            countries=term.countries,
            text=term.text,
        )
    for erp in context.erps:
        yield Name(
            kind=NameKind.ERP,
            name=erp.name,
            path=erp_page_path(erp.id),
            aliases=(erp.vendor,) if erp.vendor not in erp.name else (),
            text=erp.category,
        )
    for page in TOP_PAGES:
        yield Name(kind=NameKind.PAGE, name=page.label, path=page.path, text=page.summary)
    for country in context.countries:
        yield from _reports(country)
    yield from map(_authority, context.countries)
    yield from _providers(context)
    for country in context.countries:
        yield from _listings(context, country)


def _reports(country: CountryRecords) -> Iterator[Name]:
    for report in country.reports:
        source = report.source
        kind = REPORT_KINDS[source.kind].label if source.kind is not ReportKind.OTHER else None
        others = (source.report_en, source.form, kind, *source.aliases)
        yield Name(
            kind=NameKind.REPORT,
            name=source.report_local,
            path=country_path(country, report.anchor),
            aliases=tuple(dict.fromkeys(other for other in others if other and other != source.report_local)),
            countries=(country.code,),
        )


def _authority(country: CountryRecords) -> Name:
    (fact,) = (claim.record for claim in country.topics if claim.record.topic is Topic.TAX_AUTHORITY)
    return Name(
        kind=NameKind.AUTHORITY,
        name=COUNTRY_TOPIC_LABELS[Topic.TAX_AUTHORITY],
        path=country_path(country, CountryAnchor.FACTS),
        countries=(country.code,),
        text=fact.value,
    )


def _providers(context: SiteContext) -> Iterator[Name]:
    """Yield the providers of connectors, each with a link to its rows."""
    by_provider: dict[str, dict[str, None]] = {}
    for connector in context.published.connectors:
        by_provider.setdefault(connector.source.provider, {})[context.erp(connector.source.erp).name] = None
    for provider in sorted(by_provider, key=str.casefold):
        yield Name(
            kind=NameKind.PROVIDER,
            name=provider,
            path=f"{PageName.CONNECTORS.path}?{urlencode({'words': provider})}",
            text=", ".join(by_provider[provider]),
        )


def _listings(context: SiteContext, country: CountryRecords) -> Iterator[Name]:
    """Yield the local ERP systems and the partners of a country."""
    for system in country.local_erps:
        yield Name(
            kind=NameKind.LOCAL_ERP,
            name=system.record.name,
            path=country_path(country, local_erp_anchor(system.record.id)),
            countries=(country.code,),
            text=system.record.segment,
        )
    for partner in country.partners:
        yield Name(
            kind=NameKind.PARTNER,
            name=partner.record.name,
            path=country_path(country, partner_anchor(partner.record.id)),
            countries=(country.code,),
            text=context.erp(partner.record.erp).name,
        )
