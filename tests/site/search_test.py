"""The search index has every published name, with a link that resolves."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from locdata_model.urls import SEARCH_INDEX_PATH, PageName, search_piece_path
from support.site import Rows, Values
from support.site_pages import ParsedSite

Entries = Mapping[str, Sequence[Mapping[str, Any]]]


def name_of(entry: Mapping[str, Any]) -> str:
    """Return the name of an entry, which is in parts."""
    return "".join(entry["name"])


@pytest.fixture(scope="module")
def entries(values: Values, country_pages: Mapping[str, str]) -> Entries:
    """The entries of all pieces by the first part of their kind, with whole paths."""
    found = defaultdict(list, place=values[SEARCH_INDEX_PATH]["places"])
    for entry in values[SEARCH_INDEX_PATH]["entries"]:
        found[entry["kind"].partition("/")[0]].append(entry)
    for code, path in country_pages.items():
        for entry in values[search_piece_path(code)]["entries"]:
            whole = f"{path}{entry['path']}" if entry["path"].startswith("#") else entry["path"]
            found[entry["kind"].partition("/")[0]].append(entry | {"path": whole})
    return found


def test_index_has_every_country_product_and_page(entries: Entries, details: Rows, erp_details: Rows) -> None:
    assert sorted(place["name"] for place in entries["place"]) == sorted(country["name"] for country in details)
    assert sorted(map(name_of, entries["erps"])) == sorted(erp["name"] for erp in erp_details)
    assert {entry["path"].partition("?")[0] for entry in entries["page"]} == {
        page.path for page in PageName if page.label
    }


def test_index_has_every_report_by_both_of_its_names_and_its_form(entries: Entries, responses: Values) -> None:
    found = {
        (entry["path"].partition("#")[2], each)
        for entry in entries["reporting"]
        for each in (name_of(entry), *entry.get("aliases", ()))
    }
    for report in responses["/api/v1/reports.json"]["data"]:
        called = {report["report_local"], report["report_en"], report["form"] or report["report_en"]}

        assert {(report["id"], each) for each in (*called, *report["aliases"])} <= found


@pytest.mark.parametrize(
    ("kind", "resource", "field"),
    [
        ("terms", "terms", "name"),
        ("provider", "connectors", "provider"),
        ("local-erps", "local-erps", "name"),
        ("partners", "partners", "name"),
    ],
)
def test_index_has_every_term_provider_local_system_and_partner(
    entries: Entries, responses: Values, kind: str, resource: str, field: str
) -> None:
    assert {*map(name_of, entries[kind])} == {each[field] for each in responses[f"/api/v1/{resource}.json"]["data"]}


def test_index_has_every_phase_by_its_text(entries: Entries, responses: Values) -> None:
    phases = {phase["url"].partition("#")[2]: phase for phase in responses["/api/v1/phases.json"]["data"]}
    found = {entry["path"].partition("#")[2]: entry for entry in entries["phases"]}

    assert found.keys() == phases.keys()
    assert all(
        phases[anchor]["what"].startswith("".join(entry["value"]).removesuffix("…")) for anchor, entry in found.items()
    )


def test_links_of_every_entry_resolve(parsed: ParsedSite, entries: Entries) -> None:
    paths = {entry["path"] for found in entries.values() for entry in found}

    assert [path for path in paths if not parsed.leads_somewhere(f"{parsed.base_url}{path}")] == []


def test_page_of_all_names_has_the_links_of_the_index(parsed: ParsedSite, entries: Entries) -> None:
    links = parsed.page(PageName.A_Z.path).content_links
    names = [*entries["place"], *entries["terms"], *entries["erps"], *entries["reporting"]]
    names += [*entries["provider"], *entries["local-erps"], *entries["partners"]]

    assert {f"{parsed.base_url}{entry['path']}" for entry in names} - links == set()
