"""The kinds of pages, one page of each, and the countries. Tests of all pages look at these."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

TRACKED = "/spain/"
"""A country whose e-invoicing mandate is followed product by product."""

UNTRACKED = "/argentina/"
"""A country without that."""

CHARTED = "/italy/"
"""A country with so many dated steps that a chart shows them."""

PRODUCT = "/erp/odoo/"

KINDS: Mapping[str, str] = {
    "home": "/",
    "e-invoicing": "/e-invoicing/",
    "reporting": "/reporting/",
    "timeline": "/timeline/",
    "countries": "/countries/",
    "products": "/erp/",
    "connectors": "/connectors/",
    "local ERPs": "/local-erps/",
    "partners": "/partners/",
    "news": "/news/",
    "changes": "/changes/",
    "feeds": "/feeds/",
    "policy": "/policy/",
    "data": "/data/",
    "API": "/api/",
    "methodology": "/methodology/",
    "licence": "/licence/",
    "sponsors": "/sponsors/",
    "tracked country": TRACKED,
    "untracked country": UNTRACKED,
    "country with a chart": CHARTED,
    "product": PRODUCT,
    "no page": "/404.html",
}
"""The path of a page of each kind."""

FILTERED = tuple(
    KINDS[kind]
    for kind in (
        "e-invoicing",
        "reporting",
        "timeline",
        "countries",
        "connectors",
        "local ERPs",
        "partners",
        "news",
        "product",
    )
)
"""The pages whose rows can be narrowed down."""

each_kind = pytest.mark.parametrize("path", KINDS.values(), ids=KINDS)
"""Runs a test with the path of each kind of page."""

without_script = pytest.mark.parametrize("options", [{"java_script_enabled": False}], ids=["without script"])
"""Runs a test where no script does."""

with_and_without_script = pytest.mark.parametrize(
    "options", [{}, {"java_script_enabled": False}], ids=["with script", "without script"]
)
"""Runs a test where scripts do, and where they do not."""


def pages_of_countries(site: Path) -> list[str]:
    """The paths of the pages of all countries, as the API gives them."""
    countries = json.loads((site / "api/v1/countries.json").read_bytes())["data"]
    return [f"/{country['url'].rstrip('/').rpartition('/')[2]}/" for country in countries]
