"""The calendar of filings of a country has an event for each day on which a report is due."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.render.filing_calendars import filing_calendar_artifacts
from render.calendars import events, parsed, properties, uids
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.records import report, tax_rule

FRANCE = "/feeds/filings/countries/fr.ics"
MONTHLY = {"unit": "day-of-month", "months": 1, "number": 20}


def calendar(folder: Path, *deadlines: Mapping[str, Any], **fields: Any) -> bytes:  # noqa: ANN401  # JSON
    """The calendar of a country with one report of these deadlines."""
    files = whole()
    files[COUNTRY] |= {"reporting": [report(deadline="Day 20 or 23", deadlines=[*deadlines], **fields)]}
    (found,) = filing_calendar_artifacts(load_context(folder, files))
    assert found.path == FRANCE
    return found.content


def test_event_is_the_day_by_which_a_report_is_due(tmp_path: Path) -> None:
    content = calendar(tmp_path, MONTHLY)
    first = properties(events(content)[0])
    description = str(first["DESCRIPTION"])

    assert parsed(content).x_wr_calname.value == "Due dates of tax reports: France"
    assert len(events(content)) == 13
    assert first["SUMMARY"] == "France: Déclaration (November 2026)"
    # 20 December 2026 is a Sunday.
    assert (first["DTSTART"], first["DTEND"]) == (dt.date(2026, 12, 21), dt.date(2026, 12, 22))
    assert (first["STATUS"], first["URL"]) == ("CONFIRMED", "https://data.example/reporting/#vat-reporting-fr-1")
    assert "November 2026: Monthly; moved from Sunday 20 December 2026" in description
    assert "https://data.example/france/#vat-reporting-fr-1" in description
    assert "Service (data.example), CC BY 4.0" in description


def test_classes_that_are_due_on_one_day_are_one_event(tmp_path: Path) -> None:
    content = calendar(tmp_path, MONTHLY | {"filers": "on paper"}, MONTHLY | {"filers": "online"})
    first = str(properties(events(content)[0])["DESCRIPTION"])

    assert len(events(content)) == 13
    assert "Monthly: on paper" in first
    assert "Monthly: online" in first


def test_days_by_the_tax_number_are_one_event_of_several_days(tmp_path: Path) -> None:
    first, *_ = map(properties, events(calendar(tmp_path, MONTHLY | {"digit_days": [0, 4]})))

    assert (first["DTSTART"], first["DTEND"]) == (dt.date(2026, 11, 20), dt.date(2026, 11, 27))


def test_day_that_may_move_is_tentative(tmp_path: Path) -> None:
    content = calendar(tmp_path, MONTHLY | {"shift": None})
    states = [properties(each)["STATUS"] for each in events(content)]

    assert states[:3] == ["TENTATIVE", "CONFIRMED", "TENTATIVE"]


def test_ids_stay_while_the_window_moves(tmp_path: Path) -> None:
    files, found = whole(), []
    for day in ("2026-11-21", "2026-12-22"):
        files["site.json"] |= {"generated_at": f"{day}T00:00:00Z"}
        (artifact,) = filing_calendar_artifacts(load_context(tmp_path / day, files))
        found.append(uids(artifact.content))

    assert found[0][1:] == found[1][:-1]


def test_long_title_is_cut(tmp_path: Path) -> None:
    first = properties(events(calendar(tmp_path, MONTHLY, report_local="Déclaration" * 30))[0])

    assert len(str(first["SUMMARY"])) == 250
    assert str(first["SUMMARY"]).endswith("…")
    assert str(first["DESCRIPTION"]).startswith(f"France: {'Déclaration' * 30} (November 2026)\n\n")


@pytest.mark.parametrize("rules", [[], [tax_rule()]])
def test_country_without_due_dates_says_so(tmp_path: Path, rules: list[dict[str, Any]]) -> None:
    files = whole()
    files[COUNTRY] |= {"reporting": [], "tax_rules": rules}
    (artifact,) = filing_calendar_artifacts(load_context(tmp_path, files))
    (entry,) = parsed(artifact.content).components()

    assert (entry.name, entry.summary.value) == (
        "VJOURNAL",
        "Due dates of tax reports: France: no due date can be computed",
    )
    assert "No due date can be computed." in parsed(artifact.content).x_wr_caldesc.value
