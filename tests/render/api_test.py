"""The API has a response for unknown paths."""

import json
from collections.abc import Mapping

from locdata_model.urls import API_NOT_FOUND_PATH


def test_response_for_an_unknown_path_names_its_status_and_the_index(files: Mapping[str, bytes]) -> None:
    assert json.loads(files[API_NOT_FOUND_PATH]) == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is no such file. The index lists every endpoint.",
        "index": "https://data.example/api/v1/index.json",
    }
