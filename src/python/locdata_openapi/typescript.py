"""TypeScript declarations of all that is published, made from the OpenAPI document."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from locdata_openapi.components import REF_TEMPLATE

Schema = Mapping[str, Any]

CODE_LICENCE = "MIT"
"""The licence of the project's code, by its SPDX identifier."""

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
"""What TypeScript calls the types of JSON Schema that have no parts."""


def typescript_declarations(document: Mapping[str, Any]) -> str:
    """A module of types alone: the answer of each path, and one type for each component schema.

    ``Paths`` has the paths as they stand in the document, ``Answer`` knows those with a value in them as well.
    ``document`` is an OpenAPI document as this project makes it. Raises ``ValueError`` for a kind of schema that has no
    place in one.
    """
    return "\n".join(
        [
            *_comment(_about(document["info"])),
            "",
            *_paths(document["paths"]),
            "",
            *_answer(document["paths"]),
            *(
                line
                for name, schema in document["components"]["schemas"].items()
                for line in ("", *_declaration(name, schema))
            ),
            "",
        ]
    )


def _about(info: Mapping[str, Any]) -> str:
    return (
        f"{info['title']} {info['version']}: types of the answers of the API and of the data files.\n\n"
        f"Made from the OpenAPI description. What the types describe is licensed under {info['license']['name']}; the types "
        "themselves are code.\n"
        f"@license {CODE_LICENCE}"
    )


def _paths(paths: Mapping[str, Any]) -> Iterator[str]:
    yield from _comment("The answer of each path.")
    yield "export interface Paths {"
    for path, methods in paths.items():
        yield from _comment(methods["get"]["description"], indent="  ")
        yield f"  readonly {_name(path)}: {_answer_type(methods)};"
    yield "}"


def _answer(paths: Mapping[str, Any]) -> Iterator[str]:
    yield from _comment("The answer of a path as it is requested, with a value in the place of its parameter.")
    yield "export type Answer<Path extends string> ="
    yield "  Path extends keyof Paths ? Paths[Path]"
    for path, methods in paths.items():
        if "{" in path:
            template = re.sub(r"\{\w+\}", "${string}", path)
            yield f"  : Path extends `{template}` ? {_answer_type(methods)}"
    yield "  : never;"


def _answer_type(methods: Mapping[str, Any]) -> str:
    (content,) = methods["get"]["responses"]["200"]["content"].values()
    return _type(content["schema"])


def _declaration(name: str, schema: Schema) -> Iterator[str]:
    """The declaration of a component schema: an interface of an object, another name of anything else."""
    yield from _comment(schema["description"])
    if "properties" not in schema:
        yield f"export type {name} = {_type(schema)};"
        return
    yield f"export interface {name} {{"
    for field, member in schema["properties"].items():
        yield from _comment(member.get("description", ""), indent="  ")
        optional = "" if field in schema.get("required", ()) else "?"
        yield f"  readonly {_name(field)}{optional}: {_type(member)};"
    yield "}"


def _type(schema: Schema) -> str:
    """The type of the values that a schema describes."""
    match schema:
        case {"$ref": reference}:
            return str(reference).removeprefix(REF_TEMPLATE.format(name=""))
        case {"anyOf": members}:
            return " | ".join(map(_type, members))
        case {"enum": words}:
            return " | ".join(json.dumps(word, ensure_ascii=False) for word in words)
        case {"type": "array", "items": items}:
            return f"ReadonlyArray<{_type(items)}>"
        case {"type": str(word)} if word in _WORDS:
            return _WORDS[word]
    raise ValueError(f"no type of TypeScript is known for the schema {schema}")


def _name(name: str) -> str:
    """A name as an interface may hold it."""
    return name if _IDENTIFIER.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _comment(text: str, indent: str = "") -> Iterator[str]:
    """A text as a comment that editors show; no lines where there is no text."""
    lines = text.replace("*/", "*\\/").splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"
