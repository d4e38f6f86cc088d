"""Support of the rules of countries by ERP products: the e-invoicing matrix, localization, reports and connectors."""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from locdata_client import Client, ErpSupport
from locdata_mcp.answers.answer import (
    NOTICE,
    Answer,
    Query,
    answered_best_first,
    day_of_build,
    first_that_fits,
    shown,
    without,
)
from locdata_mcp.answers.names import CountryNames, ProductNames, country_codes, product_ids
from locdata_mcp.answers.statements import Cites
from locdata_model import Connector, Fact, ReportingSupport, SupportType, Topic, Verification
from locdata_model.endpoints import FACTS

UNKNOWN = (SupportType.UNKNOWN, ReportingSupport.UNKNOWN)

ABOUT = ("e_invoicing", "localization", "report", "connector")
"""Subjects of records, in the order in which records are answered."""

IF_NONE = "no source says anything of this support"

MATRIX_IDS = "<country>-e-invoicing-erp-support-<product>"
"""The form of the ids of the cells of the matrix."""


class ErpSupportQuery(Query, frozen=True, kw_only=True):
    """A choice of countries and products."""

    countries: CountryNames = ()
    products: ProductNames = ()


class SupportRecord(Struct, frozen=True, kw_only=True):
    """Support of a rule of a country by a product."""

    id: str
    product: str
    about: Annotated[str, Meta(description=f"One of {', '.join(ABOUT)}")]
    support: str
    action: Annotated[
        str | UnsetType | None,
        Meta(
            description="Of a report: files, makes-file, figures or named; null: not known. Native support alone is not filing"
        ),
    ] = UNSET
    verification: str
    source_url: str
    country: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    cites: Cites = UNSET


class Cell(Struct, frozen=True, kw_only=True):
    """The support of e-invoicing by a product in a country."""

    support: str
    verification: str
    source_url: str


class ProductRow(Struct, frozen=True, kw_only=True):
    """The known cells of a product by country."""

    product: str
    cells: dict[str, Cell]


class SupportAnswer(Answer[SupportRecord], frozen=True, kw_only=True, omit_defaults=True):
    """The records that match. For several countries and products, the e-invoicing matrix instead."""

    matrix: Annotated[tuple[ProductRow, ...], Meta(description=f"The id of a cell is {MATRIX_IDS}")] = ()


def erp_support(client: Client, query: ErpSupportQuery) -> SupportAnswer:
    """Return the cells of the e-invoicing matrix that match, and for products their connectors.

    For one country and some products, all their known support; for a country outside the matrix, the localization of
    products. Unknown support is only named, product by product.
    """
    codes, ids = country_codes(client, query.countries), product_ids(client, query.products)
    today = day_of_build(client)
    if len(codes) == 1 and ids:
        known = [record for product in ids for record in _everything(client.erp_support(codes[0], product))]
        return _records(today, sorted(known, key=lambda record: ABOUT.index(record.about)), codes)
    cells = [*_cells(client, codes, ids)]
    if len(codes) == 1 and not cells:
        return _records(today, [*_localizations(client, codes[0])], codes)
    if len(codes) == 1 or len(ids) == 1:
        return _records(today, [*cells, *_connectors(client, codes, ids)], codes)
    return _matrix(today, cells, codes)


def _records(today: dt.date, records: Sequence[SupportRecord], codes: Sequence[str]) -> SupportAnswer:
    known = [record for record in records if record.support not in UNKNOWN]
    unknown = [*_unknown(records, codes)]
    answer = answered_best_first(today, known, shorten=without("text"), unknown=unknown, if_none=IF_NONE)
    return SupportAnswer(**asdict(answer))


