"""The whole site: the plan of it, or all its files as artifacts."""

from collections.abc import Iterator, Sequence
from functools import partial

from locdata_build.delivery.headers_file import HEADERS_FILE_PATH, headers_file
from locdata_build.delivery.media_types import API_CATALOG_PATH, NO_ANSWER_PATH
from locdata_build.render.artifacts import Artifact, in_order
from locdata_build.render.atom import FEED_PATHS, feed_artifacts
from locdata_build.render.bundle import bundle_artifact
from locdata_build.render.calendar import calendar_artifacts, calendar_paths
from locdata_build.render.checksums import checksums
from locdata_build.render.citation import CITATION_PATH, citation
from locdata_build.render.data_files import DATA_PATHS, data_artifacts
from locdata_build.render.data_package import package_artifact
from locdata_build.render.errors import no_answer
from locdata_build.render.openapi import build_openapi
from locdata_build.render.pages import download_of, page_groups
from locdata_build.render.plan import Group, Notes, Plan, made
from locdata_build.render.responses import Response, api_responses
from locdata_build.render.schemas import schema_artifacts, schema_paths
from locdata_build.render.sqlite import sqlite_artifact
from locdata_build.render.well_known import SECURITY_PATH, api_catalog, security
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import SiteFile
from locdata_build.view.pages.api import OpenApi
from locdata_build.view.world import World
from locdata_model.data_files import BUNDLE_PATH, PACKAGE_PATH, SQLITE_PATH
from locdata_model.endpoints import OPENAPI_PATH, TYPESCRIPT_PATH
from locdata_openapi.typescript import typescript_declarations

DOWNLOAD_PATHS = (*DATA_PATHS, PACKAGE_PATH, BUNDLE_PATH)
SMALL_PATHS = (API_CATALOG_PATH, SECURITY_PATH, NO_ANSWER_PATH, HEADERS_FILE_PATH, CITATION_PATH)


def render_site(world: World) -> tuple[Artifact, ...]:
    """Every file of the site, by path, and the checksums of all: the same records give the same bytes."""
    plan, notes = plan_site(world), Notes()
    content = in_order(artifact for group in (*plan.groups, *plan.last) for artifact in made(group, notes))
    return in_order([*content, checksums(content)])


def plan_site(world: World) -> Plan:
    """How the site is made, but for the checksums of its files."""
    published = world.published
    responses = api_responses(published)
    openapi = build_openapi(published, responses)
    pages, last = page_groups(world, openapi)
    return Plan(
        groups=(
            Group(DOWNLOAD_PATHS, partial(_downloads, world)),
            Group((SQLITE_PATH,), lambda notes: _noted((sqlite_artifact(published),), notes)),
            Group(calendar_paths(world), lambda _: calendar_artifacts(world)),
            *pages,
            *(Group((path,), partial(_response, path, response)) for path, response in responses.items()),
            Group((OPENAPI_PATH, TYPESCRIPT_PATH), lambda _: _api_description(openapi)),
            Group(SMALL_PATHS, lambda _: _small_files(world.site)),
            Group(schema_paths(), lambda _: schema_artifacts(published)),
            Group(FEED_PATHS, lambda _: feed_artifacts(world)),
        ),
        last=last,
    )


def _downloads(world: World, notes: Notes) -> Iterator[Artifact]:
    data_files = tuple(data_artifacts(world.published))
    packed = (*data_files, package_artifact(world.published, data_files))
    return _noted((*packed, bundle_artifact(world.site, packed)), notes)


def _noted(downloads: Sequence[Artifact], notes: Notes) -> Iterator[Artifact]:
    notes.downloads.update({artifact.path: download_of(artifact) for artifact in downloads})
    return iter(downloads)


def _response(path: str, response: Response, notes: Notes) -> Iterator[Artifact]:
    del notes
    yield Artifact(path, encode_json(response))


def _api_description(openapi: OpenApi) -> Iterator[Artifact]:
    yield Artifact(OPENAPI_PATH, encode_json(openapi))
    yield Artifact(TYPESCRIPT_PATH, typescript_declarations(openapi).encode())


def _small_files(site: SiteFile) -> Iterator[Artifact]:
    yield Artifact(API_CATALOG_PATH, api_catalog(site))
    yield Artifact(SECURITY_PATH, security(site))
    yield Artifact(NO_ANSWER_PATH, no_answer(site))
    yield Artifact(HEADERS_FILE_PATH, headers_file(site.base_url).encode())
    yield Artifact(CITATION_PATH, citation(site))
