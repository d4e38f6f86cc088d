"""A page of each kind, which the tests of all pages visit."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_model.endpoint_spec import Tag
from locdata_model.urls import HOME, NOT_FOUND, TOP_PAGES, api_page_path, html_path, sources_path
from locdata_model.vocabulary import SourceKind

# Pages of the sample.
TRACKED = "/antarctica/"
"""A country of the e-invoicing matrix."""

UNTRACKED = "/heard-island/"
"""A country outside the matrix."""

CHARTED = "/south-georgia/"
"""A country with a chart of its phases."""

UNKNOWN = "/indian-ocean-territory/"
"""A country of which nothing is recorded."""

PRODUCT = "/erp/erp_id_02/"

KINDS: Mapping[str, str] = {
    "home": HOME,
    **{page.value: page.path for page in TOP_PAGES},
    "tracked country": TRACKED,
    "untracked country": UNTRACKED,
    "country with a chart": CHARTED,
    "unknown country": UNKNOWN,
    "product": PRODUCT,
    "subject of the API": api_page_path(Tag.COUNTRIES),
    "fields of the API": api_page_path("fields"),
    "kind of source": sources_path(SourceKind.LAW),
    "error page": html_path(NOT_FOUND),
}
"""The path of a page of each kind. A test visits them one after the other, because a new page takes longer than a visit."""

without_script = pytest.mark.parametrize("options", [{"java_script_enabled": False}], ids=["without script"])
"""Runs a test in a browser without scripts."""

with_and_without_script = pytest.mark.parametrize(
    "options", [{}, {"java_script_enabled": False}], ids=["with script", "without script"]
)
"""Runs a test in a browser with scripts and in one without."""


def country_pages(site: Path) -> list[str]:
    """Return the paths of the pages of all countries, as the API gives them."""
    countries = json.loads((site / "api/v1/countries.json").read_bytes())["data"]
    return [f"/{country['url'].rstrip('/').rpartition('/')[2]}/" for country in countries]
