"""Dates are in the years that all formats support, in order, and not after the build."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from support.dataset import CHECKED, COUNTRY, Files, changed, issues, load, whole, with_check
from support.records import WITHOUT_ANSWER, obligation, phase, source_id, source_record, sponsor

RELEASED = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
SINCE = "$.obligations.e_invoicing_b2b.since"
PHASE = "$.obligations.real_time_reporting.phases[0].date"
READ = "$.sources['tax-example-law'].read"
READ_FOR_CHECK = f"$.sources['{source_id(WITHOUT_ANSWER)}'].read"


def with_release(released_at: str) -> Files:
    """The whole set with the record of a release."""
    release = {"version": "1.2.3", "released_at": released_at, "contract": [], "changes": []}
    return {**whole(), "releases/1.2.3.json": {"$schema": "../schema/release.schema.json", "release": release}}


def with_reading(day: str) -> Files:
    """The whole set with a source that was read on a day."""
    return changed(COUNTRY, "$.sources", {"tax-example-law": source_record("https://tax.example/law") | {"read": day}})


@pytest.mark.parametrize(
    ("file", "path", "time", "shown"),
    [
        (COUNTRY, SINCE, "1979-12-31", "1979-12-31"),
        (COUNTRY, PHASE, "2108-01-01", "2108-01-01"),
        ("site.json", "$.generated_at", "2108-01-01T00:00:00Z", "2108-01-01T00:00:00+00:00"),
    ],
)
def test_time_that_calendars_and_archives_do_not_support_is_refused(
    tmp_path: Path, file: str, path: str, time: str, shown: str
) -> None:
    assert issues(tmp_path, changed(file, path, time)) == [
        f"data/{file}: {path}: must be in the years 1980 to 2107, but is {shown} [wrong-value]"
    ]


@pytest.mark.parametrize(("path", "date"), [(SINCE, "1980-01-01"), (PHASE, "2050-12-31")])
def test_first_and_last_supported_date_are_accepted(tmp_path: Path, path: str, date: str) -> None:
    assert issues(tmp_path, changed(COUNTRY, path, date)) == []


DATES_IN_FILES: list[tuple[Callable[[str], Files], str, list[str]]] = [
    (with_check, COUNTRY, [CHECKED, READ_FOR_CHECK]),
    (with_reading, COUNTRY, [READ]),
    (lambda day: changed("news.json", "$.news[0].date", day), "news.json", ["$.news[0].date"]),
]
TIMES_IN_FILES: list[tuple[Callable[[str], Files], str, list[str]]] = [
    (lambda time: changed("news.json", "$.news[0].first_seen", time), "news.json", ["$.news[0].first_seen"]),
    (with_release, "releases/1.2.3.json", ["$.release.released_at"]),
]


LAST = {
    "date": ("2026-11-21", "2026-11-22"),
    "time": ("2026-11-21T00:00:00Z", "2026-11-21T00:00:01Z"),
}
"""The last date and time that files may have, and the next one."""


@pytest.mark.parametrize(
    ("with_time", "file", "paths", "what"),
    [*((*each, "date") for each in DATES_IN_FILES), *((*each, "time") for each in TIMES_IN_FILES)],
)
def test_date_may_be_that_of_the_build_and_not_later(
    tmp_path: Path, with_time: Callable[[str], Files], file: str, paths: list[str], what: str
) -> None:
    last, later = LAST[what]

    assert issues(tmp_path, with_time(last), generated_at=RELEASED) == []
    assert issues(tmp_path, with_time(later), generated_at=RELEASED) == [
        f"data/{file}: {path}: must not be after the {what} of the build, {last}, but is {later} [future-date]"
        for path in paths
    ]


def test_requested_time_that_archives_do_not_support_is_refused(tmp_path: Path) -> None:
    last = dt.datetime(2107, 12, 31, 23, 59, 59, tzinfo=dt.UTC)

    assert issues(tmp_path, whole(), generated_at=last) == []
    assert issues(tmp_path, whole(), generated_at=last + dt.timedelta(seconds=1)) == [
        (
            "data/site.json: $.generated_at: must not be built for a time after the year 2107, but is asked for "
            "2108-01-01T00:00:00Z [wrong-value]"
        )
    ]


def test_requested_time_before_the_release_is_reported_with_other_issues(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.region", "Elsewhere")

    assert issues(tmp_path, files, generated_at=RELEASED - dt.timedelta(seconds=1)) == [
        "data/countries/fr.json: $.region: must be a region of site.json (Region 1), but is 'Elsewhere' [unknown-region]",
        (
            "data/site.json: $.generated_at: must not be after the time of the build, 2026-11-20T23:59:59Z, "
            "but is 2026-11-21T00:00:00Z [future-date]"
        ),
    ]


@pytest.mark.parametrize(
    ("files", "time"),
    [
        pytest.param(with_check("2026-11-20"), "2026-11-21T00:00:00", id="release"),
        pytest.param(with_check("2026-12-24"), "2026-12-24T00:00:00", id="newest check"),
        pytest.param(
            changed("news.json", "$.news[0].first_seen", "2026-12-24T18:00:00Z"), "2026-12-24T18:00:00", id="news"
        ),
    ],
)
def test_default_time_is_that_of_the_release_or_of_the_newest_check(tmp_path: Path, files: Files, time: str) -> None:
    dataset = load(tmp_path, files)

    assert dataset.site.generated_at == dt.datetime.fromisoformat(time).replace(tzinfo=dt.UTC)
    assert dataset.released_at == RELEASED


def test_check_in_a_broken_file_counts_for_the_default_time(tmp_path: Path) -> None:
    files = with_check("2026-12-24")
    del files[COUNTRY]["name"]

    assert issues(tmp_path, files) == [
        "data/countries/fr.json: $.name: must be present, but is missing [missing-field]"
    ]


@pytest.mark.parametrize("date", ["1999-12-31", "2051-01-01"])
def test_phase_outside_the_published_years_is_refused(tmp_path: Path, date: str) -> None:
    status = "in_force" if date < "2026" else "enacted"
    files = changed(COUNTRY, "$.obligations.saft", obligation(status, phase(date)))

    assert issues(tmp_path, files) == [
        (
            "data/countries/fr.json: $.obligations.saft.phases[0].date: must be in the years 2000 to 2050, for which "
            f"phases are published, but is {date} [wrong-value]"
        )
    ]


def test_placement_that_ends_before_it_starts_is_refused(tmp_path: Path) -> None:
    files = changed("sponsors.json", "$.sponsors", [{**sponsor(), "start": "2026-01-02", "end": "2026-01-01"}])

    assert issues(tmp_path, files) == [
        "data/sponsors.json: $.sponsors[0].end: must not be before the start, 2026-01-02, but is 2026-01-01 [date-order]"
    ]


@pytest.mark.parametrize("end", ["2026-01-01", "2099-12-31", None])
def test_placement_may_end_from_the_day_of_its_start(tmp_path: Path, end: str | None) -> None:
    assert issues(tmp_path, changed("sponsors.json", "$.sponsors", [{**sponsor(), "end": end}])) == []
