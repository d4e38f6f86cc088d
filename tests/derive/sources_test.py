"""Each source is published once, with its latest reading and with the claims of all files that cite it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from locdata_build.derive.published import derive
from locdata_build.derive.responses import api_responses
from locdata_model.endpoints import SOURCES
from locdata_model.sources import Source
from support.dataset import COUNTRY, Files, load, whole
from support.records import country, fact, source, source_id, source_record

URL = source("rates")
NAME = source_id(URL)


def sources(folder: Path, files: Files) -> dict[str, Source]:
    """The published sources by id."""
    return {each.id: each for each in derive(load(folder, files)).sources}


def read_twice(first: dict[str, Any], second: dict[str, Any]) -> Files:
    """Two countries whose facts on VAT cite one source, which was read twice."""
    files = whole() | {"countries/at.json": country("at", "Austria")}
    for path, reading in {COUNTRY: first, "countries/at.json": second}.items():
        files[path]["facts"]["vat"] = fact("A rate.", URL) | {"checked": "2026-11-01"}
        files[path]["sources"] = {NAME: source_record(URL) | reading}
    return files


def test_source_is_published_with_its_record_and_its_claims(tmp_path: Path) -> None:
    files = read_twice({}, {})

    assert to_builtins(sources(tmp_path, files)[NAME]) == {
        "id": "tax-example-rates",
        "url": "https://tax.example/rates",
        "read_at": None,
        "title": "Rates",
        "publisher": "Tax office",
        "kind": "authority",
        "language": "en",
        "published": None,
        "read": "2026-11-20",
        "evidence": "fetched",
        "verification": "official",
        "claim_count": 2,
        "claims": ("facts/at-vat", "facts/fr-vat"),
    }


def test_sources_are_sorted_by_id_and_every_one_is_cited(tmp_path: Path) -> None:
    found = sources(tmp_path, whole())

    assert list(found) == sorted(found)
    assert {"provider-example-connector", "vendor-example-product", "tax-example-law"} <= set(found)
    assert all(each.claim_count == len(each.claims) > 0 for each in found.values())


@pytest.mark.parametrize(
    ("other", "read", "evidence"),
    [
        pytest.param({"read": "2026-11-19"}, "2026-11-20", "search-extract", id="earlier reading"),
        pytest.param({"read": "2026-11-21"}, "2026-11-21", "fetched", id="later reading"),
        pytest.param({"read": "2026-11-20"}, "2026-11-20", "fetched", id="whole page on the same day"),
    ],
)
def test_latest_reading_counts_and_on_one_day_that_of_the_whole_page(
    tmp_path: Path, other: dict[str, Any], read: str, evidence: str
) -> None:
    extract = {"read": "2026-11-20", "evidence": "search-extract"}
    for number, files in enumerate((read_twice(extract, other), read_twice(other, extract))):
        found = sources(tmp_path / str(number), files)[NAME]

        assert (found.read.isoformat(), found.evidence) == (read, evidence)


def test_claim_leads_to_the_record_of_its_list(tmp_path: Path) -> None:
    responses = to_builtins(api_responses(derive(load(tmp_path, whole()))))
    names = {name for each in responses[SOURCES.path]["data"] for name in each["claims"]}
    lists = (
        *("facts", "local-erps", "partner-flags", "partners", "erps", "terms", "vat-rates", "thresholds", "formats"),
        *("tax-rules", "identifiers", "peppol-schemes", "platforms", "product-releases"),
    )
    found = {f"{name}/{record['id']}" for name in lists for record in responses[f"/api/v1/{name}.json"]["data"]}

    assert {name for name in names if name.partition("/")[0] in lists} <= found
    others = {"connectors", "mandates", "obligations", "report-support", "reporting"}
    assert {name.partition("/")[0] for name in names} - {*lists} == others
