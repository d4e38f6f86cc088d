"""The published output of a country equals its reviewed golden files, byte for byte."""

import difflib

import pytest

from golden.goldens import GOLDENS, UPDATE, build_goldens, country_codes


def test_there_is_a_country_to_compare() -> None:
    assert country_codes() != []


@pytest.mark.parametrize("code", country_codes())
def test_country_is_published_as_reviewed(code: str) -> None:
    golden = {file.name: file.read_bytes() for file in sorted((GOLDENS / code).glob("*"))}
    built = dict(sorted(build_goldens(code).items()))

    assert list(built) == list(golden), UPDATE
    assert _diff(golden, built) == "", UPDATE
    assert built == golden, UPDATE


def _diff(golden: dict[str, bytes], built: dict[str, bytes]) -> str:
    return "\n".join(
        line
        for name in golden
        for line in difflib.unified_diff(
            golden[name].decode().splitlines(), built[name].decode().splitlines(), f"golden/{name}", name, lineterm=""
        )
    )
