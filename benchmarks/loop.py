"""How long a developer waits: for Pants, for the builder that it runs, for the tests, and for the runnable file to start.

Everything is measured in a clone in a temporary folder: in the developer's own checkout a second Pants would wait for the one
that runs this. The clone has what is committed, a daemon of its own, and the caches of this machine.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.figures import Spread, spread

BUILDER = "src/python/locdata_build"
RUN = ("./pants", "run", BUILDER)
TEST = ("./pants", "test", "::")
RUNNABLE = Path("dist/locdata_build.pex")
PYTHON = "python3.11"
"""The interpreter that the first line of the runnable file names."""

EDITED = "ee"
"""The country whose file is edited: one of many tracked countries, with a text that no other text contains."""

PATIENCE = 30
"""Seconds that a daemon has to end."""


class LoopError(Exception):
    """Something that is to be measured does not work, and the message says what."""


class Targets(Struct, frozen=True, kw_only=True):
    """What a run of the tests says of its targets: those that ran, and how many results were known."""

    ran: tuple[str, ...]
    failed: tuple[str, ...]
    cached: int
    """Read from the cache on disk, or from one that is shared."""
    memoized: int
    """Known to the daemon."""


class Tests(Struct, frozen=True, kw_only=True):
    """Runs of all tests in one situation, and the targets of the last of them."""

    seconds: Spread
    targets: Targets


class Start(Struct, frozen=True, kw_only=True):
    """The start of the runnable file, up to its help, beside that of the interpreter alone. The first one unpacks it."""

    first: float
    file: Spread
    interpreter: Spread


class Cold(Struct, frozen=True, kw_only=True):
    """With empty caches, where Pants installs every package and knows no result: a run of the builder, then the tests."""

    run: float
    tests: Tests


class Loop(Struct, frozen=True, kw_only=True):
    """The developer's loop. None stands for what was not asked for."""

    runs: int
    version: Spread
    """Of ``./pants --version``, with the daemon running: what any run takes at least."""
    run_first: float
    """Of the builder, first in a fresh clone: the daemon starts."""
    run_warm: Spread
    """Of the builder, where nothing has changed."""
    run_edited: Spread
    """Of the builder, after an edit of one country's file."""
    tests_first: Tests
    """In a fresh clone, with the caches of this machine as they are."""
    tests_warm: Tests
    tests_edited: Tests
    """After an edit of one country's file and of its golden files."""
    cold: Cold | None
    start: Start


def measure_loop(checkout: Path, runs: int, *, cold: bool = False) -> Loop:
    """Measure the loop of a developer of the repository at ``checkout``, each situation ``runs`` times.

    ``cold`` adds what needs empty caches: it takes a quarter of an hour, and a package index. Raises ``LoopError``.
    """
    with _clone(checkout) as clone:
        run_first = _seconds(RUN, clone)
        run_warm = _times(lambda: _seconds(RUN, clone), runs)
        version = _times(lambda: _seconds(("./pants", "--version"), clone), runs)
        run_edited = _times(lambda: _seconds(RUN, clone), runs, before=lambda: _edit(clone))
        tests_first = _tests(clone, 1)
        return Loop(
            runs=runs,
            version=version,
            run_first=run_first,
            run_warm=run_warm,
            run_edited=run_edited,
            tests_first=tests_first,
            tests_warm=_tests(clone, runs),
            # Once: it takes minutes, most of them in a browser.
            tests_edited=_tests(clone, 1, before=lambda: _edit(clone)),
            start=_start(clone, runs),
            cold=_cold(clone) if cold else None,
        )


def targets_of(output: str) -> Targets:
    """What Pants says at the end of a run of tests, target by target."""
    told = _TARGET.findall(output)
    return Targets(
        ran=tuple(target for target, _, source in told if not source),
        failed=tuple(target for target, status, _ in told if status == "failed"),
        cached=sum(source.startswith("cached") for *_, source in told),
        memoized=sum(source == "memoized" for *_, source in told),
    )


_TARGET = re.compile(r"^\S+ (\S+) (succeeded|failed) in [0-9.]+s(?: \(([a-z ]+)\))?\.$", re.MULTILINE)


