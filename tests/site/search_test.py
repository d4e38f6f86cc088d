"""The search index has every published name with a link that resolves, and is small."""

import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from locdata_model.urls import SEARCH_INDEX_PATH, PageName
from support.site import Files, Rows, Values
from support.site_pages import ParsedSite

MAX_INDEX_BYTES = 100_000


@pytest.fixture(scope="module")
def names(values: Values) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The names of the index by kind."""
    found = defaultdict(list)
    for name in values[SEARCH_INDEX_PATH]["names"]:
        found[name["kind"]].append(name)
    return found


def test_index_is_small(contents: Files) -> None:
    assert len(gzip.compress(contents[SEARCH_INDEX_PATH], 9)) <= MAX_INDEX_BYTES


def test_index_has_every_country_product_and_page(
    names: Mapping[str, Sequence[Mapping[str, Any]]], details: Rows, erp_details: Rows
) -> None:
    assert sorted(name["name"] for name in names["country"]) == sorted(country["name"] for country in details)
    assert sorted(name["name"] for name in names["erp"]) == sorted(erp["name"] for erp in erp_details)
    assert {name["path"] for name in names["page"]} == {page.path for page in PageName if page.label}


def test_index_has_every_report_by_both_of_its_names_and_its_form(
    names: Mapping[str, Sequence[Mapping[str, Any]]], responses: Values
) -> None:
    found = {
        (name["path"].partition("#")[2], each)
        for name in names["report"]
        for each in (name["name"], *name.get("aliases", ()))
    }
    for report in responses["/api/v1/reports.json"]["data"]:
        called = {report["report_local"], report["report_en"], report["form"] or report["report_en"]}

        assert {(report["id"], each) for each in (*called, *report["aliases"])} <= found


def test_index_has_every_term_provider_local_system_partner_and_authority(
    names: Mapping[str, Sequence[Mapping[str, Any]]], responses: Values, values: Values, details: Rows
) -> None:
    terms = json.loads(Path("data_src/terms.json").read_bytes())["terms"]
    providers = {connector["provider"] for connector in values["/data/connectors.json"]}
    systems = responses["/api/v1/local-erps.json"]["data"]
    partners = responses["/api/v1/partners.json"]["data"]

    assert {name["name"] for name in names["term"]} == {term["name"] for term in terms}
    assert {name["name"] for name in names["provider"]} == providers
    assert sorted(name["name"] for name in names["local-erp"]) == sorted(system["name"] for system in systems)
    assert sorted(name["name"] for name in names["partner"]) == sorted(partner["name"] for partner in partners)
    assert sorted(name["countries"] for name in names["authority"]) == sorted([each["code"]] for each in details)


def test_index_has_every_phase_by_its_obligation_and_its_text(
    names: Mapping[str, Sequence[Mapping[str, Any]]], responses: Values
) -> None:
    phases = {phase["url"].partition("#")[2]: phase for phase in responses["/api/v1/phases.json"]["data"]}
    found = {name["path"].partition("#")[2]: name for name in names["phases"]}

    assert found.keys() == phases.keys()
    assert all(phases[anchor]["what"].startswith(name["text"].removesuffix("…")) for anchor, name in found.items())


def test_links_of_every_name_and_section_resolve(
    parsed: ParsedSite, values: Values, country_pages: Mapping[str, str]
) -> None:
    index = values[SEARCH_INDEX_PATH]
    paths = [name["path"] for name in index["names"]]
    paths += [f"{path}#{section['anchor']}" for path in country_pages.values() for section in index["sections"]]

    assert [path for path in paths if not parsed.leads_somewhere(f"{parsed.base_url}{path}")] == []


def test_page_of_all_names_has_the_links_of_the_index(parsed: ParsedSite, values: Values) -> None:
    links = parsed.page(PageName.A_Z.path).content_links

    # Pages of their own list these.
    elsewhere = {"phases", "formats", "platforms"}
    names = (name for name in values[SEARCH_INDEX_PATH]["names"] if name["kind"] not in elsewhere)

    assert {f"{parsed.base_url}{name['path']}" for name in names} - links == set()
