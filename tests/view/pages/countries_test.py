"""All countries are compared by the verdicts on their obligations, and their toggles are beside them."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Items
from locdata_build.view.page import Page
from locdata_build.view.text import Link, Words, rich
from support.dataset import Files, whole
from support.pages import anchors_of, empty_country, filters_of, links_of, load_page, rows_of, tables_of
from support.records import country, obligation, phase

YEAR = "2026-01-01"
NEXT_YEAR = "2027-01-01"

KINDS = ("e_invoicing_b2b", "e_invoicing_b2g", "real_time_reporting", "saft", "audit_file")


def with_obligation(kind: str, value: dict[str, Any]) -> Files:
    """A country with nothing but that obligation."""
    files = whole()
    unknown = dict.fromkeys(KINDS, obligation("unknown"))
    files["countries/fr.json"]["obligations"] = unknown | {kind: value}
    return files


def bound_to(*requirements: str, later: str | None = None, **fields: object) -> dict[str, Any]:
    """An obligation in force that requires this, and later something else."""
    phases = [phase(YEAR, binds=[*requirements])]
    if later:
        phases.append(phase(NEXT_YEAR, binds=[later]))
    return obligation("in_force", *phases, **fields)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The page of a tracked country, and of one about which nothing is recorded."""
    files = whole() | {"countries/no.json": country("no", "Anorway") | empty_country()}
    return load_page(tmp_path_factory.mktemp("data"), "/countries/", files)


def test_the_page_names_the_files_with_verdicts_and_toggles(page: Page) -> None:
    assert page.data == ("/api/v1/countries.json", "/api/v1/obligations.json")


def test_countries_are_sorted_by_name_and_counted(page: Page) -> None:
    assert anchors_of(page) == ["toggles", "no", "fr"]
    assert page.lead[0] == Words("2 countries. What applies on ")


def test_readers_choose_their_countries(page: Page) -> None:
    (filters,) = filters_of(page)
    countries = filters.filters[0]

    assert (countries.name, countries.is_multiple) == ("country", True)
    assert [option.value for option in countries.options] == ["no", "fr"]


