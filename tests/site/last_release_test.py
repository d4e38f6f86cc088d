"""The site keeps what the last release promised, and the data of today can be built in later years."""

import datetime as dt
import json
from pathlib import Path

import pytest

from locdata_build.contract.contract_changes import broken_promises, redundant_tombstones, unmatched_tombstones
from locdata_build.contract.difference import Bump, Difference, compare_snapshots
from locdata_build.contract.site_snapshot import take_snapshot
from locdata_build.contract.snapshot import Snapshot, decode_release
from locdata_build.data.reading import Sources, read_sources
from locdata_build.site.files import open_site
from locdata_model.endpoints import STATUS
from locdata_model.scalars import version_parts
from locdata_model.urls import CITATION_PATH
from locdata_model.vocabulary import ChangeCause
from support.later import NEXT_YEARS, new_year, render_at
from support.site import DATA, Files

LAST_RELEASE = Path("last_release")
YEAR = dt.timedelta(days=365)


@pytest.fixture(scope="module")
def today(contents: Files) -> Snapshot:
    """The built site."""
    return take_snapshot(contents, "the built site")


@pytest.fixture(scope="module")
def last() -> Snapshot:
    """The last release."""
    return decode_release(open_site(LAST_RELEASE), str(LAST_RELEASE))


@pytest.fixture(scope="module")
def source_files() -> Sources:
    """The source files."""
    return read_sources(DATA, str(DATA))


@pytest.fixture(scope="module")
def next_year(today: Snapshot, source_files: Sources) -> Files:
    """The site as it is built a year later."""
    return render_at(source_files, today.generated_at + YEAR)


@pytest.fixture(scope="module")
def difference_of_a_year(today: Snapshot, next_year: Files) -> Difference:
    """The difference to the site a year later."""
    return compare_snapshots(today, take_snapshot(next_year, "the site a year later"))


def test_every_promise_of_the_last_release_is_kept_or_has_a_tombstone(last: Snapshot, today: Snapshot) -> None:
    assert list(broken_promises(last, today)) == []


def test_every_tombstone_names_a_withdrawn_promise(last: Snapshot, today: Snapshot) -> None:
    assert list(unmatched_tombstones(last, today)) == []
    assert list(redundant_tombstones(today)) == []


def test_site_is_not_older_than_the_last_release(last: Snapshot, today: Snapshot) -> None:
    assert version_parts(last.version) <= version_parts(today.version)
    assert last.generated_at <= today.generated_at


def test_the_repository_has_the_citation_of_the_site(contents: Files, today: Snapshot) -> None:
    citation = Path("CITATION.cff").read_bytes()

    assert citation == contents[CITATION_PATH], "copy that of the built site: cp dist/site/data/CITATION.cff ."
    assert f'version: "{today.version}"' in citation.decode()


def test_a_year_changes_records_and_nothing_else(difference_of_a_year: Difference) -> None:
    assert difference_of_a_year.contract == ()
    assert [change for change in difference_of_a_year.changes if change.cause is not ChangeCause.TIME] == []
    assert difference_of_a_year.bump is Bump.NONE


def test_every_change_of_a_year_has_a_phase_with_a_date_in_it(
    difference_of_a_year: Difference, today: Snapshot
) -> None:
    dates = {phase.id: phase.date for phase in today.phases}
    start = today.generated_at.date()

    # None, if all phases that the data knows are over.
    for change in difference_of_a_year.changes:
        assert start < dates[change.phase or ""] <= start + YEAR


def test_a_year_flips_every_toggle_as_announced(difference_of_a_year: Difference, today: Snapshot) -> None:
    start = today.generated_at.date()
    announced = {
        (flip.country, f"toggles.{flip.toggle}", flip.phase)
        for flip in today.flips
        if start < flip.date <= start + YEAR
    }
    changes = [change for change in difference_of_a_year.changes if change.resource == "countries"]

    assert {(change.country, change.field, change.phase) for change in changes} == announced


def test_data_of_today_can_be_built_in_a_year(next_year: Files, contents: Files) -> None:
    assert next_year.keys() == contents.keys()


@pytest.mark.proof
@pytest.mark.parametrize("years", NEXT_YEARS)
def test_data_of_today_can_be_built_on_the_first_day_of_each_of_the_next_ten_years(
    years: int, source_files: Sources, contents: Files
) -> None:
    time = new_year(source_files, years)

    site = render_at(source_files, time)

    assert site.keys() == contents.keys()
    assert json.loads(site[STATUS.path])["meta"]["generated_at"] == f"{time:%Y-%m-%dT%H:%M:%SZ}"
