"""JSON Schemas for editors of the source files: completion and checks, made from the types that the build reads with."""

from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import FILE_KINDS, FileKind
from locdata_model.json_schema import Schema, self_contained_schema


def editor_schemas() -> dict[str, bytes]:
    """The bytes of each schema by its place below the folder of source files."""
    return {kind.schema: encode_json(editor_schema(kind)) for kind in FILE_KINDS}


def editor_schema(kind: FileKind) -> Schema:
    """The schema of a kind of source file."""
    return self_contained_schema(kind.type)
