"""The table of endpoints, and the endpoint of a path."""

import pytest
from msgspec.structs import fields

from locdata_model.endpoint_spec import EndpointSpec, PathParameter
from locdata_model.endpoints import ENDPOINTS, endpoint_for
from support import specification
from support.specification import FROZEN


def template_of(path: str) -> str | None:
    """The path of the endpoint that serves ``path``; None if there is none."""
    spec = endpoint_for(path)
    return spec.path if spec else None


def test_endpoints_are_those_of_the_specification_and_then_additional_ones() -> None:
    paths = [spec.path for spec in ENDPOINTS]

    assert paths[: len(specification.ENDPOINTS)] == list(specification.ENDPOINTS), FROZEN


def test_endpoints_have_different_names_and_paths() -> None:
    assert len({spec.operation_id for spec in ENDPOINTS}) == len(ENDPOINTS)
    assert len({spec.path for spec in ENDPOINTS}) == len(ENDPOINTS)


def test_item_is_the_type_of_the_data_or_of_the_items_of_the_list() -> None:
    for spec in ENDPOINTS:
        (data,) = (field.type.__origin__ for field in fields(spec.response) if field.name == "data")

        assert data in (spec.item, tuple[spec.item, ...]), spec.path  # type: ignore[name-defined]  # made at run time


@pytest.mark.parametrize("spec", ENDPOINTS, ids=lambda spec: spec.operation_id)
def test_path_with_a_value_leads_back_to_the_endpoint(spec: EndpointSpec) -> None:
    path = spec.path_for("erp_id_01")

    assert path == spec.path.replace(f"{{{spec.parameter}}}", "erp_id_01")
    assert ("{" in spec.path) == isinstance(spec.parameter, PathParameter)
    assert endpoint_for(path) is spec


NO_ENDPOINTS = (
    *("", "/", "/api/openapi.json", "/api/v1/index", "/api/v2/index.json", "/api/v1/index.json/", "api/v1/index.json"),
    *("/api/v1/countries/", "/api/v1/countries/.json", "/api/v1/countries/fr", "/api/v1/countries/fr.csv"),
    *("/api/v1/countries/fr/facts.json", "/api/v1/unknown/fr.json", "/api/v1/unknown.json", "/data/countries.json"),
    "https://data.example/api/v1/index.json",
)


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("/api/v1/index.json", "/api/v1/index.json"),
        ("/api/v1/countries/fr.json", "/api/v1/countries/{code}.json"),
        ("/api/v1/countries/{code}.json", "/api/v1/countries/{code}.json"),
        ("/api/v1/filters/toggles-unknown.json", "/api/v1/filters/{name}.json"),
        ("/api/v1/countries/fr/obligations.json", "/api/v1/countries/{code}/obligations.json"),
        ("/api/v1/countries/fr/reports.json", "/api/v1/countries/{code}/reports.json"),
        ("/api/v1/phases/2027.json", "/api/v1/phases/{year}.json"),
        ("/api/v1/vat-rates.json", "/api/v1/vat-rates.json"),
        ("/api/v1/countries/fr/vat-rates.json", "/api/v1/countries/{code}/vat-rates.json"),
        ("/api/v1/countries/fr/thresholds.json", "/api/v1/countries/{code}/thresholds.json"),
        ("/api/v1/countries/fr/formats.json", "/api/v1/countries/{code}/formats.json"),
        *((path, None) for path in NO_ENDPOINTS),
    ],
)
def test_path_leads_to_its_endpoint_or_to_none(path: str, template: str | None) -> None:
    assert template_of(path) == template
