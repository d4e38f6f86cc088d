"""The schemas of the OpenAPI documents and the types of the model accept no file of the sample with an error in it.

Errors are planted in one value of each field and type, one at a time: it is replaced, removed or joined by another. Paths
with the same schema are tried once.
``tests/site`` shows that they accept every file of the real site.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial, reduce
from operator import getitem
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from jsonschema import Draft202012Validator

from locdata_model.endpoints import ENDPOINTS
from locdata_model.json_schema import SchemaForm
from locdata_model.urls import OPENAPI_PATH
from locdata_model.vocabulary import Vocabulary
from support import specification
from support.response_types import FORMATS, TEMPLATES, decoder_of, paths_by_template
from support.sample import SAMPLE, build_sample
from support.site import Sources, Values, read_files, read_sources, read_values
from support.specification import meta_of, paths_in

FIRST = {spec.response: spec.path for spec in reversed(ENDPOINTS)}
"""The first path with a type of response."""

OTHERS = {spec.path: FIRST[spec.response] for spec in ENDPOINTS if spec.path != FIRST[spec.response]}
"""Each other path, and the first with the same type of response."""

each_template = pytest.mark.parametrize("template", [path for path in TEMPLATES if path not in OTHERS])

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
    """What the source files of the sample contain."""
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


def keys_of(template: str) -> tuple[str, ...]:
    """Return the keys that lead to the schema of the response at ``template`` in an OpenAPI document."""
    return ("paths", template, "get", "responses", "200", "content", "application/json", "schema")


def schema_of(values: Values, template: str, form: SchemaForm) -> Draft202012Validator:
    """Return a validator with the schema that a form of the OpenAPI document has for the response at ``template``."""
    keys = keys_of(template)
    pointer = "".join("/" + quote(key.replace("/", "~1")) for key in keys)
    # Within the document, so that its own references can be resolved.
    return Draft202012Validator({**values[form.path(OPENAPI_PATH)], "$ref": f"#{pointer}"}, format_checker=FORMATS)


def judges(values: Values, sources: Sources, template: str) -> tuple[Accepts, Accepts, Accepts]:
    """Return functions that tell whether the strict schema, the open schema and the type of the model accept a value."""
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


def unknown_fields(value: object) -> Iterator[Mutant]:
    """Yield ``value`` with one field too many in one object."""
    return (
        (path, replace({**part, "unknown": ""}))
        for path, part, replace in different_parts(value)
        if isinstance(part, dict)
    )


def other_texts(value: object) -> Iterator[Mutant]:
    """Yield ``value`` with another text in one place."""
    for path, part, replace in different_parts(value):
        if isinstance(part, str):
            others = ("", " ", "§", "no such word", f" {part}", f"{part} ", f"{part}.", part.upper())
            yield from ((f"{path}: {other!r}", replace(other)) for other in others)


def accepted(accepts: Accepts, mutants: Iterator[Mutant]) -> set[str]:
    """Return the paths of the errors that are not found."""
    return {path for path, mutant in mutants if accepts(mutant)}


def test_every_format_of_the_document_is_checked(values: Values) -> None:
    components = values[OPENAPI_PATH]["components"]
    formats = {part for path, part, _ in parts(components) if path.endswith(".format") and isinstance(part, str)}

    assert formats == {"date", "date-time", "uri"}
    assert formats - {*FORMATS.checkers} == set(), "install 3rdparty/python/testing/requirements.txt"


@pytest.mark.parametrize("form", SchemaForm)
def test_paths_with_the_same_type_of_response_have_the_same_schema(values: Values, form: SchemaForm) -> None:
    def schema(template: str) -> object:
        return reduce(getitem, keys_of(template), values[form.path(OPENAPI_PATH)])

    assert {path: schema(path) for path in OTHERS} == {path: schema(first) for path, first in OTHERS.items()}
    assert OTHERS


@each_template
def test_wrong_type_is_refused_everywhere(template: str, values: Values, samples: Values, sources: Sources) -> None:
    for accepts in judges(values, sources, template):
        assert accepted(accepts, other_types(samples[template])) == set()


@each_template
def test_unknown_field_is_refused_by_the_strict_schema_alone(
    template: str, values: Values, samples: Values, sources: Sources
) -> None:
    strict, *others = judges(values, sources, template)
    everywhere = {path for path, _ in unknown_fields(samples[template])}

    assert accepted(strict, unknown_fields(samples[template])) == set()
    for accepts in others:
        assert accepted(accepts, unknown_fields(samples[template])) == everywhere


@each_template
def test_unknown_word_is_refused_by_the_strict_schema_alone(
    template: str, values: Values, samples: Values, sources: Sources
) -> None:
    strict, *others = judges(values, sources, template)
    vocabularies = {word for kind in Vocabulary.__subclasses__() for word in kind}
    mutants = [
        (path, replace("later"))
        for path, part, replace in different_parts(samples[template])
        if isinstance(part, str) and part in vocabularies and strict(replace(part)) and not strict(replace("later"))
    ]

    for accepts in others:
        assert accepted(accepts, iter(mutants)) == {path for path, _ in mutants}


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


def test_samples_contain_the_details_of_facts(samples: Values) -> None:
    paths = {path for sample in samples.values() for path, _ in missing_fields(sample) if path.endswith(".details")}

    assert paths == {"$.data.facts[].details", "$.data.e_invoicing_support[].details", "$.data[].details"}


@each_template
@pytest.mark.parametrize("mutate", [other_texts, nulls], ids=["other text", "null"])
def test_open_schema_and_type_accept_the_same_values(
    template: str, mutate: Callable[[object], Iterator[Mutant]], values: Values, samples: Values, sources: Sources
) -> None:
    _, *judging = judges(values, sources, template)
    by_schema, by_type = (accepted(each, mutate(samples[template])) for each in judging)

    assert by_schema == by_type
