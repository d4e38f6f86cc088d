"""The schemas of the OpenAPI documents and the types of the model accept no file of the sample with an error in it.

Errors are planted in one value of each field and type, one at a time: it is replaced or removed. ``additions_test.py`` adds
fields and words, and ``tests/site`` shows that every file of the real site is accepted.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from jsonschema import Draft202012Validator

from locdata_model.endpoints import ENDPOINTS
from locdata_model.json_schema import SchemaForm
from locdata_model.urls import OPENAPI_PATH
from support import specification
from support.response_types import FORMATS, TEMPLATES, decoder_of, paths_by_template
from support.sample import SAMPLE, build_sample
from support.site import Sources, Values, read_files, read_sources, read_values
from support.specification import meta_of, paths_in

FIRST = {spec.response: spec.path for spec in reversed(ENDPOINTS)}
"""The first path with each type of response."""

REPEATED = {spec.path for spec in ENDPOINTS if spec.path != FIRST[spec.response]} | {
    f"/api/v1/{name}.json" for name in ("facts", "local-erps", "partner-flags", "partners")
}
"""Paths with the schema of another one, or with items that the response of a country has too."""

each_template = pytest.mark.parametrize("template", [path for path in TEMPLATES if path not in REPEATED])

Mutant = tuple[str, Any]
"""The path of the planted error, and the whole value with it."""

Accepts = Callable[[Any], bool]

OTHER_TYPES: Mapping[type, tuple[object, ...]] = {
    str: (7, True, [], {}),
    int: ("1", True, 1.5, -1, [], {}),
    bool: ("true", 1, 0, [], {}),
    list: ({}, "", 0, True),
    dict: ([], "", 0, True),
    # A list may take its place: what a phase requires may be unknown.
    type(None): ({},),
}
"""For a value of each JSON type, values that must not take its place."""


@pytest.fixture(scope="module")
def sources() -> Sources:
    """The contents of the source files of the sample."""
    return read_sources(SAMPLE)


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> Values:
    """The value of each JSON file of the sample's site by path."""
    return read_values(read_files(build_sample(tmp_path_factory)))


@pytest.fixture(scope="module")
def samples(values: Values) -> Values:
    """For each template, its file with the most different fields, shortened."""
    return {
        template: max((shortened(values[path]) for path in paths), key=lambda value: len([*parts(value)]))
        for template, paths in paths_by_template(values).items()
    }


def schema_of(values: Values, template: str, form: SchemaForm) -> Draft202012Validator:
    """Return a validator with the schema that a form of the OpenAPI document has for the response at ``template``."""
    keys = ("paths", template, "get", "responses", "200", "content", "application/json", "schema")
    pointer = "".join("/" + quote(key.replace("/", "~1")) for key in keys)
    # Within the document, so that its own references can be resolved.
    return Draft202012Validator({**values[form.path(OPENAPI_PATH)], "$ref": f"#{pointer}"}, format_checker=FORMATS)


def judges(values: Values, sources: Sources, template: str) -> tuple[Accepts, Accepts, Accepts]:
    """Return the judges of a value: the strict schema, the open schema and the type of the model."""
    decode_file = decoder_of(sources, template)

    def decodes(value: object) -> bool:
        try:
            decode_file(msgspec.json.encode(value))
        except msgspec.ValidationError:
            return False
        return True

    strict, open_ = (schema_of(values, template, form).is_valid for form in (SchemaForm.STRICT, SchemaForm.OPEN))
    return strict, open_, decodes


def shortened(value: object) -> object:
    """Return the value with as many items of each of its lists as have every field with every type, the largest first."""
    if isinstance(value, dict):
        return {key: shortened(member) for key, member in value.items()}
    if not isinstance(value, list):
        return value
    kept, seen = [], set[tuple[str, type]]()
    for item in sorted(map(shortened, value), key=lambda item: -len([*parts(item)])):
        typed = {(path, type(part)) for path, part, _ in parts(item)}
        if not typed <= seen:
            kept.append(item)
            seen |= typed
    return kept


