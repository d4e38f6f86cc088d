"""The built site, and what its files hold."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from built.specification import Table, Values
from support.site import built_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root folder of the built site."""
    return built_site(tmp_path_factory)


@pytest.fixture(scope="session")
def contents(site: Path) -> Mapping[str, bytes]:
    """The bytes of each file by its path, which begins with a slash."""
    files = sorted(file for file in site.rglob("*") if file.is_file())
    return {f"/{file.relative_to(site).as_posix()}": file.read_bytes() for file in files}


@pytest.fixture(scope="session")
def values(contents: Mapping[str, bytes]) -> Mapping[str, Any]:
    """The value of each JSON file by its path."""
    return {path: json.loads(content) for path, content in contents.items() if path.endswith(".json")}


@pytest.fixture(scope="session")
def responses(values: Values) -> Values:
    """Every response that has the envelope, by its path."""
    return {path: value for path, value in values.items() if path.startswith("/api/v1/")}


@pytest.fixture(scope="session")
def details(responses: Values) -> Table:
    """The detail of each country, in the order of the list of countries."""
    return [responses[country["api_url"]]["data"] for country in responses["/api/v1/countries.json"]["data"]]


@pytest.fixture(scope="session")
def erp_details(responses: Values) -> Table:
    """The detail of each ERP product, in the order of the list of ERP products."""
    return [responses[erp["api_url"]]["data"] for erp in responses["/api/v1/erps.json"]["data"]]


@pytest.fixture(scope="session")
def facts(responses: Values) -> Table:
    """Every fact."""
    found: Table = responses["/api/v1/facts.json"]["data"]
    return found


@pytest.fixture(scope="session")
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
