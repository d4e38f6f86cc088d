"""The tables of the API's database: the fields of their rows, what their columns refer to, and the tables of their lists.

Every list of the API has a table, which follows from the type of its records. Named here are the order of the tables, and
what is particular to one: a name, a key, a field whose values are in another table.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from locdata_build.data.claims import CLAIM_SPECS
from locdata_build.render.database import ForeignKey
from locdata_build.render.record_fields import Field, fields_of, record_fields
from locdata_build.view.context import SiteContext
from locdata_model import endpoints
from locdata_model.endpoint_spec import EndpointSpec
from locdata_model.facts import Mandate, SupportDetails
from locdata_model.reports import ReportErpSupport, ReportId, ReportKind
from locdata_model.scalars import CountryCode, ErpId, RecordId, Text
from locdata_model.toggles import TOGGLES, ToggleName, ToggleRule
from locdata_model.vocabulary import ClaimKind, ObligationKind, SupportType

Row = Mapping[str, Any]
"""A record as JSON: its values by the names of its fields."""

WITHOUT_TABLE = (endpoints.INDEX, endpoints.STATUS, endpoints.SPONSORS, endpoints.CHANGES, endpoints.TOMBSTONES)
"""The endpoints that describe the API, have no data or the history of the data."""

STATEMENTS = "statements"
"""The field with the statements of a record."""

CITING_FIELDS = "source_url", "source_urls", STATEMENTS
"""The fields whose values are in the tables of sources and of statements, with the ids of the sources."""

PARENTS = {"country": "countries", "toggle": "toggles", "phase": "phases", "erp": "products", "report": "reports"}
PARENTS |= {"identifier": "identifiers", **dict.fromkeys(("network", "term"), "terms")}
"""The table that a column refers to, by the name of the column."""


class ItemTable(Struct, frozen=True, kw_only=True):
    """The table of a list: the column of its items, unless they are records, and the table that the items refer to."""

    name: str
    column: str
    parent: str = ""


ITEMS: Mapping[str, tuple[str, str]] = {
    "aliases": ("aliases", "alias"),
    "backports": ("backports", "backport"),
    "binds": ("requirements", "requirement"),
    "bound": ("bound", "party"),
    "countries": ("countries", "country"),
    "countries_in_scope": ("countries", "country"),
    "erps": ("products", "erp"),
    "flows": ("flows", "flow"),
    "for_obligations": ("obligations", "obligation"),
    "networks": ("networks", "network"),
    "syntaxes": ("syntaxes", "syntax"),
    "territory_codes": ("territory_codes", "territory_code"),
    "toggles": ("toggles", "toggle"),
}
"""The end of the name of the table of a list, and its column, by the name of the field. By default, both are that name."""


class RecordTable(Struct, frozen=True, kw_only=True, dict=True):
    """A table of records.

    - ``row``: names a record in the columns of other tables.
    - ``about``: describes a row.
    - ``elsewhere``: the fields whose values are in other tables.
    - ``cited_as``: the kind of the claims that the records are; their sources and statements have their own tables.
    """

    name: str
    row: str
    about: str
    fields: Mapping[str, Field]
    rows: Callable[[SiteContext], Iterable[Row]]
    key: tuple[str, ...] = ("id",)
    unique: tuple[tuple[str, ...], ...] = ()
    parents: Mapping[str, str] = {}
    foreign_keys: tuple[ForeignKey, ...] = ()
    lists: Mapping[str, ItemTable] = {}
    elsewhere: tuple[str, ...] = ()
    cited_as: ClaimKind | None = None
    has_rowid: bool = True

    @cached_property
    def parts(self) -> Mapping[str, Field]:
        """The fields that contain a record, whose fields become columns."""
        return {name: field for name, field in self.fields.items() if field.members and name not in self.elsewhere}


def parents_of(fields: Iterable[str]) -> Mapping[str, str]:
    """Return the tables that columns with these names refer to."""
    return {name: table for name, table in PARENTS.items() if name in fields}


def listed(
    endpoint: EndpointSpec,
    *,
    name: str = "",
    row: str = "",
    lists: Mapping[str, ItemTable] = {},
    elsewhere: tuple[str, ...] = (),
) -> RecordTable:
    """Return the table of a list of the API. By default, its name is that of the list, and a row is called as one of it."""
    name = name or endpoint.list_name.replace("-", "_")
    row = row or name.removesuffix("s")
    fields = record_fields(endpoint.item)
    hidden = {*elsewhere, *CITING_FIELDS}

    def item_table(field: str) -> ItemTable:
        end, column = ITEMS.get(field, (field, field))
        return ItemTable(name=f"{row}_{end}", column=column, parent=PARENTS.get(column, ""))

    return RecordTable(
        name=name,
        row=row,
        about=(inspect.getdoc(endpoint.item) or "").partition("\n")[0].removesuffix("."),
        fields=fields,
        rows=lambda context: _records(context, endpoint),
        parents=parents_of(fields),
        lists={
            each: lists.get(each) or item_table(each)
            for each, field in fields.items()
            if field.is_list and each not in hidden
        },
        elsewhere=elsewhere,
        cited_as=next((spec.kind for spec in CLAIM_SPECS.values() if spec.record is endpoint.item), None),
    )


# Rows of tables that are no lists of the API


def _records(context: SiteContext, endpoint: EndpointSpec) -> Iterable[Row]:
    records: Iterable[Row] = msgspec.to_builtins(context.responses[endpoint.path].data)
    return records


def _toggles(_: SiteContext) -> Iterator[Row]:
    for name, spec in TOGGLES.items():
        yield {"name": name, **msgspec.to_builtins(spec)}


def _country_toggles(context: SiteContext) -> Iterator[Row]:
    for country in context.published.countries:
        for toggle in TOGGLES:
            yield {"country": country.code, "toggle": toggle, "value": getattr(country.toggles, toggle)}


def _support(context: SiteContext) -> Iterator[Row]:
    for country in context.published.records:
        for fact in msgspec.to_builtins([support.record for support in country.support]):
            yield {**fact, **fact["details"], "fact": fact["id"], "support_type": fact["value"]}


def _report_support(context: SiteContext) -> Iterator[Row]:
    for report in _records(context, endpoints.REPORTS):
        for support in report["erp_support"]:
            yield {**support, "report": report["id"]}


def _absent_reports(context: SiteContext) -> Iterator[Row]:
    for country in context.published.records:
        for claim in country.absent_reports:
            yield {"id": claim.id, "country": country.code, "kind": claim.key}


_DETAILS = record_fields(SupportDetails)
_MANDATE = _DETAILS.keys() & record_fields(Mandate).keys()
"""The names of the fields of ``SupportDetails`` that are the same for every product of a country."""

_REPORT_SUPPORT = {**fields_of(report=ReportId), **record_fields(ReportErpSupport)}

OBLIGATION_KEY = ("country", "obligation")

_ORDERED = (
    RecordTable(
        name="toggles",
        row="toggle",
        about="A yes/no/unknown question that is answered for every country",
        fields=fields_of(
            name=ToggleName,
            meaning=Annotated[Text, Meta(description="What it means if the value is true")],
            label=Annotated[Text, Meta(description="Short name on pages")],
            obligation=ObligationKind,
            rule=ToggleRule,
        ),
        rows=_toggles,
        key=("name",),
    ),
    replace(listed(endpoints.COUNTRIES, row="country", elsewhere=("toggles",)), key=("code",)),
    RecordTable(
        name="country_toggles",
        row="country_toggle",
        about="The value of a toggle for a country",
        fields=fields_of(
            country=CountryCode,
            toggle=ToggleName,
            value=Annotated[bool | None, Meta(description="1: yes; 0: no; null: unknown")],
        ),
        rows=_country_toggles,
        key=("country", "toggle"),
        parents=parents_of(("country", "toggle")),
        has_rowid=False,
    ),
    # The tables of the sources of records have the claims.
    replace(listed(endpoints.SOURCES, elsewhere=("claims",)), has_rowid=False),
    replace(listed(endpoints.ERPS, name="products"), cited_as=ClaimKind.ERP),
    listed(endpoints.MANDATES),
    listed(endpoints.FACTS, elsewhere=("details",)),
    RecordTable(
        name="support",
        row="support",
        about="How an ERP product meets the e-invoicing mandate of a country",
        fields={
            **fields_of(
                fact=Annotated[RecordId, Meta(description="The fact that states it, with its sources")],
                country=CountryCode,
                erp=ErpId,
                support_type=SupportType,
            ),
            **{name: field for name, field in _DETAILS.items() if name not in _MANDATE},
        },
        rows=_support,
        key=("fact",),
        parents={"erp": "products", "country": "mandates", "fact": "facts"},
    ),
    replace(listed(endpoints.OBLIGATIONS, elsewhere=("phases", "formats")), unique=(OBLIGATION_KEY,)),
    replace(
        listed(endpoints.PHASES),
        foreign_keys=(ForeignKey(columns=OBLIGATION_KEY, table="obligations", parent_columns=OBLIGATION_KEY),),
    ),
    listed(endpoints.FLIPS),
    listed(endpoints.REPORTS, elsewhere=("erp_support",)),
    RecordTable(
        name="report_support",
        row="report_support",
        about="How an ERP product supports a report",
        fields=_REPORT_SUPPORT,
        rows=_report_support,
        parents=parents_of(_REPORT_SUPPORT),
        cited_as=ClaimKind.REPORT_SUPPORT,
    ),
    RecordTable(
        name="absent_reports",
        row="absent_report",
        about="A kind of report that is not filed in a country",
        fields=fields_of(id=RecordId, country=CountryCode, kind=ReportKind),
        rows=_absent_reports,
        parents=parents_of(("country",)),
        cited_as=ClaimKind.ABSENT_REPORT,
    ),
    listed(endpoints.CONNECTORS),
    listed(endpoints.LOCAL_ERPS),
    listed(endpoints.PARTNER_FLAGS),
    listed(endpoints.PARTNERS),
    listed(endpoints.NEWS, row="news"),
    listed(endpoints.TERMS, lists={"see": ItemTable(name="related_terms", column="related", parent="terms")}),
    listed(endpoints.VAT_RATES),
    listed(endpoints.THRESHOLDS),
    listed(
        endpoints.FORMATS,
        lists={"obligations": ItemTable(name="format_obligations", column="obligation", parent="obligations")},
    ),
    listed(
        endpoints.PRODUCT_RELEASES,
        lists={"formats": ItemTable(name="product_release_formats", column="format", parent="formats")},
    ),
)

_LISTS = [spec for spec in endpoints.ENDPOINTS if spec.parameter is None and spec not in WITHOUT_TABLE]

RECORD_TABLES = (
    *_ORDERED,
    *(table for table in map(listed, _LISTS) if table.fields not in [ordered.fields for ordered in _ORDERED]),
)
"""Every table of records. Tables that others refer to come first."""

VIEWS: Mapping[str, str] = {
    "upcoming_phases": """\
SELECT phases.date, phases.country, countries.name AS country_name, phases.obligation, phases.what, phases.who, phases.id
FROM phases
JOIN countries ON countries.code = phases.country
WHERE phases.state = 'upcoming'
ORDER BY phases.date, phases.id""",
    "support_matrix": """\
SELECT support.country, countries.name AS country_name, support.erp, products.name AS product_name,
  support.support_type, support.vendors, support.notes, facts.verification, facts.last_checked
FROM support
JOIN countries ON countries.code = support.country
JOIN products ON products.id = support.erp
JOIN facts ON facts.id = support.fact
ORDER BY support.country, support.erp""",
}
"""Queries that many readers need, by name."""
