"""The schemas of the OpenAPI document and the types of the model accept every published file."""

from collections.abc import Mapping

import pytest

from locdata_model.serialization import encode_json
from support.response_types import TEMPLATES, decoder_of, paths_by_template, schema_of
from support.site import Files, Sources, Values


@pytest.fixture(scope="module")
def paths(values: Values) -> Mapping[str, list[str]]:
    """The paths of the published files of each template."""
    return paths_by_template(values)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_file_is_valid_and_decodes_to_records_that_encode_to_the_same_bytes(
    template: str, contents: Files, values: Values, sources: Sources, paths: Mapping[str, list[str]]
) -> None:
    schema, decode_file = schema_of(values, template), decoder_of(sources, template)
    errors = [f"{path}: {error.json_path}" for path in paths[template] for error in schema.iter_errors(values[path])]

    assert paths[template] != []
    assert errors == []
    assert [path for path in paths[template] if encode_json(decode_file(contents[path])) != contents[path]] == []
