"""The pages of the sample say what was reviewed, byte for byte."""

import difflib
from collections.abc import Mapping
from pathlib import Path

import pytest

from view.pages.twins import PATHS, UPDATE, build_twins, golden_file, read_goldens


@pytest.fixture(scope="module")
def built() -> Mapping[Path, bytes]:
    return build_twins()


def test_every_golden_file_is_that_of_a_page(built: Mapping[Path, bytes]) -> None:
    assert sorted(read_goldens()) == sorted(built), UPDATE


@pytest.mark.parametrize("path", PATHS)
def test_page_says_what_was_reviewed(built: Mapping[Path, bytes], path: str) -> None:
    file = golden_file(path)
    golden = file.read_bytes()
    diff = difflib.unified_diff(
        golden.decode().splitlines(), built[file].decode().splitlines(), str(file), path, lineterm=""
    )

    assert "\n".join(diff) == "", UPDATE
    assert built[file] == golden, UPDATE
