"""The page of the API on its fields, made from the OpenAPI document: every type of a response with its fields."""

from collections.abc import Iterator, Mapping
from typing import Any

from locdata_build.view.blocks import Block, Table, item_list, paragraph, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Page, Section, section
from locdata_build.view.text import Code, Link, Rich, joined, rich
from locdata_model.anchors import schema_anchor
from locdata_model.json_schema import SchemaForm, component_name
from locdata_model.urls import OPENAPI_PATH, PageName, api_page_path

Schema = Mapping[str, Any]

FIELDS_PATH = api_page_path("fields")


def fields_page(context: SiteContext) -> Page:
    """Return the page, with a section for each type of the OpenAPI document."""
    # The strict form has every word.
    components = context.openapi[SchemaForm.STRICT]["components"]["schemas"]
    names = (Link(name, f"#{schema_anchor(name)}") for name in components)
    return Page(
        path=FIELDS_PATH,
        title="Fields of the API",
        description="Every type of a response of the JSON API, with the type and the meaning of each field.",
        lead=rich(
            f"{len(components)} types. A field is never absent unless it is called optional; null means unknown."
        ),
        sections=(
            section("types", "All types", item_list(*names, columns=True)),
            section("schemas", "Types and their fields", sections=_sections(components)),
        ),
        crumbs=(top_link(PageName.API),),
        summary="The type and the meaning of each field.",
        data=(OPENAPI_PATH,),
    )


def _sections(components: Mapping[str, Schema]) -> Iterator[Section]:
    for name, schema in components.items():
        yield section(schema_anchor(name), name, *_schema(name, schema, components))


def _schema(name: str, schema: Schema, components: Mapping[str, Schema]) -> Iterator[Block]:
    yield paragraph(*_prose(schema["description"]))
    if "properties" in schema:
        yield fields_table(name, schema, components)
    if "enum" in schema:
        yield item_list(*(Code(str(word)) for word in schema["enum"]), columns=True)


def fields_table(name: str, schema: Schema, components: Mapping[str, Schema]) -> Table:
    """Return the fields of a schema.

    A field without a description has that of the component that it refers to.
    """
    required = schema.get("required", ())
    return table_of(
        f"Fields of {name}",
        ("Field", "Type", "Meaning"),
        (
            row(
                Code(field),
                (*type_words(member), *(() if field in required else rich(", optional"))),
                _meaning(member, components),
            )
            for field, member in schema["properties"].items()
        ),
    )


def _meaning(member: Schema, components: Mapping[str, Schema]) -> Rich:
    described = member if "description" in member else components.get(component_name(member), {})
    return _prose(described.get("description", ""))


def _prose(description: str) -> Rich:
    """Return a description of the OpenAPI document, in which double backticks enclose code."""
    parts = description.split("``")
    return rich(*(Code(part) if index % 2 else part for index, part in enumerate(parts)))


def type_words(schema: Schema) -> Rich:
    """Return a type in words, such as ``array of Fact`` or ``string or null``."""
    if "$ref" in schema:
        name = component_name(schema)
        return rich(Link(name, f"{FIELDS_PATH}#{schema_anchor(name)}"))
    if "anyOf" in schema:
        return joined(" or ", (type_words(member) for member in schema["anyOf"]))
    if "items" in schema:
        return (*rich("array of "), *type_words(schema["items"]))
    if "enum" in schema:
        return joined(" or ", (rich(Code(str(word))) for word in schema["enum"]))
    kind = str(schema.get("type", "any"))
    return rich(f"{kind} ({schema['format']})" if "format" in schema else kind)
