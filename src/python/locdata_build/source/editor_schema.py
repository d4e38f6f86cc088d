"""JSON Schemas for editors of the source files: completion and checks, made from the types that the build reads with."""

import msgspec

from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import FILE_KINDS

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def editor_schemas() -> dict[str, bytes]:
    """The bytes of each schema by its place below the folder of source files."""
    return {kind.schema: encode_json({"$schema": DIALECT, **msgspec.json.schema(kind.type)}) for kind in FILE_KINDS}
