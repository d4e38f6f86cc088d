"""The built site and what its files contain."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import COUNTRIES, ENDPOINTS, ERPS, FACTS, INDEX, endpoint_for
from locdata_model.urls import OPENAPI_PATH
from support import specification
from support.site import Files, Rows, Sources, Values, build_site, read_files, read_sources, read_values
from support.site_pages import ParsedSite, read_site
from support.specification import objects_in


@pytest.fixture(scope="session")
def sources() -> Sources:
    """The countries and products of the source files."""
    return read_sources()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root folder of the built site."""
    return build_site(tmp_path_factory)


@pytest.fixture(scope="session")
def contents(site: Path) -> Files:
    """The bytes of each file by path, which begins with a slash."""
    return read_files(site)


@pytest.fixture(scope="session")
def values(contents: Files) -> Values:
    """The value of each JSON file by path."""
    return read_values(contents)


@pytest.fixture(scope="session")
def base_url(values: Values) -> str:
    """The URL of the site, without a slash at its end."""
    url: str = values[INDEX.path]["meta"]["openapi"]
    return url.removesuffix(OPENAPI_PATH)


@pytest.fixture(scope="session")
def parsed(contents: Files, base_url: str) -> ParsedSite:
    """The parsed pages."""
    return read_site(contents, base_url)


@pytest.fixture(scope="session")
def responses(values: Values) -> Values:
    """Every response of the API by path."""
    return {path: value for path, value in values.items() if endpoint_for(path)}


@pytest.fixture(scope="session")
def details(responses: Values) -> Rows:
    """The detail of each country, in the order of the list of countries."""
    return [responses[country["api_url"]]["data"] for country in responses[COUNTRIES.path]["data"]]


@pytest.fixture(scope="session")
def country_pages(details: Rows, base_url: str) -> Mapping[str, str]:
    """The path of each country's page by country code."""
    return {country["code"]: country["url"].removeprefix(base_url) for country in details}


@pytest.fixture(scope="session")
def erp_details(responses: Values) -> Rows:
    """The detail of each ERP product, in the order of the list of ERP products."""
    return [responses[erp["api_url"]]["data"] for erp in responses[ERPS.path]["data"]]


@pytest.fixture(scope="session")
def facts(responses: Values) -> Rows:
    """Every fact."""
    rows: Rows = responses[FACTS.path]["data"]
    return rows


@pytest.fixture(scope="session")
def resources(responses: Values, values: Values) -> Mapping[str, Rows]:
    """Every published object of each resource of the specification: none of one whose last record was withdrawn."""
    found = defaultdict(list)
    for path, response in responses.items():
        template = next(spec.path for spec in ENDPOINTS if spec is endpoint_for(path))
        parts = [("meta", specification.meta_of(path)), ("data", specification.ENDPOINTS.get(template, ""))]
        for name, kind in parts:
            for resource, item in objects_in(response[name], kind):
                found[resource].append(item)
    tables = {spec.name: values[spec.path(DataFormat.JSON)] for spec in DATA_FILES}
    return found | tables
