"""Today's site keeps every promise of the last release, and of two builds a year apart time alone makes the difference."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from locdata_build.check.dataset import check_sources
from locdata_build.contract.difference import Bump, Difference, compare
from locdata_build.contract.promises import broken_promises, idle_tombstones, needless_tombstones
from locdata_build.contract.snapshot import Snapshot
from locdata_build.contract.store import load
from locdata_build.contract.take import take_snapshot
from locdata_build.derive.published import derive
from locdata_build.read.site_files import read_site_files
from locdata_build.read.sources import read_sources
from locdata_build.render.site import render_site
from locdata_build.source.versions import version_parts
from locdata_build.view.world import World
from locdata_model.vocabulary import ChangeCause

LAST_RELEASE = Path("last_release")
A_YEAR = dt.timedelta(days=365)


@pytest.fixture(scope="module")
def today(contents: Mapping[str, bytes]) -> Snapshot:
    """The built site."""
    return take_snapshot(contents, "the built site")


@pytest.fixture(scope="module")
def last() -> Snapshot:
    """The last release."""
    return load(read_site_files(LAST_RELEASE), str(LAST_RELEASE))


@pytest.fixture(scope="module")
def a_year_on(today: Snapshot) -> Difference:
    """What a year makes of the site. No check: a plan whose day has come without a law would be a fault of that day."""
    dataset = check_sources(read_sources(Path("data_src"), "data_src"))
    later = replace(dataset, site=replace(dataset.site, generated_at=today.generated_at + A_YEAR))
    artifacts = render_site(World(dataset=later, published=derive(later)))
    return compare(
        today, take_snapshot({artifact.path: artifact.content for artifact in artifacts}, "the site a year later")
    )


def test_every_promise_of_the_last_release_is_kept_or_buried(last: Snapshot, today: Snapshot) -> None:
    assert list(broken_promises(last, today)) == []


def test_nothing_is_buried_that_is_still_there(today: Snapshot) -> None:
    assert list(needless_tombstones(today)) == []


def test_every_new_tombstone_names_what_the_last_release_promised(last: Snapshot, today: Snapshot) -> None:
    assert list(idle_tombstones(last, today)) == []


def test_site_is_not_older_than_the_last_release(last: Snapshot, today: Snapshot) -> None:
    assert version_parts(last.version) <= version_parts(today.version)
    assert last.generated_at <= today.generated_at


def test_citation_is_of_the_site(today: Snapshot, contents: Mapping[str, bytes]) -> None:
    citation = Path("CITATION.cff").read_bytes()

    assert contents["/data/CITATION.cff"] == citation
    assert f'version: "{today.version}"' in citation.decode()


def test_time_changes_nothing_of_the_contract(a_year_on: Difference) -> None:
    assert a_year_on.contract == ()


def test_a_year_changes_records_by_time_alone(a_year_on: Difference) -> None:
    edited = [change for change in a_year_on.changes if change.cause is not ChangeCause.TIME]

    assert edited == []
    assert a_year_on.bump is Bump.NONE


def test_every_change_by_time_names_a_phase_whose_day_lies_in_the_year(a_year_on: Difference, today: Snapshot) -> None:
    dates = {step.id: step.date for step in today.steps}
    days = [dates[change.phase or ""] for change in a_year_on.changes]
    since = today.generated_at.date()

    assert days
    assert [day for day in days if not since < day <= since + A_YEAR] == []


def test_every_toggle_that_was_to_turn_in_the_year_has_turned(a_year_on: Difference, today: Snapshot) -> None:
    since = today.generated_at.date()
    announced = {
        (turn.country, f"toggles.{turn.toggle}", turn.phase)
        for turn in today.turns
        if since < turn.date <= since + A_YEAR
    }
    turned = {
        (change.country, change.field, change.phase) for change in a_year_on.changes if change.resource == "countries"
    }

    assert turned == announced
