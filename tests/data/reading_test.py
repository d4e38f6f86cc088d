"""The source files are read in order; what is missing, unexpected or unreadable is an issue."""

import errno
import os
from pathlib import Path
from typing import BinaryIO

import pytest

from locdata_build.data.files import FILE_KINDS
from locdata_build.data.reading import MAX_FILE_BYTES, read_sources
from support.dataset import COUNTRY, whole, write

NO_FOLDER = "must be an existing folder [missing-folder]"
NO_FILE = "must be an existing regular file [missing-file]"
NO_FILES = "must contain at least one .json file [missing-folder]"
UNEXPECTED = "must not be here: it is not a source file (these end in .json, in lower case) [unexpected-file]"


def printed(folder: Path) -> list[str]:
    """The issues of ``folder`` and of the files in it, as they are printed."""
    sources = read_sources(folder, "data")
    return [str(issue) for issue in (*sources.issues, *(issue for file in sources.files for issue in file.issues))]


def test_files_are_read_by_kind_and_then_by_name(tmp_path: Path) -> None:
    more = ["countries/es.json", "countries/ae.json", "erps/a.json", "releases/1.1.0.json", "releases/1.0.0.json"]
    files = {**whole(), **{path: {} for path in more}}

    sources = read_sources(write(tmp_path, dict(reversed(files.items()))), "data")

    assert [source.path.removesuffix(".json") for source in sources.files] == [
        *("site", "erps/a", "erps/erp_id_01", "erps/erp_id_02", "countries/ae", "countries/es", "countries/fr"),
        *("connectors", "terms", "refused_sources", "exceptions", "audits", "news", "sponsors", "tombstones"),
        *("releases/1.0.0", "releases/1.1.0"),
    ]
    assert [source.path for source in sources.files if not Path(source.path).match(source.kind.path)] == []
    assert sources.issues == ()


def test_folder_of_releases_may_be_empty(tmp_path: Path) -> None:
    assert printed(write(tmp_path, {**whole(), "releases/BUILD": b""})) == []


@pytest.mark.parametrize("name", [kind.path for kind in FILE_KINDS if not kind.folder])
def test_missing_file_is_an_issue(tmp_path: Path, name: str) -> None:
    write(tmp_path, whole())
    (tmp_path / name).unlink()

    assert printed(tmp_path) == [f"data/{name}: $: {NO_FILE}"]


@pytest.mark.parametrize(
    ("content", "issues"),
    [
        pytest.param({}, [f"erps: $: {NO_FOLDER}"], id="missing"),
        pytest.param({"erps": b""}, [f"erps: $: {NO_FOLDER}"], id="file"),
        pytest.param({"erps/BUILD": b""}, [f"erps: $: {NO_FILES}"], id="only a BUILD file"),
        pytest.param({"erps/.hidden.json": b"{}"}, [f"erps: $: {NO_FILES}"], id="only a hidden file"),
        pytest.param(
            {"erps/ODOO.JSON": b"{}"}, [f"erps: $: {NO_FILES}", f"erps/ODOO.JSON: $: {UNEXPECTED}"], id="only an unexpected file"
        ),
    ],
)  # fmt: skip
def test_folder_without_source_files_is_an_issue(tmp_path: Path, content: dict[str, bytes], issues: list[str]) -> None:
    files = {path: value for path, value in whole().items() if not path.startswith("erps/")}

    assert printed(write(tmp_path, {**files, **content})) == [f"data/{issue}" for issue in issues]


@pytest.mark.parametrize(
    "name",
    ["extra.json", "Site.json", "countries/FR.JSON", "countries/fr.json~", "old/fr.json", "countries/old/fr.json"],
)
def test_unexpected_file_or_folder_is_an_issue(tmp_path: Path, name: str) -> None:
    shown = name.removesuffix("/fr.json")

    assert printed(write(tmp_path, {**whole(), name: b"{}"})) == [f"data/{shown}: $: {UNEXPECTED}"]


@pytest.mark.parametrize(
    "name", ["BUILD", ".gitignore", "schema/country.schema.json", "countries/README.md", "countries/.hidden.json"]
)
def test_other_entries_that_are_allowed_are_ignored(tmp_path: Path, name: str) -> None:
    expected = read_sources(write(tmp_path / "plain", whole()), "data")

    assert read_sources(write(tmp_path / "more", {**whole(), name: b"no JSON"}), "data") == expected


@pytest.mark.parametrize("target", ["nowhere.json", COUNTRY, "/dev/zero"])
def test_link_is_not_followed(tmp_path: Path, target: str) -> None:
    write(tmp_path, whole())
    (tmp_path / "countries/de.json").symlink_to(tmp_path / target)

    assert printed(tmp_path) == ["data/countries/de.json: $: must not be a symbolic link [unreadable-file]"]


def test_link_to_a_folder_is_followed_in_trusted_data_alone(tmp_path: Path) -> None:
    write(tmp_path / "data", whole())
    (tmp_path / "data/countries").rename(tmp_path / "countries")
    (tmp_path / "data/countries").symlink_to(tmp_path / "countries")

    assert printed(tmp_path / "data") == ["data/countries: $: must not be a symbolic link [unreadable-folder]"]
    assert read_sources(tmp_path / "data", "data", is_trusted=True).issues == ()


def test_data_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    write(tmp_path / "data", whole())
    (tmp_path / "link").symlink_to("data")

    assert printed(tmp_path / "link") == []


def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    write(tmp_path, whole())
    os.mkfifo(tmp_path / "countries/de.json")

    assert printed(tmp_path) == [f"data/countries/de.json: $: {NO_FILE}"]


@pytest.mark.parametrize("name", [pytest.param("nowhere", id="missing"), pytest.param("site.json", id="file")])
def test_data_folder_that_is_no_folder_is_the_only_issue(tmp_path: Path, name: str) -> None:
    assert printed(write(tmp_path, whole()) / name) == [f"data: $: {NO_FOLDER}"]


@pytest.mark.parametrize(
    ("method", "issue"),
    [("open", "data/site.json: $: {} [unreadable-file]"), ("iterdir", "data: $: {} [unreadable-folder]")],
)
def test_entry_that_fails_to_be_read_is_an_issue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, issue: str
) -> None:
    def fail(path: Path, *mode: str) -> BinaryIO:
        raise OSError(errno.EIO, "Input/output error", str(path))

    write(tmp_path, whole())
    monkeypatch.setattr(Path, method, fail)

    assert printed(tmp_path)[0] == issue.format("cannot be read: Input/output error")


def test_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    write(tmp_path, whole())
    os.truncate(tmp_path / "news.json", 100 * MAX_FILE_BYTES)

    assert printed(tmp_path) == [f"data/news.json: $: must have at most {MAX_FILE_BYTES} bytes [too-long]"]


@pytest.mark.parametrize("name", ["a\x1b[2J\n", "a\u202eb", "a\u200db", "caf\u00e9", "a%2fb", "a" * 240], ids=ascii)
def test_file_with_an_odd_name_is_one_printable_issue(tmp_path: Path, name: str) -> None:
    write(tmp_path, whole())
    (tmp_path / name).mkdir()

    assert [issue.isprintable() for issue in printed(tmp_path)] == [True]
