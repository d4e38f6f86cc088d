"""Waiting times of a developer: for Pants, for a build, for the tests, and for the start of the runnable file.

Everything is measured in a clone in a temporary folder, because a second Pants in the same checkout would wait for the Pants
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
VERSION = ("./pants", "--version")
RUNNABLE = Path("dist/locdata_build.pex")
PYTHON = "python3.11"
"""The interpreter in the first line of the runnable file."""

PRINT_CLIENT = """exec() { env --null; printf '%s' "$1"; exit; }; source ./pants --version"""
"""Bash code that prints the environment and the path of the native client instead of starting it."""

STYLESHEET = Path("src/python/locdata_build/render/assets/style/30-text.css")

EDITED = "ee"
"""The country whose file is edited. The edited text is part of no other text."""

PATIENCE = 30
"""Seconds within which a daemon must end."""


class LoopError(Exception):
    """Something that is measured does not work."""


class Targets(Struct, frozen=True, kw_only=True):
    """The targets of a run of the tests: those that ran, and the number of known results."""

    ran: tuple[str, ...]
    failed: tuple[str, ...]
    cached: int
    """Read from the cache on disk, or from one that is shared."""
    memoized: int
    """Kept by the daemon."""


class Tests(Struct, frozen=True, kw_only=True):
    """Runs of all tests in one situation, and the targets of the last run."""

    seconds: Spread
    targets: Targets


class Start(Struct, frozen=True, kw_only=True):
    """The start of the runnable file until its help, and of the interpreter alone. The first start unpacks the file."""

    first: float
    file: Spread
    interpreter: Spread


class Cold(Struct, frozen=True, kw_only=True):
    """A build and then the tests with empty caches: Pants installs every package and knows no result."""

    run: float
    tests: Tests


class Loop(Struct, frozen=True, kw_only=True):
    """The developer's loop. None stands for what was not measured."""

    runs: int
    version: Spread
    """``./pants --version`` while the daemon runs: what every run takes at least."""
    client: Spread
    """The same by the native client of Pants alone, in turns with it."""
    run_first: float
    """A build, first in a fresh clone: the daemon starts."""
    run_warm: Spread
    """A build if nothing has changed."""
    run_edited: Spread
    """A build after an edit of one country's file."""
    tests_first: Tests
    """In a fresh clone, with the caches of this machine as they are."""
    tests_warm: Tests
    tests_edited: Tests
    """After an edit of one country's file and of its golden files."""
    tests_styled: Tests
    """After an edit of the stylesheet."""
    cold: Cold | None
    start: Start


def measure_loop(checkout: Path, runs: int, *, cold: bool = False) -> Loop:
    """Measure the developer's loop in the repository at ``checkout``, each situation ``runs`` times.

    ``cold`` adds runs with empty caches, which take a quarter of an hour and need a package index. Raises ``LoopError``.
    """
    with _clone(checkout) as clone:
        run_first = _seconds(RUN, clone)
        run_warm = _times(lambda: _seconds(RUN, clone), runs)
        client, environment = _native_client(clone)
        pairs = [
            (_seconds(VERSION, clone), _seconds((client, "--version"), clone, environment)) for _ in range(4 * runs)
        ]
        run_edited = _times(lambda: _seconds(RUN, clone), runs, before=lambda: _edit(clone))
        tests_first = _tests(clone, 1)
        return Loop(
            runs=runs,
            version=spread([ours for ours, _ in pairs]),
            client=spread([alone for _, alone in pairs]),
            run_first=run_first,
            run_warm=run_warm,
            run_edited=run_edited,
            tests_first=tests_first,
            tests_warm=_tests(clone, runs),
            tests_edited=_tests(clone, runs, before=lambda: _edit(clone)),
            # Once: it takes minutes, most of them in a browser.
            tests_styled=_tests(clone, 1, before=lambda: _edit_stylesheet(clone)),
            start=_start(clone, runs),
            cold=_cold(clone) if cold else None,
        )


def targets_of(output: str) -> Targets:
    """Parse what Pants prints at the end of a run of tests about each target."""
    lines = _TARGET.findall(output)
    return Targets(
        ran=tuple(target for target, _, source in lines if not source),
        failed=tuple(target for target, status, _ in lines if status == "failed"),
        cached=sum(source.startswith("cached") for *_, source in lines),
        memoized=sum(source == "memoized" for *_, source in lines),
    )


