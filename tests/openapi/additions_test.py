"""The open schemas accept the additions of a later minor version. The strict schemas refuse them."""

import json

import pytest
from jsonschema import Draft202012Validator

from locdata_model.json_schema import schema_path_for
from locdata_model.urls import OPENAPI_PATH, strict_path
from support.additions import single_additions, with_additions
from support.sample import build_sample
from support.site import Files, read_files


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The files of the sample's site."""
    return read_files(build_sample(tmp_path_factory))


def is_valid(schema: bytes, content: bytes) -> bool:
    """Return whether a schema accepts a file."""
    return Draft202012Validator(json.loads(schema)).is_valid(json.loads(content))


def test_open_schemas_accept_every_file_with_additions(contents: Files) -> None:
    refused = [
        path
        for path, content in with_additions(contents).items()
        if (schema := schema_path_for(path)) and not is_valid(contents[schema], content)
    ]

    assert refused == []


def test_strict_schemas_refuse_each_addition_alone(contents: Files) -> None:
    accepted = [
        name
        for name, path, content in single_additions(contents)
        if is_valid(contents[strict_path(str(schema_path_for(path)))], content)
    ]

    assert accepted == []


def test_additions_concern_every_type_and_every_vocabulary(contents: Files) -> None:
    document = json.loads(contents[strict_path(OPENAPI_PATH)])

    assert {*document["components"]["schemas"]} - {"Problem"} <= {
        addition.name for addition in single_additions(contents)
    }