def _cold(clone: Path) -> Cold:
    with tempfile.TemporaryDirectory(dir=clone.parent) as caches:
        empty = {"PANTS_LOCAL_STORE_DIR": f"{caches}/store", "PANTS_NAMED_CACHES_DIR": f"{caches}/named"}
        _end_daemon(clone)
        figures = Cold(run=_seconds(RUN, clone, empty), tests=_tests(clone, 1, empty))
        # Before the folder goes that it writes to.
        _end_daemon(clone)
        return figures


def _tests(
    clone: Path, runs: int, extra: Mapping[str, str] | None = None, before: Callable[[], None] | None = None
) -> Tests:
    outputs: list[str] = []

    def run() -> float:
        start = time.perf_counter()
        # 1: a test fails, which the targets tell.
        outputs.append(_output(TEST, clone, extra, statuses=(0, 1)))
        return time.perf_counter() - start

    seconds = _times(run, runs, before)
    targets = targets_of(outputs[-1])
    if not (targets.ran or targets.cached or targets.memoized):
        raise LoopError(f"{' '.join(TEST)}: must name the targets that it tested, but says\n{outputs[-1]}")
    return Tests(seconds=seconds, targets=targets)


def _start(clone: Path, runs: int) -> Start:
    """Measured in turn, for the machine is not the same from one second to the next."""
    _output(("./pants", "package", BUILDER), clone)
    interpreter = _output((PYTHON, "-c", "import sys; print(sys.executable)"), clone).strip()
    with tempfile.TemporaryDirectory(dir=clone.parent) as unpacked:
        # The interpreter itself, where the name on PATH is that of a script which looks for it.
        path = os.pathsep.join((str(Path(interpreter).parent), os.environ.get("PATH", os.defpath)))
        extra = {"PEX_ROOT": unpacked, "PATH": path}
        file, bare = (str(clone / RUNNABLE), "--help"), (interpreter, "-c", "pass")
        first = _seconds(file, clone, extra)
        pairs = [(_seconds(file, clone, extra), _seconds(bare, clone, extra)) for _ in range(runs)]
    return Start(
        first=first,
        file=spread([started for started, _ in pairs]),
        interpreter=spread([started for _, started in pairs]),
    )


def _times(run: Callable[[], float], runs: int, before: Callable[[], None] | None = None) -> Spread:
    """``runs`` runs, and what is done before each."""
    taken = []
    for _ in range(runs):
        if before:
            before()
        taken.append(run())
    return spread(taken)


def _seconds(command: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None) -> float:
    start = time.perf_counter()
    _output(command, folder, extra)
    return time.perf_counter() - start


def _output(
    command: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None, statuses: Sequence[int] = (0,)
) -> str:
    """All that a command prints."""
    # Where Pants or a PEX runs this, it has left its own notes in the environment, and git leaves those of a hook.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PEX", "_PANTS"))}
    finished = subprocess.run(  # noqa: S603  # what is run is written above
        command,
        cwd=folder,
        env={**environment, **(extra or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
    )
    if finished.returncode not in statuses:
        raise LoopError(f"{' '.join(command)}: ends with status {finished.returncode}\n{finished.stdout}")
    return finished.stdout


def _edit(clone: Path) -> None:
    """Change a text of one country, and where its golden files have it, as a developer does who means the change."""
    source = clone / f"data_src/countries/{EDITED}.json"
    old = str(msgspec.json.decode(source.read_bytes())["facts"]["currency"]["value"])
    new = f"{old.rstrip('.')}, edited."
    for file in (source, *sorted((clone / f"tests/golden/countries/{EDITED}").iterdir())):
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


@contextlib.contextmanager
def _clone(checkout: Path) -> Iterator[Path]:
    """A clone of the repository, gone with its daemon at the end."""
    if not shutil.which("git"):
        raise LoopError("the developer's loop is measured in a clone, and git is not installed")
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        _output(("git", "clone", "--quiet", str(checkout.resolve()), str(clone)), Path(folder))
        try:
            yield clone
        finally:
            _end_daemon(clone)


def _end_daemon(clone: Path) -> None:
    """End the daemon of Pants in ``clone``, and wait until it has."""
    for file in clone.glob(".pids/*/pantsd/pid"):
        pid = int(file.read_text(encoding="utf-8"))
        end = time.monotonic() + PATIENCE
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
            while time.monotonic() < end:
                os.kill(pid, 0)
                time.sleep(0.1)
            os.kill(pid, signal.SIGKILL)
