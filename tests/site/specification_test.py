"""The specification's tables, word for word, and what they promise of the built site.

What the code says of paths, fields and words is not asked here: this is what it is measured with.
"""

import csv
import io
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

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
    "/api/openapi.json",
)

# Ids; the ERP products and the tracked countries are the design's.

ERPS = (
    "business-central",
    "dynamics-365-finance",
    "erpnext",
    "ifs-cloud",
    "infor-m3",
    "netsuite",
    "odoo",
    "oracle-fusion",
    "sage-x3",
    "sap-business-one",
    "sap-s4hana",
)
ERP_KEYS = (
    "business_central",
    "dynamics_365_finance",
    "erpnext",
    "ifs_cloud",
    "infor_m3",
    "netsuite",
    "odoo",
    "oracle_fusion",
    "sage_x3",
    "sap_business_one",
    "sap_s4hana",
)
TRACKED = ["ae", "be", "de", "es", "fr", "gr", "hr", "in", "it", "my", "pl", "pt", "ro", "sa"]

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
FACT_LABELS = (
    "Currency",
    "VAT / GST",
    "E-invoicing",
    "Periodic / real-time reporting",
    "EU ViDA",
    "Statutory accounts / chart of accounts",
    "Tax authority",
    "Business Central localization",
    "Odoo fiscal localization",
    "NetSuite country help",
)


def has_type(value: object, kind: str) -> bool:
    """Whether a value is what a word of ``FIELDS`` says."""
    if " or " in kind:
        return any(has_type(value, part) for part in kind.split(" or "))
    if kind.startswith("array of "):
        return isinstance(value, list) and all(has_type(item, kind.removeprefix("array of ")) for item in value)
    if kind in KINDS:
        return type(value) is KINDS[kind]
    return isinstance(value, str) and re.fullmatch(TEXTS[kind], value) is not None


@pytest.fixture(scope="module")
def responses(values: Values) -> Values:
    """Every response that has the envelope, by its path."""
    return {path: value for path, value in values.items() if path.startswith("/api/v1/")}


@pytest.fixture(scope="module")
def details(responses: Values) -> Table:
    """The detail of each country, in the order of the list of countries."""
    return [responses[country["api_url"]]["data"] for country in responses["/api/v1/countries.json"]["data"]]


@pytest.fixture(scope="module")
def erp_details(responses: Values) -> Table:
    """The detail of each ERP product, in the order of the list of ERP products."""
    return [responses[erp["api_url"]]["data"] for erp in responses["/api/v1/erps.json"]["data"]]


@pytest.fixture(scope="module")
def facts(responses: Values) -> Table:
    """Every fact."""
    found: Table = responses["/api/v1/facts.json"]["data"]
    return found


@pytest.fixture(scope="module")
def resources(
    responses: Values, values: Values, details: Table, erp_details: Table, facts: Table
) -> Mapping[str, Table]:
    """Every built object of each resource."""
    index, sponsors = responses["/api/v1/index.json"], responses["/api/v1/sponsors.json"]
    countries, erps = responses["/api/v1/countries.json"]["data"], responses["/api/v1/erps.json"]["data"]
    in_erps = [fact for erp in erp_details for fact in (*erp["e_invoicing_support"], *erp["other_facts"])]
    all_facts = [*facts, *(fact for country in details for fact in country["facts"]), *in_erps]
    filtered = [item for path, value in responses.items() if "/filters/" in path for item in value["data"]]
    special = (index, sponsors)

    def listed(path: str, name: str, owners: Table) -> Table:
        return [*responses[path]["data"], *(item for owner in owners for item in owner[name])]

    return {
        "envelope": list(responses.values()),
        "Meta": [value["meta"] for value in responses.values() if value not in special],
        "Meta of the index": [index["meta"]],
        "Meta of the sponsors": [sponsors["meta"]],
        "licence": [value["meta"]["licence"] for value in responses.values()],
        "toggle_coverage": [index["meta"]["toggle_coverage"]],
        "coverage of a toggle": list(index["meta"]["toggle_coverage"].values()),
        "Toggles": [item["toggles"] for item in (*countries, *details, *filtered)],
        "Country": countries,
        "counts of Country": [country["counts"] for country in (*countries, *details)],
        "CountryDetail": details,
        "Fact": [fact for fact in all_facts if fact["topic"] != "e_invoicing_erp_support"],
        "Fact with details": [fact for fact in all_facts if fact["topic"] == "e_invoicing_erp_support"],
        "details of Fact": [fact["details"] for fact in all_facts if "details" in fact],
        "LocalERP": listed("/api/v1/local-erps.json", "local_erps", details),
        "PartnerFlag": listed("/api/v1/partner-flags.json", "partner_flags", [*details, *erp_details]),
        "Partner": listed("/api/v1/partners.json", "partners", details),
        "ERP": erps,
        "counts of ERP": [erp["counts"] for erp in (*erps, *erp_details)],
        "ERPDetail": erp_details,
        "Provider": [provider for erp in erp_details for provider in erp["providers"]],
        "NewsItem": responses["/api/v1/news.json"]["data"],
        "FilterItem": filtered,
        "Endpoint": index["data"],
        **{name: values[f"/data/{name}.json"] for name in ("matrix", "reporting", "connectors", "countries")},
    }


