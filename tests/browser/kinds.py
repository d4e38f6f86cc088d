"""A page of each kind of the sample, which the tests of all pages visit."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

TRACKED = "/antarctica/"
"""A country of the e-invoicing matrix."""

UNTRACKED = "/heard-island/"
"""A country outside the matrix."""

PHASED = "/south-georgia/"
"""A country with phases of many years."""

UNKNOWN = "/indian-ocean-territory/"
"""A country without records."""

PRODUCT = "/erp/erp_id_02/"

TEMPLATES = ("/", TRACKED, "/e-invoicing/", "/countries/", "/timeline/", "/feeds/", "/api/", "/changes/")
"""Pages that have, together, every kind of element."""

KINDS = (
    *TEMPLATES,
    UNTRACKED,
    PHASED,
    UNKNOWN,
    PRODUCT,
    *("/404.html", "/a-z/", "/api/countries/", "/api/fields/", "/compare/", "/connectors/", "/data/", "/due/", "/erp/"),
    *("/glossary/", "/licence/", "/local-erps/", "/methodology/", "/news/", "/partners/", "/policy/", "/recent/"),
    *(
        "/filings/",
        "/formats/",
        "/identifiers/",
        "/peppol-schemes/",
        "/platforms/",
        "/product-releases/",
        "/product-releases/erp_id_01/",
        "/reporting/",
    ),
    *("/search/", "/sources/", "/sources/law/", "/sponsors/", "/tax-rules/", "/tax-rules/archiving/", "/thresholds/"),
    "/vat-rates/",
)
"""The path of a page of each kind."""

proof = pytest.mark.proof
"""Marks the cases that run every night."""


def first_of(cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the cases for a test, all but the first of them proofs."""
    return [pytest.param(*case, marks=[proof] if number else []) for number, case in enumerate(cases)]


without_script = pytest.mark.parametrize("options", [{"java_script_enabled": False}], ids=["without script"])
"""Runs a test in a browser without scripts."""

with_and_without_script = pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="with script"),
        pytest.param({"java_script_enabled": False}, id="without script", marks=proof),
    ],
)
"""Runs a test in a browser with scripts and in one without."""


def all_pages(site: Path) -> list[str]:
    """Return the paths of all pages of a site."""
    return [f"/{page.relative_to(site)}".removesuffix("index.html") for page in sorted(site.rglob("*.html"))]


def country_pages(site: Path) -> list[str]:
    """Return the paths of the pages of all countries, as the API gives them."""
    countries = json.loads((site / "api/v1/countries.json").read_bytes())["data"]
    return [f"/{country['url'].rstrip('/').rpartition('/')[2]}/" for country in countries]
