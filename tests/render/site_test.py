"""The site is a function of the data: other countries, products and URLs need no code."""

import hashlib
import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from iso3166 import countries_by_alpha2

from locdata_build.render.calendars import calendar_artifacts
from locdata_build.render.pages import PageRenderer, RenderedPage
from locdata_build.render.site import LazySite, site_artifacts
from locdata_build.site.files import parse_checksums
from locdata_build.site.publication import publish_folder
from locdata_build.view.context import SiteContext
from locdata_model.json_schema import SchemaForm
from locdata_model.urls import API_NOT_FOUND_PATH, CHECKSUMS_PATH, LLMS_PATH, OPENAPI_PATH
from support.dataset import Files, whole
from support.pages import minimal_files
from support.records import country, erp, sponsor, support
from support.rendering import render_files

# The files


def test_checksums_come_last_and_list_every_other_file(
    files: Mapping[str, bytes], precompressed_files: Mapping[str, bytes]
) -> None:
    for built in (files, precompressed_files):
        *others, last = built

        assert last == CHECKSUMS_PATH
        assert parse_checksums(built[last]) == {path: hashlib.sha256(built[path]).hexdigest() for path in others}


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="this machine has no sha256sum")
def test_sha256sum_accepts_a_site_and_notices_a_change(tmp_path: Path, context: SiteContext) -> None:
    publish_folder(site_artifacts(context), site := tmp_path / "site")
    check = ["sha256sum", "--check", "--strict", CHECKSUMS_PATH.removeprefix("/")]

    assert subprocess.run(check, cwd=site, check=False, capture_output=True).returncode == 0
    (site / "index.md").write_bytes(b"changed")
    assert subprocess.run(check, cwd=site, check=False, capture_output=True).returncode == 1


def test_response_for_an_unknown_path_names_its_status_and_the_index(files: Mapping[str, bytes]) -> None:
    problem = json.loads(files[API_NOT_FOUND_PATH])

    assert (problem["type"], problem["title"], problem["status"]) == ("about:blank", "Not Found", 404)
    assert problem["index"] == "https://data.example/api/v1/index.json"


def test_two_files_with_the_same_path_are_refused(monkeypatch: pytest.MonkeyPatch, context: SiteContext) -> None:
    monkeypatch.setattr("locdata_build.render.site.feed_artifacts", calendar_artifacts)

    with pytest.raises(ValueError, match=r"^two files have the path /feeds/all\.ics$"):
        list(site_artifacts(context))


def test_lazy_site_has_the_same_files_in_any_order(context: SiteContext, files: Mapping[str, bytes]) -> None:
    for paths in ([*files], [*files][::-1]):
        site = LazySite(context)

        assert {path: site.get(path) for path in paths} == files
        assert {path for path in (*files, "/nothing/", "/data/nothing.csv") if path in site} == files.keys()


def test_lazy_site_makes_only_the_page_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, context: SiteContext, files: Mapping[str, bytes]
) -> None:
    made, make = [], PageRenderer.make

    def remember(renderer: PageRenderer, path: str) -> RenderedPage:
        made.append(path)
        return make(renderer, path)

    monkeypatch.setattr(PageRenderer, "make", remember)
    site = LazySite(context)

    assert site.get("/france/index.html") == files["/france/index.html"]
    assert "/favicon.ico" not in site
    assert made == ["/france/"]


# Other data


def test_site_about_which_little_is_known_has_all_pages(tmp_path: Path, files: Mapping[str, bytes]) -> None:
    def is_page(path: str) -> bool:
        return path.endswith((".html", ".md"))

    minimal = render_files(tmp_path, minimal_files())

    assert {*filter(is_page, minimal)} == {*filter(is_page, files)}


