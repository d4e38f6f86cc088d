"""The larger data of the benchmark is valid, and a failure of what is measured is reported. CI runs the benchmark itself."""

import sys
from pathlib import Path

import pytest

from benchmarks.dataset import generate
from benchmarks.measure import Command, MeasureError, peak_memory, run
from support.sample import SAMPLE


def python(*arguments: str) -> Command:
    return Command(name="", arguments=(sys.executable, *arguments), result=Path())


@pytest.mark.parametrize(("scale", "factor"), [(1, 1), (4, 2)])
def test_data_of_any_scale_passes_every_check(tmp_path: Path, scale: int, factor: int) -> None:
    generate(SAMPLE, tmp_path / "data", scale)

    run(python("-m", "locdata_build", "check", "--data", str(tmp_path / "data")))
    real, copies = (sorted((folder / "countries").glob("*.json")) for folder in (SAMPLE, tmp_path / "data"))
    assert len(copies) == factor * len(real)


@pytest.mark.parametrize("measure", [run, peak_memory])
def test_command_that_fails_is_an_error_with_its_output(measure: object) -> None:
    assert callable(measure)
    with pytest.raises(MeasureError, match=r"exit status 3\nwhy$"):
        measure(python("-c", "import sys; print('why', end=''); sys.exit(3)"))


def test_memory_includes_that_of_child_processes() -> None:
    code = "import time; block = bytearray(50_000_000); time.sleep(0.5)"

    assert peak_memory(python("-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])")) > 5e7
