"""The pages of the API on its subjects, made from the OpenAPI document: each endpoint of a tag with a real response."""

import json
from collections.abc import Mapping
from typing import Any

from locdata_build.view.blocks import Block, Pair, Snippet, pair_list, paragraph
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Page, section
from locdata_build.view.pages.api_fields import type_words
from locdata_build.view.text import Code, Link, Rich, rich
from locdata_build.view.words import counted
from locdata_model.endpoint_spec import Tag
from locdata_model.json_schema import SchemaForm, schema_path_for
from locdata_model.urls import OPENAPI_PATH, PageName, api_page_path


def operations_page(context: SiteContext, tag: Tag) -> Page:
    """Return the page on the endpoints of a tag, with a section for each."""
    # The strict form has every value of a parameter.
    paths = context.openapi[SchemaForm.STRICT]["paths"]
    operations = [(path, methods["get"]) for path, methods in paths.items() if tag in methods["get"]["tags"]]
    licence = context.site.data_licence if tag is Tag.DATA_FILES else context.site.api_licence
    return Page(
        path=api_page_path(tag),
        title=f"API: {tag}",
        description=f"{tag.description}. Each endpoint with its fields and a real response.",
        lead=rich(
            f"{tag.description}. {counted(len(operations), 'endpoint')}. Licence: ",
            Link(licence.name, licence.url),
            ".",
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
            example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=2),
        ),
    )


def description_forms(path: str) -> Rich:
    """Return links to the open and the strict form of a description."""
    return rich(Link(path, path), ", ", Link(SchemaForm.STRICT, SchemaForm.STRICT.path(path)))
