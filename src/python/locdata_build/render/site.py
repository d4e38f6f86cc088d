"""The whole site as artifacts."""

from locdata_build.render.artifacts import Artifact, in_order
from locdata_build.render.data_files import data_artifacts
from locdata_build.render.openapi import build_openapi
from locdata_build.render.pages import page_artifacts
from locdata_build.render.responses import api_responses
from locdata_build.serialize.json_text import encode_json
from locdata_build.view.world import World
from locdata_model.endpoints import OPENAPI_PATH


def render_site(world: World) -> tuple[Artifact, ...]:
    """Every file of the site, by path: the same records give the same bytes."""
    responses = api_responses(world.published)
    openapi = build_openapi(world.published, responses)
    data_files = tuple(data_artifacts(world.published))
    return in_order(
        [
            *(Artifact(path, encode_json(response)) for path, response in responses.items()),
            Artifact(OPENAPI_PATH, encode_json(openapi)),
            *data_files,
            *page_artifacts(world, openapi, data_files),
        ]
    )