# Pants names the first file of a batch, and counts the others.
_TARGET = re.compile(
    r"^\S+ (\S+)(?: and \d+ other files)? (succeeded|failed) in [0-9.]+s(?: \(([a-z ]+)\))?\.$", re.MULTILINE
)


def _cold(clone: Path) -> Cold:
    with tempfile.TemporaryDirectory(dir=clone.parent) as caches:
        empty = {"PANTS_LOCAL_STORE_DIR": f"{caches}/store", "PANTS_NAMED_CACHES_DIR": f"{caches}/named"}
        _end_daemon(clone)
        figures = Cold(run=_seconds(RUN, clone, empty), tests=_tests(clone, 1, empty))
        # It writes to the folder, which is removed now.
        _end_daemon(clone)
        return figures


def _tests(
    clone: Path, runs: int, extra: Mapping[str, str] | None = None, before: Callable[[], None] | None = None
) -> Tests:
    outputs: list[str] = []

    def run() -> float:
        start = time.perf_counter()
        # Status 1: a test fails, which the targets show.
        outputs.append(_output(TEST, clone, extra, statuses=(0, 1)))
        return time.perf_counter() - start

    seconds = _times(run, runs, before)
    targets = targets_of(outputs[-1])
    if not (targets.ran or targets.cached or targets.memoized):
        raise LoopError(f"{' '.join(TEST)}: must name the targets that it tested, but prints\n{outputs[-1]}")
    return Tests(seconds=seconds, targets=targets)


def _native_client(clone: Path) -> tuple[str, Mapping[str, str]]:
    """Return the path of the native client of Pants, and the variables with which ``./pants`` starts it."""
    *variables, client = _output(("bash", "-c", PRINT_CLIENT), clone).split("\0")
    return client, dict(variable.split("=", 1) for variable in variables)


def _start(clone: Path, runs: int) -> Start:
    """Measure the runnable file and the interpreter in turns, because the speed of the machine varies."""
    _output(("./pants", "package", BUILDER), clone)
    interpreter = _output((PYTHON, "-c", "import sys; print(sys.executable)"), clone).strip()
    with tempfile.TemporaryDirectory(dir=clone.parent) as unpacked:
        # The interpreter itself, even if PATH has a script that looks for it.
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
    """Return the spread of ``runs`` runs. ``before`` is called before each."""
    seconds = []
    for _ in range(runs):
        if before:
            before()
        seconds.append(run())
    return spread(seconds)


def _seconds(command: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None) -> float:
    start = time.perf_counter()
    _output(command, folder, extra)
    return time.perf_counter() - start


def _output(
    command: Sequence[str], folder: Path, extra: Mapping[str, str] | None = None, statuses: Sequence[int] = (0,)
) -> str:
    """Run a command and return its output."""
    # Pants, PEX files and hooks of git set variables for the processes that they start.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PEX", "_PANTS"))}
    finished = subprocess.run(  # noqa: S603  # our own commands
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
    """Change a text of one country in its source file and in its golden files, as a developer does on purpose."""
    source = clone / f"data_src/countries/{EDITED}.json"
    old = str(msgspec.json.decode(source.read_bytes())["facts"]["currency"]["value"])
    new = f"{old.rstrip('.')}, edited."
    for file in (source, *sorted((clone / f"tests/golden/countries/{EDITED}").iterdir())):
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def _edit_stylesheet(clone: Path) -> None:
    """Add a rule to the stylesheet that changes no page."""
    with (clone / STYLESHEET).open("a", encoding="utf-8") as file:
        file.write(".edited { color: inherit; }\n")


@contextlib.contextmanager
def _clone(checkout: Path) -> Iterator[Path]:
    """Give a clone of the repository. It is removed, and its daemon ended, with the context."""
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
    """End the daemon of Pants in ``clone`` and wait for its end."""
    for file in clone.glob(".pids/*/pantsd/pid"):
        pid = int(file.read_text(encoding="utf-8"))
        end = time.monotonic() + PATIENCE
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
            while time.monotonic() < end:
                os.kill(pid, 0)
                time.sleep(0.1)
            os.kill(pid, signal.SIGKILL)
