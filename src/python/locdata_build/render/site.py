"""The whole site as artifacts."""

from locdata_build.delivery.headers_file import HEADERS_FILE_PATH, headers_file
from locdata_build.delivery.media_types import API_CATALOG_PATH, NO_ANSWER_PATH
from locdata_build.render.artifacts import Artifact, in_order
from locdata_build.render.atom import feed_artifacts
from locdata_build.render.bundle import bundle_artifact
from locdata_build.render.calendar import calendar_artifacts
from locdata_build.render.checksums import checksums
from locdata_build.render.citation import CITATION_PATH, citation
from locdata_build.render.data_files import data_artifacts
from locdata_build.render.data_package import package_artifact
from locdata_build.render.errors import no_answer
from locdata_build.render.openapi import build_openapi
from locdata_build.render.pages import page_artifacts
from locdata_build.render.responses import api_responses
from locdata_build.render.schemas import schema_artifacts
from locdata_build.render.sqlite import sqlite_artifact
from locdata_build.render.well_known import SECURITY_PATH, api_catalog, security
from locdata_build.serialize.json_text import encode_json
from locdata_build.view.world import World
from locdata_model.endpoints import OPENAPI_PATH, TYPESCRIPT_PATH
from locdata_openapi.typescript import typescript_declarations


def render_site(world: World) -> tuple[Artifact, ...]:
    """Every file of the site, by path, and the checksums of all: the same records give the same bytes."""
    content = _content(world)
    return in_order([*content, checksums(content)])


def _content(world: World) -> tuple[Artifact, ...]:
    responses = api_responses(world.published)
    openapi = build_openapi(world.published, responses)
    data_files = tuple(data_artifacts(world.published))
    packed = (*data_files, package_artifact(world.published, data_files))
    downloads = (*packed, bundle_artifact(world.site, packed), sqlite_artifact(world.published))
    return in_order(
        [
            *(Artifact(path, encode_json(response)) for path, response in responses.items()),
            Artifact(OPENAPI_PATH, encode_json(openapi)),
            Artifact(TYPESCRIPT_PATH, typescript_declarations(openapi).encode()),
            Artifact(API_CATALOG_PATH, api_catalog(world.site)),
            Artifact(SECURITY_PATH, security(world.site)),
            Artifact(NO_ANSWER_PATH, no_answer(world.site)),
            Artifact(HEADERS_FILE_PATH, headers_file(world.site.base_url).encode()),
            Artifact(CITATION_PATH, citation(world.site)),
            *downloads,
            *schema_artifacts(world.published),
            *calendar_artifacts(world),
            *feed_artifacts(world),
            *page_artifacts(world, openapi, downloads),
        ]
    )
