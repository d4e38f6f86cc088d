"""A build that is interrupted, or killed, ends and leaves the former site and nothing else."""

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
import sys, time
from locdata_build.cli.__main__ import main
from locdata_build.render.pages import PageRenderer

def hold(renderer, path, *files):
    print(path, flush=True)
    time.sleep(60)

PageRenderer.make = hold
sys.exit(main())
"""
"""The command line. It prints the path of the first page, and makes no page until it is interrupted."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A former site, alone in its folder."""
    publish_folder(FORMER, tmp_path / "public/site")
    return tmp_path / "public/site"


@contextmanager
def held_build(data: Path, site: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start a build in its own process group, and wait until it renders."""
    with subprocess.Popen(
        [sys.executable, "-c", HELD_BUILD, "--data", data, "--out", site],
        env=process_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    ) as process:
        assert process.stdout is not None
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

    def hang_up(renderer: PageRenderer, path: str, *files: object) -> RenderedPage:
        signal.raise_signal(signal.SIGHUP)
        return make(renderer, path, *files)

    monkeypatch.setattr(PageRenderer, "make", hang_up)
    former = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        outcome = run_here("--data", data, "--out", site)
    finally:
        signal.signal(signal.SIGHUP, former)

    assert (outcome.status, outcome.err) == (0, "")


def test_killed_build_releases_its_lock(data: Path, site: Path) -> None:
    with held_build(data, site) as process:
        process.kill()
        process.communicate(timeout=TIMEOUT)

    assert len(names(site.parent)) == 2
    assert run_here("--data", data, "--out", site).status == 0
    assert names(site.parent) == ["site"]
