"""The countries that docs/coverage.md calls finished are, and what stays unknown in them is named there with the reason."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from locdata_build.data.record import NOT_KNOWN
from locdata_model.vocabulary import ObligationStatus, SupportType, Verification
from support.site import DATA, Rows, Values

COVERAGE = Path("docs/coverage.md").read_text(encoding="utf-8")
OFFICIAL_SHARE = 0.6


def rows(title: str, pattern: str) -> list[Any]:
    """Return what a pattern finds in the first cells of the rows below a heading; there must be some."""
    section = COVERAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    found = re.findall(rf"^\| `([^`]+)`{pattern}", section, re.MULTILINE)
    assert found, f"docs/coverage.md must have a table below the heading {title}"
    return found


def countries() -> Iterator[tuple[str, Any]]:
    """Yield the code and the file of each country."""
    for file in sorted((DATA / "countries").glob("*.json")):
        yield file.stem, json.loads(file.read_bytes())


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    """The files of the countries that the document calls finished."""
    codes = rows("Finished countries", " ")
    return {code: country for code, country in countries() if code in codes}


def test_every_finished_country_has_a_file(finished: dict[str, Any]) -> None:
    assert [*finished] == rows("Finished countries", " ")


def test_finished_country_has_an_answer_to_every_question(finished: dict[str, Any]) -> None:
    granted = json.loads((DATA / "exceptions.json").read_bytes())["exceptions"]
    excepted = {claim for exception in granted for claim in exception["claims"]}

    assert {
        code
        for code, country in finished.items()
        if any(source["title"] is None for source in country["sources"].values())
        or any(NOT_KNOWN in (report["frequency"], report["deadline"]) for report in country["reporting"])
        or any(claim.partition("/")[2].startswith(f"{code}-") for claim in excepted)
        or any(f"sources/{source}" in excepted for source in country["sources"])
    } == set()


def test_most_facts_and_obligations_of_finished_countries_have_an_official_source(
    facts: Rows, values: Values, finished: dict[str, Any]
) -> None:
    claims = [*(fact for fact in facts if fact["erp"] is None), *values["/api/v1/obligations.json"]["data"]]
    official = [claim["verification"] == Verification.OFFICIAL for claim in claims if claim["country"] in finished]

    assert sum(official) >= OFFICIAL_SHARE * len(official) > 0


def test_every_obligation_that_is_unknown_in_a_finished_country_says_what_was_looked_for(
    finished: dict[str, Any],
) -> None:
    unknown = {
        f"obligations/{code}-{kind.replace('_', '-')}"
        for code, country in finished.items()
        for kind, obligation in country["obligations"].items()
        if obligation["status"] == ObligationStatus.UNKNOWN
    }

    assert {*rows("Unknown obligations", " ")} == unknown


def test_every_product_says_which_list_of_countries_was_read() -> None:
    assert {*rows("ERP products", " ")} == {file.stem for file in (DATA / "erps").glob("*.json")}


def test_products_whose_support_is_unknown_in_a_country_say_what_was_looked_for() -> None:
    unknown: dict[str, list[str]] = {}
    for code, country in countries():
        for cell in country["e_invoicing"]["erp_support"] if country["e_invoicing"] else []:
            if cell["support_type"] == SupportType.UNKNOWN:
                unknown.setdefault(cell["erp"], []).append(code)

    assert {name: codes.split() for name, codes in rows("ERP products", r" \| ((?:[a-z]{2} )+)\|")} == unknown
