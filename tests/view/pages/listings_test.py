"""Local ERP systems, partners, news and sponsors are listed in published order, with their sources."""

import datetime as dt

import pytest

from locdata_build.view.page import Page
from locdata_build.view.text import Details, Link, rich
from support.dataset import COUNTRY, whole
from support.pages import (
    empty_country,
    links_of,
    load_pages,
    minimal_files,
    pairs_of,
    row_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import country, sponsor

NAMES = ("beta", "Gamma", "Alpha")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    """The pages of three countries: one with several systems and partners, one with one of each, one without any."""
    files = whole()
    (system,), (partner,) = files[COUNTRY]["local_erps"], files[COUNTRY]["partners"]
    files[COUNTRY]["local_erps"] = [system | {"slug": name.lower(), "name": name} for name in NAMES]
    files[COUNTRY]["partners"] = [
        partner | {"erp": erp, "slug": name.lower(), "name": name}
        for erp, name in [("erp_id_02", "Alpha"), *(("erp_id_01", name) for name in NAMES)]
    ]
    files["countries/at.json"] = country("at", "Zland")
    files["countries/no.json"] = country("no", "Norway") | empty_country()
    (item,) = files["news.json"]["news"]
    files["news.json"]["news"] = [
        {**item, "id": id_, "url": f"https://vendor.example/{id_}", "date": date}
        for id_, date in {"n1": "2026-01-01", "n2": None, "n3": "2026-05-01"}.items()
    ]
    files["sponsors.json"]["sponsors"] = [sponsor() | {"id": "bbb", "name": "BBB", "end": "2026-12-31"}, sponsor()]
    return load_pages(tmp_path_factory.mktemp("data"), files)


@pytest.fixture(scope="module")
def minimal(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    """The pages of a site with hardly any records."""
    return load_pages(tmp_path_factory.mktemp("data"), minimal_files())


# Local systems and partners


@pytest.mark.parametrize(
    ("path", "anchors"),
    [
        ("/local-erps/", ["local-erp-fr-alpha", "local-erp-fr-beta", "local-erp-fr-gamma", "local-erp-at-local"]),
        (
            "/partners/",
            [
                "partner-fr-erp_id_01-alpha",
                "partner-fr-erp_id_01-beta",
                "partner-fr-erp_id_01-gamma",
                "partner-fr-erp_id_02-alpha",
                "partner-at-erp_id_01-partner",
            ],
        ),
    ],
)
def test_rows_are_sorted_by_country_then_product_then_name(
    pages: dict[str, Page], path: str, anchors: list[str]
) -> None:
    assert [row.id for row in rows_of(*tables_of(pages[path]))] == anchors


@pytest.mark.parametrize("name", ["local-erps", "partners"])
def test_each_country_with_rows_has_a_group_and_the_same_rows_on_its_page_with_folded_sources(
    pages: dict[str, Page], name: str
) -> None:
    (table,) = tables_of(pages[f"/{name}/"])
    (own,) = tables_of(section_of(pages["/france/"], name))

    assert [group.title for group in table.groups] == [
        rich(Link("France", f"/france/#{name}")),
        rich(Link("Zland", f"/zland/#{name}")),
    ]
    (group,) = own.groups
    assert (group.title, [row.id for row in group.rows]) == ((), [row.id for row in table.groups[0].rows])
    assert [row.cells[:-1] for row in group.rows] == [row.cells[:-1] for row in table.groups[0].rows]
    assert {type(part) for row in group.rows for part in row.cells[-1]} == {Details}


def test_a_row_shows_the_whole_record(pages: dict[str, Page]) -> None:
    system, partner = (rows_of(*tables_of(pages[path]))[-1].cells for path in ("/local-erps/", "/partners/"))

    assert system[:3] == (
        rich(Link("Local", "https://local.example/")),
        rich("SME accounting"),
        rich("Accounting software."),
    )
    assert system[3][0] == Link("news.example, Local", "https://news.example/local")
    assert partner[:4] == (
        rich("Partner"),
        rich(Link("Product 1", "/zland/#erp-erp_id_01")),
        rich("localization partner"),
        rich("Localizes the product.", " Listed in: ", "partner site", "."),
    )
    assert partner[4][0] == Link("partner.example, Local", "https://partner.example/local")


def test_partners_of_a_product_are_named_in_the_same_order_elsewhere(pages: dict[str, Page]) -> None:
    product = row_of(pages["/france/"], "erp-erp_id_01")
    (table,) = tables_of(section_of(pages["/erp/erp_id_01/"], "by-country"))

    assert [link.text for link in links_of(product.cells[-1]) if link.href.startswith("#partner")] == [
        "Alpha",
        "beta",
        "Gamma",
    ]
    assert rows_of(table)[0].cells[4] == rich("Alpha", ", ", "beta", ", ", "Gamma")


# News


def test_news_is_listed_newest_first_and_undated_last(pages: dict[str, Page], minimal: dict[str, Page]) -> None:
    rows = rows_of(*tables_of(pages["/news/"]))

    assert [(row.id, row.cells[1]) for row in rows] == [
        ("n3", rich(dt.date(2026, 5, 1))),
        ("n1", rich(dt.date(2026, 1, 1))),
        ("n2", rich("Not dated by the publisher.")),
    ]
    assert texts_of(minimal["/news/"].blocks) == ["There is no news."]


def test_a_news_item_has_its_title_product_and_publisher(pages: dict[str, Page]) -> None:
    title, _, *others = rows_of(*tables_of(pages["/news/"]))[0].cells

    assert title == rich(Link("New format", "https://vendor.example/n3"))
    assert others == [
        rich(Link("Product 1", "/erp/erp_id_01/")),
        rich(Link("vendor.example", "https://vendor.example")),
        rich(dt.date(2026, 11, 20)),
    ]


# Sponsors


def test_sponsors_are_sorted_by_id_below_the_notice(pages: dict[str, Page], minimal: dict[str, Page]) -> None:
    page = pages["/sponsors/"]

    assert page.lead == rich("Sponsored content is apart.")
    assert [(section.id, section.title) for section in page.sections] == [
        ("sponsor-aaa", "Sponsored: AAA"),
        ("sponsor-bbb", "Sponsored: BBB"),
    ]
    assert texts_of(minimal["/sponsors/"].blocks) == ["There are no sponsored placements."]


def test_a_sponsor_is_marked_in_text_and_link(pages: dict[str, Page]) -> None:
    first, second = (pairs_of(*section.blocks) for section in pages["/sponsors/"].sections)

    assert first == {
        "Sponsored": rich("First.", " ", "A sponsor."),
        "Website": rich(Link("https://sponsor.example/", "https://sponsor.example/", sponsored=True)),
        "Where": rich("Sponsors page"),
        "When": rich("1 January 2026, open"),
    }
    assert second["When"] == rich("1 January 2026 to 31 December 2026")
