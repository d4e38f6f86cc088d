"""The documentation of the API: where to begin, its endpoints by subject, and the database of the whole API."""

import re
from collections.abc import Mapping
from typing import Any

from locdata_build.view.blocks import Pair, Paragraph, Snippet, Table, pair_list, paragraph, row, table_of
from locdata_build.view.context import DatabaseDownload, SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.pages.api_database import database_section
from locdata_build.view.pages.api_fields import FIELDS_PATH
from locdata_build.view.pages.api_operations import description_forms
from locdata_build.view.text import Code, Link, Rich, Words, rich
from locdata_model.endpoint_spec import Tag
from locdata_model.endpoints import INDEX
from locdata_model.json_schema import SchemaForm
from locdata_model.urls import OPENAPI_PATH, TYPESCRIPT_PATH, PageName, api_page_path, slugify

OpenApi = Mapping[str, Any]


def page(context: SiteContext, database: DatabaseDownload) -> Page:
    """Return the page, with a table of the endpoints of each tag and a section on the database of the whole API."""
    openapi = context.openapi[SchemaForm.STRICT]
    introduction = openapi["info"]["description"].split("\n\n")[1:]
    return Page(
        **top_page(PageName.API),
        lead=rich("Every response is a file: one GET request, no key, no rate limit, from any origin."),
        blocks=(
            pair_list(
                Pair("OpenAPI 3.1", description_forms(OPENAPI_PATH)),
                Pair("TypeScript", description_forms(TYPESCRIPT_PATH)),
                Pair("Index", rich(Link(INDEX.path, INDEX.path))),
                Pair("Version", rich(openapi["info"]["version"])),
                Pair("Fields", rich(Link("Every type with its fields", FIELDS_PATH))),
                Pair("Whole tables", rich(top_link(PageName.DATA))),
                Pair("Whole API (SQLite)", rich(Link(database.path, database.path))),
            ),
            _strictness(openapi["info"]["version"]),
            Snippet("sh", "A first call", f"curl {openapi['servers'][0]['url']}{INDEX.path}"),
            *(paragraph(*_with_code(text)) for text in introduction),
        ),
        sections=(*(_tag_section(openapi, tag) for tag in Tag), database_section(database, context.site)),
        data=(OPENAPI_PATH,),
    )


def _strictness(version: str) -> Paragraph:
    """Return what each form of a description is for."""
    return paragraph(
        "In a client, use the first file of each pair: it accepts the fields and words that later versions add. The strict "
        f"one refuses all that version {version} does not have: use it to check files of this version. What may be added: ",
        top_link(PageName.POLICY),
        ".",
    )


_CODE_OR_WORDS = re.compile(r"`([^`]*)`|((?:\\.|[^`\\])+)")


def _with_code(text: str) -> Rich:
    """Return a description of the document, which is CommonMark: words with escapes, and code between backticks."""
    parts = _CODE_OR_WORDS.finditer(text)
    return tuple(Words(re.sub(r"\\(.)", r"\1", part[2])) if part[2] else Code(part[1]) for part in parts)


def _tag_section(openapi: OpenApi, tag: Tag) -> Section:
    """Return the endpoints of a tag, each with a link to its documentation."""
    return section(
        slugify(tag),
        tag,
        paragraph(f"{tag.description}: ", Link("fields and real responses", api_page_path(tag)), "."),
        _endpoints_table(openapi, tag),
    )


def _endpoints_table(openapi: OpenApi, tag: Tag) -> Table:
    operations = ((path, methods["get"]) for path, methods in openapi["paths"].items())
    return table_of(
        f"Endpoints: {tag}",
        ("Path", "Response"),
        (
            row(Code(path), Link(operation["summary"], f"{api_page_path(tag)}#{operation['operationId']}"))
            for path, operation in operations
            if tag in operation["tags"]
        ),
    )
