"""A golden test target for each country: `tests/golden:be` for `data_src/countries/be.json`.

The targets follow from the source files, so a new country needs no edit of a BUILD file. They are synthetic, because a
target generator could only make addresses like `tests/golden:tests#be`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from pants.engine.fs import GlobMatchErrorBehavior, PathGlobs, Paths
from pants.engine.internals.synthetic_targets import SyntheticAddressMaps, SyntheticTargetsRequest
from pants.engine.internals.target_adaptor import TargetAdaptor
from pants.engine.rules import Get, MultiGet, collect_rules, rule
from pants.util.logging import LogLevel

FOLDER = "tests/golden"
COUNTRIES = "data_src/countries/*.json"
GOLDENS = f"{FOLDER}/countries"
ORIGIN = f"the plugin golden_tests, from {COUNTRIES}"


@dataclass(frozen=True)
class GoldenTestsRequest(SyntheticTargetsRequest):
    """Request the targets of the folder of golden tests."""

    path: str = FOLDER


@rule(desc="Find the countries that have a golden test", level=LogLevel.DEBUG)
async def golden_tests(request: GoldenTestsRequest) -> SyntheticAddressMaps:
    """Return a `python_test` for each country, on its source file, its golden files and `:shared` alone.

    A country without golden files has a target as well, which fails.
    """
    countries, goldens = await MultiGet(
        Get(
            Paths,
            PathGlobs(
                [COUNTRIES],
                glob_match_error_behavior=GlobMatchErrorBehavior.error,
                description_of_origin="the plugin golden_tests",
            ),
        ),
        Get(Paths, PathGlobs([f"{GOLDENS}/*/*"])),
    )
    targets = [_target(PurePath(file), goldens.files) for file in countries.files]
    return SyntheticAddressMaps.for_targets_request(request, [("BUILD.countries", targets)])


def _target(source: PurePath, goldens: Iterable[str]) -> TargetAdaptor:
    of_country = [file for file in goldens if PurePath(file).parent.name == source.stem]
    return TargetAdaptor(
        "python_test",
        name=source.stem,
        source="country_test.py",
        dependencies=[":shared", str(source), *(f"{file}:../countries" for file in of_country)],
        __description_of_origin__=ORIGIN,
    )


def rules() -> Iterable[Any]:
    """Return the rules of this plugin."""
    return [*collect_rules(), *GoldenTestsRequest.rules()]
