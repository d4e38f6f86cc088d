"""The JSON Schema of each response, each data file and each kind of source file, as files of the site."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.editor_schema import editor_schema
from locdata_build.source.files import FILE_KINDS, FileKind, LicenceNote
from locdata_model.data_files import DATA_FILES
from locdata_model.endpoints import ENDPOINTS
from locdata_model.json_schema import Schema
from locdata_model.schema_paths import data_schema_path, response_schema_path, source_schema_path
from locdata_openapi.schemas import SchemaSite, data_schema, response_schema, schema_document


def schema_paths() -> tuple[str, ...]:
    """Where the schemas lie."""
    of_sources = (source_schema_path(PurePosixPath(kind.schema).name) for kind in FILE_KINDS)
    return (*map(response_schema_path, ENDPOINTS), *map(data_schema_path, DATA_FILES), *of_sources)


def schema_artifacts(published: Published) -> Iterator[Artifact]:
    """Every schema at its address."""
    site = SchemaSite(
        base_url=published.site.base_url,
        api_licence=_licence(published.site.api_licence),
        data_licence=_licence(published.site.data_licence),
    )
    for spec in ENDPOINTS:
        yield Artifact(response_schema_path(spec), encode_json(response_schema(spec, site)))
    for data_file in DATA_FILES:
        yield Artifact(data_schema_path(data_file), encode_json(data_schema(data_file, published.erp_keys, site)))
    for kind in FILE_KINDS:
        path = source_schema_path(PurePosixPath(kind.schema).name)
        yield Artifact(path, encode_json(_source_schema(kind, path, site)))


def _source_schema(kind: FileKind, path: str, site: SchemaSite) -> Schema:
    schema = editor_schema(kind)
    return schema_document(
        schema,
        url=f"{site.base_url}{path}",
        title=f"Source file {kind.path}",
        description=schema["$defs"][kind.type.__name__]["description"],
        licence=site.data_licence,
    )


def _licence(note: LicenceNote) -> str:
    return f"{note.name}, {note.url}"
