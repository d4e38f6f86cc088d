"""The pages of the small set of source files, and what stands on them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from locdata_build.render.openapi import build_openapi
from locdata_build.render.responses import api_responses
from locdata_build.view.blocks import Block, Filters, Pair, Pairs, Row, Table
from locdata_build.view.page import Page, Section
from locdata_build.view.pages.country import country_page
from locdata_build.view.pages.data import Download
from locdata_build.view.pages.site import all_pages
from locdata_build.view.text import Link, Rich
from locdata_build.view.world import World
from locdata_model.data_files import BUNDLE_PATH, DATA_FILES, PACKAGE_PATH, SQLITE_PATH, DataFormat
from support.dataset import COUNTRY, Files, fact, obligation, whole
from support.world import load_world

DOWNLOADS = tuple(
    Download(path=path, size=1234, sha256="0" * 64)
    for path in (
        *(spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat),
        *(PACKAGE_PATH, BUNDLE_PATH, SQLITE_PATH),
    )
)
"""What the page of the data files is told of them."""


def openapi_of(world: World) -> dict[str, Any]:
    """The OpenAPI document of the site."""
    return build_openapi(world.published, api_responses(world.published))


def pages_of(world: World) -> dict[str, Page]:
    """Every page by its path."""
    return {page.path: page for page in all_pages(world, openapi_of(world), DOWNLOADS)}


def load_pages(folder: Path, files: Files | None = None) -> dict[str, Page]:
    """Every page by its path, of ``files`` (the whole set by default)."""
    return pages_of(load_world(folder, files))


def load_country_page(folder: Path, changes: dict[str, Any] | None = None) -> Page:
    """The page of the country, with ``changes`` to the fields of its file. Outside the matrix it has no connector."""
    files = whole()
    files[COUNTRY].update(changes or {})
    if files[COUNTRY]["e_invoicing"] is None:
        files["connectors.json"]["connectors"] = []
    world = load_world(folder, files)
    return country_page(world, world.country(files[COUNTRY]["code"]))


def nothing_known() -> dict[str, Any]:
    """The fields of a country's file where nothing is recorded of it."""
    country = whole()[COUNTRY]
    unknown = fact("Not known.") | {"provenance": obligation("unknown")["provenance"]}
    lists = ("erp_localizations", "reporting", "local_erps", "partners", "partner_flags")
    return {
        "facts": dict.fromkeys(country["facts"], unknown),
        "obligations": dict.fromkeys(country["obligations"], obligation("unknown")),
        "e_invoicing": None,
        **{name: [] for name in lists},
    }


def small_world() -> Files:
    """Nothing but two products and a country of which nothing is recorded."""
    files = whole()
    files[COUNTRY].update(nothing_known())
    files["connectors.json"]["connectors"] = []
    files["news.json"]["news"] = []
    return files


def sections_of(page: Page) -> Iterator[Section]:
    """Every section, those inside others as well."""

    def inside(sections: tuple[Section, ...]) -> Iterator[Section]:
        for section in sections:
            yield section
            yield from inside(section.sections)

    return inside(page.sections)


def section_of(page: Page, section_id: str) -> Section:
    """The section with that anchor."""
    return next(section for section in sections_of(page) if section.id == section_id)


def blocks_of(page: Page) -> Iterator[Block]:
    """Every block, in the order of the page."""
    yield from page.blocks
    for section in sections_of(page):
        yield from section.blocks


def tables_of(page: Page) -> list[Table]:
    """Every table."""
    return [block for block in blocks_of(page) if isinstance(block, Table)]


def filters_of(page: Page) -> list[Filters]:
    """Every block of filters."""
    return [block for block in blocks_of(page) if isinstance(block, Filters)]


def rows_of(*tables: Table) -> list[Row]:
    """Every row of the tables."""
    return [row for table in tables for group in table.groups for row in group.rows]


def pairs_of(*blocks: Block) -> dict[str, Rich]:
    """What is said of each term."""
    pairs: list[Pair] = [pair for block in blocks if isinstance(block, Pairs) for pair in block.pairs]
    return {pair.term: pair.content for pair in pairs}


def anchors_of(page: Page) -> list[str]:
    """Every anchor: of sections, groups and rows."""
    tables = tables_of(page)
    groups = [group.id for table in tables for group in table.groups]
    rows = [row.id for row in rows_of(*tables)]
    return [anchor for anchor in (*(section.id for section in sections_of(page)), *groups, *rows) if anchor]


def links_of(value: object) -> list[Link]:
    """Every link in a page, a block or a line."""
    if isinstance(value, Link):
        return [value]
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    return [link for member in value for link in links_of(member)] if isinstance(value, tuple) else []


def texts_of(value: object) -> list[str]:
    """Every text in a page, a block or a line, in its order."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    return [text for member in value for text in texts_of(member)] if isinstance(value, tuple) else []
