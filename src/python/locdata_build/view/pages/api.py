"""The documentation of the API, made from the OpenAPI document: each endpoint, its fields and a real answer."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Block, Items, Pair, Pairs, Paragraph, Snippet
from locdata_build.view.page import Page, Section
from locdata_build.view.places import TOP_PAGES, top_link, top_path
from locdata_build.view.schemas import Schema, fields_table, schema_anchor, type_words
from locdata_build.view.text import Code, Link, Rich, Words, rich
from locdata_model.endpoints import INDEX, OPENAPI_PATH, TYPESCRIPT_PATH
from locdata_model.schema_paths import schema_path_for

OpenApi = Mapping[str, Any]


def api_page(openapi: OpenApi) -> Page:
    """The page, given the OpenAPI document of the site."""
    base_url = openapi["servers"][0]["url"]
    top = TOP_PAGES[PageName.API]
    introduction = openapi["info"]["description"].split("\n\n")[1:]
    tags = {tag["name"]: tag["description"] for tag in openapi["tags"]}
    return Page(
        path=top_path(PageName.API),
        title=top.label,
        description=top.text,
        lead=rich("Every answer is a file: one GET, no key, no limit, open to every origin."),
        blocks=(
            Pairs(
                (
                    Pair("OpenAPI 3.1", rich(Link(OPENAPI_PATH, OPENAPI_PATH))),
                    Pair("TypeScript", rich(Link(TYPESCRIPT_PATH, TYPESCRIPT_PATH))),
                    Pair("Index", rich(Link(INDEX.path, INDEX.path))),
                    Pair("Version", rich(openapi["info"]["version"])),
                    Pair("Whole tables", rich(top_link(PageName.DATA))),
                )
            ),
            Snippet("sh", "A first call", f"curl {base_url}{INDEX.path}"),
            *(Paragraph(_with_code(text)) for text in introduction),
        ),
        sections=(
            *(
                Section(
                    id=tag.lower().replace(" ", "-"),
                    title=tag,
                    blocks=(Paragraph(rich(text)),),
                    sections=tuple(_operations(openapi, tag)),
                )
                for tag, text in tags.items()
            ),
            Section(id="schemas", title="Fields", sections=tuple(_schemas(openapi))),
        ),
        data=(OPENAPI_PATH,),
    )


def _with_code(text: str) -> Rich:
    """A text of the document, in which backticks stand around what machines write."""
    return tuple(Code(part) if place % 2 else Words(part) for place, part in enumerate(text.split("`")))


def _operations(openapi: OpenApi, tag: str) -> Iterator[Section]:
    for path, methods in openapi["paths"].items():
        operation = methods["get"]
        if tag in operation["tags"]:
            yield Section(id=operation["operationId"], title=operation["summary"], blocks=_operation(path, operation))


def _operation(path: str, operation: Mapping[str, Any]) -> tuple[Block, ...]:
    parameters = operation.get("parameters", ())
    sample = path
    for parameter in parameters:
        sample = sample.replace(f"{{{parameter['name']}}}", parameter["schema"]["enum"][0])
    ((media_type, content),) = operation["responses"]["200"]["content"].items()
    example = content["example"]
    schema_path = schema_path_for(path)
    return (
        Paragraph(rich(operation["description"])),
        Pairs(
            (
                Pair("Path", rich(Code(f"GET {path}"))),
                *(
                    Pair(
                        parameter["name"],
                        rich(f"{parameter['description']}: one of {len(parameter['schema']['enum'])}"),
                    )
                    for parameter in parameters
                ),
                Pair("Open", rich(Link(sample, sample))),
                Pair("Answer", (*type_words(content["schema"]), *rich(", ", Code(media_type)))),
                *([Pair("Schema", rich(Link(schema_path, schema_path)))] if schema_path else []),
            )
        ),
        Snippet(
            "csv" if isinstance(example, str) else "json",
            "A real answer, each list cut to one item",
            example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=2),
        ),
    )


def _schemas(openapi: OpenApi) -> Iterator[Section]:
    for name, schema in openapi["components"]["schemas"].items():
        yield Section(id=schema_anchor(name), title=name, blocks=tuple(_schema(openapi, name, schema)))


def _schema(openapi: OpenApi, name: str, schema: Schema) -> Iterator[Block]:
    yield Paragraph(rich(schema["description"]))
    if "properties" in schema:
        yield fields_table(name, schema, openapi["components"]["schemas"])
    if "enum" in schema:
        yield Items(tuple(rich(Code(str(word))) for word in schema["enum"]), columns=True)
