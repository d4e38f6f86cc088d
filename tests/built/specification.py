"""The specification's tables, word for word.

What the code says of paths, fields and words is not asked here: this is what it is measured with.
"""

import csv
import io
import re
from collections.abc import Mapping
from typing import Any

from built.census import ERP_KEYS

Files = Mapping[str, bytes]
Values = Mapping[str, Any]
Fields = Mapping[str, str]
Table = list[dict[str, Any]]

# Paths

API_LISTS = (
    "/api/v1/index.json",
    "/api/v1/countries.json",
    "/api/v1/erps.json",
    "/api/v1/facts.json",
    "/api/v1/local-erps.json",
    "/api/v1/partner-flags.json",
    "/api/v1/partners.json",
    "/api/v1/news.json",
    "/api/v1/sponsors.json",
)
BEYOND = (
    "/api/v1/phases.json",
    "/api/v1/flips.json",
    "/api/v1/changes.json",
    "/api/v1/tombstones.json",
)
"""Lists that the specification does not name."""

FILTERS = (
    "e-invoicing-mandatory",
    "e-invoicing-mandatory-b2b",
    "e-invoicing-b2b-in-force",
    "e-invoicing-mandatory-b2g",
    "real-time-reporting",
    "saft-required",
    "toggles-unknown",
)
DATA_FILES = (
    "/data/matrix.json",
    "/data/matrix.csv",
    "/data/reporting.json",
    "/data/reporting.csv",
    "/data/connectors.json",
    "/data/connectors.csv",
    "/data/countries.json",
    "/data/countries.csv",
)
WHOLE_DATA = ("/data/CITATION.cff", "/data/datapackage.json", "/data/locdata.sqlite", "/data/locdata.zip")
"""What holds or describes all data files; the specification has none of these."""
INDEXED = (
    "/api/v1/index.json",
    "/api/v1/countries.json",
    "/api/v1/countries/{code}.json",
    "/api/v1/erps.json",
    "/api/v1/erps/{id}.json",
    "/api/v1/facts.json",
    "/api/v1/local-erps.json",
    "/api/v1/partner-flags.json",
    "/api/v1/partners.json",
    "/api/v1/news.json",
    "/api/v1/sponsors.json",
    "/api/v1/filters/{name}.json",
    *BEYOND,
    "/api/openapi.json",
)

# Fields

LICENCE: Fields = {
    "name": "string",
    "url": "url",
    "commercial_licence": "relative path",
    "commercial_contact": "string",
    "attribution": "string",
}
META: Fields = {"version": "semantic version", "generated_at": "timestamp", "licence": "object", "count": "integer"}
TOGGLES: Fields = {
    "e_invoicing_mandatory_b2b": "boolean or null",
    "e_invoicing_b2b_in_force": "boolean or null",
    "e_invoicing_mandatory_b2g": "boolean or null",
    "real_time_reporting": "boolean or null",
    "saft_required": "boolean or null",
    "audit_file_on_request": "boolean or null",
}
COUNTRY: Fields = {
    "code": "country code",
    "name": "string",
    "region": "string",
    "url": "url",
    "api_url": "relative path",
    "counts": "object",
    "toggles": "object",
}
FACT: Fields = {
    "id": "string",
    "country": "country code",
    "erp": "string or null",
    "topic": "string",
    "label": "string",
    "value": "string",
    "status": "string",
    "mandatory": "boolean or null",
    "effective_date": "date or null",
    # The specification says "string" and has facts with "no source confirmed": those have null for it.
    "source_url": "url or null",
    "source_urls": "array of url",
    "verification": "string",
    "last_checked": "date",
}
ERP: Fields = {
    "id": "string",
    "name": "string",
    "vendor": "string",
    "category": "string",
    "profile": "string",
    "website": "url",
    "url": "url",
    "api_url": "relative path",
    "counts": "object",
}

