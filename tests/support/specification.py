"""The tables of the specification: the independent measure of paths, fields, types and words.

``docs/specification.md`` is generated from this module: ``./pants run tests/docs:update``. The specification names no
ERP product: ``<erp_key>`` is the column of each.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

FROZEN = "docs/specification.md lists what is frozen, and which additions are allowed"
"""The message of tests that compare with these tables."""

Fields = Mapping[str, str]
"""The type of each field by name."""

# Paths

ENDPOINTS: Mapping[str, str] = {
    "/api/v1/index.json": "array of Endpoint",
    "/api/v1/countries.json": "array of Country",
    "/api/v1/countries/{code}.json": "CountryDetail",
    "/api/v1/erps.json": "array of ERP",
    "/api/v1/erps/{id}.json": "ERPDetail",
    "/api/v1/facts.json": "array of Fact",
    "/api/v1/local-erps.json": "array of LocalERP",
    "/api/v1/partner-flags.json": "array of PartnerFlag",
    "/api/v1/partners.json": "array of Partner",
    "/api/v1/news.json": "array of NewsItem",
    "/api/v1/sponsors.json": "array of Sponsor",
    "/api/v1/filters/{name}.json": "array of FilterItem",
}
"""The type of ``data`` in the response at each path."""

FILTERS = (
    *("e-invoicing-mandatory", "e-invoicing-mandatory-b2b", "e-invoicing-b2b-in-force", "e-invoicing-mandatory-b2g"),
    *("real-time-reporting", "saft-required", "toggles-unknown"),
)
TABLES = ("matrix", "reporting", "connectors", "countries")
DATA_FILES = tuple(f"/data/{name}.{ending}" for name in TABLES for ending in ("json", "csv"))
ADDED_TABLES = (
    *("vat-rates", "thresholds", "formats", "tax-rules", "identifiers", "peppol-schemes", "platforms"),
    *("product-releases", "due-dates"),
)
"""The tables that were added since."""

ADDED_DATA_FILES = tuple(f"/data/{name}.{ending}" for name in ADDED_TABLES for ending in ("json", "csv"))
OTHER_FILES: Mapping[str, str] = {
    "/api/openapi.json": "OpenAPI 3.1 description of the API",
    "/{page}/index.md": "Markdown twin of the page at `/{page}/`",
    "/llms.txt": "text for language models",
    "/llms-full.txt": "text for language models",
}
ANCHORS: Mapping[str, tuple[str, ...]] = {
    "/e-invoicing/": ("{code}-{id}",),
    "/erp/{id}/": ("{code}",),
    "/{country}/": ("erp-{id}", "e-invoicing", "vat-reporting", "saf-t", "{topic}-{code}-{n}"),
    "/reporting/": ("{topic}-{code}-{n}",),
}
"""The anchors of each page. ``{country}`` is the slug of a country's name, and ``{n}`` the number of a report."""

# Words

EVIDENCE = ("fetched", "search-extract", "unverified")
VERIFICATION = ("official", "secondary", "unverified")
STATUS = ("verified", "unverified")
SUPPORT_TYPES = (
    *("native", "native + access point", "add-on", "via provider", "via provider (receiving only)", "roadmap"),
    *("not supported", "unknown/unverified"),
)
CONNECTOR_TYPES = ("vendor-branded", "certified connector", "partner-built")
REPORTING_TOPICS = ("vat-reporting", "saf-t")
REPORTING_SUPPORT = ("native", "add-on", "unknown")
FACT_LABELS = (
    *("Currency", "VAT / GST", "E-invoicing", "Periodic / real-time reporting", "EU ViDA"),
    *("Statutory accounts / chart of accounts", "Tax authority"),
)
ERP_FACT_LABELS = ("Business Central localization", "Odoo fiscal localization", "NetSuite country help")

TOPICS = ("e_invoicing_erp_support", "erp_localization")
"""The topics of facts that the specification names."""

