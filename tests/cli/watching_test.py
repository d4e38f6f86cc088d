"""Changes of the source files are noticed, whatever program makes them."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.cli import watching
from locdata_build.cli.watching import changes
from support.dataset import COUNTRY, ERP, whole, write

Edit = Callable[[Path], object]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "data", whole())


def watched(data: Path, monkeypatch: pytest.MonkeyPatch, *pauses: Edit) -> list[list[str]]:
    """Return the changes that are yielded if each pause between two looks makes an edit; a pause without any comes first."""
    remaining = iter((wait, *pauses))

    def pause() -> None:
        edit = next(remaining, None)
        if edit is None:
            raise KeyboardInterrupt
        edit(data)

    monkeypatch.setattr(watching, "pause", pause)
    yielded: list[list[str]] = []
    with pytest.raises(KeyboardInterrupt):
        yielded.extend(changes(data))
    return yielded


def wait(data: Path) -> None:
    """Change nothing."""


def save(name: str, content: bytes = b"{}") -> Edit:
    """Write a file as most editors do."""
    return lambda data: (data / name).write_bytes(content)


def save_by_rename(data: Path) -> None:
    """Write a file of the same size and time, and put it in the place of the old one."""
    old, new = data / COUNTRY, data / "countries/.new"
    shutil.copy2(old, new)
    new.replace(old)


def set_time(data: Path) -> None:
    """Change nothing of a file but its time, by the smallest difference that file systems have."""
    os.utime(data / COUNTRY, ns=(0, (data / COUNTRY).stat().st_mtime_ns + 1000))


def remove_countries(data: Path) -> None:
    shutil.rmtree(data / "countries")


def lock_like_emacs(data: Path) -> None:
    """Make a hidden link that leads nowhere."""
    (data / "countries/.#fr.json").symlink_to("user@host.1")


@pytest.mark.parametrize(
    ("edit", "changed"),
    [
        pytest.param(save(COUNTRY), [COUNTRY], id="saved"),
        pytest.param(save_by_rename, [COUNTRY], id="saved by rename"),
        pytest.param(set_time, [COUNTRY], id="time"),
        pytest.param(save("countries/de.json"), ["countries/de.json"], id="added"),
        pytest.param(save("notes.txt"), ["notes.txt"], id="no source file"),
        pytest.param(lambda data: (data / ERP).unlink(), [ERP], id="removed"),
        pytest.param(lambda data: (data / ERP).rename(data / "erps/b.json"), ["erps/b.json", ERP], id="renamed"),
        pytest.param(remove_countries, ["countries", COUNTRY], id="folder removed"),
        pytest.param(lambda data: (data / "releases").mkdir(), ["releases"], id="folder added"),
        pytest.param(shutil.rmtree, sorted([*whole(), "countries", "erps"]), id="everything removed"),
        pytest.param(
            lambda data: (data / "news.json").replace(data / COUNTRY), [COUNTRY, "news.json"], id="two at once"
        ),
    ],
)
def test_change_is_yielded_once_with_its_paths(
    data: Path, monkeypatch: pytest.MonkeyPatch, edit: Edit, changed: list[str]
) -> None:
    assert watched(data, monkeypatch, edit, wait, wait) == [[], changed]


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(wait, id="nothing"),
        pytest.param(save("countries/.fr.json.swp"), id="hidden file"),
        pytest.param(lock_like_emacs, id="hidden link"),
    ],
)
def test_what_is_not_read_is_no_change(data: Path, monkeypatch: pytest.MonkeyPatch, edit: Edit) -> None:
    assert watched(data, monkeypatch, edit, wait, wait) == [[]]


def test_change_is_yielded_when_nothing_changes_any_more(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half, whole_file, other = save(COUNTRY, b"{"), save(COUNTRY, b"{}"), save(ERP)

    assert watched(data, monkeypatch, half, whole_file, other) == [[]]
    assert watched(data, monkeypatch, half, whole_file, other, wait) == [[], [COUNTRY, ERP]]


def test_change_while_the_caller_works_is_yielded_next(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "pause", lambda: None)
    noticed = changes(data)

    assert next(noticed) == []
    save(COUNTRY)(data)
    assert next(noticed) == [COUNTRY]
    save(ERP)(data)
    assert next(noticed) == [ERP]


def test_folder_that_is_missing_may_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def clone(folder: Path) -> None:
        write(folder, {COUNTRY: {}})

    assert watched(tmp_path / "none", monkeypatch, clone, wait) == [[], ["countries", COUNTRY]]


def test_link_that_leads_nowhere_is_noticed_when_it_is_made(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(data: Path) -> None:
        (data / "countries/de.json").symlink_to("none.json")

    assert watched(data, monkeypatch, link, wait) == [[], ["countries/de.json"]]


def test_files_are_looked_at_often_enough_and_not_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)

    watching.pause()

    assert 0.01 < sum(slept) <= 0.2
