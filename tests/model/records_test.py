"""Every record decodes what the specification shows, encodes it to the same text, and refuses anything else."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from locdata_model.changes import Change, ContractChange, Release, Tombstone
from locdata_model.countries import Country, CountryCounts, CountryDetail, FilterItem
from locdata_model.data_files import ConnectorRecord, CountryRecord, MatrixRecord, ReportingFields
from locdata_model.endpoints import (
    ChangesResponse,
    CountriesResponse,
    CountryResponse,
    Endpoint,
    ErpResponse,
    ErpsResponse,
    FactsResponse,
    FilterResponse,
    FlipsResponse,
    IndexResponse,
    LocalErpsResponse,
    NewsResponse,
    PartnerFlagsResponse,
    PartnersResponse,
    PhasesResponse,
    SponsorsResponse,
    TombstonesResponse,
)
from locdata_model.envelope import IndexMeta, Licence, Meta, SponsorsMeta
from locdata_model.erps import Erp, ErpCounts, ErpDetail, Provider
from locdata_model.facts import Fact, SupportDetails
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.toggles import ToggleCount, ToggleCoverage, Toggles

Literal = Mapping[str, Any]

TOGGLES: Literal = {
    "e_invoicing_mandatory_b2b": True,
    "e_invoicing_b2b_in_force": False,
    "e_invoicing_mandatory_b2g": None,
    "real_time_reporting": True,
    "saft_required": False,
    "audit_file_on_request": None,
}
TOGGLE_COUNT: Literal = {"true": 1, "false": 0, "null": 60}
DETAILS: Literal = {
    "mandate": "B2B e-invoices.",
    "scope": "Domestic B2B.",
    "deadlines": "2026",
    "format": "UBL",
    "vendors": "",
    "notes": "",
}
FACT: Literal = {
    "id": "fr-e-invoicing-erp-support-odoo",
    "country": "fr",
    "erp": "odoo",
    "topic": "e_invoicing_erp_support",
    "label": "E-invoicing support in Odoo",
    "value": "native + access point",
    "status": "verified",
    "mandatory": None,
    "effective_date": None,
    "source_url": "https://vendor.example/fr",
    "source_urls": ["https://vendor.example/fr", "https://vendor.example/fr?page=2#top"],
    "verification": "official",
    "last_checked": "2026-11-20",
    "details": DETAILS,
}
LOCAL_ERP: Literal = {
    "id": "fr-local",
    "country": "fr",
    "name": "Local",
    "segment": "SME accounting",
    "description": "Accounting software.",
    "website": "https://local.example",
    "source_url": None,
    "verification": "unverified",
    "last_checked": "2026-11-20",
}
PARTNER_FLAG: Literal = {
    "id": "fr-sage-x3",
    "country": "fr",
    "erp": "sage-x3",
    "flag": "partner localization",
    "note": "Partners localize it.",
    "source_url": "https://vendor.example/partners",
    "verification": "secondary",
    "last_checked": "2026-11-20",
}
PARTNER: Literal = {
    "id": "fr-odoo-partner",
    "name": "Partner",
    "erp": "odoo",
    "country": "fr",
    "partner_type": "app publisher",
    "summary": "Publishes an app.",
    "source_urls": ["https://partner.example/"],
    "source_kind": "partner site",
    "last_checked": "2026-11-20",
}
COUNTRY_COUNTS: Literal = {
    "facts": 1,
    "facts_verified": 1,
    "erp_matrix_cells": 1,
    "local_erps": 1,
    "partners": 1,
    "partner_flags": 1,
}
COUNTRY: Literal = {
    "code": "fr",
    "name": "France",
    "region": "European Union",
    "url": "https://data.example/france/",
    "api_url": "/api/v1/countries/fr.json",
    "counts": COUNTRY_COUNTS,
    "toggles": TOGGLES,
}
COUNTRY_DETAIL: Literal = {
    **COUNTRY,
    "facts": [FACT],
    "local_erps": [LOCAL_ERP],
    "partner_flags": [PARTNER_FLAG],
    "partners": [PARTNER],
}
FILTER_ITEM: Literal = {
    "code": "fr",
    "name": "France",
    "region": "European Union",
    "toggles": TOGGLES,
    "api_url": "/api/v1/countries/fr.json",
}
ERP_COUNTS: Literal = {"e_invoicing_countries": 1, "partner_flags": 0, "partners": 0}
ERP: Literal = {
    "id": "odoo",
    "name": "Odoo",
    "vendor": "Odoo",
    "category": "ERP",
    "profile": "An ERP.",
    "website": "https://vendor.example",
    "url": "https://data.example/erp/odoo/",
    "api_url": "/api/v1/erps/odoo.json",
    "counts": ERP_COUNTS,
}
PROVIDER: Literal = {
    "provider": "Provider",
    "connector_type": "certified connector",
    "built_by": "Provider",
    "direction": "send and receive",
    "countries_in_scope": ["be", "fr"],
    "source_urls": [],
    "verification": "unverified",
    "countries_covered": "Belgium and France",
    "last_checked": "2026-11-20",
    "notes": "",
}
ERP_DETAIL: Literal = {
    **ERP,
    "e_invoicing_support": [FACT],
    "other_facts": [],
    "partner_flags": [PARTNER_FLAG],
    "providers": [PROVIDER],
}
NEWS_ITEM: Literal = {
    "id": "n12",
    "title": "New format",
    "url": "https://vendor.example/news",
    "date": "2026-11-19",
    "first_seen": "2026-11-20T00:00:00Z",
    "erps": ["odoo"],
    "source": "https://vendor.example",
}
SPONSOR: Literal = {
    "id": "sponsor",
    "name": "Sponsor",
    "scope": "all pages",
    "tagline": "We pay.",
    "description": "A firm.",
    "url": "https://sponsor.example",
    "start": "2026-01-01",
    "end": None,
    "sponsored": True,
}
ENDPOINT: Literal = {"path": "/api/v1/countries/{code}.json", "description": "One country", "count": None}
LICENCE: Literal = {
    "name": "CC BY-NC 4.0",
    "url": "https://licences.example/nc",
    "commercial_licence": "/licence/",
    "commercial_contact": "contact@data.example",
    "attribution": "Service (data.example)",
}
META: Literal = {"version": "1.0.0", "generated_at": "2026-11-21T00:00:00Z", "licence": LICENCE, "count": 1}
INDEX_META: Literal = {
    **META,
    "docs": "https://data.example/api/",
    "openapi": "https://data.example/api/openapi.json",
    "toggle_coverage": dict.fromkeys(TOGGLES, TOGGLE_COUNT),
}
SPONSORS_META: Literal = {**META, "notice": "Sponsored content is apart."}
MATRIX: Literal = {
    "topic": "E-invoicing",
    "country_code": "fr",
    "country": "France",
    "short_label": "B2B in force",
    "mandate": "B2B e-invoices.",
    "scope": "Domestic B2B.",
    "deadlines": "2026",
    "format": "UBL",
    "mandate_source": "https://tax.example/a https://tax.example/b",
    "mandate_evidence": "fetched",
    "erp": "odoo",
    "support_type": "via provider (receiving only)",
    "vendors": "",
    "notes": "",
    "erp_source": "",
    "evidence": "unverified",
    "status": "unverified",
    "last_verified": "2026-11-20",
}
REPORTING: Literal = {
    "topic": "saf-t",
    "country_code": "fr",
    "country": "France",
    "report_local": "Fichier",
    "report_en": "File",
    "frequency": "On request",
    "deadline": "None",
    "channel_format": "XML",
    "source": "https://tax.example/file",
    "source_checked": "2026-11-20",
    "evidence": "search-extract",
    "status": "verified",
    "erp_sources": "",
    "notes": "",
}
CONNECTOR: Literal = {
    "provider": "Provider",
    "erp": "odoo",
    "countries_covered": "Belgium and France",
    "countries_in_scope": "be fr",
    "connector_type": "vendor-branded",
    "built_by": "Vendor",
    "direction": "send",
    "source_urls": "https://provider.example/",
    "status": "verified",
    "last_verified": "2026-11-20",
    "notes": "",
}
COUNTRY_FACT: Literal = {
    "country_code": "fr",
    "country": "France",
    "region": "European Union",
    "fact": "Currency",
    "value": "Euro (EUR).",
    "source": "https://tax.example/currency",
    "evidence": "fetched",
    "status": "verified",
    "last_verified": "2026-11-20",
}

PHASE: Literal = {
    "id": "fr-e-invoicing-b2b-large-firms",
    "country": "fr",
    "obligation": "e_invoicing_b2b",
    "status": "enacted",
    "date": "2026-09-01",
    "what": "Large firms issue e-invoices.",
    "url": "https://data.example/timeline/#step-fr-e-invoicing-b2b-large-firms",
    "source_urls": ["https://tax.example/law"],
    "verification": "official",
    "last_checked": "2026-11-20",
}
FLIP: Literal = {
    "id": "fr-e-invoicing-b2b-in-force-large-firms",
    "country": "fr",
    "toggle": "e_invoicing_b2b_in_force",
    "date": "2026-09-01",
    "before": False,
    "after": True,
    "phase": "fr-e-invoicing-b2b-large-firms",
    "what": "Large firms issue e-invoices.",
    "source_urls": ["https://tax.example/law"],
    "verification": "official",
    "last_checked": "2026-11-20",
}
CHANGE: Literal = {
    "resource": "facts",
    "record": "fr-vat",
    "country": "fr",
    "kind": "changed",
    "cause": "edit",
    "field": "value",
    "before": '"20%"',
    "after": '"21%"',
    "phase": None,
}
CONTRACT_CHANGE: Literal = {
    "part": "field",
    "name": "Fact.value",
    "kind": "changed",
    "is_breaking": True,
    "before": "string",
    "after": "null | string",
}
RELEASE: Literal = {
    "version": "1.1.0",
    "released_at": "2026-11-21T00:00:00Z",
    "contract": [CONTRACT_CHANGE],
    "changes": [CHANGE],
}
TOMBSTONE: Literal = {
    "part": "record",
    "name": "facts/fr-vat",
    "since": "1.1.0",
    "reason": "The tax was abolished.",
    "replaced_by": None,
}

LITERALS: Mapping[type[Record], Literal] = {
    Licence: LICENCE,
    Meta: META,
    IndexMeta: INDEX_META,
    SponsorsMeta: SPONSORS_META,
    ToggleCount: TOGGLE_COUNT,
    ToggleCoverage: dict.fromkeys(TOGGLES, TOGGLE_COUNT),
    Toggles: TOGGLES,
    SupportDetails: DETAILS,
    Fact: FACT,
    LocalErp: LOCAL_ERP,
    PartnerFlag: PARTNER_FLAG,
    Partner: PARTNER,
    CountryCounts: COUNTRY_COUNTS,
    Country: COUNTRY,
    CountryDetail: COUNTRY_DETAIL,
    FilterItem: FILTER_ITEM,
    ErpCounts: ERP_COUNTS,
    Erp: ERP,
    Provider: PROVIDER,
    ErpDetail: ERP_DETAIL,
    NewsItem: NEWS_ITEM,
    Sponsor: SPONSOR,
    Endpoint: ENDPOINT,
    Phase: PHASE,
    Flip: FLIP,
    Change: CHANGE,
    ContractChange: CONTRACT_CHANGE,
    Release: RELEASE,
    Tombstone: TOMBSTONE,
    MatrixRecord: MATRIX,
    ReportingFields: REPORTING,
    ConnectorRecord: CONNECTOR,
    CountryRecord: COUNTRY_FACT,
    IndexResponse: {"meta": INDEX_META, "data": [ENDPOINT]},
    CountriesResponse: {"meta": META, "data": [COUNTRY]},
    CountryResponse: {"meta": META, "data": COUNTRY_DETAIL},
    ErpsResponse: {"meta": META, "data": [ERP]},
    ErpResponse: {"meta": META, "data": ERP_DETAIL},
    FactsResponse: {"meta": META, "data": [FACT]},
    LocalErpsResponse: {"meta": META, "data": [LOCAL_ERP]},
    PartnerFlagsResponse: {"meta": META, "data": [PARTNER_FLAG]},
    PartnersResponse: {"meta": META, "data": [PARTNER]},
    NewsResponse: {"meta": META, "data": [NEWS_ITEM]},
    SponsorsResponse: {"meta": SPONSORS_META, "data": [SPONSOR]},
    FilterResponse: {"meta": META, "data": [FILTER_ITEM]},
    PhasesResponse: {"meta": META, "data": [PHASE]},
    FlipsResponse: {"meta": META, "data": [FLIP]},
    ChangesResponse: {"meta": META, "data": [RELEASE]},
    TombstonesResponse: {"meta": META, "data": [TOMBSTONE]},
}
"""A small whole value of every record."""

NULLABLE: Mapping[type[Record], set[str]] = {
    Toggles: set(TOGGLES),
    Fact: {"erp", "mandatory", "effective_date", "source_url"},
    LocalErp: {"source_url"},
    PartnerFlag: {"source_url"},
    NewsItem: {"date"},
    Sponsor: {"end"},
    Endpoint: {"count"},
    Flip: {"before", "after"},
    Change: {"country", "field", "before", "after", "phase"},
    ContractChange: {"before", "after"},
    Tombstone: {"replaced_by"},
}

FIELDS = [pytest.param(kind, name, id=f"{kind.__name__}.{name}") for kind, value in LITERALS.items() for name in value]
each_record = pytest.mark.parametrize("kind", LITERALS, ids=lambda kind: kind.__name__)


def decode(kind: type[Record], value: Literal) -> Record:
    """The record, read from JSON."""
    return msgspec.json.decode(json.dumps(value), type=kind)


def refusal(kind: type[Record], value: Literal) -> str:
    """Why a value is refused; empty where it is not."""
    try:
        decode(kind, value)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def test_every_record_of_the_model_stands_in_the_table() -> None:
    def records(base: type[Record]) -> Iterator[type[Record]]:
        for kind in base.__subclasses__():
            yield kind
            yield from records(kind)

    names = {kind.__name__ for kind in records(Record) if kind.__module__.startswith("locdata_model.")}

    # Made types stand for no literal of their own: ReportingRecord is ReportingFields with columns.
    assert names - {"PerToggle", "Envelope", "ReportingRecord"} == {kind.__name__ for kind in LITERALS}


@each_record
def test_record_decodes_and_encodes_to_the_same_text(kind: type[Record]) -> None:
    text = json.dumps(LITERALS[kind], separators=(",", ":"))

    assert msgspec.json.encode(decode(kind, LITERALS[kind])).decode() == text


@each_record
def test_equal_records_have_equal_hashes(kind: type[Record]) -> None:
    one, other = decode(kind, LITERALS[kind]), decode(kind, LITERALS[kind])

    assert one == other
    assert hash(one) == hash(other)


@each_record
def test_record_is_frozen_strict_and_made_with_keywords(kind: type[Record]) -> None:
    config = kind.__struct_config__

    assert (config.frozen, config.forbid_unknown_fields, config.array_like) == (True, True, False)
    with pytest.raises(TypeError, match="Extra positional arguments provided"):
        kind("positional")


@each_record
def test_field_of_a_record_cannot_be_set(kind: type[Record]) -> None:
    record = decode(kind, LITERALS[kind])

    with pytest.raises(AttributeError, match=re.escape(f"immutable type: '{kind.__name__}'")):
        setattr(record, kind.__struct_fields__[0], None)


@each_record
def test_stray_field_is_refused(kind: type[Record]) -> None:
    assert refusal(kind, {**LITERALS[kind], "stray": None}) == "Object contains unknown field `stray`"


@pytest.mark.parametrize(("kind", "field"), FIELDS)
def test_missing_field_is_refused(kind: type[Record], field: str) -> None:
    less = {name: value for name, value in LITERALS[kind].items() if name != field}
    is_optional = (kind, field) == (Fact, "details")

    assert refusal(kind, less) == ("" if is_optional else f"Object missing required field `{field}`")


@pytest.mark.parametrize(("kind", "field"), FIELDS)
def test_value_of_another_type_is_refused(kind: type[Record], field: str) -> None:
    message = refusal(kind, {**LITERALS[kind], field: 0.5})

    assert re.fullmatch(rf"Expected `[a-z]+( \| null)?`, got `float` - at `\$\.{field}`", message)


@pytest.mark.parametrize(("kind", "field"), FIELDS)
def test_null_is_refused_but_where_it_means_unknown(kind: type[Record], field: str) -> None:
    message = refusal(kind, {**LITERALS[kind], field: None})

    if field in NULLABLE.get(kind, set()):
        assert message == ""
    else:
        assert re.fullmatch(rf"Expected `[a-z]+`, got `null` - at `\$\.{field}`", message)


@pytest.mark.parametrize(
    ("kind", "field", "value", "message"),
    [
        (Country, "code", "FR", "Expected `str` matching regex '^[a-z]{2}$' - at `$.code`"),
        (Country, "name", "", "Expected `str` of length >= 1 - at `$.name`"),
        (CountryCounts, "facts", -1, "Expected `int` >= 0 - at `$.facts`"),
        (Fact, "topic", "weather", "Invalid enum value 'weather' - at `$.topic`"),
        (Fact, "status", "official", "Invalid enum value 'official' - at `$.status`"),
        (Fact, "verification", "verified", "Invalid enum value 'verified' - at `$.verification`"),
        (Fact, "effective_date", "2026", "Invalid RFC3339 encoded date - at `$.effective_date`"),
        (Fact, "last_checked", "2026-02-30", "Invalid RFC3339 encoded date - at `$.last_checked`"),
        (Fact, "mandatory", "true", "Expected `bool | null`, got `str` - at `$.mandatory`"),
        (Fact, "source_urls", "https://a.example", "Expected `array`, got `str` - at `$.source_urls`"),
        (Fact, "source_urls", [None], "Expected `str`, got `null` - at `$.source_urls[0]`"),
        (Toggles, "saft_required", 1, "Expected `bool | null`, got `int` - at `$.saft_required`"),
        (Sponsor, "sponsored", False, "Invalid enum value False - at `$.sponsored`"),
        (Meta, "count", True, "Expected `int`, got `bool` - at `$.count`"),
        (
            Phase,
            "id",
            "large-firms",
            "Expected `str` matching regex '^[a-z]{2}(-[a-z0-9]+([-_][a-z0-9]+)*)+$' - at `$.id`",
        ),
        (Change, "before", "", "Expected `str` of length >= 1 - at `$.before`"),
        (Tombstone, "part", "page", "Invalid enum value 'page' - at `$.part`"),
        (
            Meta,
            "generated_at",
            "2026-11-21T00:00:00",
            "Expected `datetime` with a timezone component - at `$.generated_at`",
        ),
        (MatrixRecord, "support_type", "unknown", "Invalid enum value 'unknown' - at `$.support_type`"),
        (ReportingFields, "topic", "saft", "Invalid enum value 'saft' - at `$.topic`"),
        (ConnectorRecord, "connector_type", "", "Invalid enum value '' - at `$.connector_type`"),
        (
            ConnectorRecord,
            "countries_in_scope",
            ["fr"],
            "Expected `str`, got `array` - at `$.countries_in_scope`",
        ),
    ],
)
def test_fault_is_named_with_its_place(kind: type[Record], field: str, value: object, message: str) -> None:
    assert refusal(kind, {**LITERALS[kind], field: value}) == message


def test_fault_deep_in_a_response_is_named_with_its_place() -> None:
    flawed = {**COUNTRY_DETAIL, "facts": [FACT, {**FACT, "details": {**DETAILS, "scope": None}}]}

    assert refusal(CountryResponse, {"meta": META, "data": flawed}) == (
        "Expected `str`, got `null` - at `$.data.facts[1].details.scope`"
    )


def test_fact_without_details_is_published_without_the_field() -> None:
    without = {name: value for name, value in FACT.items() if name != "details"}

    assert json.loads(msgspec.json.encode(decode(Fact, without))) == without


def test_details_of_a_fact_are_never_null() -> None:
    assert refusal(Fact, {**FACT, "details": None}) == "Expected `object`, got `null` - at `$.details`"
