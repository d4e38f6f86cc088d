"""What lies in the folder of source files is read whole and in order, or named as a fault."""

import errno
import os
from pathlib import Path
from typing import BinaryIO

import pytest

from locdata_build.read.sources import read_sources
from locdata_build.source.files import CONNECTORS, COUNTRIES, ERPS, NEWS, RELEASES, SITE, SPONSORS, TOMBSTONES
from support.dataset import COUNTRY, ERP, whole, write


def printed(folder: Path) -> list[str]:
    """The faults of ``folder`` and of the files in it, as they are printed."""
    sources = read_sources(folder, "data")
    return [str(fault) for fault in (*sources.faults, *(fault for file in sources.files for fault in file.faults))]


def test_files_are_read_by_kind_and_then_by_name(tmp_path: Path) -> None:
    files = {**whole(), "countries/es.json": {}, "countries/ae.json": {}, "erps/a.json": {}}

    sources = read_sources(write(tmp_path, dict(reversed(files.items()))), "data")

    assert [(source.kind, source.place) for source in sources.files] == [
        (SITE, "site.json"),
        (ERPS, "erps/a.json"),
        (ERPS, "erps/erp_id_01.json"),
        (ERPS, "erps/erp_id_02.json"),
        (COUNTRIES, "countries/ae.json"),
        (COUNTRIES, "countries/es.json"),
        (COUNTRIES, "countries/fr.json"),
        (CONNECTORS, "connectors.json"),
        (NEWS, "news.json"),
        (SPONSORS, "sponsors.json"),
        (TOMBSTONES, "tombstones.json"),
    ]
    assert sources.faults == ()


def test_releases_are_read_where_there_are_any(tmp_path: Path) -> None:
    sources = read_sources(write(tmp_path, {**whole(), "releases/1.1.0.json": {}, "releases/1.0.0.json": {}}), "data")

    assert [source.place for source in sources.files if source.kind is RELEASES] == [
        "releases/1.0.0.json",
        "releases/1.1.0.json",
    ]
    assert sources.faults == ()


def test_folder_of_releases_may_hold_none(tmp_path: Path) -> None:
    (write(tmp_path, {**whole(), "releases/BUILD": b""}) / "releases").mkdir(exist_ok=True)

    assert printed(tmp_path) == []


def test_file_is_read_with_its_name_and_bytes(tmp_path: Path) -> None:
    source = read_sources(write(tmp_path, {**whole(), COUNTRY: b'{"code": 1}\n'}), "shown/as").files[3]

    assert source.name == "shown/as/countries/fr.json"
    assert source.stem == "fr"
    assert source.raw == b'{"code": 1}\n'
    assert source.faults == ()


def test_file_that_is_no_json_is_read_like_any_other(tmp_path: Path) -> None:
    source = read_sources(write(tmp_path, {**whole(), COUNTRY: b"{"}), "data").files[3]

    assert source.raw == b"{"
    assert source.faults == ()


@pytest.mark.parametrize("name", ["site.json", "connectors.json", "news.json", "sponsors.json"])
def test_missing_file_is_a_fault(tmp_path: Path, name: str) -> None:
    write(tmp_path, whole())
    (tmp_path / name).unlink()

    assert printed(tmp_path) == [f"data/{name}: $: must be a file, but there is none [missing-file]"]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param({}, id="nothing there"),
        pytest.param({"erps": b""}, id="a file is there"),
    ],
)
def test_missing_folder_is_a_fault(tmp_path: Path, content: dict[str, bytes]) -> None:
    files = whole()
    del files[ERP], files["erps/erp_id_02.json"]
    write(tmp_path, {**files, **content})

    assert printed(tmp_path) == ["data/erps: $: must be a folder with source files, but is not [missing-folder]"]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param({"erps/BUILD": b""}, id="nothing but a BUILD file"),
        pytest.param({"erps/.hidden.json": b"{}"}, id="nothing but a hidden file"),
    ],
)
def test_folder_without_a_source_file_is_a_fault(tmp_path: Path, content: dict[str, bytes]) -> None:
    files = whole()
    del files[ERP], files["erps/erp_id_02.json"]
    write(tmp_path, {**files, **content})

    assert printed(tmp_path) == [
        "data/erps: $: must be a folder with at least one .json file, but has none [missing-folder]"
    ]


def test_folder_with_nothing_but_what_does_not_belong_has_both_faults(tmp_path: Path) -> None:
    files = whole()
    del files[ERP], files["erps/erp_id_02.json"]
    write(tmp_path, {**files, "erps/ODOO.JSON": b"{}"})

    assert printed(tmp_path) == [
        "data/erps: $: must be a folder with at least one .json file, but has none [missing-folder]",
        (
            "data/erps/ODOO.JSON: $: must not be here: it is no source file (these end in .json, in lower case) "
            "[unexpected-file]"
        ),
    ]


def test_empty_folder_is_a_fault(tmp_path: Path) -> None:
    files = whole()
    del files[COUNTRY]
    write(tmp_path, files)
    (tmp_path / "countries").mkdir()

    assert printed(tmp_path) == [
        "data/countries: $: must be a folder with at least one .json file, but has none [missing-folder]"
    ]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("extra.json", id="json file"),
        pytest.param("site.json.orig", id="left by a merge"),
        pytest.param("notes.txt", id="text file"),
        pytest.param("Site.json", id="upper-case name"),
        pytest.param("countries/FR.JSON", id="upper-case ending"),
        pytest.param("countries/fr.json~", id="left by an editor"),
        pytest.param("countries/fr.yaml", id="another format"),
        pytest.param("erps/build", id="lower-case BUILD"),
    ],
)
def test_file_that_does_not_belong_is_a_fault(tmp_path: Path, name: str) -> None:
    write(tmp_path, {**whole(), name: b"{}"})

    assert printed(tmp_path) == [
        f"data/{name}: $: must not be here: it is no source file (these end in .json, in lower case) [unexpected-file]"
    ]