IDS: Mapping[str, str] = {
    "Fact": "`{code}-` and the topic; for a product its id as well",
    "LocalERP": "`{code}-{slug}`",
    "PartnerFlag": "`{code}-{id}`",
    "Partner": "`{code}-{id}-{slug}`",
    "NewsItem": "`n{number}`",
}

# Types

URL = r"https?://[^\s/]+(/\S*)?"
TYPES: Mapping[str, type] = {"integer": int, "boolean": bool, "object": dict, "array": list, "null": type(None)}
TEXTS: Mapping[str, str] = {
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
WORDS: Mapping[str, tuple[str, ...]] = {
    "evidence": EVIDENCE,
    "verification": VERIFICATION,
    "status": STATUS,
    "support type": SUPPORT_TYPES,
    "connector type": CONNECTOR_TYPES,
    "reporting topic": REPORTING_TOPICS,
    "reporting support": REPORTING_SUPPORT,
}

# Fields


def _fields(*rows: str) -> Fields:
    """Parse ``name: type, name: type, ...``; a field without a type is a string."""
    pairs = (field.partition(": ") for row in rows for field in row.split(", "))
    return {name: kind or "string" for name, _, kind in pairs}


LICENCE = "name, url: url, commercial_licence: relative path, commercial_contact, attribution"
META = "version: semantic version, generated_at: timestamp, licence: licence, count: integer"
TOGGLES = (
    *("e_invoicing_mandatory_b2b", "e_invoicing_b2b_in_force", "e_invoicing_mandatory_b2g"),
    *("real_time_reporting", "saft_required", "audit_file_on_request"),
)
COUNTRY = (
    "code: country code, name, region, url: url, api_url: relative path, counts: counts of Country, toggles: Toggles"
)
ERP = "id, name, vendor, category, profile, website: url, url: url, api_url: relative path, counts: counts of ERP"

FIELDS: Mapping[str, Fields] = {
    "Meta": _fields(META),
    "Meta of the index": _fields(META, "docs: url, openapi: url, toggle_coverage: coverage"),
    "Meta of the sponsors": _fields(META, "notice"),
    "licence": _fields(LICENCE),
    "coverage": dict.fromkeys(TOGGLES, "coverage of a toggle"),
    "coverage of a toggle": _fields("true: integer, false: integer, null: integer"),
    "Toggles": dict.fromkeys(TOGGLES, "boolean or null"),
    "Country": _fields(COUNTRY),
    "counts of Country": _fields(
        "facts: integer, facts_verified: integer, erp_matrix_cells: integer",
        "local_erps: integer, partners: integer, partner_flags: integer",
    ),
    "CountryDetail": _fields(
        COUNTRY,
        "facts: array of Fact, local_erps: array of LocalERP",
        "partner_flags: array of PartnerFlag, partners: array of Partner",
    ),
    "Fact": _fields(
        "id, country: country code, erp: string or null, topic, label, value, status: status",
        "mandatory: boolean or null, effective_date: date or null",
        "source_url: url, source_urls: array of url, verification: verification, last_checked: date",
        "details: details of Fact or absent",
    ),
    "details of Fact": _fields("mandate, scope, deadlines, format, vendors, notes"),
    "LocalERP": _fields(
        "id, country: country code, name, segment, description, website: url",
        "source_url: url, verification: verification, last_checked: date",
    ),
    "PartnerFlag": _fields(
        "id, country: country code, erp, flag, note", "source_url: url, verification: verification, last_checked: date"
    ),
    "Partner": _fields(
        "id, name, erp, country: country code, partner_type, summary",
        "source_urls: array of url, source_kind, last_checked: date",
    ),
    "ERP": _fields(ERP),
    "counts of ERP": _fields("e_invoicing_countries: integer, partner_flags: integer, partners: integer"),
    "ERPDetail": _fields(
        ERP,
        "e_invoicing_support: array of Fact, other_facts: array of Fact",
        "partner_flags: array of PartnerFlag, providers: array of Provider",
    ),
    "Provider": _fields(
        "provider, connector_type: connector type, built_by, direction, countries_in_scope: array of country code",
        "source_urls: array of url, verification: verification",
    ),
    "NewsItem": _fields(
        "id, title, url: url, date: date or null, first_seen: timestamp, erps: array of string, source: url"
    ),
    "FilterItem": _fields("code: country code, name, region, toggles: Toggles, api_url: relative path"),
    "Endpoint": _fields("path: relative path, description, count: integer or null"),
    "matrix": _fields(
        "topic, country_code: country code, country, short_label, mandate, scope, deadlines, format",
        "mandate_source: urls, mandate_evidence: evidence, erp, support_type: support type, vendors, notes",
        "erp_source: urls, evidence: evidence, status: status, last_verified: date",
    ),
    "reporting": _fields(
        "topic: reporting topic, country_code: country code, country, report_local, report_en, frequency, deadline",
        "channel_format, source: urls, source_checked: date, evidence: evidence, status: status",
        "<erp_key>: reporting support, erp_sources: urls, notes",
    ),
    "connectors": _fields(
        "provider, erp, countries_covered, countries_in_scope: country codes, connector_type: connector type, built_by",
        "direction, source_urls: urls, status: status, last_verified: date, notes",
    ),
    "countries": _fields(
        "country_code: country code, country, region, fact, value, source: urls, evidence: evidence, status: status",
        "last_verified: date",
    ),
}
"""The fields of each resource in their order."""

SPONSOR = ("id", "name", "scope", "tagline", "description", "url", "start", "end", "sponsored")
"""The fields of a sponsor. The specification gives no types for them, and there is no sponsor yet."""


def with_erp_columns(fields: Fields, erp_keys: tuple[str, ...]) -> Fields:
    """Return ``fields`` with ``<erp_key>`` replaced by the columns of the ERP products."""
    pairs = ((name, kind) for key, kind in fields.items() for name in (erp_keys if key == "<erp_key>" else (key,)))
    return dict(pairs)


def meta_of(path: str) -> str:
    """Return the type of ``meta`` in the response at ``path``."""
    special = {"/api/v1/index.json": "Meta of the index", "/api/v1/sponsors.json": "Meta of the sponsors"}
    return special.get(path, "Meta")


def objects_in(value: Any, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:  # noqa: ANN401  # any JSON
    """Yield every object in a value of type ``kind``, with the name of its resource."""
    resource = kind.removeprefix("array of ").removesuffix(" or absent")
    if resource in FIELDS and value is not None:
        for item in value if kind.startswith("array of ") else [value]:
            yield resource, item
            for name, inner in FIELDS[resource].items():
                yield from objects_in(item.get(name), inner)


def paths_in(kind: str, path: str) -> Iterator[tuple[str, bool]]:
    """Yield the path of every value in a value of type ``kind``, as ``$.data[].source_url``, and whether it may be null."""
    if kind.startswith("array of "):
        yield path, False
        path, kind = f"{path}[]", kind.removeprefix("array of ")
    yield path, kind.endswith(" or null")
    for name, inner in FIELDS.get(kind.removesuffix(" or absent"), {}).items():
        yield from paths_in(inner, f"{path}.{name}")


def has_type(value: object, kind: str) -> bool:
    """Return whether a value is of type ``kind``. The fields of an object are not checked."""
    if " or " in kind:
        return any(has_type(value, part) for part in kind.split(" or "))
    if kind.startswith("array of "):
        return isinstance(value, list) and all(has_type(item, kind.removeprefix("array of ")) for item in value)
    if kind in FIELDS or kind in TYPES:
        return type(value) is TYPES.get(kind, dict)
    if kind in WORDS:
        return value in WORDS[kind]
    return isinstance(value, str) and kind in TEXTS and re.fullmatch(TEXTS[kind], value) is not None