def parts(value: Any, path: str = "$") -> Iterator[tuple[str, Any, Callable[[object], Any]]]:  # noqa: ANN401  # any JSON
    """Yield every value inside a value: its path, the value, and a function that returns the whole with another one."""
    yield path, value, lambda other: other
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        for inner_path, inner, replace in parts(member, f"{path}[]" if isinstance(value, list) else f"{path}.{key}"):
            yield inner_path, inner, partial(_replace_inside, value, key, replace)


def different_parts(value: object) -> Iterator[tuple[str, Any, Callable[[object], Any]]]:
    """Yield what ``parts`` yields, without values of the same type, and with the same keys, at the same path."""
    seen = set()
    for path, part, replace in parts(value):
        kind = (path, type(part), frozenset(part if isinstance(part, dict) else ()))
        if kind not in seen:
            seen.add(kind)
            yield path, part, replace


def _replace_inside(value: Any, key: Any, replace: Callable[[object], Any], other: object) -> Any:  # noqa: ANN401  # any JSON
    member = replace(other)
    if isinstance(value, dict):
        return {**value, key: member}
    return [*value[:key], member, *value[key + 1 :]]


def other_types(value: object) -> Iterator[Mutant]:
    """Yield ``value`` with a value of another type in one place."""
    for path, part, replace in different_parts(value):
        yield from ((f"{path}: {other!r}", replace(other)) for other in OTHER_TYPES[type(part)])


def nulls(value: object) -> Iterator[Mutant]:
    """Yield ``value`` with null in one place."""
    return ((path, replace(None)) for path, _, replace in different_parts(value))


def missing_fields(value: object) -> Iterator[Mutant]:
    """Yield ``value`` without one field of one object."""
    for path, part, replace in different_parts(value):
        for key in part if isinstance(part, dict) else ():
            yield f"{path}.{key}", replace({name: member for name, member in part.items() if name != key})


def accepted(accepts: Accepts, mutants: Iterator[Mutant]) -> set[str]:
    """Return the paths of the errors that are not found."""
    return {path for path, mutant in mutants if accepts(mutant)}


def test_every_format_of_the_document_is_checked(values: Values) -> None:
    components = values[OPENAPI_PATH]["components"]
    formats = {part for path, part, _ in parts(components) if path.endswith(".format") and isinstance(part, str)}

    assert formats == {"date", "date-time", "uri"}
    assert formats - {*FORMATS.checkers} == set(), "install 3rdparty/python/testing/requirements.txt"


@each_template
def test_wrong_type_is_refused_everywhere(template: str, values: Values, samples: Values, sources: Sources) -> None:
    for accepts in judges(values, sources, template):
        assert accepted(accepts, other_types(samples[template])) == set()


@pytest.mark.parametrize("template", specification.ENDPOINTS)
def test_null_is_accepted_only_where_the_specification_has_it(
    template: str, values: Values, samples: Values, sources: Sources
) -> None:
    meta, data = paths_in(meta_of(template), "$.meta"), paths_in(specification.ENDPOINTS[template], "$.data")
    specified = {"$": False, **dict(meta), **dict(data)}
    nullable = {path for path, _, _ in parts(samples[template]) if specified.get(path)}

    for accepts in judges(values, sources, template):
        # Fields that were added since may be null.
        assert accepted(accepts, nulls(samples[template])) & specified.keys() == nullable, (
            "tests/support/specification.py says what may be null"
        )


@each_template
def test_only_the_details_of_a_fact_may_be_missing(
    template: str, values: Values, samples: Values, sources: Sources
) -> None:
    mutants = [*missing_fields(samples[template])]

    for accepts in judges(values, sources, template):
        assert accepted(accepts, iter(mutants)) == {path for path, _ in mutants if path.endswith(".details")}
