"""The API has a response for unknown paths, and its page shows the examples of the OpenAPI document."""

import json
import re
from collections.abc import Mapping

from locdata_model.urls import API_NOT_FOUND_PATH, OPENAPI_PATH


def test_response_for_an_unknown_path_names_its_status_and_the_index(files: Mapping[str, bytes]) -> None:
    assert json.loads(files[API_NOT_FOUND_PATH]) == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is no such file. The index lists every endpoint.",
        "index": "https://data.example/api/v1/index.json",
    }


def test_page_of_the_api_shows_the_examples_of_the_openapi_document(files: Mapping[str, bytes]) -> None:
    shown = re.findall(r"^```json\n(.*?)\n```$", files["/api/index.md"].decode(), re.MULTILINE | re.DOTALL)
    examples = [
        content["example"]
        for methods in json.loads(files[OPENAPI_PATH])["paths"].values()
        for content in methods["get"]["responses"]["200"]["content"].values()
    ]

    assert [json.loads(example) for example in shown] == [each for each in examples if not isinstance(each, str)]