def _matrix(today: dt.date, cells: Sequence[SupportRecord], codes: Sequence[str]) -> SupportAnswer:
    """Return the known cells by product, with as many products as there is room for."""
    rows = [
        ProductRow(product=product, cells=known)
        for product in dict.fromkeys(cell.product for cell in cells)
        if (known := {str(cell.country): shown(cell, Cell) for cell in cells if _is_known(cell, product)})
    ]
    unknown = (*_unknown(cells, codes),)

    def candidate(left_out: int) -> SupportAnswer:
        rest = rows[len(rows) - left_out :]
        return SupportAnswer(
            notice=NOTICE,
            as_of=today,
            records=(),
            left_out=sum(len(row.cells) for row in rest),
            unknown=unknown,
            hint=f"left out: {', '.join(row.product for row in rest)}; ask for these products" if rest else "",
            matrix=(*rows[: len(rows) - left_out],),
        )

    return first_that_fits(len(rows) + 1, candidate)


def _is_known(cell: SupportRecord, product: str) -> bool:
    return cell.product == product and cell.support not in UNKNOWN


def _cells(client: Client, codes: Sequence[str], ids: Sequence[str]) -> Iterator[SupportRecord]:
    for fact in client.get(FACTS.path, FACTS.response).data:
        is_wanted = (not codes or fact.country in codes) and (not ids or fact.erp in ids)
        if fact.topic is Topic.E_INVOICING_ERP_SUPPORT and is_wanted:
            yield _cell(fact)


def _connectors(client: Client, codes: Sequence[str], ids: Sequence[str]) -> Iterator[SupportRecord]:
    """Yield the connectors of the products. For all products they would be too many."""
    for each in client.connectors():
        if each.erp in ids and (not codes or not {*codes}.isdisjoint(each.countries_in_scope)):
            yield _connector(each)


def _everything(support: ErpSupport) -> Iterator[SupportRecord]:
    if support.e_invoicing:
        yield _cell(support.e_invoicing)
    if support.localization:
        yield _localization(support.localization)
    for each in support.reports:
        if each.support:
            yield shown(
                each.support,
                SupportRecord,
                product=support.product,
                about="report",
                name=each.report.report_local,
                text_of="notes",
            )
    yield from map(_connector, support.connectors)


def _localizations(client: Client, code: str) -> Iterator[SupportRecord]:
    for fact in client.country(code).facts:
        if fact.topic is Topic.ERP_LOCALIZATION:
            yield _localization(fact)


def _localization(fact: Fact) -> SupportRecord:
    is_known = fact.verification is not Verification.UNVERIFIED
    return _of_fact(fact, "localization", "see text" if is_known else ReportingSupport.UNKNOWN, "value")


def _cell(fact: Fact) -> SupportRecord:
    return _of_fact(fact, "e_invoicing", fact.value, "notes")


def _of_fact(fact: Fact, about: str, support: str, text_of: str) -> SupportRecord:
    return shown(fact, SupportRecord, product=fact.erp, about=about, support=support, text_of=text_of)


def _connector(each: Connector) -> SupportRecord:
    return shown(
        each,
        SupportRecord,
        product=each.erp,
        about="connector",
        support=each.connector_type,
        name=each.provider,
        text=each.notes,
    )


def _unknown(records: Sequence[SupportRecord], codes: Sequence[str]) -> Iterator[str]:
    """Yield the unknown parts: countries outside the matrix, and by product the support that no source states."""
    tracked = {record.country for record in records if record.about == "e_invoicing"}
    for code in codes:
        if code not in tracked:
            yield f"e-invoicing in {code}, which is not in the matrix"
    for product in dict.fromkeys(record.product for record in records):
        unknown = [record for record in records if record.product == product and record.support in UNKNOWN]
        if unknown:
            yield f"{product}: {'; '.join(_topics(unknown))}"


def _topics(records: Sequence[SupportRecord]) -> Iterator[str]:
    """Yield the subjects of records of a product, with their countries or reports: ``e-invoicing in aq, gs``."""
    for about in dict.fromkeys(record.about for record in records):
        of_topic = [record for record in records if record.about == about]
        if about == "report":
            yield f"reports {', '.join(str(record.name) for record in of_topic)}"
        else:
            yield f"{about.replace('_', '-')} in {', '.join(str(record.country) for record in of_topic)}"
