"""The documentation of the API: its endpoints by subject with real responses, the fields of its types, and its database."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from locdata_build.view.blocks import (
    Block,
    Column,
    ListLayout,
    Pair,
    Snippet,
    item_list,
    pair_list,
    paragraph,
    row,
    table_of,
)
from locdata_build.view.components.api_schemas import (
    FIELDS_PATH,
    Schema,
    description_forms,
    fields_table,
    schema_prose,
    type_words,
)
from locdata_build.view.context import DatabaseDownload, SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.prose import line, prose
from locdata_build.view.text import Code, Link, Rich, Words, rich
from locdata_build.view.words import counted
from locdata_model.anchors import schema_anchor
from locdata_model.endpoint_spec import Tag
from locdata_model.endpoints import COUNTRY_OBLIGATIONS, INDEX
from locdata_model.json_schema import SchemaForm, schema_path_for
from locdata_model.urls import OPENAPI_PATH, TYPESCRIPT_PATH, PageName, api_page_path, slugify

CLEARANCE_QUERY = """\
SELECT countries.name, obligations.verdict, sources.url
FROM obligations
JOIN countries ON countries.code = obligations.country
LEFT JOIN obligation_sources ON obligation_sources.obligation = obligations.id AND obligation_sources.position = 1
LEFT JOIN sources ON sources.id = obligation_sources.source
WHERE obligations.applies AND obligations.mode = 'clearance'
ORDER BY countries.name;"""
"""An example: the countries in which invoices are cleared before they are issued, and the source of each."""


EXAMPLE_FIELDS = ("id", "verdict", "applies", "effective_date", "verification", "source_urls", "last_checked")
"""The fields of an obligation that the first example shows."""


# First page


def _example(context: SiteContext, server: str) -> tuple[Snippet, Snippet]:
    """Return a call, for the obligations of the first country with a dated one on B2B e-invoicing, and its answer."""
    countries = sorted(context.countries, key=lambda country: not country.obligations[0].record.effective_date)
    path = COUNTRY_OBLIGATIONS.path_for(countries[0].code)
    record = msgspec.to_builtins(context.responses[path])["data"][0]
    shown = {name: record[name] for name in EXAMPLE_FIELDS} | {"source_urls": record["source_urls"][:1]}
    return (
        Snippet("sh", "Which obligations does a country have?", f"curl {server}{path}"),
        Snippet(
            "json",
            "The answer, shortened to one obligation, one source and some fields",
            _json({"data": [shown]}),
        ),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def api_page(context: SiteContext, database: DatabaseDownload) -> Page:
    """Return the page, with a table of the endpoints of each tag and a section on the database of the whole API."""
    site, openapi = context.site, context.openapi[SchemaForm.STRICT]
    call, answer = _example(context, openapi["servers"][0]["url"])
    version, introduction = openapi["info"]["version"], openapi["info"]["description"].split("\n\n")[1:]
    text = prose(
        "api",
        call=call,
        answer=answer,
        files=pair_list(
            Pair("OpenAPI 3.1", description_forms(OPENAPI_PATH)),
            Pair("TypeScript", description_forms(TYPESCRIPT_PATH)),
            Pair("Index", rich(Link(INDEX.path, INDEX.path))),
            Pair("Version", rich(version)),
            Pair("Fields", rich(Link("Every type with its fields", FIELDS_PATH))),
            Pair("Whole tables", rich(top_link(PageName.DATA))),
            Pair("Whole API (SQLite)", rich(Link(database.path, database.path))),
        ),
        version=version,
        server=openapi["servers"][0]["url"],
        licence=Link(site.api_licence.name, site.api_licence.url),
        database=pair_list(
            Pair("File", rich(Link(database.path, database.path))),
            Pair("Bytes", rich(f"{database.size:,}")),
            Pair("SHA-256", rich(Code(database.sha256))),
        ),
        query=CLEARANCE_QUERY,
        tables=table_of(
            "Tables",
            ("Table", "Content", Column("Rows", is_number=True)),
            (row(Code(table.name), table.content, f"{table.row_count:,}") for table in database.tables),
        ),
    )
    return Page(
        **top_page(PageName.API),
        lead=text.lead,
        blocks=(*text.blocks, *(paragraph(*_with_code(each)) for each in introduction)),
        sections=(*(_tag_section(openapi, tag) for tag in Tag), *text.sections),
        data=(OPENAPI_PATH,),
    )


_CODE_OR_WORDS = re.compile(r"`([^`]*)`|((?:\\.|[^`\\])+)")


def _with_code(text: str) -> Rich:
    """Return a description of the document, which is CommonMark, as words and code."""
    parts = _CODE_OR_WORDS.finditer(text)
    return tuple(Words(re.sub(r"\\(.)", r"\1", part[2])) if part[2] else Code(part[1]) for part in parts)


def _tag_section(openapi: Schema, tag: Tag) -> Section:
    """Return the endpoints of a tag, each with a link to its documentation."""
    rows = (
        row(Code(path), Link(operation["summary"], f"{api_page_path(tag)}#{operation['operationId']}"))
        for path, operation in _operations(openapi, tag)
    )
    about = paragraph(f"{tag.description}: ", Link("fields and real responses", api_page_path(tag)), ".")
    return section(slugify(tag), tag, about, table_of(f"Endpoints: {tag}", ("Path", "Response"), rows))


def _operations(openapi: Schema, tag: Tag) -> list[tuple[str, Schema]]:
    """Return the path and the operation of each endpoint of a tag."""
    return [(path, methods["get"]) for path, methods in openapi["paths"].items() if tag in methods["get"]["tags"]]


# Pages of endpoints


def operations_page(context: SiteContext, tag: Tag) -> Page:
    """Return the page on the endpoints of a tag, with a section for each."""
    # The strict form has every value of a parameter.
    operations = _operations(context.openapi[SchemaForm.STRICT], tag)
    licence = context.site.data_licence if tag is Tag.DATA_FILES else context.site.api_licence
    return Page(
        path=api_page_path(tag),
        title=f"API: {tag}",
        description=f"{tag.description}. Each endpoint with its fields and a real response.",
        lead=line(
            f"{tag.description}. {counted(len(operations), 'endpoint')}. Licence: {{licence}}.",
            licence=Link(licence.name, licence.url),
        ),
        sections=tuple(
            section(operation["operationId"], operation["summary"], *_operation(path, operation))
            for path, operation in operations
        ),
        crumbs=(top_link(PageName.API),),
        summary=f"{tag.description}.",
        data=(OPENAPI_PATH,),
    )


def _operation(path: str, operation: Mapping[str, Any]) -> tuple[Block, ...]:
    parameters = {parameter["name"]: parameter for parameter in operation.get("parameters", ())}
    sample = path.format(**{name: parameter["schema"]["enum"][0] for name, parameter in parameters.items()})
    ((media_type, content),) = operation["responses"]["200"]["content"].items()
    example = content["example"]
    schema_path = schema_path_for(path)
    return (
        paragraph(operation["description"]),
        pair_list(
            Pair("Path", rich(Code(f"GET {path}"))),
            *(
                Pair(name, rich(f"{parameter['description']}: one of {len(parameter['schema']['enum'])}"))
                for name, parameter in parameters.items()
            ),
            Pair("Open", rich(Link(sample, sample))),
            Pair("Response", (*type_words(content["schema"]), *rich(", ", Code(media_type)))),
            *([Pair("Schema", description_forms(schema_path))] if schema_path else []),
        ),
        Snippet(
            "csv" if isinstance(example, str) else "json",
            "A real response, with each list cut to one item",
            example if isinstance(example, str) else _json(example),
        ),
    )


# Page of fields


def fields_page(context: SiteContext) -> Page:
    """Return the page, with a section for each type of the OpenAPI document."""
    # The strict form has every word.
    components = context.openapi[SchemaForm.STRICT]["components"]["schemas"]
    names = (Link(name, f"#{schema_anchor(name)}") for name in components)
    types = (
        section(schema_anchor(name), name, *_type_blocks(name, schema, components))
        for name, schema in components.items()
    )
    return Page(
        path=FIELDS_PATH,
        title="Fields of the API",
        description="Every type of a response of the JSON API, with the type and the meaning of each field.",
        lead=rich(
            f"{len(components)} types. A field is never absent unless it is called optional; null means unknown."
        ),
        sections=(
            section("types", "All types", item_list(*names, layout=ListLayout.COLUMNS)),
            section("schemas", "Types and their fields", sections=types),
        ),
        crumbs=(top_link(PageName.API),),
        summary="The type and the meaning of each field.",
        data=(OPENAPI_PATH,),
    )


def _type_blocks(name: str, schema: Schema, components: Mapping[str, Schema]) -> Iterator[Block]:
    yield paragraph(*schema_prose(schema["description"]))
    if "properties" in schema:
        yield fields_table(name, schema, components)
    if "enum" in schema:
        yield item_list(*(Code(str(word)) for word in schema["enum"]), layout=ListLayout.COLUMNS)
