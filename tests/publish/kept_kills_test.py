"""A build that keeps former sites, or a restore, that is killed or interrupted leaves whole sites and loses none."""

import itertools
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

import pytest

from locdata_build.publish.files import replace_file
from publish.layouts import LAYOUTS, Layout
from publish.restores import kill_restores
from publish.steps import Ended, at, run_in_child
from support.folders import names
from support.signals import obey_interrupts
from support.small_sites import FORMER, NEW, THIRD, state, states

setup_module = obey_interrupts

Act = Callable[[Layout, Path], object]
Ends = Sequence[tuple[Path, Ended]]
"""The folder that each killed or interrupted program leaves, and how it ended."""


def publish_former(layout: Layout, out: Path) -> None:
    layout.publish(FORMER, out)


def publish_new(layout: Layout, out: Path) -> None:
    layout.publish(NEW, out)


def publish_both(layout: Layout, out: Path) -> None:
    publish_former(layout, out)
    publish_new(layout, out)


def restore(layout: Layout, out: Path) -> None:
    layout.restore(out)


ACTS = {"build": (publish_former, publish_new), "restore": (publish_both, restore)}
"""What is done first, and what is killed then."""

layouts = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
cases = pytest.mark.parametrize(("prepare", "act"), ACTS.values(), ids=ACTS)


def ends_of(
    number: signal.Signals, layout: Layout, prepare: Act, act: Act, folder: Path
) -> Iterator[tuple[Path, Ended]]:
    """Act once for each file operation, and send a signal before it; yield the folder and how it ended."""
    for step in itertools.count():
        out = folder / str(step)
        out.mkdir()
        prepare(layout, out)
        ended = run_in_child(partial(act, layout, out), at(step, number))
        yield out, ended
        if ended.status == 0:
            return


@pytest.fixture(scope="module")
def kill(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Layout, Act, Act], Ends]:
    """Act once for each file operation, and kill it before that; give the folders, to be read only, and how it ended.

    This is kept for other tests, because starting so many processes takes longer than what is tested.
    """

    @cache
    def ends(layout: Layout, prepare: Act, act: Act) -> Ends:
        return [*ends_of(signal.SIGKILL, layout, prepare, act, tmp_path_factory.mktemp("killed"))]

    return ends


@pytest.fixture
def killed(
    tmp_path: Path, kill: Callable[[Layout, Act, Act], Ends], layout: Layout, prepare: Act, act: Act
) -> list[Path]:
    """The folders that ``kill`` gives, as copies."""
    return [Path(shutil.copytree(out, tmp_path / out.name, symlinks=True)) for out, _ in kill(layout, prepare, act)]


@layouts
@cases
def test_killed_before_any_of_its_file_operations_it_leaves_whole_sites_and_loses_none(
    kill: Callable[[Layout, Act, Act], Ends], layout: Layout, prepare: Act, act: Act
) -> None:
    ends = kill(layout, prepare, act)
    outs = [out for out, _ in ends]

    assert [ended.status for _, ended in ends] == [-signal.SIGKILL] * (len(ends) - 1) + [0]
    assert {state(out / layout.target) for out in outs} == {"former", "new"}
    assert {name for out in outs for name in states(out / layout.store)} == {"former", "new"}
    assert all("former" in [state(out / layout.target), *states(out / layout.store)] for out in outs)


@layouts
@cases
def test_the_next_build_removes_what_the_killed_one_left(killed: list[Path], layout: Layout) -> None:
    for out in killed:
        layout.publish(THIRD, out)

    assert {tuple(names(out)) for out in killed} == {layout.entries}
    assert {len(layout.states(out)[1]) for out in killed} == {1}


@layouts
@cases
def test_after_a_kill_the_other_site_is_restored(killed: list[Path], layout: Layout) -> None:
    restored = []
    for out in killed:
        before = state(out / layout.target)
        if len({before, *states(out / layout.store)}) > 1:
            layout.restore(out)
            restored.append({before, state(out / layout.target)})

    assert restored
    assert all(pair == {"former", "new"} for pair in restored)


@pytest.mark.usefixtures("_no_exchange")
@cases
def test_the_next_build_puts_a_site_back_that_a_killed_one_had_moved_away(
    tmp_path: Path, prepare: Act, act: Act
) -> None:
    layout = LAYOUTS["folder"]
    outs = [out for out, _ in ends_of(signal.SIGKILL, layout, prepare, act, tmp_path)]
    before = {state(out / layout.target) for out in outs}

    for out in outs:
        replace_file(out / "site.tar", b"archive")

    assert before == {"former", "missing", "new"}
    assert {state(out / layout.target) for out in outs} == {"former", "new"}
    assert {name for out in outs for name in states(out / layout.store)} == {"former", "new"}


def test_after_a_kill_the_release_that_was_current_is_restored_not_the_one_before_it(tmp_path: Path) -> None:
    def prepare(layout: Layout, out: Path) -> None:
        """Publish a former release and a later one, and restore the former one."""
        publish_former(layout, out)
        layout.publish(THIRD, out)
        layout.restore(out)

    layout = LAYOUTS["releases"]
    outs = [out for out, _ in ends_of(signal.SIGKILL, layout, prepare, publish_new, tmp_path)]
    published = [out for out in outs if state(out / "current") == "new"]

    for out in published:
        layout.restore(out)

    assert len(published) > 1
    assert {state(out / "current") for out in published} == {"former"}


@layouts
@cases
def test_interrupted_it_leaves_whole_sites_and_nothing_else(
    tmp_path: Path, layout: Layout, prepare: Act, act: Act
) -> None:
    ends = list(ends_of(signal.SIGINT, layout, prepare, act, tmp_path))
    outs = [out for out, _ in ends]

    assert {ended for _, ended in ends} == {Ended(1, "KeyboardInterrupt: "), Ended(0, "")}
    assert {state(out / layout.target) for out in outs} == {"former", "new"}
    assert all("former" in [state(out / layout.target), *states(out / layout.store)] for out in outs)
    assert {name for out in outs for name in names(out)} <= {*layout.entries}


@pytest.mark.proof
@layouts
def test_killed_at_random_moments_they_leave_one_whole_site_at_every_instant(tmp_path: Path, layout: Layout) -> None:
    tally = kill_restores(20, 1, tmp_path, layout)

    assert tally.has_kept_promises, tally
    assert tally.kills == 20
