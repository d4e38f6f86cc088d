"""The JSON files of the API and of the data, and the type of the model for each."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import msgspec
from jsonschema import Draft202012Validator

from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import ENDPOINTS, endpoint_for
from support.site import Sources

FORMATS = Draft202012Validator.FORMAT_CHECKER
"""Checks dates, times and URLs, if the packages for it are installed."""

TEMPLATES = [*(spec.path for spec in ENDPOINTS), *(spec.path(DataFormat.JSON) for spec in DATA_FILES)]
"""The path of every JSON file of the API and of the data, with parameters in braces."""


def paths_by_template(published: Iterable[str]) -> Mapping[str, list[str]]:
    """Return the published paths of each template."""
    specs = {path: endpoint_for(path) for path in published}
    templates = {path: spec.path if spec else path for path, spec in specs.items()}
    return {template: [path for path in specs if templates[path] == template] for template in TEMPLATES}


def decoder_of(sources: Sources, template: str) -> Callable[[bytes], Any]:
    """Return the decoder of the file at ``template``."""
    if spec := next((spec for spec in ENDPOINTS if spec.path == template), None):
        return partial(msgspec.json.decode, type=spec.response)
    record = next(spec.record_type(sources.erp_keys) for spec in DATA_FILES if spec.path(DataFormat.JSON) == template)
    return partial(msgspec.json.decode, type=tuple[record, ...])  # type: ignore[valid-type]  # made at run time
