"""A build that keeps former sites, or a restore, that is killed or interrupted leaves whole sites and loses none."""

import itertools
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

import pytest

from locdata_build.publish.files import replace_file
from locdata_build.publish.folder import publish_folder, restore_folder
from locdata_build.publish.releases import publish_release, restore_release
from publish.restores import LAYOUTS, kill_restores
from publish.steps import Ended, at, run_in_child
from support.folders import names
from support.signals import obey_interrupts
from support.small_sites import FORMER, NEW, THIRD, state, states

setup_module = obey_interrupts

Act = Callable[[Path], object]


def keep_former(out: Path) -> None:
    publish_folder(NEW, out / "site", keep=1)


def restore_kept(out: Path) -> None:
    restore_folder(out / "site")


def add_release(out: Path) -> None:
    publish_release(NEW, out)


def prepare_build(out: Path) -> None:
    """Publish a former site."""
    publish_folder(FORMER, out / "site")


def prepare_restore(out: Path) -> None:
    """Publish a new site that has replaced a former one."""
    prepare_build(out)
    keep_former(out)


def prepare_release(out: Path) -> None:
    """Publish a former release."""
    publish_release(FORMER, out)


def prepare_switch(out: Path) -> None:
    """Publish a new release after a former one."""
    prepare_release(out)
    add_release(out)


CASES = [
    pytest.param(prepare_build, keep_former, "site", "site.former", id="build"),
    pytest.param(prepare_restore, restore_kept, "site", "site.former", id="restore"),
    pytest.param(prepare_release, add_release, "current", "releases", id="release"),
    pytest.param(prepare_switch, restore_release, "current", "releases", id="restored release"),
]
"""What is done first, what is killed then, the target, and the folder with the other sites."""


def ends_of(number: signal.Signals, prepare: Act, act: Act, folder: Path) -> Iterator[tuple[Path, Ended]]:
    """Act once for each file operation, and send a signal before it; yield the folder and how it ended."""
    for step in itertools.count():
        out = folder / str(step)
        out.mkdir()
        prepare(out)
        ended = run_in_child(partial(act, out), at(step, number))
        yield out, ended
        if ended.status == 0:
            return


@pytest.fixture(scope="module")
def kill(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Act, Act], Sequence[tuple[Path, Ended]]]:
    """Act once for each file operation, and kill it before that; give the folders, to be read only, and how it ended.

    This is kept for other tests, because starting so many processes takes longer than what is tested.
    """

    @cache
    def ends(prepare: Act, act: Act) -> Sequence[tuple[Path, Ended]]:
        return [*ends_of(signal.SIGKILL, prepare, act, tmp_path_factory.mktemp("killed"))]

    return ends


@pytest.fixture
def killed(
    tmp_path: Path, kill: Callable[[Act, Act], Sequence[tuple[Path, Ended]]], prepare: Act, act: Act
) -> list[Path]:
    """The folders that ``kill`` gives, as copies."""
    return [Path(shutil.copytree(out, tmp_path / out.name, symlinks=True)) for out, _ in kill(prepare, act)]


@pytest.mark.parametrize(("prepare", "act", "target", "store"), CASES)
def test_killed_at_any_moment_it_leaves_whole_sites_and_loses_none(
    kill: Callable[[Act, Act], Sequence[tuple[Path, Ended]]], prepare: Act, act: Act, target: str, store: str
) -> None:
    ends = kill(prepare, act)
    outs = [out for out, _ in ends]

    assert [ended.status for _, ended in ends] == [-signal.SIGKILL] * (len(ends) - 1) + [0]
    assert {state(out / target) for out in outs} == {"former", "new"}
    assert {name for out in outs for name in states(out / store)} == {"former", "new"}
    assert all("former" in [state(out / target), *states(out / store)] for out in outs)


@pytest.mark.parametrize(("prepare", "act", "target", "store"), CASES)
def test_the_next_build_removes_what_the_killed_one_left(killed: list[Path], target: str, store: str) -> None:
    for out in killed:
        publish_release(THIRD, out) if target == "current" else publish_folder(THIRD, out / target, keep=1)

    assert {tuple(names(out)) for out in killed} == {
        ("current", "former", "releases") if target == "current" else (target, store)
    }
    assert {len(names(out / store)) for out in killed} == {2 if target == "current" else 1}


@pytest.mark.parametrize(("prepare", "act", "target", "store"), CASES)
def test_after_a_kill_the_other_site_is_restored(killed: list[Path], target: str, store: str) -> None:
    restored = []
    for out in killed:
        before = state(out / target)
        if len({before, *states(out / store)}) > 1:
            restore_release(out) if target == "current" else restore_folder(out / target)
            restored.append({before, state(out / target)})

    assert restored
    assert all(pair == {"former", "new"} for pair in restored)


@pytest.mark.usefixtures("_no_exchange")
@pytest.mark.parametrize(("prepare", "act", "target", "store"), CASES[:2])
def test_the_next_build_puts_a_site_back_that_a_killed_one_had_moved_away(
    tmp_path: Path, prepare: Act, act: Act, target: str, store: str
) -> None:
    outs = [out for out, _ in ends_of(signal.SIGKILL, prepare, act, tmp_path)]
    before = {state(out / target) for out in outs}

    for out in outs:
        replace_file(out / "site.tar", b"archive")

    assert before == {"former", "missing", "new"}
    assert {state(out / target) for out in outs} == {"former", "new"}
    assert {name for out in outs for name in states(out / store)} == {"former", "new"}


def prepare_restored_release(out: Path) -> None:
    """Publish a former release and a later one, and restore the former one."""
    prepare_release(out)
    publish_release(THIRD, out)
    restore_release(out)


def test_after_a_kill_the_release_that_was_current_is_restored_not_the_one_before_it(tmp_path: Path) -> None:
    outs = [out for out, _ in ends_of(signal.SIGKILL, prepare_restored_release, add_release, tmp_path)]
    published = [out for out in outs if state(out / "current") == "new"]

    for out in published:
        restore_release(out)

    assert len(published) > 1
    assert {state(out / "current") for out in published} == {"former"}


@pytest.mark.parametrize(("prepare", "act", "target", "store"), CASES)
def test_interrupted_it_leaves_whole_sites_and_nothing_else(
    tmp_path: Path, prepare: Act, act: Act, target: str, store: str
) -> None:
    ends = list(ends_of(signal.SIGINT, prepare, act, tmp_path))
    outs = [out for out, _ in ends]

    assert {ended for _, ended in ends} == {Ended(1, "KeyboardInterrupt: "), Ended(0, "")}
    assert {state(out / target) for out in outs} == {"former", "new"}
    assert all("former" in [state(out / target), *states(out / store)] for out in outs)
    assert {name for out in outs for name in names(out)} <= {target, store, "former"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_killed_at_random_moments_they_leave_one_whole_site_at_every_instant(tmp_path: Path, layout: str) -> None:
    tally = kill_restores(20, 1, tmp_path, LAYOUTS[layout])

    assert tally.has_kept_promises, tally
    assert tally.kills == 20
