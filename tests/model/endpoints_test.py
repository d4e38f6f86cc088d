"""The table of endpoints, and which endpoint a path belongs to."""

import pytest

from locdata_model.changes import Release, Tombstone
from locdata_model.countries import Country, CountryDetail, FilterItem
from locdata_model.endpoints import ENDPOINTS, OPENAPI_PATH, Endpoint, EndpointSpec, endpoint_for
from locdata_model.erps import Erp, ErpDetail
from locdata_model.facts import Fact
from locdata_model.listings import NewsItem, Sponsor
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Flip, Phase

ADDED = {
    "/api/v1/phases.json": Phase,
    "/api/v1/flips.json": Flip,
    "/api/v1/changes.json": Release,
    "/api/v1/tombstones.json": Tombstone,
}
"""Endpoints that the specification does not ask for, with an item of each."""


def path_of(spec: EndpointSpec | None) -> str | None:
    """The path of an endpoint; None for none."""
    return spec.path if spec else None


def test_endpoints_are_those_of_the_specification() -> None:
    assert [(spec.path, spec.item) for spec in ENDPOINTS if spec.path not in ADDED] == [
        ("/api/v1/index.json", Endpoint),
        ("/api/v1/countries.json", Country),
        ("/api/v1/countries/{code}.json", CountryDetail),
        ("/api/v1/erps.json", Erp),
        ("/api/v1/erps/{id}.json", ErpDetail),
        ("/api/v1/facts.json", Fact),
        ("/api/v1/local-erps.json", LocalErp),
        ("/api/v1/partner-flags.json", PartnerFlag),
        ("/api/v1/partners.json", Partner),
        ("/api/v1/news.json", NewsItem),
        ("/api/v1/sponsors.json", Sponsor),
        ("/api/v1/filters/{name}.json", FilterItem),
    ]
    assert OPENAPI_PATH == "/api/openapi.json"


def test_endpoints_beyond_the_specification_come_last() -> None:
    assert [(spec.path, spec.item) for spec in ENDPOINTS[-len(ADDED) :]] == list(ADDED.items())


def test_endpoints_have_one_name_and_one_response_each() -> None:
    assert len({spec.operation_id for spec in ENDPOINTS}) == len(ENDPOINTS)
    assert len({spec.response for spec in ENDPOINTS}) == len(ENDPOINTS)


def test_parameter_is_the_name_between_braces() -> None:
    assert {spec.path: spec.parameter for spec in ENDPOINTS if spec.parameter} == {
        "/api/v1/countries/{code}.json": "code",
        "/api/v1/erps/{id}.json": "id",
        "/api/v1/filters/{name}.json": "name",
    }


@pytest.mark.parametrize(
    ("path", "template"),
    [
        *((spec.path, spec.path) for spec in ENDPOINTS if spec.parameter is None),
        ("/api/v1/countries/fr.json", "/api/v1/countries/{code}.json"),
        ("/api/v1/erps/sap-s4hana.json", "/api/v1/erps/{id}.json"),
        ("/api/v1/erps/erp_id_01.json", "/api/v1/erps/{id}.json"),
        ("/api/v1/filters/toggles-unknown.json", "/api/v1/filters/{name}.json"),
    ],
)
def test_path_belongs_to_its_endpoint(path: str, template: str) -> None:
    assert path_of(endpoint_for(path)) == template


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/api/openapi.json",
        "/api/v1/",
        "/api/v1/index",
        "/api/v2/index.json",
        "/api/v1/index.json/",
        "/api/v1/countries/",
        "/api/v1/countries/.json",
        "/api/v1/countries/fr",
        "/api/v1/countries/fr.csv",
        "/api/v1/countries/fr/facts.json",
        "/api/v1/unknown/fr.json",
        "/api/v1/unknown.json",
        "/data/matrix.json",
        "/data/countries.csv",
        "/france/index.md",
        "api/v1/index.json",
        "https://data.example/api/v1/index.json",
    ],
)
def test_any_other_path_belongs_to_none(path: str) -> None:
    assert path_of(endpoint_for(path)) is None


@pytest.mark.parametrize("spec", ENDPOINTS, ids=lambda spec: spec.operation_id)
def test_path_for_a_value_leads_back_to_the_endpoint(spec: EndpointSpec) -> None:
    path = spec.path_for("fr")

    assert path == spec.path.replace("{code}", "fr").replace("{id}", "fr").replace("{name}", "fr")
    assert endpoint_for(path) is spec
