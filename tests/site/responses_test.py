"""The types of the model decode every published file. That its schema accepts it is shown with the schemas."""

import pytest

from locdata_model.serialization import encode_json
from support.response_types import TEMPLATES, decoder_of, paths_by_template
from support.site import Files, Sources


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_file_decodes_to_records_that_encode_to_the_same_bytes(
    template: str, contents: Files, sources: Sources
) -> None:
    paths, decode_file = paths_by_template(contents)[template], decoder_of(sources, template)

    assert paths != []
    assert [path for path in paths if encode_json(decode_file(contents[path])) != contents[path]] == []
