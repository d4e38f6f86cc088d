"""All countries are compared by the verdicts on their obligations, and their toggles are beside them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.page import Page
from support.dataset import COUNTRY, Files, changed
from support.pages import empty_country, filters_of, links_of, load_page, rows_of, tables_of
from support.records import obligation, phase

YEAR = "2026-01-01"
NEXT_YEAR = "2027-01-01"
B2B, B2G, REAL_TIME = "e_invoicing_b2b", "e_invoicing_b2g", "real_time_reporting"
SUPPLIERS, BODIES = "suppliers", "public-bodies"


def with_obligation(kind: str, value: dict[str, Any]) -> Files:
    """A country with nothing but that obligation."""
    return changed(COUNTRY, "$.obligations", empty_country()["obligations"] | {kind: value})


def in_force(**fields: object) -> dict[str, Any]:
    """An obligation since the beginning of the year, with these values of fields."""
    return obligation("in_force", YEAR, **fields)


def requires(now: str, later: str | None = None, **fields: object) -> dict[str, Any]:
    """An obligation in force that requires this, and later something else."""
    phases = [phase(day, binds=[each]) for day, each in ((YEAR, now), (NEXT_YEAR, later)) if each]
    return obligation("in_force", *phases, **fields)


@pytest.mark.parametrize(
    ("kind", "value", "options"),
    [
        (B2B, in_force(), "in_force fully"),
        (B2B, requires("issue"), "in_force fully issuing"),
        (B2B, requires("receive"), "in_force receiving"),
        (B2B, requires("receive", later="issue"), "in_force receiving"),
        (B2B, obligation("enacted", NEXT_YEAR), "enacted dated"),
        (B2B, obligation("enacted"), "enacted undated"),
        (B2B, obligation("planned", NEXT_YEAR), "planned"),
        (B2B, obligation("unknown"), "unknown"),
        (B2G, in_force(), "in_force fully"),
        (B2G, in_force(bound=[SUPPLIERS, BODIES]), "in_force fully suppliers"),
        (B2G, in_force(bound=[BODIES]), "in_force partly public-bodies"),
        (B2G, requires("receive", bound=[SUPPLIERS, BODIES]), "in_force partly receiving suppliers"),
        (B2G, obligation("enacted", NEXT_YEAR, bound=[SUPPLIERS]), "enacted dated"),
        (REAL_TIME, in_force(mode="clearance"), "in_force clearance"),
        (REAL_TIME, in_force(mode="within-days", within_days=4), "in_force within-days"),
        (REAL_TIME, in_force(mode="within-working-days", within_days=4), "in_force within-days within-working-days"),
        (REAL_TIME, in_force(mode=None), "in_force fully"),
        (REAL_TIME, obligation("planned", NEXT_YEAR, mode="clearance"), "planned"),
        ("saft", requires("report"), "in_force"),
    ],
)
def test_a_country_is_found_by_what_applies_on_the_day(
    tmp_path: Path, kind: str, value: dict[str, Any], options: str
) -> None:
    (row,) = rows_of(tables_of(load_page(tmp_path, "/countries/", with_obligation(kind, value)))[0])

    assert row.facets[kind.replace("_", "-")] == tuple(options.split())


def test_every_question_leads_to_an_option_of_a_filter(pages: Mapping[str, Page]) -> None:
    page = pages["/countries/"]
    (filters,) = filters_of(page)
    queries = [link.href.partition("?")[2] for link in links_of(page.blocks[0])]

    assert {*queries} <= {f"{each.name}={option.value}" for each in filters.filters for option in each.options}
