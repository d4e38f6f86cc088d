"""A build that is interrupted, or whose processes are killed, ends and leaves the former site and nothing else."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from locdata_build.cli.interrupts import raise_on_interrupts
from locdata_build.render.pages import PageRenderer, RenderedPage
from locdata_build.site.publication import publish_folder
from support.command_line import process_environment, run_here
from support.folders import names
from support.signals import obey_interrupts, signals_restored
from support.small_sites import FORMER, state

setup_module = obey_interrupts

TIMEOUT = 60

HELD_BUILD = """
import os, signal, sys, time
from locdata_build.cli.__main__ import main
from locdata_build.render.pages import PageRenderer

make, builder = PageRenderer.make, os.getpid()

def hold(renderer, path):
    print(path, flush=True)
    while os.getppid() == builder or (os.getpid() == builder and not signal.sigpending()):
        time.sleep(0.01)
    return make(renderer, path)

PageRenderer.make = hold
sys.exit(main())
"""
"""The command line. It prints the path of each page and holds it: its own until it is interrupted, others until it has ended."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A former site, alone in its folder."""
    publish_folder(FORMER, tmp_path / "public/site")
    return tmp_path / "public/site"


@contextmanager
def held_build(data: Path, site: Path, *options: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a build with two worker processes in their own group, and wait until all three render."""
    with subprocess.Popen(
        [sys.executable, "-c", HELD_BUILD, "--data", data, "--out", site, "--workers", "3", *options],
        env=process_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        yield process


def test_interrupted_build_leaves_the_former_site_and_nothing_else(data: Path, site: Path) -> None:
    with held_build(data, site) as process:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            process.send_signal(number)
        _, err = process.communicate(timeout=TIMEOUT)

    assert (process.returncode, err) == (130, "interrupted\n")
    assert state(site) == "former"
    assert names(site.parent) == ["site"]


def test_signals_soon_after_each_other_are_one_interrupt() -> None:
    with signals_restored():
        raise_on_interrupts()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)

        signal.raise_signal(signal.SIGHUP)


def test_hangup_that_nohup_ignores_does_not_interrupt(data: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = PageRenderer.make

    def hang_up(renderer: PageRenderer, path: str) -> RenderedPage:
        signal.raise_signal(signal.SIGHUP)
        return make(renderer, path)

    monkeypatch.setattr(PageRenderer, "make", hang_up)
    former = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        outcome = run_here("--data", data, "--out", site, "--workers", "1")
    finally:
        signal.signal(signal.SIGHUP, former)

    assert (outcome.status, outcome.err) == (0, "")


def test_killed_worker_process_is_one_clear_error(data: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parent, make = os.getpid(), PageRenderer.make

    def die(renderer: PageRenderer, path: str) -> RenderedPage:
        if os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        # Else this process could render all pages before the others have started.
        for process in multiprocessing.active_children():
            process.join()
        return make(renderer, path)

    monkeypatch.setattr(PageRenderer, "make", die)

    assert run_here("--data", data, "--out", site, "--workers", "3") == (
        1,
        "",
        "a worker process failed or was killed, so nothing was written\n",
    )
    assert state(site) == "former"
    assert names(site.parent) == ["site"]


def test_worker_processes_end_with_a_killed_build_and_release_its_lock(data: Path, site: Path) -> None:
    with held_build(data, site, "--precompress") as process:
        process.kill()
        # All processes that could still print have ended.
        process.communicate(timeout=TIMEOUT)

    assert len(names(site.parent)) == 2
    assert run_here("--data", data, "--out", site).status == 0
    assert names(site.parent) == ["site"]