def csv_rows(content: bytes) -> list[list[str]]:
    """The rows of a CSV table, its header first."""
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True))


def column(table: Table, name: str) -> set[Any]:
    """Every value of a field."""
    return {row[name] for row in table}


# What is published, and in what form


def test_every_path_of_the_specification_is_built_and_no_other(contents: Files) -> None:
    countries = [path for path in contents if re.fullmatch(r"/api/v1/countries/[a-z]{2}\.json", path)]
    built = {path for path in contents if path.startswith(("/api/", "/data/"))}

    assert len(countries) == 61
    assert built == {
        *API_LISTS,
        *countries,
        *(f"/api/v1/erps/{erp}.json" for erp in ERPS),
        *(f"/api/v1/filters/{name}.json" for name in FILTERS),
        "/api/openapi.json",
        *DATA_FILES,
    }


@pytest.mark.parametrize("resource", FIELDS)
def test_fields_stand_in_the_order_of_the_specification(resource: str, resources: Mapping[str, Table]) -> None:
    assert {tuple(item) for item in resources[resource]} == {tuple(FIELDS[resource])}


@pytest.mark.parametrize("resource", FIELDS)
def test_values_have_the_types_of_the_specification(resource: str, resources: Mapping[str, Table]) -> None:
    fields = FIELDS[resource]
    wrong = [
        (name, item[name]) for item in resources[resource] for name in fields if not has_type(item[name], fields[name])
    ]

    assert wrong == []


def test_there_is_no_sponsor_and_the_notice_says_what_a_sponsor_would_not_change(responses: Values) -> None:
    sponsors = responses["/api/v1/sponsors.json"]

    assert sponsors["data"] == []
    assert sponsors["meta"]["count"] == 0
    assert sponsors["meta"]["notice"] == (
        "Sponsored content is outside the verified dataset. It does not affect facts, toggles or the order of listings."
    )


@pytest.mark.parametrize("path", DATA_FILES)
def test_data_file_is_a_table_of_strings(path: str, contents: Files) -> None:
    content = contents[path]
    rows = [[*record.values()] for record in json.loads(content)] if path.endswith(".json") else csv_rows(content)

    assert [cell for row in rows for cell in row if not isinstance(cell, str)] == []


@pytest.mark.parametrize("path", [path for path in DATA_FILES if path.endswith(".csv")])
def test_csv_holds_the_records_of_the_json_file_under_the_same_header(
    path: str, contents: Files, values: Values
) -> None:
    header, *rows = csv_rows(contents[path])

    assert [dict(zip(header, row, strict=True)) for row in rows] == values[path.replace(".csv", ".json")]
    assert header == list(FIELDS[Path(path).stem])


@pytest.mark.parametrize("path", [path for path in DATA_FILES if path.endswith(".csv")])
def test_csv_is_as_rfc_4180_has_it(path: str, contents: Files) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL).writerows(csv_rows(contents[path]))

    assert contents[path] == text.getvalue().encode("utf-8")
    assert contents[path].count(b"\n") == contents[path].count(b"\r\n")
    assert not contents[path].startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("path", DATA_FILES)
def test_no_cell_is_a_formula(path: str, contents: Files) -> None:
    content = contents[path]
    rows = [[*record.values()] for record in json.loads(content)] if path.endswith(".json") else csv_rows(content)

    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []


def test_json_is_utf_8_with_two_spaces_and_one_newline_at_the_end(contents: Files, values: Values) -> None:
    rewritten = {path: json.dumps(value, indent=2, ensure_ascii=False) + "\n" for path, value in values.items()}

    assert [path for path, text in rewritten.items() if contents[path] != text.encode("utf-8")] == []


