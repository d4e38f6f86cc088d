"""A build that is interrupted ends at once, in one line, and leaves nothing behind."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.running import former_site, tree
from locdata_build.publish.file import replace_file
from support.dataset import whole, write
from support.signals import hear_interrupts

setup_module = hear_interrupts

PATIENCE = 60


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep every build that would publish into ``folder`` waiting."""
    descriptor = os.open(folder, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    yield
    os.close(descriptor)


def wait_for_archive(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Until the build has staged its archive in ``folder``, after which it turns to the site."""
    end = time.monotonic() + PATIENCE
    while not list(folder.iterdir()):
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_an_interrupted_build_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    data, archives, sites = write(tmp_path / "data", whole()), tmp_path / "archives", tmp_path / "sites"
    archives.mkdir()
    sites.mkdir()
    former_site(sites)
    before = tree(tmp_path)
    command: list[str | Path] = [sys.executable, "-m", "locdata_build.cli", "--data", data, "--out", sites / "site"]
    with held(sites):
        process = subprocess.Popen(
            [*command, "--archive", archives / "site.tar"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
            stderr=subprocess.PIPE,
        )
        wait_for_archive(process, archives)
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE)

    assert (process.returncode, err) == (130, b"interrupted\n")
    assert tree(tmp_path) == before


def test_interrupt_right_after_a_staged_file_was_made_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_open = os.open

    def interrupted(path: Path, flags: int, mode: int = 0o777) -> int:
        descriptor = really_open(path, flags, mode)
        if flags & os.O_CREAT:
            os.close(descriptor)
            raise KeyboardInterrupt
        return descriptor

    monkeypatch.setattr(os, "open", interrupted)

    with pytest.raises(KeyboardInterrupt):
        replace_file(tmp_path / "site.tar", b"archive")

    assert [*tmp_path.iterdir()] == []