@pytest.mark.parametrize("name", ["old", "countries/old"])
def test_folder_that_does_not_belong_is_a_fault(tmp_path: Path, name: str) -> None:
    write(tmp_path, {**whole(), f"{name}/fr.json": b"{}"})

    assert printed(tmp_path) == [
        f"data/{name}: $: must not be here: it is no source file (these end in .json, in lower case) [unexpected-file]"
    ]


@pytest.mark.parametrize(
    "name",
    [
        "BUILD",
        "README.md",
        ".gitignore",
        ".DS_Store",
        "schema/country.schema.json",
        "countries/BUILD",
        "countries/README.md",
        "countries/.fr.json.swp",
        "countries/.hidden.json",
        "erps/BUILD",
    ],
)
def test_what_is_no_source_but_may_lie_beside_is_ignored(tmp_path: Path, name: str) -> None:
    expected = read_sources(write(tmp_path / "plain", whole()), "data")
    assert expected.faults == ()

    assert read_sources(write(tmp_path / "more", {**whole(), name: b"no JSON"}), "data") == expected


@pytest.mark.parametrize("name", ["site.json", COUNTRY])
def test_folder_in_the_place_of_a_file_is_a_fault(tmp_path: Path, name: str) -> None:
    files = whole()
    del files[name]
    write(tmp_path, files)
    (tmp_path / name).mkdir(parents=True)

    assert printed(tmp_path) == [f"data/{name}: $: must be a file, but is a folder [missing-file]"]


def test_file_without_permission_to_read_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, whole())
    (tmp_path / COUNTRY).chmod(0)
    if os.access(tmp_path / COUNTRY, os.R_OK):
        pytest.skip("this user may read everything")

    assert printed(tmp_path) == [
        "data/countries/fr.json: $: must be a readable file, but is not: Permission denied [unreadable-file]"
    ]


def test_folder_without_permission_to_read_is_a_fault(tmp_path: Path) -> None:
    countries = write(tmp_path, whole()) / "countries"
    countries.chmod(0)
    if os.access(countries, os.R_OK):
        pytest.skip("this user may read everything")

    assert printed(tmp_path) == [
        "data/countries: $: must be a readable folder, but is not: Permission denied [unreadable-folder]"
    ]


def test_folder_that_the_system_refuses_to_look_at_is_a_fault(tmp_path: Path) -> None:
    assert printed(tmp_path / ("x" * 300)) == [
        "data: $: must be a readable folder, but is not: File name too long [unreadable-folder]"
    ]


def test_link_that_leads_nowhere_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, whole())
    (tmp_path / "countries/de.json").symlink_to(tmp_path / "nowhere.json")

    assert printed(tmp_path) == ["data/countries/de.json: $: must be a file, but there is none [missing-file]"]


@pytest.mark.parametrize(
    "name", [pytest.param("nowhere", id="nothing there"), pytest.param("site.json", id="a file is there")]
)
def test_data_folder_that_is_no_folder_is_the_only_fault(tmp_path: Path, name: str) -> None:
    write(tmp_path, whole())

    assert printed(tmp_path / name) == [
        "data: $: must be a folder with source files, but is not [missing-folder]",
    ]


def test_empty_data_folder_lacks_every_file(tmp_path: Path) -> None:
    assert printed(tmp_path) == [
        "data/erps: $: must be a folder with source files, but is not [missing-folder]",
        "data/countries: $: must be a folder with source files, but is not [missing-folder]",
        "data/site.json: $: must be a file, but there is none [missing-file]",
        "data/connectors.json: $: must be a file, but there is none [missing-file]",
        "data/news.json: $: must be a file, but there is none [missing-file]",
        "data/sponsors.json: $: must be a file, but there is none [missing-file]",
        "data/tombstones.json: $: must be a file, but there is none [missing-file]",
    ]


def test_faults_of_the_folder_stand_apart_from_those_in_the_files(tmp_path: Path) -> None:
    write(tmp_path, {**whole(), COUNTRY: b"", "countries/notes.txt": b"", "news.json": b"\xff"})
    (tmp_path / "site.json").unlink()

    sources = read_sources(tmp_path, "data")

    assert [str(fault) for fault in sources.faults] == [
        (
            "data/countries/notes.txt: $: must not be here: it is no source file (these end in .json, in lower case) "
            "[unexpected-file]"
        ),
    ]
    assert [str(fault) for source in sources.files for fault in source.faults] == [
        "data/site.json: $: must be a file, but there is none [missing-file]",
    ]
    assert [source.place for source in sources.files] == [
        "site.json",
        "erps/erp_id_01.json",
        "erps/erp_id_02.json",
        "countries/fr.json",
        "connectors.json",
        "news.json",
        "sponsors.json",
        "tombstones.json",
    ]


def test_file_that_cannot_be_read_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, mode: str) -> BinaryIO:
        raise OSError(errno.EIO, "Input/output error", str(path))

    write(tmp_path, whole())
    monkeypatch.setattr(Path, "open", fail)

    assert printed(tmp_path)[0] == (
        "data/site.json: $: must be a readable file, but is not: Input/output error [unreadable-file]"
    )