def test_no_file_holds_a_path_of_a_machine(contents: Files) -> None:
    places = "|".join(map(re.escape, [str(Path.cwd()), f"{Path.home()}/", "/tmp/pants-sandbox-", "data_src/"]))  # noqa: S108  # only looked for
    # Within a URL the same letters are no path of a machine.
    place = re.compile(rf"(?<![\w./-])({places})|file://")

    assert [path for path, content in contents.items() if place.search(content.decode())] == []


# Counts


def test_count_is_the_number_of_items(responses: Values) -> None:
    counts = {path: response["meta"]["count"] for path, response in responses.items()}
    lengths = {path: len(value["data"]) if isinstance(value["data"], list) else 1 for path, value in responses.items()}

    assert counts == lengths


def test_index_lists_each_path_with_its_count(responses: Values) -> None:
    listed = {item["path"]: item["count"] for item in responses["/api/v1/index.json"]["data"]}
    lists = {path: len(responses[path]["data"]) for path in API_LISTS if path != "/api/v1/index.json"}
    families = {"/api/v1/countries/{code}.json": 61, "/api/v1/erps/{id}.json": 11, "/api/v1/filters/{name}.json": 7}

    assert list(listed) == list(INDEXED)
    assert listed == {**lists, **families, "/api/v1/index.json": None, "/api/openapi.json": None}


def test_every_response_says_the_same_of_the_release(responses: Values) -> None:
    common = {
        json.dumps({name: value["meta"][name] for name in META if name != "count"}) for value in responses.values()
    }

    assert len(common) == 1


def test_licence_of_the_api_is_non_commercial(responses: Values) -> None:
    licence = responses["/api/v1/index.json"]["meta"]["licence"]
    site_name = responses["/api/v1/index.json"]["meta"]["docs"].split("/")[2]

    assert licence["name"] == "CC BY-NC 4.0"
    assert licence["url"] == "https://creativecommons.org/licenses/by-nc/4.0/"
    assert licence["attribution"] == f"Localization Data Service ({site_name})"


def test_there_are_61_countries_in_the_order_of_their_codes(responses: Values) -> None:
    codes = [country["code"] for country in responses["/api/v1/countries.json"]["data"]]

    assert len(codes) == 61
    assert codes == sorted(codes)


def test_there_are_11_erp_products_in_the_order_of_the_specification(responses: Values) -> None:
    assert [erp["id"] for erp in responses["/api/v1/erps.json"]["data"]] == list(ERPS)


def test_matrix_has_a_record_for_each_of_14_countries_and_11_products(values: Values) -> None:
    cells = [(row["country_code"], row["erp"]) for row in values["/data/matrix.json"]]

    assert len(cells) == 154
    assert cells == list(itertools.product(TRACKED, ERPS))


def test_counts_of_a_country_are_what_its_lists_hold(details: Table) -> None:
    counted = {
        country["code"]: {
            "facts": len(country["facts"]),
            "facts_verified": sum(fact["status"] == "verified" for fact in country["facts"]),
            "erp_matrix_cells": sum(fact["topic"] == "e_invoicing_erp_support" for fact in country["facts"]),
            "local_erps": len(country["local_erps"]),
            "partners": len(country["partners"]),
            "partner_flags": len(country["partner_flags"]),
        }
        for country in details
    }

    assert {country["code"]: country["counts"] for country in details} == counted
    assert {code: counts["erp_matrix_cells"] for code, counts in counted.items() if code in TRACKED} == dict.fromkeys(
        TRACKED, 11
    )


def test_counts_of_an_erp_product_are_what_the_lists_hold(erp_details: Table, responses: Values) -> None:
    partners = Counter(partner["erp"] for partner in responses["/api/v1/partners.json"]["data"])
    counted = {
        erp["id"]: {
            "e_invoicing_countries": len(column(erp["e_invoicing_support"], "country")),
            "partner_flags": len(erp["partner_flags"]),
            "partners": partners[erp["id"]],
        }
        for erp in erp_details
    }

    assert {erp["id"]: erp["counts"] for erp in erp_details} == counted


# One thing said in several places


def test_detail_extends_the_list_item(responses: Values) -> None:
    for path in ("/api/v1/countries.json", "/api/v1/erps.json"):
        for item in responses[path]["data"]:
            detail = responses[item["api_url"]]["data"]

            assert {name: detail[name] for name in item} == item


