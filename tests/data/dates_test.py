"""Dates are in the years that all formats support, in order, and not after the build."""

import datetime as dt
from pathlib import Path

import pytest

from support.dataset import CHECKED, COUNTRY, Files, changed, issues, load, whole, with_check
from support.records import WITHOUT_ANSWER, obligation, phase, release, source_id, source_record, sponsor

RELEASED = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
SINCE = "$.obligations.e_invoicing_b2b.since"
PHASE = "$.obligations.real_time_reporting.phases[0].date"
LATER_YEAR = "2108-01-01T00:00:00+00:00"


@pytest.mark.parametrize(
    ("file", "path", "value", "message"),
    [
        (COUNTRY, SINCE, "1979-12-31", "must be in the years 1980 to 2107, got 1979-12-31 [wrong-value]"),
        (COUNTRY, PHASE, "2108-01-01", "must be in the years 1980 to 2107, got 2108-01-01 [wrong-value]"),
        (
            "site.json", "$.generated_at", "2108-01-01T00:00:00Z",
            f"must be in the years 1980 to 2107, got {LATER_YEAR} [wrong-value]",
        ),
        (COUNTRY, SINCE, "1980-01-01", None),
        (COUNTRY, PHASE, "2050-12-31", None),
        ("sponsors.json", "$.sponsors", [sponsor() | {"end": "2099-12-31"}], None),
        ("sponsors.json", "$.sponsors", [sponsor() | {"end": "2026-01-01"}], None),
    ],
)  # fmt: skip
def test_year_must_be_supported_by_calendars_and_archives(
    tmp_path: Path, file: str, path: str, value: object, message: str | None
) -> None:
    assert issues(tmp_path, changed(file, path, value)) == ([f"data/{file}: {path}: {message}"] if message else [])


@pytest.mark.parametrize("date", ["1999-12-31", "2051-01-01"])
def test_phase_outside_the_published_years_is_refused(tmp_path: Path, date: str) -> None:
    status = "in_force" if date < "2026" else "enacted"
    files = changed(COUNTRY, "$.obligations.saft", obligation(status, phase(date)))

    assert issues(tmp_path, files) == [
        (
            "data/countries/fr.json: $.obligations.saft.phases[0].date: must be in the years 2000 to 2050, for which "
            f"phases are published, got {date} [wrong-value]"
        )
    ]


def test_placement_that_ends_before_it_starts_is_refused(tmp_path: Path) -> None:
    files = changed("sponsors.json", "$.sponsors", [{**sponsor(), "start": "2026-01-02", "end": "2026-01-01"}])

    assert issues(tmp_path, files) == [
        "data/sponsors.json: $.sponsors[0].end: must not be before the start, 2026-01-02, got 2026-01-01 [date-order]"
    ]


def with_reading(day: str) -> Files:
    """The whole set with a source that was read on a day."""
    return changed(COUNTRY, "$.sources", {"tax-example-law": source_record("https://tax.example/law") | {"read": day}})


EVENTS = {
    "check": (with_check, COUNTRY, (CHECKED, f"$.sources['{source_id(WITHOUT_ANSWER)}'].read")),
    "reading": (with_reading, COUNTRY, ("$.sources['tax-example-law'].read",)),
    "audit": (lambda day: changed("audits.json", "$.audits[0].date", day), "audits.json", ("$.audits[0].date",)),
    "news": (lambda day: changed("news.json", "$.news[0].date", day), "news.json", ("$.news[0].date",)),
    "news seen": (
        lambda day: changed("news.json", "$.news[0].first_seen", f"{day}T00:00:00Z"), "news.json", ("$.news[0].first_seen",),
    ),
    "release": (
        lambda day: {**whole(), "releases/1.2.3.json": release(released_at=f"{day}T00:00:00Z")},
        "releases/1.2.3.json", ("$.release.released_at",),
    ),
}  # fmt: skip
"""Files with an event on a day, the file that has it, and its paths there."""


@pytest.mark.parametrize("event", EVENTS)
def test_event_may_be_on_the_day_of_the_build_and_not_later(tmp_path: Path, event: str) -> None:
    with_event, file, paths = EVENTS[event]
    time = "T00:00:00Z" if event in ("news seen", "release") else ""

    assert issues(tmp_path, with_event("2026-11-21"), generated_at=RELEASED) == []
    assert issues(tmp_path, with_event("2026-11-22"), generated_at=RELEASED) == [
        (
            f"data/{file}: {path}: must not be after the time of the build, 2026-11-21T00:00:00Z, got 2026-11-22{time} "
            "[future-date]"
        )
        for path in paths
    ]


@pytest.mark.parametrize("event", ["check", "audit", "news seen"])
def test_default_time_is_that_of_the_release_or_of_the_newest_event(tmp_path: Path, event: str) -> None:
    before, after = (load(tmp_path, EVENTS[event][0](day)) for day in ("2026-11-20", "2026-12-24"))

    assert (before.site.generated_at, before.released_at) == (RELEASED, RELEASED)
    assert (after.site.generated_at, after.released_at) == (dt.datetime(2026, 12, 24, tzinfo=dt.UTC), RELEASED)


def test_check_in_a_broken_file_counts_for_the_default_time(tmp_path: Path) -> None:
    files = with_check("2026-12-24")
    del files[COUNTRY]["name"]

    assert issues(tmp_path, files) == ["data/countries/fr.json: $.name: must be present [missing-field]"]


def test_requested_time_that_archives_do_not_support_is_refused(tmp_path: Path) -> None:
    last = dt.datetime(2107, 12, 31, 23, 59, 59, tzinfo=dt.UTC)

    assert issues(tmp_path, whole(), generated_at=last) == []
    assert issues(tmp_path, whole(), generated_at=last + dt.timedelta(seconds=1)) == [
        "data/site.json: $.generated_at: must not be built for a time after 2107, got 2108-01-01T00:00:00Z [wrong-value]"
    ]


def test_requested_time_before_the_release_is_reported_with_other_issues(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.region", "Elsewhere")

    assert issues(tmp_path, files, generated_at=RELEASED - dt.timedelta(seconds=1)) == [
        "data/countries/fr.json: $.region: must be a region of site.json (Region 1), got 'Elsewhere' [unknown-region]",
        (
            "data/site.json: $.generated_at: must not be after the time of the build, 2026-11-20T23:59:59Z, "
            "got 2026-11-21T00:00:00Z [future-date]"
        ),
    ]
