"""Countries and products are data: other ones, more or fewer need no code."""

import json
from pathlib import Path
from typing import Any

import pytest
from iso3166 import countries_by_alpha2

from locdata_build.render.artifacts import Artifact, in_order
from locdata_model.endpoints import CHECKSUMS_PATH
from support.dataset import Files, country, erp, sponsor, support, whole
from support.world import render_files


def dataset(countries: int, products: int) -> Files:
    """A whole set with so many countries, all tracked, and products with neutral ids."""
    files = {place: value for place, value in whole().items() if "/" not in place}
    cells = [support(f"erp_id_{number:02}") for number in range(1, products + 1)]
    for number in range(1, products + 1):
        files[f"erps/erp_id_{number:02}.json"] = erp(number)
    codes = ["fr", *sorted(code.lower() for code in countries_by_alpha2 if code != "FR")[: countries - 1]]
    for number, code in enumerate(codes):
        value = country(code, f"Country {code}")
        value["map_tile"] = {"column": number % 12 + 1, "row": number // 12 + 1}
        value["e_invoicing"]["erp_support"] = cells
        value["partner_flags"] = []
        files[f"countries/{code}.json"] = value
    return files


def site(folder: Path, files: Files) -> dict[str, Any]:
    """The built JSON files by path."""
    return {
        path: json.loads(content) for path, content in render_files(folder, files).items() if path.endswith(".json")
    }


@pytest.mark.parametrize(
    ("countries", "products"),
    [
        pytest.param(61, 11, id="the specification's numbers"),
        pytest.param(62, 12, id="a 62nd country and a 12th product"),
        pytest.param(60, 11, id="a country is missing"),
        pytest.param(1, 1, id="one of each"),
    ],
)
def test_any_number_of_countries_and_products_can_be_published(tmp_path: Path, countries: int, products: int) -> None:
    built = site(tmp_path, dataset(countries, products))
    ids = [f"erp_id_{number:02}" for number in range(1, products + 1)]
    keys = [f"erp_key_{number:02}" for number in range(1, products + 1)]

    assert built["/api/v1/countries.json"]["meta"]["count"] == countries
    assert [item["id"] for item in built["/api/v1/erps.json"]["data"]] == ids
    assert len(built["/data/matrix.json"]) == countries * products
    assert [*built["/data/reporting.json"][0]][12:-2] == keys
    assert {f"/api/v1/erps/{id_}.json" for id_ in ids} <= built.keys()
    parameters = built["/api/openapi.json"]["paths"]["/api/v1/erps/{id}.json"]["get"]["parameters"]
    assert parameters[0]["schema"]["enum"] == ids


def test_a_base_url_with_a_path_is_part_of_every_absolute_link(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["base_url"] = "https://example.org/locdata"
    built = site(tmp_path, files)

    assert built["/api/v1/countries.json"]["data"][0]["url"] == "https://example.org/locdata/france/"
    assert built["/api/v1/erps.json"]["data"][0]["url"] == "https://example.org/locdata/erp/erp_id_01/"
    assert built["/api/v1/index.json"]["meta"]["docs"] == "https://example.org/locdata/api/"
    assert built["/api/v1/index.json"]["meta"]["openapi"] == "https://example.org/locdata/api/openapi.json"
    assert built["/api/openapi.json"]["servers"][0]["url"] == "https://example.org/locdata"
    assert built["/api/v1/countries.json"]["data"][0]["api_url"] == "/api/v1/countries/fr.json"


def test_sponsored_content_changes_nothing_but_where_it_stands_and_is_counted(tmp_path: Path) -> None:
    files = whole()
    before = render_files(tmp_path, files)
    files["sponsors.json"]["sponsors"] = [sponsor()]
    after = render_files(tmp_path, files)
    own = {"/api/v1/sponsors.json", "/sponsors/index.html", "/sponsors/index.md"}
    # The index counts sponsors, and the OpenAPI document, which the page of the API repeats, shows one as an example.
    counted = {"/api/v1/index.json", "/api/openapi.json", "/api/index.html", "/api/index.md", CHECKSUMS_PATH}

    assert {path for path in before if before[path] != after[path]} == own | counted


def test_two_artifacts_at_one_path_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^two artifacts share a path: /a$"):
        in_order([Artifact("/a", b"1"), Artifact("/b", b""), Artifact("/a", b"2")])
