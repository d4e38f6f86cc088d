"""Files of the sample's site are what was reviewed, byte for byte."""

import difflib
from pathlib import Path

import pytest

from render.goldens import EVERY_BLOCK, PATHS, UPDATE, golden_file, read_goldens


def test_every_golden_file_is_that_of_a_path() -> None:
    assert sorted(read_goldens()) == sorted([EVERY_BLOCK, *map(golden_file, PATHS)]), UPDATE


@pytest.mark.parametrize("path", PATHS)
def test_file_is_as_it_was_reviewed(sample_site: Path, path: str) -> None:
    golden, built = golden_file(path).read_bytes(), (sample_site / path[1:]).read_bytes()
    diff = difflib.unified_diff(golden.decode().splitlines(), built.decode().splitlines(), "golden", path, lineterm="")

    assert "\n".join(diff) == "", UPDATE
    assert built == golden, UPDATE
