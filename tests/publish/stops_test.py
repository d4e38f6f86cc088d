"""A build or a restore that is killed or interrupted before any of its file operations leaves whole sites alone."""

import itertools
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from locdata_build.site.publication import publish_folder, publish_release, restore_release
from locdata_build.site.staging import replace_file
from publish.steps import run_stopped
from support.folders import files_of, names
from support.small_sites import FORMER, NEW, THIRD, state

Act = Callable[[Path], object]


class Case(NamedTuple):
    """An act that is stopped, what is done before it and after it, and the place of the site in the folder of both."""

    prepare: Act
    act: Act
    build_again: Act
    site: str
    possible: frozenset[str]
    """States of the site between the act and the next one."""
    entries: frozenset[str]
    """Names in the folder once another build has ended."""


def build(folder: Path) -> None:
    publish_folder(NEW, folder / "site")


def add_release(folder: Path) -> None:
    publish_release(NEW, folder, keep=3)


def add_two_releases(folder: Path) -> None:
    publish_release(FORMER, folder)
    add_release(folder)


CASES = {
    "build": Case(
        lambda folder: publish_folder(FORMER, folder / "site"),
        build,
        build,
        "site",
        # Two renames exchange the sites.
        frozenset({"former", "missing", "new"}),
        frozenset({"site"}),
    ),
    "build that keeps the former site": Case(
        lambda folder: publish_release(FORMER, folder),
        add_release,
        add_release,
        "current",
        frozenset({"former", "new"}),
        frozenset({"current", "former", "releases"}),
    ),
    "restore": Case(
        add_two_releases,
        restore_release,
        add_release,
        "current",
        frozenset({"former", "new"}),
        frozenset({"current", "former", "releases"}),
    ),
}


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_site_is_whole_at_every_instant_and_the_next_build_removes_what_is_left(
    tmp_path: Path, case: Case, number: signal.Signals
) -> None:
    for step in itertools.count():
        folder = tmp_path / str(step)
        folder.mkdir()
        case.prepare(folder)
        status = run_stopped(partial(case.act, folder), step, number)

        assert status in {0, 130 if number is signal.SIGINT else -number}
        # An interrupted build puts the former site back at once.
        assert state(folder / case.site) in case.possible - ({"missing"} if number is signal.SIGINT else set())
        assert {state(release) for release in folder.glob("releases/*")} <= {"former", "new"}
        case.build_again(folder)
        assert state(folder / case.site) == "new"
        assert names(folder) == sorted(case.entries)
        if status == 0:
            break

    assert step > 10


def test_former_site_is_put_back_after_a_kill_between_the_two_renames(tmp_path: Path) -> None:
    for step in itertools.count():
        folder = tmp_path / str(step)
        publish_folder(FORMER, folder / "site")
        status = run_stopped(partial(build, folder), step, signal.SIGKILL)
        before = state(folder / "site")
        if before == "missing":
            break
        assert status != 0, "the site must be missing between two of the file operations"

    with pytest.raises(ZeroDivisionError):
        publish_folder((artifact for artifact in THIRD if 1 // 0), folder / "site")

    assert (state(folder / "site"), names(folder)) == ("former", ["site"])


def test_release_that_was_current_before_a_kill_is_restored(tmp_path: Path) -> None:
    for step in itertools.count():
        folder = tmp_path / str(step)
        folder.mkdir()
        publish_release(FORMER, folder)
        publish_release(THIRD, folder)
        restore_release(folder)
        status = run_stopped(partial(add_release, folder), step, signal.SIGKILL)
        if state(folder / "current") == "new":
            restore_release(folder)
            assert state(folder / "current") == "former"
        if status == 0:
            break


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_single_file_is_the_former_or_the_new_one(tmp_path: Path, number: signal.Signals) -> None:
    for step in itertools.count():
        archive = tmp_path / str(step) / "site.tar"
        replace_file(archive, b"former")
        status = run_stopped(partial(replace_file, archive, b"new"), step, number)

        assert archive.read_bytes() in {b"former", b"new"}
        if number is signal.SIGINT:
            assert [*files_of(archive.parent)] == ["site.tar"]
        if status == 0:
            break
