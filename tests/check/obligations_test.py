"""The status of an obligation, or of a product's support, agrees with its phases and sources."""

from pathlib import Path

import pytest

from support.dataset import COUNTRY, faults, obligation, provenance, source, support, whole


@pytest.mark.parametrize("status", ["in_force", "enacted", "voluntary"])
@pytest.mark.parametrize(
    "dates",
    [
        pytest.param((), id="no phase"),
        pytest.param(("2020-01-01", "2035-01-01"), id="phases in the past and the future"),
        pytest.param(("2026-01-01", "2026-01-01"), id="two phases on a day"),
    ],
)
def test_obligation_may_have_phases(tmp_path: Path, status: str, dates: tuple[str, ...]) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"] = obligation(status, *dates)

    assert faults(tmp_path, files) == []


@pytest.mark.parametrize("status", ["none", "unknown"])
def test_status_without_an_obligation_has_no_phases(tmp_path: Path, status: str) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"] = obligation(status, "2026-01-01")

    assert faults(tmp_path, files) == [
        (
            f"data/countries/fr.json: $.obligations.saft.phases: must be empty where the status is {status!r}, but is not "
            "[phase-status]"
        )
    ]


def test_phase_before_an_earlier_entry_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"] = obligation("in_force", "2026-01-01", "2025-12-31", "2026-06-01")

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.obligations.saft.phases[1].date: must not lie before 2026-01-01, but is 2025-12-31 "
            "[phase-order]"
        )
    ]


@pytest.mark.parametrize("status", ["in_force", "enacted", "planned", "voluntary", "none"])
def test_obligation_without_a_source_is_unknown(tmp_path: Path, status: str) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"] = {**obligation(status), "provenance": provenance()}

    assert faults(tmp_path, files) == [
        (
            f"data/countries/fr.json: $.obligations.saft.status: must be 'unknown' without a source, but is {status!r} "
            "[source-missing]"
        )
    ]


def test_unknown_obligation_may_have_a_source(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"] = {
        **obligation("unknown"),
        "summary": "The law leaves it open.",
        "provenance": provenance(source("law")),
    }

    assert faults(tmp_path, files) == []


@pytest.mark.parametrize(
    "support_type",
    [
        "native",
        "native + access point",
        "add-on",
        "via provider",
        "via provider (receiving only)",
        "roadmap",
        "not supported",
    ],
)
def test_known_support_has_a_source(tmp_path: Path, support_type: str) -> None:
    files = whole()
    cells = files[COUNTRY]["e_invoicing"]["erp_support"]
    cells[0] = support("erp_id_01", support_type)
    cells[1] = {**support("erp_id_02", support_type), "provenance": provenance()}

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.e_invoicing.erp_support[1].provenance: must have a source where the support type is "
            f"{support_type!r} [support-marker]"
        )
    ]


def test_unknown_support_has_no_source(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"][1]["provenance"] = provenance(source("support"))

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.e_invoicing.erp_support[1].provenance: must have no source where the support type "
            "is 'unknown/unverified' [support-marker]"
        )
    ]


def test_plan_may_have_a_phase_that_is_to_come(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"] = obligation("planned", "2026-11-22")

    assert faults(tmp_path, files) == []


@pytest.mark.parametrize("date", ["2020-01-01", "2026-11-21"])
def test_plan_has_no_phase_that_has_come(tmp_path: Path, date: str) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"] = obligation("planned", date, "2035-01-01")

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.obligations.saft.phases[0].date: must lie after the build's date 2026-11-21 "
            f"where the status is 'planned', but is {date} [phase-status]"
        )
    ]
