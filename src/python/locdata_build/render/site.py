"""The whole site as artifacts."""

from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact, in_order
from locdata_build.render.data_files import data_artifacts
from locdata_build.render.openapi import build_openapi
from locdata_build.render.responses import api_responses
from locdata_build.serialize.json_text import encode_json
from locdata_model.endpoints import OPENAPI_PATH


def render_site(published: Published) -> tuple[Artifact, ...]:
    """Every file of the site, by path: the same records give the same bytes."""
    responses = api_responses(published)
    return in_order(
        [
            *(Artifact(path, encode_json(response)) for path, response in responses.items()),
            Artifact(OPENAPI_PATH, encode_json(build_openapi(published, responses))),
            *data_artifacts(published),
        ]
    )
