"""The semantic version that a difference asks for, and what is compared where a side is not a whole site."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.sites import NEW_DAY, site, snapshot, stone, taken
from locdata_build.contract.difference import MEANINGS, Bump, compare, compare_files, raised
from locdata_build.contract.snapshot import Contract, Snapshot
from locdata_build.contract.store import store
from locdata_build.source.faults import SourceError
from locdata_build.source.versions import version_parts
from locdata_model.data_files import DATA_FOLDER
from support.dataset import COUNTRY, Files

OLD = snapshot(contract=Contract(paths=("/a.csv",)), records={"facts": {"fr-vat": {"value": "20%"}}})
EDITED = {"facts": {"fr-vat": {"value": "21%"}}}


def new(
    *paths: str, version: str = "1.2.3", records: dict[str, dict[str, dict[str, str]]] | None = None, buried: str = ""
) -> Snapshot:
    """The next site."""
    return snapshot(
        version=version,
        contract=Contract(paths=paths),
        records=records or OLD.records,
        tombstones=(stone("path", buried),) if buried else (),
    )


@pytest.mark.parametrize(
    ("after", "bump"),
    [
        pytest.param(new("/a.csv"), Bump.NONE, id="nothing"),
        pytest.param(new("/a.csv", records=EDITED), Bump.PATCH, id="edit"),
        pytest.param(new("/a.csv", "/b.csv", records=EDITED), Bump.MINOR, id="something added and an edit"),
        pytest.param(new(buried="/a.csv"), Bump.MINOR, id="withdrawn with a tombstone"),
        pytest.param(new(), Bump.MAJOR, id="withdrawn"),
        pytest.param(new("/b.csv", records=EDITED), Bump.MAJOR, id="withdrawn, something added and an edit"),
    ],
)
def test_changes_ask_for_a_part_of_the_version(after: Snapshot, bump: Bump) -> None:
    assert compare(OLD, after).bump is bump


@pytest.mark.parametrize(
    ("after", "wanted", "is_enough"),
    [
        pytest.param(new("/a.csv"), "1.2.3", True, id="nothing, same version"),
        pytest.param(new("/a.csv", version="1.2.2"), "1.2.3", False, id="nothing, lower version"),
        pytest.param(new("/a.csv", records=EDITED), "1.2.4", False, id="edit, same version"),
        pytest.param(new("/a.csv", records=EDITED, version="1.2.4"), "1.2.4", True, id="edit, next patch"),
        pytest.param(new("/a.csv", "/b.csv", version="1.2.4"), "1.3.0", False, id="more, next patch"),
        pytest.param(new("/a.csv", "/b.csv", version="1.10.0"), "1.3.0", True, id="more, a later minor version"),
        pytest.param(new(version="1.3.0"), "2.0.0", False, id="less, next minor version"),
        pytest.param(new(version="2.0.0"), "2.0.0", True, id="less, next major version"),
    ],
)
def test_version_must_be_as_high_as_the_changes_ask_for(after: Snapshot, wanted: str, is_enough: bool) -> None:
    difference = compare(OLD, after)

    assert (difference.wanted_version, difference.is_version_enough) == (wanted, is_enough)


def test_time_alone_asks_for_nothing(tmp_path: Path) -> None:
    def a_year_later(files: Files) -> None:
        files["site.json"]["generated_at"] = "2027-11-21T00:00:00Z"

    difference = compare(taken(tmp_path / "old"), taken(tmp_path / "new", a_year_later))

    assert [(change.field, change.phase) for change in difference.changes] == [
        ("toggles.real_time_reporting", "fr-real-time-reporting-step-1")
    ]
    assert (difference.bump, difference.new.generated_at) == (Bump.NONE, NEW_DAY)


@given(st.tuples(*[st.integers(0, 99)] * 3), st.sampled_from([bump for bump in Bump if bump is not Bump.NONE]))
def test_a_raised_version_is_the_next_of_its_kind(parts: tuple[int, int, int], bump: Bump) -> None:
    after = version_parts(raised(".".join(map(str, parts)), bump))
    place = list(Bump).index(bump)

    assert after == (*parts[:place], parts[place] + 1, *[0] * (2 - place))


def test_nothing_raises_no_version() -> None:
    assert raised("1.2.3", Bump.NONE) == "1.2.3"


def test_every_part_of_a_version_has_a_meaning() -> None:
    assert list(MEANINGS) == list(Bump)


def data_of(files: dict[str, bytes]) -> dict[str, bytes]:
    """The data files of a site alone."""
    return {path: content for path, content in files.items() if path.startswith(DATA_FOLDER)}


@pytest.fixture
def whole(tmp_path: Path) -> dict[str, bytes]:
    """The files of the small site."""
    return site(tmp_path / "whole")


@pytest.fixture
def edited(tmp_path: Path) -> dict[str, bytes]:
    """The files of the small site, with another VAT rate."""

    def edit(files: Files) -> None:
        files[COUNTRY]["facts"]["vat"]["value"] = "Standard rate 21%."

    return site(tmp_path / "edited", edit)


def test_two_whole_sites_are_compared_by_their_api(whole: dict[str, bytes], edited: dict[str, bytes]) -> None:
    changes = compare_files(whole, "old", edited, "new").changes

    assert [(c.resource, c.record, c.field) for c in changes] == [("facts", "fr-vat", "value")]


@pytest.mark.parametrize("side", ["both", "old", "new"])
def test_data_files_alone_are_compared_with_data_files(
    whole: dict[str, bytes], edited: dict[str, bytes], side: str
) -> None:
    old = whole if side == "new" else data_of(whole)
    after = edited if side == "old" else data_of(edited)
    difference = compare_files(old, "old", after, "new")

    assert [(c.resource, c.record, c.field) for c in difference.changes] == [
        ("data/countries", "fr-VAT / GST", "value")
    ]
    assert difference.contract == ()


@pytest.mark.parametrize("side", ["both", "old", "new"])
def test_a_stored_release_is_compared_as_the_site_that_it_was(
    whole: dict[str, bytes], edited: dict[str, bytes], side: str, tmp_path: Path
) -> None:
    def vat(files: Files) -> None:
        files[COUNTRY]["facts"]["vat"]["value"] = "Standard rate 21%."

    old = whole if side == "new" else store(taken(tmp_path / "old"))
    after = edited if side == "old" else store(taken(tmp_path / "new", vat))
    difference = compare_files(old, "old", after, "new")

    assert [(c.resource, c.record, c.field) for c in difference.changes] == [("facts", "fr-vat", "value")]
    assert difference.contract == ()


@pytest.mark.parametrize("side", ["old", "new"])
def test_a_stored_release_is_not_compared_with_data_files_alone(
    whole: dict[str, bytes], tmp_path: Path, side: str
) -> None:
    stored = store(taken(tmp_path / "old"))
    old, after = (stored, data_of(whole)) if side == "new" else (data_of(whole), stored)

    with pytest.raises(SourceError) as caught:
        compare_files(old, "old", after, "new")

    assert [str(fault) for fault in caught.value.faults] == [
        (
            f"{side}: $: must be a whole site to be compared with a release as the repository keeps it, but is not "
            "[not-a-site]"
        )
    ]