def test_api_url_is_the_path_of_the_detail(responses: Values) -> None:
    countries, erps = responses["/api/v1/countries.json"]["data"], responses["/api/v1/erps.json"]["data"]

    assert [item["api_url"] for item in countries] == [f"/api/v1/countries/{item['code']}.json" for item in countries]
    assert [item["api_url"] for item in erps] == [f"/api/v1/erps/{item['id']}.json" for item in erps]


def test_urls_of_pages_lie_below_the_base_url(responses: Values) -> None:
    meta = responses["/api/v1/index.json"]["meta"]
    base = meta["openapi"].removesuffix("/api/openapi.json")
    countries, erps = responses["/api/v1/countries.json"]["data"], responses["/api/v1/erps.json"]["data"]
    slugs = [country["url"].removeprefix(f"{base}/") for country in countries]

    assert meta["docs"] == f"{base}/api/"
    assert [erp["url"] for erp in erps] == [f"{base}/erp/{erp['id']}/" for erp in erps]
    assert [slug for slug in slugs if not re.fullmatch(r"[a-z]+(-[a-z]+)*/", slug)] == []
    assert len(set(slugs)) == 61


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/v1/facts.json", "facts"),
        ("/api/v1/local-erps.json", "local_erps"),
        ("/api/v1/partner-flags.json", "partner_flags"),
        ("/api/v1/partners.json", "partners"),
    ],
)
def test_list_is_what_all_countries_hold(path: str, name: str, responses: Values, details: Table) -> None:
    assert responses[path]["data"] == [item for country in details for item in country[name]]


def test_erp_detail_holds_all_that_is_said_of_the_product(
    erp_details: Table, facts: Table, responses: Values, values: Values
) -> None:
    for erp in erp_details:
        own = [fact for fact in facts if fact["erp"] == erp["id"]]
        flags = [flag for flag in responses["/api/v1/partner-flags.json"]["data"] if flag["erp"] == erp["id"]]
        connectors = [row for row in values["/data/connectors.json"] if row["erp"] == erp["id"]]

        assert erp["e_invoicing_support"] == [fact for fact in own if fact["topic"] == "e_invoicing_erp_support"]
        assert erp["other_facts"] == [fact for fact in own if fact["topic"] == "erp_localization"]
        assert erp["partner_flags"] == flags
        assert [flattened(provider, erp["id"]) for provider in erp["providers"]] == connectors


def flattened(provider: Mapping[str, Any], erp: str) -> dict[str, str]:
    """A provider as a record of the data file."""
    return {
        "provider": provider["provider"],
        "erp": erp,
        "countries_covered": provider["countries_covered"],
        "countries_in_scope": " ".join(provider["countries_in_scope"]),
        "connector_type": provider["connector_type"],
        "built_by": provider["built_by"],
        "direction": provider["direction"],
        "source_urls": " ".join(provider["source_urls"]),
        "status": "unverified" if provider["verification"] == "unverified" else "verified",
        "last_verified": provider["last_checked"],
        "notes": provider["notes"],
    }


def test_records_of_countries_say_what_the_facts_say(facts: Table, values: Values) -> None:
    from_facts = [
        (
            fact["country"],
            fact["label"],
            fact["value"],
            " ".join(fact["source_urls"]),
            fact["status"],
            fact["last_checked"],
        )
        for fact in facts
        if fact["topic"] != "e_invoicing_erp_support"
    ]
    columns = ("country_code", "fact", "value", "source", "status", "last_verified")

    assert [tuple(row[name] for name in columns) for row in values["/data/countries.json"]] == from_facts


def test_records_of_the_matrix_say_what_the_facts_say(facts: Table, values: Values) -> None:
    texts = ("mandate", "scope", "deadlines", "format", "vendors", "notes")
    from_facts = [
        (
            fact["country"],
            fact["erp"],
            fact["value"],
            " ".join(fact["source_urls"]),
            fact["status"],
            fact["last_checked"],
            *(fact["details"][name] for name in texts),
        )
        for fact in facts
        if fact["topic"] == "e_invoicing_erp_support"
    ]
    columns = ("country_code", "erp", "support_type", "erp_source", "status", "last_verified", *texts)

    assert [tuple(row[name] for name in columns) for row in values["/data/matrix.json"]] == from_facts


