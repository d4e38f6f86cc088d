"""A site in a folder is read as it is now, also if another build takes its place, and nothing but its files is read."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_client import Client, LocdataError, NotFoundError, UnreachableError

PATH = "/any.json"


def build(folder: Path, content: str) -> Path:
    """Write a site with one file."""
    folder.mkdir()
    (folder / PATH[1:]).write_text(content, encoding="utf-8")
    return folder


def test_folder_that_is_replaced_is_read_anew(tmp_path: Path) -> None:
    client = Client(build(tmp_path / "site", "1"))
    assert client.json(PATH) == 1

    (tmp_path / "site").rename(tmp_path / "former")
    build(tmp_path / "new", "2").rename(tmp_path / "site")
    assert client.json(PATH) == 2


def test_derived_value_is_made_again_only_if_a_file_has_changed(tmp_path: Path) -> None:
    client = Client(build(tmp_path / "site", "[1]"))
    made = []

    def length_of_made(value: object) -> int:
        made.append(value)
        return len(made)

    assert [client.derived(length_of_made, client.json(PATH)) for _ in range(2)] == [1, 1]
    (tmp_path / "site" / PATH[1:]).write_text("[1, 2]", encoding="utf-8")
    assert client.derived(length_of_made, client.json(PATH)) == 2
    assert made == [[1], [1, 2]]


def test_client_of_a_relative_folder_keeps_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "site", "1")
    monkeypatch.chdir(tmp_path)
    client = Client("site")
    monkeypatch.chdir("/")

    assert client.json(PATH) == 1


@pytest.mark.parametrize(
    ("put", "error"),
    [
        pytest.param(os.mkfifo, NotFoundError, id="a named pipe"),
        pytest.param(lambda file: file.symlink_to("/dev/zero"), NotFoundError, id="a link to a device"),
        pytest.param(lambda file: file.symlink_to(file), UnreachableError, id="a loop of links"),
    ],
)
def test_what_is_no_file_is_not_read(tmp_path: Path, put: Callable[[Path], object], error: type[LocdataError]) -> None:
    put(tmp_path / PATH[1:])

    with pytest.raises(error):
        Client(tmp_path).read(PATH)


def test_file_that_vanishes_is_not_found(tmp_path: Path) -> None:
    client = Client(build(tmp_path / "site", "1"))
    client.json(PATH)
    (tmp_path / "site" / PATH[1:]).unlink()

    with pytest.raises(NotFoundError, match=r"any\.json: no such file of the site$"):
        client.json(PATH)
