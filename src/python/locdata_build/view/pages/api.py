"""The documentation of the API, made from the OpenAPI document: each endpoint with a real response, and all fields."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from locdata_build.view.blocks import (
    Block,
    Pair,
    Paragraph,
    Snippet,
    Table,
    item_list,
    pair_list,
    paragraph,
    row,
    table_of,
)
from locdata_build.view.context import DatabaseDownload, SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.pages.api_database import database_section
from locdata_build.view.text import Code, Link, Rich, Words, joined, rich
from locdata_model.anchors import schema_anchor
from locdata_model.endpoints import INDEX
from locdata_model.json_schema import SchemaForm, component_name, schema_path_for
from locdata_model.urls import OPENAPI_PATH, TYPESCRIPT_PATH, PageName

OpenApi = Mapping[str, Any]
Schema = Mapping[str, Any]


def page(context: SiteContext, database: DatabaseDownload) -> Page:
    """Return the page, with a section for each tag of the OpenAPI document and one on the database of the whole API."""
    # The strict form has every word and every value of a parameter.
    openapi = context.openapi[SchemaForm.STRICT]
    introduction = openapi["info"]["description"].split("\n\n")[1:]
    return Page(
        **top_page(PageName.API),
        lead=rich("Every response is a file: one GET request, no key, no rate limit, from any origin."),
        blocks=(
            pair_list(
                Pair("OpenAPI 3.1", _forms(OPENAPI_PATH)),
                Pair("TypeScript", _forms(TYPESCRIPT_PATH)),
                Pair("Index", rich(Link(INDEX.path, INDEX.path))),
                Pair("Version", rich(openapi["info"]["version"])),
                Pair("Whole tables", rich(top_link(PageName.DATA))),
                Pair("Whole API (SQLite)", rich(Link(database.path, database.path))),
            ),
            _strictness(openapi["info"]["version"]),
            Snippet("sh", "A first call", f"curl {openapi['servers'][0]['url']}{INDEX.path}"),
            *(paragraph(*_with_code(text)) for text in introduction),
            _endpoints_table(openapi),
        ),
        sections=(
            database_section(database, context.site),
            *(_tag_section(openapi, tag["name"], tag["description"]) for tag in openapi["tags"]),
            section("schemas", "Fields", sections=_schema_sections(openapi)),
        ),
        data=(OPENAPI_PATH,),
    )


def _forms(path: str) -> Rich:
    """Return links to both forms of a description."""
    return rich(Link(path, path), ", ", Link(SchemaForm.STRICT, SchemaForm.STRICT.path(path)))


def _strictness(version: str) -> Paragraph:
    """Return what each form of a description is for."""
    return paragraph(
        "In a client, use the first file of each pair: it accepts the fields and words that later versions add. The strict "
        f"one refuses all that version {version} does not have: use it to check files of this version. What may be added: ",
        top_link(PageName.POLICY),
        ".",
    )


def _endpoints_table(openapi: OpenApi) -> Table:
    """Return the path of every endpoint, with a link to its section."""
    return table_of(
        "All endpoints",
        ("Path", "Response"),
        (
            row(Code(path), Link(methods["get"]["summary"], f"#{methods['get']['operationId']}"))
            for path, methods in openapi["paths"].items()
        ),
    )


_CODE_OR_WORDS = re.compile(r"`([^`]*)`|((?:\\.|[^`\\])+)")


def _with_code(text: str) -> Rich:
    """Return a description of the document, which is CommonMark: words with escapes, and code between backticks."""
    parts = _CODE_OR_WORDS.finditer(text)
    return tuple(Words(re.sub(r"\\(.)", r"\1", part[2])) if part[2] else Code(part[1]) for part in parts)


def _tag_section(openapi: OpenApi, tag: str, description: str) -> Section:
    return section(
        tag.lower().replace(" ", "-"),
        tag,
        paragraph(*_with_code(description)),
        sections=(
            section(operation["operationId"], operation["summary"], *_operation(path, operation))
            for path, methods in openapi["paths"].items()
            if tag in (operation := methods["get"])["tags"]
        ),
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
            *([Pair("Schema", _forms(schema_path))] if schema_path else []),
        ),
        Snippet(
            "csv" if isinstance(example, str) else "json",
            "A real response, with each list cut to one item",
            example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=2),
        ),
    )


def _schema_sections(openapi: OpenApi) -> Iterator[Section]:
    components = openapi["components"]["schemas"]
    for name, schema in components.items():
        yield section(schema_anchor(name), name, *_schema(name, schema, components))


def _schema(name: str, schema: Schema, components: Mapping[str, Schema]) -> Iterator[Block]:
    yield paragraph(schema["description"])
    if "properties" in schema:
        yield fields_table(name, schema, components)
    if "enum" in schema:
        yield item_list(*(Code(str(word)) for word in schema["enum"]), columns=True)


def fields_table(name: str, schema: Schema, components: Mapping[str, Schema], types_page: str = "") -> Table:
    """Return the fields of a schema. ``types_page`` is the path of the page that explains their types, if another.

    A field without a description has that of the component that it refers to.
    """
    required = schema.get("required", ())
    return table_of(
        f"Fields of {name}",
        ("Field", "Type", "Meaning"),
        (
            row(
                Code(field),
                (*type_words(member, types_page), *(() if field in required else rich(", optional"))),
                _meaning(member, components),
            )
            for field, member in schema["properties"].items()
        ),
    )


def _meaning(member: Schema, components: Mapping[str, Schema]) -> str:
    described = member if "description" in member else components.get(component_name(member), {})
    text: str = described.get("description", "")
    return text


def type_words(schema: Schema, types_page: str = "") -> Rich:
    """Return a type in words, such as ``array of Fact`` or ``string or null``."""
    if "$ref" in schema:
        name = component_name(schema)
        return rich(Link(name, f"{types_page}#{schema_anchor(name)}"))
    if "anyOf" in schema:
        return joined(" or ", (type_words(member, types_page) for member in schema["anyOf"]))
    if "items" in schema:
        return (*rich("array of "), *type_words(schema["items"], types_page))
    if "enum" in schema:
        return joined(" or ", (rich(Code(str(word))) for word in schema["enum"]))
    kind = str(schema.get("type", "any"))
    return rich(f"{kind} ({schema['format']})" if "format" in schema else kind)
