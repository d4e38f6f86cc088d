"""TypeScript declarations of the API responses and data files, made from the OpenAPI document."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from locdata_model.json_schema import component_name

Schema = Mapping[str, Any]

CODE_LICENCE = "MIT"
"""The SPDX identifier of the licence of the declarations, which are code."""

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
"""The TypeScript types of the scalar types of JSON Schema."""


def typescript_declarations(document: Mapping[str, Any]) -> str:
    """Return a module of types: the response of each path, and one type for each component schema.

    ``Paths`` has the paths of the document; ``Answer`` also accepts paths with a value instead of the parameter.
    Raises ``ValueError`` for a schema that the documents of ``openapi_document`` do not have.
    """
    return "\n".join(
        [
            *_comment(_header(document["info"])),
            "",
            *_paths_interface(document["paths"]),
            "",
            *_answer_type(document["paths"]),
            *(
                line
                for name, schema in document["components"]["schemas"].items()
                for line in ("", *_declaration(name, schema))
            ),
            "",
        ]
    )


def _header(info: Mapping[str, Any]) -> str:
    return (
        f"{info['title']} {info['version']}: types of the API responses and of the data files.\n\n"
        f"Made from the OpenAPI description. What the types describe is licensed under {info['license']['name']}; the "
        "types themselves are code.\n"
        f"@license {CODE_LICENCE}"
    )


def _paths_interface(paths: Mapping[str, Any]) -> Iterator[str]:
    yield from _comment("The response of each path.")
    yield "export interface Paths {"
    for path, methods in paths.items():
        yield from _comment(methods["get"]["description"], indent="  ")
        yield f"  readonly {_name(path)}: {_response_type(methods)};"
    yield "}"


def _answer_type(paths: Mapping[str, Any]) -> Iterator[str]:
    yield from _comment("The response of a path as it is requested, with a value in place of its parameter.")
    yield "export type Answer<Path extends string> ="
    yield "  Path extends keyof Paths ? Paths[Path]"
    # A string in a template may have slashes, so the templates with the most slashes come first.
    for path in sorted((path for path in paths if "{" in path), key=lambda path: -path.count("/")):
        template = re.sub(r"\{\w+\}", "${string}", path)
        yield f"  : Path extends `{template}` ? {_response_type(paths[path])}"
    yield "  : never;"


def _response_type(methods: Mapping[str, Any]) -> str:
    (content,) = methods["get"]["responses"]["200"]["content"].values()
    return _type(content["schema"])


def _declaration(name: str, schema: Schema) -> Iterator[str]:
    """Yield the declaration of a component schema: an interface for an object, a type alias for anything else."""
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
    """Return the type of the values that a schema describes."""
    match schema:
        case {"$ref": _}:
            return component_name(schema)
        case {"anyOf": [{"enum": _} as words, {"type": "string"}]}:
            # Editors still suggest the words, because this type of any text does not absorb them.
            return f"{_type(words)} | (string & {{}})"
        case {"anyOf": members}:
            return " | ".join(map(_type, members))
        case {"enum": words}:
            return " | ".join(json.dumps(word, ensure_ascii=False) for word in words)
        case {"type": "array", "items": items}:
            return f"ReadonlyArray<{_type(items)}>"
        case {"type": str(name)} if name in _SCALARS:
            return _SCALARS[name]
    raise ValueError(f"cannot express the schema as a TypeScript type: {schema}")


def _name(name: str) -> str:
    """Return a name in the form that an interface allows, with quotes if it is not an identifier."""
    return name if _IDENTIFIER.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _comment(text: str, indent: str = "") -> Iterator[str]:
    """Yield the lines of a documentation comment; none for an empty text."""
    lines = text.replace("*/", "*\\/").splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"