FIELDS: Mapping[str, Fields] = {
    "envelope": {"meta": "object", "data": "array or object"},
    "Meta": META,
    "Meta of the index": {**META, "docs": "url", "openapi": "url", "toggle_coverage": "object"},
    "Meta of the sponsors": {**META, "notice": "string"},
    "licence": LICENCE,
    "toggle_coverage": dict.fromkeys(TOGGLES, "object"),
    "coverage of a toggle": {"true": "integer", "false": "integer", "null": "integer"},
    "Toggles": TOGGLES,
    "Country": COUNTRY,
    "counts of Country": {
        "facts": "integer",
        "facts_verified": "integer",
        "erp_matrix_cells": "integer",
        "local_erps": "integer",
        "partners": "integer",
        "partner_flags": "integer",
    },
    "CountryDetail": {
        **COUNTRY,
        "facts": "array",
        "local_erps": "array",
        "partner_flags": "array",
        "partners": "array",
    },
    "Fact": FACT,
    "Fact with details": {**FACT, "details": "object"},
    "details of Fact": {
        "mandate": "string",
        "scope": "string",
        "deadlines": "string",
        "format": "string",
        "vendors": "string",
        "notes": "string",
    },
    "LocalERP": {
        "id": "string",
        "country": "country code",
        "name": "string",
        "segment": "string",
        "description": "string",
        "website": "url",
        # "All strings" by the specification; null as in Fact.
        "source_url": "url or null",
        "verification": "string",
        "last_checked": "date",
    },
    "PartnerFlag": {
        "id": "string",
        "country": "country code",
        "erp": "string",
        "flag": "string",
        "note": "string",
        "source_url": "url or null",
        "verification": "string",
        "last_checked": "date",
    },
    "Partner": {
        "id": "string",
        "name": "string",
        "erp": "string",
        "country": "country code",
        "partner_type": "string",
        "summary": "string",
        "source_urls": "array of url",
        "source_kind": "string",
        "last_checked": "date",
    },
    "ERP": ERP,
    "counts of ERP": {"e_invoicing_countries": "integer", "partner_flags": "integer", "partners": "integer"},
    "ERPDetail": {
        **ERP,
        "e_invoicing_support": "array",
        "other_facts": "array",
        "partner_flags": "array",
        "providers": "array",
    },
    "Provider": {
        "provider": "string",
        "connector_type": "string",
        "built_by": "string",
        "direction": "string",
        "countries_in_scope": "array of country code",
        "source_urls": "array of url",
        "verification": "string",
        # Those that follow are the "further fields" which the specification does not show.
        "countries_covered": "string",
        "last_checked": "date",
        "notes": "string",
    },
    "NewsItem": {
        "id": "string",
        "title": "string",
        "url": "url",
        "date": "date or null",
        "first_seen": "timestamp",
        "erps": "array of string",
        "source": "url",
    },
    "FilterItem": {
        "code": "country code",
        "name": "string",
        "region": "string",
        "toggles": "object",
        "api_url": "relative path",
    },
    "Endpoint": {"path": "relative path", "description": "string", "count": "integer or null"},
    "matrix": {
        "topic": "string",
        "country_code": "country code",
        "country": "string",
        "short_label": "string",
        "mandate": "string",
        "scope": "string",
        "deadlines": "string",
        "format": "string",
        "mandate_source": "urls",
        "mandate_evidence": "string",
        "erp": "string",
        "support_type": "string",
        "vendors": "string",
        "notes": "string",
        "erp_source": "urls",
        "evidence": "string",
        "status": "string",
        "last_verified": "date",
    },
    "reporting": {
        "topic": "string",
        "country_code": "country code",
        "country": "string",
        "report_local": "string",
        "report_en": "string",
        "frequency": "string",
        "deadline": "string",
        "channel_format": "string",
        "source": "urls",
        "source_checked": "date",
        "evidence": "string",
        "status": "string",
        **dict.fromkeys(ERP_KEYS, "string"),
        "erp_sources": "urls",
        "notes": "string",
    },
    "connectors": {
        "provider": "string",
        "erp": "string",
        "countries_covered": "string",
        "countries_in_scope": "country codes",
        "connector_type": "string",
        "built_by": "string",
        "direction": "string",
        "source_urls": "urls",
        "status": "string",
        "last_verified": "date",
        "notes": "string",
    },
    "countries": {
        "country_code": "country code",
        "country": "string",
        "region": "string",
        "fact": "string",
        "value": "string",
        "source": "urls",
        "evidence": "string",
        "status": "string",
        "last_verified": "date",
    },
}
"""The fields of each resource with their types, in the order of the specification. Sponsor has none to be seen yet."""

URL = r"https?://[^\s/]+(/\S*)?"
TEXTS = {
    "string": r"(?s).*",
    "url": URL,
    "urls": f"({URL}( {URL})*)?",
    "relative path": r"/[^/\s]\S*",
    "country code": r"[a-z]{2}",
    "country codes": r"([a-z]{2}( [a-z]{2})*)?",
    "date": r"\d{4}-\d{2}-\d{2}",
    "timestamp": r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z",
    "semantic version": r"\d+\.\d+\.\d+",
}
KINDS: Mapping[str, type] = {"integer": int, "boolean": bool, "object": dict, "array": list, "null": type(None)}

# Words

EVIDENCE = {"fetched", "search-extract", "unverified"}
VERIFICATION = {"official", "secondary", "unverified"}
STATUS = {"verified", "unverified"}
SUPPORT_TYPES = {
    "native",
    "native + access point",
    "add-on",
    "via provider",
    "via provider (receiving only)",
    "roadmap",
    "not supported",
    "unknown/unverified",
}
CONNECTOR_TYPES = {"vendor-branded", "certified connector", "partner-built"}
REPORTING_TOPICS = {"vat-reporting", "saf-t"}
REPORTING_SUPPORT = {"native", "add-on", "unknown"}
COUNTRY_LABELS = (
    "Currency",
    "VAT / GST",
    "E-invoicing",
    "Periodic / real-time reporting",
    "EU ViDA",
    "Statutory accounts / chart of accounts",
    "Tax authority",
)
ERP_LABELS = ("Business Central localization", "Odoo fiscal localization", "NetSuite country help")


def has_type(value: object, kind: str) -> bool:
    """Whether a value is what a word of ``FIELDS`` says."""
    if " or " in kind:
        return any(has_type(value, part) for part in kind.split(" or "))
    if kind.startswith("array of "):
        return isinstance(value, list) and all(has_type(item, kind.removeprefix("array of ")) for item in value)
    if kind in KINDS:
        return type(value) is KINDS[kind]
    return isinstance(value, str) and re.fullmatch(TEXTS[kind], value) is not None


def csv_rows(content: bytes) -> list[list[str]]:
    """The rows of a CSV table, its header first."""
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True))


def column(table: Table, name: str) -> set[Any]:
    """Every value of a field."""
    return {row[name] for row in table}