@pytest.mark.parametrize(
    ("kind", "value", "options"),
    [
        pytest.param(
            "e_invoicing_b2b", obligation("in_force", YEAR), ("in_force", "fully"), id="requires something unknown"
        ),
        pytest.param("e_invoicing_b2b", bound_to("issue"), ("in_force", "fully", "issuing"), id="issuing"),
        pytest.param("e_invoicing_b2b", bound_to("receive"), ("in_force", "receiving"), id="receiving"),
        pytest.param(
            "e_invoicing_b2b", bound_to("receive", later="issue"), ("in_force", "receiving"), id="issuing later"
        ),
        pytest.param("e_invoicing_b2b", bound_to("issue", "receive"), ("in_force", "fully", "issuing"), id="both"),
        pytest.param("e_invoicing_b2b", obligation("enacted", NEXT_YEAR), ("enacted", "dated"), id="enacted"),
        pytest.param("e_invoicing_b2b", obligation("enacted"), ("enacted", "undated"), id="enacted without a date"),
        pytest.param("e_invoicing_b2b", obligation("planned", NEXT_YEAR), ("planned",), id="planned"),
        pytest.param("e_invoicing_b2b", obligation("voluntary"), ("voluntary",), id="voluntary"),
        pytest.param("e_invoicing_b2b", obligation("none"), ("none",), id="none"),
        pytest.param("e_invoicing_b2b", obligation("unknown"), ("unknown",), id="unknown"),
        pytest.param("e_invoicing_b2g", obligation("in_force", YEAR), ("in_force", "fully"), id="unknown who is bound"),
        pytest.param(
            "e_invoicing_b2g",
            obligation("in_force", YEAR, bound=["suppliers", "public-bodies"]),
            ("in_force", "fully", "suppliers"),
            id="suppliers",
        ),
        pytest.param(
            "e_invoicing_b2g",
            obligation("in_force", YEAR, bound=["public-bodies"]),
            ("in_force", "partly", "public-bodies"),
            id="public bodies",
        ),
        pytest.param(
            "e_invoicing_b2g",
            bound_to("receive", bound=["suppliers", "public-bodies"]),
            ("in_force", "partly", "receiving", "suppliers"),
            id="suppliers, as far as is known to receive",
        ),
        pytest.param(
            "e_invoicing_b2g",
            obligation("enacted", NEXT_YEAR, bound=["suppliers"]),
            ("enacted", "dated"),
            id="suppliers from next year",
        ),
        pytest.param(
            "real_time_reporting",
            obligation("in_force", YEAR, mode="clearance"),
            ("in_force", "clearance"),
            id="clearance",
        ),
        pytest.param(
            "real_time_reporting",
            obligation("in_force", YEAR, mode="within-days", within_days=4),
            ("in_force", "within-days"),
            id="within days",
        ),
        pytest.param(
            "real_time_reporting",
            obligation("in_force", YEAR, mode="within-working-days", within_days=4),
            ("in_force", "within-days", "within-working-days"),
            id="working days are days",
        ),
        pytest.param(
            "real_time_reporting",
            obligation("in_force", YEAR, mode=None),
            ("in_force", "fully"),
            id="unknown how soon",
        ),
        pytest.param(
            "real_time_reporting",
            obligation("planned", NEXT_YEAR, mode="clearance"),
            ("planned",),
            id="planned clearance",
        ),
        pytest.param("saft", bound_to("report"), ("in_force",), id="a file"),
    ],
)
def test_a_country_is_found_by_what_applies_on_the_day(
    tmp_path: Path, kind: str, value: dict[str, Any], options: tuple[str, ...]
) -> None:
    (row,) = rows_of(tables_of(load_page(tmp_path, "/countries/", with_obligation(kind, value)))[0])

    assert row.facets[kind.replace("_", "-")] == options


@pytest.mark.parametrize(
    ("question", "kind", "value", "href"),
    [
        pytest.param(
            "Invoices are cleared before or at their issue: ",
            "real_time_reporting",
            obligation("in_force", YEAR, mode="clearance"),
            "/countries/?real-time-reporting=clearance",
            id="clearance",
        ),
        pytest.param(
            "The law sets the day on which B2B e-invoicing becomes mandatory: ",
            "e_invoicing_b2b",
            obligation("enacted", NEXT_YEAR),
            "/countries/?e-invoicing-b2b=dated",
            id="enacted with a date",
        ),
        pytest.param(
            "Suppliers must send e-invoices to public bodies: ",
            "e_invoicing_b2g",
            obligation("in_force", YEAR, bound=["suppliers"]),
            "/countries/?e-invoicing-b2g=suppliers",
            id="suppliers",
        ),
        pytest.param(
            "Businesses must receive e-invoices, but need not issue them yet: ",
            "e_invoicing_b2b",
            bound_to("receive"),
            "/countries/?e-invoicing-b2b=receiving",
            id="receiving",
        ),
    ],
)
def test_a_question_of_readers_is_answered_by_a_link_to_the_countries(
    tmp_path: Path, question: str, kind: str, value: dict[str, Any], href: str
) -> None:
    files = with_obligation(kind, value) | {"countries/no.json": country("no", "Norway") | empty_country()}
    items = load_page(tmp_path, "/countries/", files).blocks[0]

    assert isinstance(items, Items)
    assert rich(question, Link("1 country", href)) in items.items


def test_every_question_leads_to_an_option_of_a_filter(page: Page) -> None:
    (filters,) = filters_of(page)
    queries = [link.href.partition("?")[2] for link in links_of(page.blocks[0])]

    assert {*queries} <= {f"{each.name}={option.value}" for each in filters.filters for option in each.options}