def test_data_files_name_countries_as_the_api_does(responses: Values, values: Values) -> None:
    named = {
        country["code"]: (country["name"], country["region"]) for country in responses["/api/v1/countries.json"]["data"]
    }
    rows = [row for name in ("matrix", "reporting", "countries") for row in values[f"/data/{name}.json"]]

    assert [row for row in rows if row["country"] != named[row["country_code"]][0]] == []
    assert [
        row for row in rows if row.get("region", named[row["country_code"]][1]) != named[row["country_code"]][1]
    ] == []


# Toggles and filters


def test_coverage_of_each_toggle_sums_to_the_number_of_countries(responses: Values) -> None:
    countries = responses["/api/v1/countries.json"]["data"]
    coverage = responses["/api/v1/index.json"]["meta"]["toggle_coverage"]
    words = {True: "true", False: "false", None: "null"}
    counts = {name: Counter(words[country["toggles"][name]] for country in countries) for name in TOGGLES}

    assert coverage == {name: {word: counts[name][word] for word in ("true", "false", "null")} for name in TOGGLES}
    assert {name: sum(count.values()) for name, count in coverage.items()} == dict.fromkeys(TOGGLES, 61)


@pytest.mark.parametrize("name", FILTERS)
def test_filter_holds_the_countries_whose_toggles_match(name: str, responses: Values) -> None:
    def matches(toggles: Mapping[str, bool | None]) -> bool:
        match name:
            case "e-invoicing-mandatory":
                return toggles["e_invoicing_mandatory_b2b"] is True or toggles["e_invoicing_mandatory_b2g"] is True
            case "toggles-unknown":
                return None in toggles.values()
            case _:
                return toggles[name.replace("-", "_")] is True

    matching = [country for country in responses["/api/v1/countries.json"]["data"] if matches(country["toggles"])]

    assert responses[f"/api/v1/filters/{name}.json"]["data"] == [
        {field: country[field] for field in FIELDS["FilterItem"]} for country in matching
    ]


def test_a_mandate_that_applies_is_a_mandate(responses: Values) -> None:
    in_force = column(responses["/api/v1/filters/e-invoicing-b2b-in-force.json"]["data"], "code")
    mandatory = column(responses["/api/v1/filters/e-invoicing-mandatory-b2b.json"]["data"], "code")

    assert in_force - mandatory == set()


def test_only_the_e_invoicing_fact_says_whether_it_is_mandatory(facts: Table, details: Table) -> None:
    said = {fact["country"]: fact["mandatory"] for fact in facts if fact["topic"] == "e_invoicing"}
    others = [fact for fact in facts if fact["topic"] != "e_invoicing"]

    assert said == {country["code"]: country["toggles"]["e_invoicing_mandatory_b2b"] for country in details}
    assert [fact["id"] for fact in others if (fact["mandatory"], fact["effective_date"]) != (None, None)] == []
    assert [fact["id"] for fact in facts if fact["effective_date"] and not fact["mandatory"]] == []


# Ids, order, words


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/erps.json",
        "/api/v1/facts.json",
        "/api/v1/local-erps.json",
        "/api/v1/partner-flags.json",
        "/api/v1/partners.json",
        "/api/v1/news.json",
    ],
)
def test_ids_are_unique_in_a_list(path: str, responses: Values) -> None:
    ids = Counter(item["id"] for item in responses[path]["data"])

    assert {id_: count for id_, count in ids.items() if count > 1} == {}


def test_id_of_a_fact_is_its_country_and_topic_and_product(facts: Table) -> None:
    said = [fact["id"] for fact in facts]
    parts = [[fact["country"], fact["topic"].replace("_", "-"), *filter(None, [fact["erp"]])] for fact in facts]

    assert said == ["-".join(part) for part in parts]


def test_id_of_a_partner_flag_is_its_country_and_product(responses: Values) -> None:
    flags = responses["/api/v1/partner-flags.json"]["data"]

    assert [flag["id"] for flag in flags] == [f"{flag['country']}-{flag['erp']}" for flag in flags]


def test_other_ids_have_the_shape_of_the_specification(responses: Values) -> None:
    slug = r"[a-z0-9]+(-[a-z0-9]+)*"
    expected = [
        *((item["id"], f"{item['country']}-{slug}") for item in responses["/api/v1/local-erps.json"]["data"]),
        *(
            (item["id"], f"{item['country']}-{item['erp']}-{slug}")
            for item in responses["/api/v1/partners.json"]["data"]
        ),
        *((item["id"], r"n\d+") for item in responses["/api/v1/news.json"]["data"]),
    ]

    assert [id_ for id_, shape in expected if not re.fullmatch(shape, id_)] == []


