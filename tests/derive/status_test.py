"""The status of a build names the next flip, the next phase and the oldest check, and counts the claims that are due."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from locdata_build.derive.published import derive
from locdata_build.derive.responses import api_responses
from locdata_model.endpoints import FLIPS, PHASES, STATUS
from support.dataset import COUNTRY, ERP, Files, load, value_at, whole


def status(folder: Path, files: Files, day: str = "2026-11-21") -> dict[str, Any]:
    """The status of a build on a day."""
    files["site.json"]["generated_at"] = f"{day}T00:00:00Z"
    value: dict[str, Any] = to_builtins(api_responses(derive(load(folder, files)))[STATUS.path].data)
    return value


@pytest.mark.parametrize(
    ("day", "flip", "phase"),
    [
        # Two are on the day after; the first by id is named.
        ("2026-12-31", "fr-real-time-reporting-step-1", "fr-e-invoicing-b2b-step-2"),
        ("2027-01-01", None, None),
    ],
)
def test_next_flip_and_phase_are_after_the_day_of_the_build(
    tmp_path: Path, day: str, flip: str | None, phase: str | None
) -> None:
    found = status(tmp_path, whole(), day)

    assert (found["next_flip"] and found["next_flip"]["id"]) == flip
    assert (found["next_phase"] and found["next_phase"]["id"]) == phase


def test_next_flip_and_phase_are_the_records_of_their_lists(tmp_path: Path) -> None:
    responses = to_builtins(api_responses(derive(load(tmp_path, whole()))))
    found = responses[STATUS.path]["data"]

    assert found["next_flip"] in responses[FLIPS.path]["data"]
    assert found["next_phase"] in responses[PHASES.path]["data"]


@pytest.mark.parametrize(
    ("file", "path", "resource", "record"),
    [
        (COUNTRY, "$.facts.vat", "facts", "fr-vat"),
        (COUNTRY, "$.e_invoicing.mandate", "mandates", "fr"),
        (COUNTRY, "$.reporting[0].erp_support[0]", "report-support", "vat-reporting-fr-1-erp_id_01"),
        ("connectors.json", "$.connectors[0]", "connectors", "erp_id_01-provider"),
        (ERP, "$", "erps", "erp_id_01"),
        ("terms.json", "$.terms[0]", "terms", "format-one"),
    ],
)
def test_oldest_check_names_its_claim(tmp_path: Path, file: str, path: str, resource: str, record: str) -> None:
    files = whole()
    value_at(files[file], path)["checked"] = "2026-01-02"

    assert status(tmp_path, files)["oldest_check"] == {"date": "2026-01-02", "resource": resource, "record": record}


@pytest.mark.parametrize(
    ("day", "due"),
    [
        pytest.param("2026-12-31", 0, id="before the date of two phases"),
        pytest.param("2027-01-01", 2, id="on their date"),
        pytest.param("2027-05-19", 2, id="last day for which checks of laws hold"),
        pytest.param("2027-05-20", 22, id="the day after it"),
        pytest.param("2027-11-21", 33, id="no check holds any more"),
    ],
)
def test_claims_that_are_due_on_the_day_of_the_build_are_counted(tmp_path: Path, day: str, due: int) -> None:
    assert status(tmp_path, whole(), day)["due_claims"] == due
