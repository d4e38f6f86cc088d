"""The files of the API: responses, their descriptions for tools, and the JSON Schema of everything that is JSON."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import PurePosixPath

from locdata_build.data.files import FILE_KINDS, editor_schema
from locdata_build.data.site import SourceLicence
from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact
from locdata_build.view.context import SiteContext
from locdata_model.data_files import DATA_FILES
from locdata_model.endpoints import ENDPOINTS, INDEX
from locdata_model.json_schema import SchemaForm
from locdata_model.responses import Problem
from locdata_model.serialization import encode_json
from locdata_model.urls import API_NOT_FOUND_PATH, OPENAPI_PATH, TYPESCRIPT_PATH, source_schema_path
from locdata_openapi.schemas import SchemaSite, data_schema, response_schema, schema_document
from locdata_openapi.typescript import typescript_declarations

DESCRIBED = {spec.schema_path: spec for spec in reversed(ENDPOINTS)}
"""The endpoint that each schema is named after: where several have responses of one type, the first."""


def api_artifacts(context: SiteContext) -> Iterator[Artifact]:
    """Yield every response, what describes them in each form, and the response for 404."""
    for path, response in context.responses.items():
        yield Artifact(path, encode_json(response))
    for form, document in context.openapi.items():
        yield Artifact(form.path(OPENAPI_PATH), encode_json(document))
        yield Artifact(form.path(TYPESCRIPT_PATH), typescript_declarations(document).encode())
    yield from _schemas(context.published)
    problem = Problem(
        type="about:blank",
        title=HTTPStatus.NOT_FOUND.phrase,
        status=HTTPStatus.NOT_FOUND.value,
        detail="There is no such file. The index lists every endpoint.",
        index=context.site.url(INDEX.path),
    )
    yield Artifact(API_NOT_FOUND_PATH, encode_json(problem))


def _schemas(published: Published) -> Iterator[Artifact]:
    """Yield each form of the schema of each response and each data file, and the schema of each kind of source file."""
    site = SchemaSite(
        base_url=published.site.base_url,
        api_licence=_licence(published.site.api_licence),
        data_licence=_licence(published.site.data_licence),
    )
    for form in SchemaForm:
        for spec in DESCRIBED.values():
            yield Artifact(form.path(spec.schema_path), encode_json(response_schema(spec, site, form)))
        for data_file in DATA_FILES:
            schema = data_schema(data_file, published.erp_keys, site, form)
            yield Artifact(form.path(data_file.schema_path), encode_json(schema))
    for kind in FILE_KINDS:
        path, source = source_schema_path(PurePosixPath(kind.schema).name), editor_schema(kind)
        document = schema_document(
            source,
            url=published.site.url(path),
            title=f"Source file {kind.path}",
            description=source["$defs"][kind.type.__name__]["description"],
            licence=site.data_licence,
        )
        yield Artifact(path, encode_json(document))


def _licence(licence: SourceLicence) -> str:
    return f"{licence.name}, {licence.url}"