def test_partners_are_listed_by_country_then_product_then_name(responses: Values) -> None:
    order = [
        (item["country"], item["erp"], item["name"].casefold()) for item in responses["/api/v1/partners.json"]["data"]
    ]

    assert order == sorted(order)


def test_news_name_known_products_and_the_site_that_they_link_to(responses: Values) -> None:
    news = responses["/api/v1/news.json"]["data"]

    assert {erp for item in news for erp in item["erps"]} - set(ERPS) == set()
    assert [item["id"] for item in news if not item["url"].startswith(f"{item['source']}/")] == []


def test_words_are_those_of_the_specification(resources: Mapping[str, Table]) -> None:
    all_facts = [*resources["Fact"], *resources["Fact with details"]]
    verified = [*all_facts, *resources["LocalERP"], *resources["PartnerFlag"], *resources["Provider"]]
    rows = [row for name in ("matrix", "reporting", "connectors", "countries") for row in resources[name]]

    assert column(verified, "verification") - VERIFICATION == set()
    assert column([*all_facts, *rows], "status") - STATUS == set()
    assert {row["evidence"] for row in rows if "evidence" in row} - EVIDENCE == set()
    assert column(resources["matrix"], "mandate_evidence") - EVIDENCE == set()
    assert column(resources["matrix"], "support_type") - SUPPORT_TYPES == set()
    assert column(resources["Fact with details"], "value") - SUPPORT_TYPES == set()
    assert column([*resources["Provider"], *resources["connectors"]], "connector_type") - CONNECTOR_TYPES == set()
    assert column(resources["reporting"], "topic") == REPORTING_TOPICS
    assert {row[key] for row in resources["reporting"] for key in ERP_KEYS} - REPORTING_SUPPORT == set()


def test_every_country_has_the_facts_of_the_specification_and_no_other(values: Values, details: Table) -> None:
    found = {country["code"]: set[str]() for country in details}
    for row in values["/data/countries.json"]:
        found[row["country_code"]].add(row["fact"])

    assert {code: labels for code, labels in found.items() if labels != set(FACT_LABELS)} == {}


def test_connectors_name_tracked_countries_and_known_products(values: Values) -> None:
    rows = values["/data/connectors.json"]

    assert {code for row in rows for code in row["countries_in_scope"].split()} - set(TRACKED) == set()
    assert column(rows, "erp") - set(ERPS) == set()


# Sources and dates


def test_a_record_is_unverified_where_and_only_where_it_has_no_source(resources: Mapping[str, Table]) -> None:
    sources = {
        "Fact": "source_urls",
        "Fact with details": "source_urls",
        "LocalERP": "source_url",
        "PartnerFlag": "source_url",
        "Provider": "source_urls",
        "matrix": "erp_source",
        "reporting": "source",
        "connectors": "source_urls",
        "countries": "source",
    }
    markers = ("status", "verification", "evidence")
    wrong = [
        (resource, item)
        for resource, source in sources.items()
        for item in resources[resource]
        for marker in markers
        if marker in item and (item[marker] == "unverified") == bool(item[source])
    ]

    assert wrong == []


def test_every_partner_has_a_source(responses: Values) -> None:
    assert [item["id"] for item in responses["/api/v1/partners.json"]["data"] if not item["source_urls"]] == []


def test_primary_source_is_the_first_of_all_sources(facts: Table) -> None:
    wrong = [fact["id"] for fact in facts if fact["source_url"] != next(iter(fact["source_urls"]), None)]

    assert wrong == []


def test_mandate_has_a_source_where_and_only_where_it_was_read(values: Values) -> None:
    rows = values["/data/matrix.json"]

    assert [row for row in rows if (row["mandate_evidence"] == "unverified") == bool(row["mandate_source"])] == []


def test_nothing_was_checked_or_seen_after_the_build(resources: Mapping[str, Table], responses: Values) -> None:
    built = responses["/api/v1/index.json"]["meta"]["generated_at"]
    names = ("last_checked", "last_verified", "source_checked", "first_seen", "date")

    def late() -> Iterator[tuple[str, str]]:
        for resource, items in resources.items():
            for item, name in itertools.product(items, names):
                if (item.get(name) or "") > built:
                    yield resource, item[name]

    assert list(late()) == []
