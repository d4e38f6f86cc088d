"""Pages and anchors lie where the specification says, and links lead to them."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_build.source.page_names import PageName
from locdata_build.view.page import Page
from locdata_build.view.places import TOP_PAGES, numbered_reports, top_link, top_path
from locdata_build.view.text import Link
from locdata_build.view.words import OBLIGATIONS
from support.dataset import COUNTRY, country, sponsor, whole
from support.pages import anchors_of, links_of, load_pages
from support.world import load_world


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Page]:
    """The pages of a tracked country and one outside the matrix, with reports on both topics."""
    files = whole()
    report = files[COUNTRY]["reporting"][0]
    names = [("vat-reporting", "One"), ("saf-t", "Two"), ("vat-reporting", "Three")]
    files[COUNTRY]["reporting"] = [{**report, "topic": topic, "report_local": name} for topic, name in names]
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None}
    files["sponsors.json"]["sponsors"] = [sponsor()]
    return load_pages(tmp_path_factory.mktemp("data"), files)


def test_every_page_lies_in_a_folder_of_its_own(pages: Mapping[str, Page]) -> None:
    top = [top_path(name) for name in TOP_PAGES]
    products = ["/erp/erp_id_01/", "/erp/erp_id_02/"]

    assert sorted(pages) == sorted(["/", "/404", "/france/", "/norway/", *products, *top])


def test_a_page_is_a_file_named_index_with_a_twin(pages: Mapping[str, Page]) -> None:
    assert (pages["/france/"].html_path, pages["/france/"].markdown_path) == ("/france/index.html", "/france/index.md")


def test_the_page_for_lost_readers_is_a_file_that_servers_look_for(pages: Mapping[str, Page]) -> None:
    assert (pages["/404"].html_path, pages["/404"].is_listed) == ("/404.html", False)


def test_a_row_of_the_matrix_has_country_and_product_for_its_anchor(pages: Mapping[str, Page]) -> None:
    assert {"fr-erp_id_01", "fr-erp_id_02"} <= set(anchors_of(pages["/e-invoicing/"]))


def test_a_row_of_a_product_has_the_country_for_its_anchor(pages: Mapping[str, Page]) -> None:
    assert {"fr", "no"} <= set(anchors_of(pages["/erp/erp_id_02/"]))


@pytest.mark.parametrize("path", ["/france/", "/norway/"])
@pytest.mark.parametrize("anchor", ["e-invoicing", "vat-reporting", "saf-t", "erp-erp_id_01", "erp-erp_id_02"])
def test_a_country_has_the_anchors_of_the_specification(pages: Mapping[str, Page], path: str, anchor: str) -> None:
    assert anchor in anchors_of(pages[path])


@pytest.mark.parametrize("path", ["/reporting/", "/france/"])
def test_a_report_is_numbered_within_its_topic_and_country(pages: Mapping[str, Page], path: str) -> None:
    anchors = {"vat-reporting-fr-1", "vat-reporting-fr-2", "saf-t-fr-1"}

    assert {anchor for anchor in anchors_of(pages[path]) if anchor[-2] == "-" and "fr" in anchor} >= anchors


def test_reports_of_a_topic_are_numbered_in_the_order_of_the_file(tmp_path: Path) -> None:
    files = whole()
    report = files[COUNTRY]["reporting"][0]
    names = [("saf-t", "A"), ("vat-reporting", "B"), ("saf-t", "C"), ("vat-reporting", "D")]
    files[COUNTRY]["reporting"] = [{**report, "topic": topic, "report_local": name} for topic, name in names]
    numbered = numbered_reports(load_world(tmp_path, files).country("fr"))

    assert [(anchor, report.report_local) for anchor, report in numbered] == [
        ("vat-reporting-fr-1", "B"),
        ("vat-reporting-fr-2", "D"),
        ("saf-t-fr-1", "A"),
        ("saf-t-fr-2", "C"),
    ]


@pytest.mark.parametrize("kind", OBLIGATIONS)
def test_each_obligation_of_a_country_has_an_anchor(pages: Mapping[str, Page], kind: str) -> None:
    assert f"duty-{kind.replace('_', '-')}" in anchors_of(pages["/norway/"])


def test_the_home_page_leaves_old_links_to_rows_of_the_matrix_free_and_forwards_them(
    pages: Mapping[str, Page],
) -> None:
    assert pages["/"].moved_anchors == "/e-invoicing/"
    assert "fr-erp_id_01" not in anchors_of(pages["/"])


def test_no_anchor_stands_twice_on_a_page(pages: Mapping[str, Page]) -> None:
    counts = {path: Counter(anchors_of(page)) for path, page in pages.items()}

    assert [(path, anchor) for path, count in counts.items() for anchor in count if count[anchor] > 1] == []


def test_every_link_within_the_site_leads_to_a_page_and_an_anchor_of_it(pages: Mapping[str, Page]) -> None:
    targets = {path: {"", *anchors_of(page)} for path, page in pages.items()}
    links = [(path, link) for path, page in pages.items() for link in links_of(page) if not link.is_external]
    parts = [(path, link.href.partition("#")) for path, link in links]
    # A page lies in a folder; what has a name is another file.
    to_pages = [
        (place or path, anchor) for path, (place, _, anchor) in parts if place in ("", *targets) or place[-1] == "/"
    ]

    assert len(to_pages) > 100
    assert [(place, anchor) for place, anchor in to_pages if anchor not in targets[place]] == []


def test_every_listed_page_can_be_reached_from_the_home_page(pages: Mapping[str, Page]) -> None:
    links = {path: {link.href.partition("#")[0] for link in links_of(page)} for path, page in pages.items()}
    reached, ahead = set[str](), {"/"}
    while ahead:
        reached |= ahead
        ahead = {href for path in ahead for href in links[path] if href in pages} - reached

    assert reached == {path for path, page in pages.items() if page.is_listed}


@pytest.mark.parametrize("name", TOP_PAGES)
def test_a_page_for_all_countries_lies_at_its_name(name: PageName) -> None:
    assert top_link(name) == Link(TOP_PAGES[name].label, f"/{name.value}/")
