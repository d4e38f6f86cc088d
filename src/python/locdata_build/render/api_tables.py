"""The tables of the API's database: what a row of each is, what its columns refer to, and where its lists are.

A field that holds one value is a column by its type. A field that holds a list or a record is named here: its items are
rows of another table, its fields are columns, or its values are in other tables.
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from locdata_build.render import api_rows
from locdata_build.render.api_rows import Row, listed
from locdata_build.render.database import ForeignKey
from locdata_build.view.context import SiteContext
from locdata_model import endpoints
from locdata_model.countries import Country
from locdata_model.erps import Connector, Erp, LocalErp, Partner, PartnerFlag
from locdata_model.facts import Fact, SupportDetails
from locdata_model.obligations import Obligation
from locdata_model.phases import Flip, Phase
from locdata_model.reports import Report, ReportErpSupport
from locdata_model.service import NewsItem
from locdata_model.sources import Source
from locdata_model.terms import Term
from locdata_model.vocabulary import ClaimKind

MANDATE_FIELDS = "mandate", "scope", "deadlines", "format"
"""The fields of ``SupportDetails`` that are the same for every product of a country."""

CITED_PHASES = "phases"
"""Stands for the kind of claim where the sources of phases are looked up. Phases are no claims of their own."""


class ItemTable(Struct, frozen=True, kw_only=True):
    """The table of a list: the column of its items, unless they are records, and the table that the items refer to."""

    name: str
    column: str = ""
    parent: str = ""


class RecordTable(Struct, frozen=True, kw_only=True):
    """A table of records, whose fields are those of all of ``kinds``.

    ``row`` names a record in the columns of other tables. ``parents`` are the tables that columns refer to. ``parts`` are
    fields that hold a record, whose fields become columns. ``elsewhere`` are fields whose values are in other tables.
    ``cited_as`` is the kind of the claims that the records are; their sources are in a table of their own.
    """

    name: str
    row: str
    kinds: tuple[type[Struct], ...]
    rows: Callable[[SiteContext], Iterable[Row]]
    key: tuple[str, ...] = ("id",)
    unique: tuple[tuple[str, ...], ...] = ()
    parents: Mapping[str, str] = {}
    foreign_keys: tuple[ForeignKey, ...] = ()
    parts: tuple[str, ...] = ()
    lists: Mapping[str, ItemTable] = {}
    elsewhere: tuple[str, ...] = ()
    cited_as: str = ""
    has_rowid: bool = True


COUNTRY, PRODUCT = {"country": "countries"}, {"erp": "products"}

RECORD_TABLES = (
    RecordTable(name="toggles", row="toggle", kinds=(api_rows.Toggle,), rows=api_rows.toggles, key=("name",)),
    RecordTable(
        name="countries",
        row="country",
        kinds=(Country,),
        rows=listed(endpoints.COUNTRIES),
        key=("code",),
        parts=("counts",),
        elsewhere=("toggles",),
    ),
    RecordTable(
        name="country_toggles",
        row="country_toggle",
        kinds=(api_rows.CountryToggle,),
        rows=api_rows.country_toggles,
        key=("country", "toggle"),
        parents=COUNTRY | {"toggle": "toggles"},
        has_rowid=False,
    ),
    RecordTable(
        name="sources",
        row="source",
        kinds=(Source,),
        rows=listed(endpoints.SOURCES),
        # The tables of the sources of records have them.
        elsewhere=("claims",),
        has_rowid=False,
    ),
    RecordTable(
        name="products",
        row="product",
        kinds=(Erp,),
        rows=listed(endpoints.ERPS),
        parts=("counts",),
        cited_as=ClaimKind.ERP,
    ),
    RecordTable(
        name="mandates",
        row="mandate",
        kinds=(api_rows.CountryMandate, SupportDetails),
        rows=api_rows.mandates,
        key=("country",),
        parents=COUNTRY,
        elsewhere=tuple(name for name in SupportDetails.__struct_fields__ if name not in MANDATE_FIELDS),
        cited_as=ClaimKind.MANDATE,
    ),
    RecordTable(
        name="facts",
        row="fact",
        kinds=(Fact,),
        rows=listed(endpoints.FACTS),
        parents=COUNTRY | PRODUCT,
        elsewhere=("details",),
        cited_as=ClaimKind.FACT,
    ),
    RecordTable(
        name="support",
        row="support",
        kinds=(api_rows.Support, SupportDetails),
        rows=api_rows.support,
        key=("fact",),
        parents=PRODUCT | {"country": "mandates", "fact": "facts"},
        elsewhere=MANDATE_FIELDS,
    ),
    RecordTable(
        name="obligations",
        row="obligation",
        kinds=(Obligation,),
        rows=listed(endpoints.OBLIGATIONS),
        unique=(("country", "obligation"),),
        parents=COUNTRY,
        lists={
            "binds": ItemTable(name="obligation_requirements", column="requirement"),
            "bound": ItemTable(name="obligation_bound", column="party"),
            "toggles": ItemTable(name="obligation_toggles", column="toggle", parent="toggles"),
        },
        elsewhere=("phases",),
        cited_as=ClaimKind.OBLIGATION,
    ),
    RecordTable(
        name="phases",
        row="phase",
        kinds=(Phase,),
        rows=listed(endpoints.PHASES),
        parents=COUNTRY,
        foreign_keys=(
            ForeignKey(
                columns=("country", "obligation"), table="obligations", parent_columns=("country", "obligation")
            ),
        ),
        lists={"binds": ItemTable(name="phase_requirements", column="requirement")},
        cited_as=CITED_PHASES,
    ),
    RecordTable(
        name="flips",
        row="flip",
        kinds=(Flip,),
        rows=listed(endpoints.FLIPS),
        parents=COUNTRY | {"toggle": "toggles", "phase": "phases"},
        # Its sources are those of its phase.
        elsewhere=("source_urls",),
    ),
    RecordTable(
        name="reports",
        row="report",
        kinds=(Report,),
        rows=listed(endpoints.REPORTS),
        parents=COUNTRY,
        lists={
            "aliases": ItemTable(name="report_aliases", column="alias"),
            "frequencies": ItemTable(name="report_frequencies"),
            "deadlines": ItemTable(name="report_deadlines"),
        },
        elsewhere=("erp_support",),
        cited_as=ClaimKind.REPORT,
    ),
    RecordTable(
        name="report_support",
        row="report_support",
        kinds=(api_rows.ReportSupport, ReportErpSupport),
        rows=api_rows.report_support,
        parents=PRODUCT | {"report": "reports"},
        cited_as=ClaimKind.REPORT_SUPPORT,
    ),
    RecordTable(
        name="absent_reports",
        row="absent_report",
        kinds=(api_rows.AbsentReport,),
        rows=api_rows.absent_reports,
        parents=COUNTRY,
        cited_as=ClaimKind.ABSENT_REPORT,
    ),
    RecordTable(
        name="connectors",
        row="connector",
        kinds=(Connector,),
        rows=listed(endpoints.CONNECTORS),
        parents=PRODUCT,
        lists={"countries_in_scope": ItemTable(name="connector_countries", column="country", parent="countries")},
        cited_as=ClaimKind.CONNECTOR,
    ),
    RecordTable(
        name="local_erps",
        row="local_erp",
        kinds=(LocalErp,),
        rows=listed(endpoints.LOCAL_ERPS),
        parents=COUNTRY,
        cited_as=ClaimKind.LOCAL_ERP,
    ),
    RecordTable(
        name="partner_flags",
        row="partner_flag",
        kinds=(PartnerFlag,),
        rows=listed(endpoints.PARTNER_FLAGS),
        parents=COUNTRY | PRODUCT,
        cited_as=ClaimKind.PARTNER_FLAG,
    ),
    RecordTable(
        name="partners",
        row="partner",
        kinds=(Partner,),
        rows=listed(endpoints.PARTNERS),
        parents=COUNTRY | PRODUCT,
        cited_as=ClaimKind.PARTNER,
    ),
    RecordTable(
        name="news",
        row="news",
        kinds=(NewsItem,),
        rows=listed(endpoints.NEWS),
        lists={"erps": ItemTable(name="news_products", column="erp", parent="products")},
    ),
    RecordTable(
        name="terms",
        row="term",
        kinds=(Term,),
        rows=listed(endpoints.TERMS),
        lists={
            "aliases": ItemTable(name="term_aliases", column="alias"),
            "countries": ItemTable(name="term_countries", column="country", parent="countries"),
            "see": ItemTable(name="related_terms", column="related", parent="terms"),
        },
        cited_as=ClaimKind.TERM,
    ),
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
