"""What docs/coverage.md says of countries and products is true of the data, and what they lack is named there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from locdata_build.source.records import NOT_KNOWN
from locdata_model.vocabulary import ReportingSupport, SupportType
from support.command_line import run_here

COVERAGE = Path("docs/coverage.md").read_text(encoding="utf-8")
DATA = Path("data_src")
OFFICIAL_SHARE = 0.6


def section(title: str) -> str:
    """What stands below a heading."""
    return COVERAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def names(title: str) -> list[str]:
    """What the rows of the table below a heading are about: the code in the first cell of each."""
    return re.findall(r"^\| `([^`]+)`", section(title), re.MULTILINE)


FINISHED = names("Finished countries")


@pytest.fixture(scope="module")
def figures() -> dict[str, dict[str, Any]]:
    """What ``audit --summary`` counts in each country."""
    outcome = run_here("audit", "--summary", "--format", "json", "--data", DATA)
    assert outcome.status == 0, outcome.err

    countries: dict[str, dict[str, Any]] = json.loads(outcome.out)["countries"]
    return countries


@pytest.mark.parametrize("code", FINISHED)
def test_finished_country_has_a_cited_answer_to_every_question(figures: dict[str, dict[str, Any]], code: str) -> None:
    found = figures[code]

    assert found["sources_without_title"] == 0
    assert sum(found["exceptions"].values()) == 0
    assert sum(map(len, found["missing_reports"].values())) == 0
    assert (found["reports_without_frequency"], found["reports_without_deadline"]) == (0, 0)


def test_most_facts_and_obligations_of_finished_countries_rest_on_an_official_source(
    figures: dict[str, dict[str, Any]],
) -> None:
    found = [figures[code] for code in FINISHED]
    official, all_of_them = (
        sum(each[name] for each in found) for name in ("official_facts_and_obligations", "facts_and_obligations")
    )

    assert official >= OFFICIAL_SHARE * all_of_them


def test_every_obligation_that_is_unknown_in_a_finished_country_says_what_was_looked_for() -> None:
    unknown = {
        f"obligations/{code}-{kind.replace('_', '-')}"
        for code in FINISHED
        for kind, obligation in json.loads((DATA / f"countries/{code}.json").read_bytes())["obligations"].items()
        if obligation["status"] == "unknown"
    }

    assert {*names("Unknown obligations")} == unknown


def countries() -> Iterator[tuple[str, Any]]:
    """Each country's code and file."""
    for file in sorted((DATA / "countries").glob("*.json")):
        yield file.stem, json.loads(file.read_bytes())


def support_cells(country: Any) -> list[Any]:  # noqa: ANN401  # JSON
    """How the products support the mandate of a country; nothing outside the matrix."""
    return country["e_invoicing"]["erp_support"] if country["e_invoicing"] else []


def product_figures() -> dict[str, list[int]]:
    """What is known of each product: support for e-invoicing, localizations, supported reports, connectors."""
    figures = {file.stem: [0, 0, 0, 0] for file in sorted((DATA / "erps").glob("*.json"))}
    for _, country in countries():
        for cell in support_cells(country):
            figures[cell["erp"]][0] += cell["support_type"] != SupportType.UNKNOWN
        for localization in country["erp_localizations"]:
            figures[localization["erp"]][1] += localization["value"] != NOT_KNOWN
        for cell in (cell for report in country["reporting"] for cell in report.get("erp_support", [])):
            figures[cell["erp"]][2] += cell["support"] != ReportingSupport.UNKNOWN
    for connector in json.loads((DATA / "connectors.json").read_bytes())["connectors"]:
        figures[connector["erp"]][3] += 1
    return figures


def test_figures_on_products_are_those_of_the_data() -> None:
    rows = re.findall(r"^\| `([^`]+)` [^|]+((?:\| \d+ ){4})", section("ERP products"), re.MULTILINE)

    assert {name: [int(each) for each in re.findall(r"\d+", figures)] for name, figures in rows} == product_figures()


def test_products_whose_support_is_unknown_in_a_country_say_what_was_looked_for() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| ((?:[a-z]{2} )+)\|", section("ERP products"), re.MULTILINE)
    unknown: dict[str, list[str]] = {}
    for code, country in countries():
        for cell in support_cells(country):
            if cell["support_type"] == SupportType.UNKNOWN:
                unknown.setdefault(cell["erp"], []).append(code)

    assert {name: codes.split() for name, codes in rows} == unknown
