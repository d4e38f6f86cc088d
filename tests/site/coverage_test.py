"""Countries are finished as docs/coverage.md defines it, unless it lists them; what stays unknown is explained there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from golden.goldens import UPDATE, golden_codes
from locdata_build.data.exceptions import ExceptionRule
from locdata_build.data.record import NOT_KNOWN
from locdata_model.vocabulary import ObligationStatus, SupportType, Verification
from support.site import DATA, Rows, Values

COVERAGE = Path("docs/coverage.md").read_text(encoding="utf-8")
OFFICIAL_SHARE = 0.6
ACCEPTED = {ExceptionRule.UNCITED, ExceptionRule.NO_LOCATOR, ExceptionRule.WEAK_SOURCE, ExceptionRule.UNRECORDED_DATE}


def rows(title: str) -> dict[str, str]:
    """Return the second cell of each row below a heading by the name in the first."""
    section = COVERAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert section, f"docs/coverage.md must have the heading {title}"
    return dict(re.findall(r"^\| `([^`]+)`[^|]*\| ([^|]*) \|", section, re.MULTILINE))


COUNTRIES = {file.stem: json.loads(file.read_bytes()) for file in sorted((DATA / "countries").glob("*.json"))}
FINISHED = {code: country for code, country in COUNTRIES.items() if code not in rows("Countries in progress")}


def test_every_country_has_golden_files_and_no_other() -> None:
    assert golden_codes() == [*COUNTRIES], UPDATE


def test_finished_country_has_an_answer_to_every_question() -> None:
    granted = json.loads((DATA / "exceptions.json").read_bytes())["exceptions"]
    excepted = {claim for each in granted if each["rule"] not in ACCEPTED for claim in each["claims"]}

    assert {
        code
        for code, country in FINISHED.items()
        if any(NOT_KNOWN in (report["frequency"], report["deadline"]) for report in country["reporting"])
        or any(claim.partition("/")[2].startswith(f"{code}-") for claim in excepted)
        or any(f"sources/{source}" in excepted for source in country["sources"])
    } == set()


def test_every_source_without_a_title_is_listed() -> None:
    untitled = {
        code: sources
        for code, country in COUNTRIES.items()
        if (sources := [name for name, source in country["sources"].items() if source["title"] is None])
    }

    assert {code: names.split() for code, names in rows("Sources without a title").items()} == untitled


def test_most_facts_and_obligations_of_finished_countries_have_an_official_source(facts: Rows, values: Values) -> None:
    claims: Rows = [*(fact for fact in facts if not fact["erp"]), *values["/api/v1/obligations.json"]["data"]]
    official = [claim["verification"] == Verification.OFFICIAL for claim in claims if claim["country"] in FINISHED]

    assert sum(official) >= OFFICIAL_SHARE * len(official) > 0


def test_every_unknown_obligation_of_a_finished_country_is_explained() -> None:
    unknown = {
        f"obligations/{code}-{kind.replace('_', '-')}"
        for code, country in FINISHED.items()
        for kind, obligation in country["obligations"].items()
        if obligation["status"] == ObligationStatus.UNKNOWN
    }

    assert rows("Unknown obligations").keys() == unknown


def test_every_product_is_explained_in_the_countries_where_its_support_is_unknown() -> None:
    unknown: dict[str, list[Any]] = {}
    for code, country in COUNTRIES.items():
        for cell in country["e_invoicing"]["erp_support"] if country["e_invoicing"] else []:
            if cell["support_type"] == SupportType.UNKNOWN:
                unknown.setdefault(cell["erp"], []).append(code)

    assert {product: codes.split() for product, codes in rows("Unknown support").items()} == unknown


MOST_EXCEPTIONS = {"uncited": 888, "no-locator": 87, "weak-source": 45}
"""The claims that may break a rule on statements. Lower a number as the list becomes shorter; never raise it."""


@pytest.mark.parametrize(("rule", "most"), MOST_EXCEPTIONS.items())
def test_list_of_claims_that_break_a_rule_on_statements_does_not_grow(rule: str, most: int) -> None:
    granted = json.loads((DATA / "exceptions.json").read_bytes())["exceptions"]

    assert sum(len(each["claims"]) for each in granted if each["rule"] == rule) <= most
