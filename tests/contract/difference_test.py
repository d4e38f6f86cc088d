"""The semantic version that a difference requires, and what is compared if a side is not a whole site."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from contract.sites import NEW_DAY, edit_vat, site, site_snapshot, snapshot, tombstone
from locdata_build.contract.difference import Bump, compare_sites, compare_snapshots
from locdata_build.contract.site_snapshot import take_snapshot
from locdata_build.contract.snapshot import Snapshot, encode_release
from locdata_build.data.errors import SourceError
from locdata_model.urls import DATA_FOLDER
from support.dataset import COUNTRY, Files, changed
from support.records import fact, marked, source
from support.rendering import render_files

OLD = snapshot(paths=("/a.csv",), records={"facts": {"fr-vat": {"value": "20%"}}})
EDITED = {"facts": {"fr-vat": {"value": "21%"}}}

SiteFiles = dict[str, bytes]


def new(*paths: str, version: str = "1.2.3", is_edited: bool = False, withdrawn: str = "") -> Snapshot:
    """Return the newer site, with a tombstone for the path ``withdrawn``."""
    return snapshot(
        version=version,
        paths=paths,
        records=EDITED if is_edited else OLD.records,
        tombstones=(tombstone("path", withdrawn),) if withdrawn else (),
    )


@pytest.mark.parametrize(
    ("after", "bump", "wanted_version", "is_enough"),
    [
        (new("/a.csv"), "none", "1.2.3", True),
        (new("/a.csv", version="1.2.2"), "none", "1.2.3", False),
        (new("/a.csv", is_edited=True, version="1.2.4"), "patch", "1.2.4", True),
        (new("/a.csv", "/b.csv", version="1.10.0"), "minor", "1.3.0", True),
        (new("/a.csv", "/b.csv", is_edited=True), "minor", "1.3.0", False),
        (new(withdrawn="/a.csv", version="1.3.0"), "minor", "1.3.0", True),
        (new("/b.csv", version="2.0.0"), "major", "2.0.0", True),
    ],
)
def test_changes_require_a_version(after: Snapshot, bump: str, wanted_version: str, is_enough: bool) -> None:
    found = compare_snapshots(OLD, after)

    assert (found.bump, found.wanted_version, found.is_version_enough) == (bump, wanted_version, is_enough)


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("$.facts.vat.value", fact("Standard rate 21%.")["value"], "facts/fr-vat value"),
        ("$.facts.vat.value", fact("Standard rate 20%.", source("other"))["value"], "facts/fr-vat source_urls"),
        ("$.facts.vat.value", fact("Standard rate 20%.", f"{source('fact')}: 2")["value"], "facts/fr-vat statements"),
        ("$.e_invoicing.mandate.scope", "All invoices.", "mandates/fr scope"),
        (
            "$.reporting[0].erp_support[0].notes",
            marked("Other notes.", "https://vendor.example/vat"),
            "reports/vat-reporting-fr-1 erp_support",
        ),
    ],
    ids=["text", "source", "locator", "text of the mandate", "text of a part"],
)
def test_edit_of_a_text_or_of_what_it_cites_is_one_change(tmp_path: Path, path: str, value: str, expected: str) -> None:
    edited = render_files(tmp_path / "new", changed(COUNTRY, path, value))
    found = compare_sites(site(tmp_path / "old"), "old", edited, "new").changes

    assert [
        f"{change.resource}/{change.record} {change.field}" for change in found if change.resource != "sources"
    ] == [expected]


def data_of(files: SiteFiles) -> SiteFiles:
    """Return the data files of a site."""
    return {path: content for path, content in files.items() if path.startswith(DATA_FOLDER)}


def stored(files: SiteFiles) -> SiteFiles:
    """Return a site as a stored release."""
    return encode_release(take_snapshot(files, "site"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> SiteFiles:
    """Build the small site."""
    return site(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> SiteFiles:
    """Build the small site with an edited fact."""
    return site(tmp_path_factory.mktemp("edited"), edit_vat)


def test_changes_by_time_require_no_version(tmp_path: Path, whole: SiteFiles) -> None:
    def build_a_year_later(files: Files) -> None:
        files["site.json"]["generated_at"] = "2027-11-21T00:00:00Z"

    difference = compare_snapshots(take_snapshot(whole, "old"), site_snapshot(tmp_path, build_a_year_later))

    assert [(change.field, change.phase) for change in difference.changes] == [
        ("toggles.real_time_reporting", "fr-real-time-reporting-step-1"),
        ("verdict", "fr-real-time-reporting-step-1"),
        ("applies", "fr-real-time-reporting-step-1"),
        ("binds", "fr-real-time-reporting-step-1"),
        ("state", "fr-e-invoicing-b2b-step-2"),
        ("state", "fr-real-time-reporting-step-1"),
    ]
    assert difference.bump is Bump.NONE


@pytest.mark.parametrize(
    ("is_old_stored", "is_new_stored"), [(False, False), (False, True), (True, False), (True, True)]
)
def test_whole_sites_and_stored_releases_are_compared_by_their_api(
    whole: SiteFiles, edited: SiteFiles, is_old_stored: bool, is_new_stored: bool
) -> None:
    old = stored(whole) if is_old_stored else whole
    difference = compare_sites(old, "old", stored(edited) if is_new_stored else edited, "new")

    assert [(c.resource, c.record, c.field) for c in difference.changes] == [("facts", "fr-vat", "value")]
    assert difference.contract == ()


@pytest.mark.parametrize(("is_old_whole", "is_new_whole"), [(False, False), (False, True), (True, False)])
def test_data_files_alone_are_compared_with_data_files(
    whole: SiteFiles, edited: SiteFiles, is_old_whole: bool, is_new_whole: bool
) -> None:
    old = whole if is_old_whole else data_of(whole)
    difference = compare_sites(old, "old", edited if is_new_whole else data_of(edited), "new")

    assert [(c.resource, c.record, c.field) for c in difference.changes] == [
        ("data/countries", "fr-VAT / GST", "value")
    ]
    assert difference.contract == ()


@pytest.mark.parametrize("side", ["old", "new"])
def test_stored_release_cannot_be_compared_with_data_files_alone(whole: SiteFiles, side: str) -> None:
    release, data = stored(whole), data_of(whole)
    old, after = (release, data) if side == "new" else (data, release)

    with pytest.raises(SourceError) as caught:
        compare_sites(old, "old", after, "new")

    assert [str(issue) for issue in caught.value.issues] == [
        f"{side}: $: must be a whole site to be compared with a stored release [not-a-site]"
    ]


def test_name_that_no_change_can_have_is_an_issue(whole: SiteFiles) -> None:
    other = {**whole, "/a\n": b""}

    with pytest.raises(SourceError) as caught:
        compare_sites(whole, "old", other, "new")

    assert str(caught.value.issues[0]) == (
        "new: $: must have names as the published schema allows them: `name` must not end with a line break [not-a-site]"
    )


@pytest.mark.parametrize(
    "newer", [{"version": "1.2.4"}, {"generated_at": NEW_DAY}], ids=["lower version", "earlier time"]
)
def test_site_that_is_older_than_a_stored_release_is_stale(whole: SiteFiles, newer: dict[str, Any]) -> None:
    release = encode_release(replace(take_snapshot(whole, "site"), **newer))

    with pytest.raises(SourceError, match=r"must not be older than old, .*: build it first \[stale-site\]"):
        compare_sites(release, "old", whole, "new")
