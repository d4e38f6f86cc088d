"""Links of a page with the same text and different targets are also named by what they are about and by what contains them."""

import pytest

from locdata_build.view.blocks import Block, Group, Pair, grouped_table, item_list, pair_list, paragraph, row
from locdata_build.view.link_names import link_names
from locdata_build.view.page import Page, section
from locdata_build.view.text import Link, rich

MENU = (Link("Formats", "/formats/"),)


def names_of(*blocks: Block) -> dict[str, str]:
    """The names of the links of a page with a section, by target."""
    page = Page(
        path="/page/",
        title="Title",
        description="Text.",
        lead=(),
        sections=(section("formats", "Formats used", *blocks),),
    )
    return {href: name for (_, href), name in link_names(page, MENU).items()}


def test_links_with_different_texts_are_named_by_them() -> None:
    assert names_of(item_list(Link("UBL", "/ubl/"), Link("CII", "/cii/"))) == {}


def test_links_to_the_same_target_are_named_by_their_text() -> None:
    assert names_of(item_list(Link("UBL", "#ubl"), Link("UBL", "/page/#ubl"))) == {}


def test_links_in_rows_are_named_by_their_rows() -> None:
    rows = (row("France", Link("SAP", "/1")), row("Spain", Link("SAP", "/2")))

    assert names_of(grouped_table("Support", ("Country", "Source"), (Group(rows=rows),))) == {
        "/1": "SAP, France",
        "/2": "SAP, Spain",
    }


def test_only_links_that_need_it_are_named_by_their_groups_as_well() -> None:
    groups = (
        Group(
            title=rich(country),
            rows=(row("Odoo", Link("SAP", f"/{country}")), row(product, Link("SAP", f"/{product}"))),
        )
        for country, product in (("France", "Infor"), ("Spain", "IFS"))
    )

    assert names_of(grouped_table("Support", ("Product", "Source"), groups)) == {
        "/France": "SAP, Odoo, France",
        "/Infor": "SAP, Infor",
        "/Spain": "SAP, Odoo, Spain",
        "/IFS": "SAP, IFS",
    }


@pytest.mark.parametrize(
    ("targets", "names"),
    [(("/laws/1", "/laws/2/"), ("copy, 1", "copy, 2")), (("/at/vat", "/fr/vat"), ("copy, /at/vat", "copy, /fr/vat"))],
)
def test_links_that_nothing_else_tells_apart_are_named_by_their_targets(
    targets: tuple[str, str], names: tuple[str, str]
) -> None:
    links = (Link("copy", target, subject="Act") for target in targets)

    assert names_of(pair_list(Pair("Law", rich(*links)))) == dict(zip(targets, names, strict=True))


def test_a_link_in_several_rows_is_named_by_what_they_have_in_common() -> None:
    shared, other = Link("SAP", "/1", subject="source"), Link("SAP", "/2", subject="product")
    rows = (row("France", shared), row("Spain", shared), row("Italy", other))

    assert names_of(grouped_table("Support", ("Country", "Source"), (Group(rows=rows),))) == {
        "/1": "SAP, source",
        "/2": "SAP, product",
    }


def test_a_link_of_the_menu_keeps_its_text_as_its_name() -> None:
    assert names_of(paragraph(Link("Formats", "#formats"))) == {"#formats": "Formats, Formats used"}


def test_a_long_container_is_shortened() -> None:
    rows = (row(f"{name} {'word ' * 20}", Link("SAP", f"/{name}")) for name in ("France", "Spain"))

    assert names_of(grouped_table("Support", ("Country", "Source"), (Group(rows=tuple(rows)),)))["/France"] == (
        "SAP, France word word word word word word word word word word…"
    )