def dataset(country_count: int, product_count: int) -> Files:
    """Return that many countries, all tracked, and products with neutral ids."""
    files = {path: value for path, value in whole().items() if "/" not in path}
    cells = [support(f"erp_id_{number:02}") for number in range(1, product_count + 1)]
    for number in range(1, product_count + 1):
        files[f"erps/erp_id_{number:02}.json"] = erp(number)
    codes = ["fr", *sorted(code.lower() for code in countries_by_alpha2 if code != "FR")[: country_count - 1]]
    for number, code in enumerate(codes):
        value = country(code, f"Country {code}")
        value["map_tile"] = {"column": number % 12 + 1, "row": number // 12 + 1}
        value["e_invoicing"]["erp_support"] = cells
        value["partner_flags"] = []
        files[f"countries/{code}.json"] = value
    return files


def json_files(folder: Path, files: Files) -> dict[str, Any]:
    """Return the value of each JSON file by path."""
    return {path: json.loads(content) for path, content in render_files(folder, files).items() if ".json" in path}


@pytest.mark.parametrize(
    ("country_count", "product_count"),
    [
        pytest.param(62, 12, id="one more than the specification has", marks=pytest.mark.proof),
        pytest.param(60, 10, id="one less", marks=pytest.mark.proof),
        pytest.param(3, 4, id="a few"),
        pytest.param(1, 1, id="one of each"),
    ],
)
def test_any_number_of_countries_and_products_can_be_published(
    tmp_path: Path, country_count: int, product_count: int
) -> None:
    site = json_files(tmp_path, dataset(country_count, product_count))
    ids = [f"erp_id_{number:02}" for number in range(1, product_count + 1)]
    keys = [f"erp_key_{number:02}" for number in range(1, product_count + 1)]

    assert site["/api/v1/countries.json"]["meta"]["count"] == country_count
    assert [item["id"] for item in site["/api/v1/erps.json"]["data"]] == ids
    assert len(site["/data/matrix.json"]) == country_count * product_count
    assert [*site["/data/reporting.json"][0]][12:-2] == keys
    assert {f"/api/v1/erps/{id_}.json" for id_ in ids} <= site.keys()
    parameters = site["/api/strict/openapi.json"]["paths"]["/api/v1/erps/{id}.json"]["get"]["parameters"]
    assert parameters[0]["schema"]["enum"] == ids


def test_path_of_the_base_url_is_part_of_every_absolute_url(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["base_url"] = "https://example.org/locdata"
    site = json_files(tmp_path, files)

    assert site["/api/v1/countries.json"]["data"][0]["url"] == "https://example.org/locdata/france/"
    assert site["/api/v1/erps.json"]["data"][0]["url"] == "https://example.org/locdata/erp/erp_id_01/"
    assert site["/api/v1/index.json"]["meta"]["docs"] == "https://example.org/locdata/api/"
    assert site["/api/v1/index.json"]["meta"]["openapi"] == "https://example.org/locdata/api/openapi.json"
    assert site["/api/openapi.json"]["servers"][0]["url"] == "https://example.org/locdata"
    assert site["/api/v1/countries.json"]["data"][0]["api_url"] == "/api/v1/countries/fr.json"


def test_sponsor_changes_only_the_files_of_sponsors_and_those_that_count_them(
    tmp_path: Path, files: Mapping[str, bytes]
) -> None:
    sponsored = render_files(
        tmp_path, whole() | {"sponsors.json": whole()["sponsors.json"] | {"sponsors": [sponsor()]}}
    )
    own = {"/api/v1/sponsors.json", "/sponsors/index.html", "/sponsors/index.md"}
    # The index counts sponsors, and llms.txt has the size of their page. The OpenAPI documents, which the page of its tag
    # repeats, show one as an example.
    documents = {form.path(OPENAPI_PATH) for form in SchemaForm}
    service = {"/api/service/index.html", "/api/service/index.md"}
    counting = {"/api/v1/index.json", *documents, *service, LLMS_PATH, CHECKSUMS_PATH}

    assert {path for path in files if files[path] != sponsored[path]} == own | counting
