"""The schemas of the published OpenAPI document and the types of the model hold for every built file, and for no other.

A response with any one fault, wherever it lies, is refused both by the schema and by the types.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from jsonschema import Draft202012Validator

from locdata_build.serialize.json_text import encode_json
from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat
from locdata_model.decoding import decode
from locdata_model.endpoints import ENDPOINTS, OPENAPI_PATH, endpoint_for

FORMATS = Draft202012Validator.FORMAT_CHECKER

TEMPLATES = [*(spec.path for spec in ENDPOINTS), *(spec.path(DataFormat.JSON) for spec in DATA_FILES)]
"""The path of each operation that answers with JSON; specification_test.py compares them with the specification."""

each_template = pytest.mark.parametrize("template", TEMPLATES)

Files = Mapping[str, bytes]
Values = Mapping[str, Any]
Mutant = tuple[str, Any]
"""What was done where, and the whole value with that one fault."""
Decode = Callable[[bytes], Any]

TOGGLES = (
    "e_invoicing_mandatory_b2b",
    "e_invoicing_b2b_in_force",
    "e_invoicing_mandatory_b2g",
    "real_time_reporting",
    "saft_required",
    "audit_file_on_request",
)
NULLABLE_OF_FACT = ("erp", "mandatory", "effective_date", "source_url")
NULLABLE = {
    "/api/v1/index.json": {"$.data[].count"},
    "/api/v1/countries.json": {f"$.data[].toggles.{name}" for name in TOGGLES},
    "/api/v1/countries/{code}.json": {
        *(f"$.data.toggles.{name}" for name in TOGGLES),
        *(f"$.data.facts[].{name}" for name in NULLABLE_OF_FACT),
        "$.data.local_erps[].source_url",
        "$.data.partner_flags[].source_url",
    },
    "/api/v1/erps/{id}.json": {
        *(f"$.data.e_invoicing_support[].{name}" for name in NULLABLE_OF_FACT),
        *(f"$.data.other_facts[].{name}" for name in NULLABLE_OF_FACT),
        "$.data.partner_flags[].source_url",
    },
    "/api/v1/facts.json": {f"$.data[].{name}" for name in NULLABLE_OF_FACT},
    "/api/v1/local-erps.json": {"$.data[].source_url"},
    "/api/v1/partner-flags.json": {"$.data[].source_url"},
    "/api/v1/news.json": {"$.data[].date"},
    "/api/v1/filters/{name}.json": {f"$.data[].toggles.{name}" for name in TOGGLES},
    "/api/v1/flips.json": {"$.data[].before", "$.data[].after"},
}
"""Every place that may hold null, by operation. Nowhere else may it stand."""

WRONG_TYPES: Mapping[type, tuple[object, ...]] = {
    str: (7, True, [], {}),
    int: ("1", True, 1.5, -1, [], {}),
    bool: ("true", 1, 0, [], {}),
    list: ({}, "", 0, True),
    dict: ([], "", 0, True),
    type(None): ([], {}),
}
"""For a value of each JSON type, values that may not stand in its place."""


@pytest.fixture(scope="module")
def representatives(values: Values) -> Values:
    """For each operation its answer that shows the most fields, shortened."""
    return {
        template: max(
            (shortened(values[path]) for path in answers(values, template)), key=lambda short: len(places(short))
        )
        for template in TEMPLATES
    }


def validator(values: Values, template: str) -> Draft202012Validator:
    """A validator of what the document says about the answer of the operation at ``template``."""
    schema = ("paths", template, "get", "responses", "200", "content", "application/json", "schema")
    pointer = "".join("/" + quote(part.replace("/", "~1")) for part in schema)
    # Within the document, so that its own references lead somewhere.
    return Draft202012Validator({**values[OPENAPI_PATH], "$ref": f"#{pointer}"}, format_checker=FORMATS)


def decoder(values: Values, template: str) -> Decode:
    """The typed and strict reading of an answer of the operation at ``template``."""
    if spec := next((spec for spec in ENDPOINTS if spec.path == template), None):
        return partial(msgspec.json.decode, type=spec.response)
    keys = tuple(erp["id"].replace("-", "_") for erp in values["/api/v1/erps.json"]["data"])
    record = next(spec.record_type(keys) for spec in DATA_FILES if spec.path(DataFormat.JSON) == template)
    return partial(msgspec.json.decode, type=tuple[record, ...])  # type: ignore[valid-type]  # made at run time


def answers(files: Mapping[str, Any], template: str) -> list[str]:
    """The paths of the built files that answer the operation at ``template``."""
    specs = {path: endpoint_for(path) for path in files}
    return [path for path, spec in specs.items() if (spec.path if spec else path) == template]


def shape(value: object) -> object:
    """What two values have in common when they have the same fields of the same types."""
    match value:
        case dict():
            return tuple((key, shape(member)) for key, member in value.items())
        case list():
            return frozenset(map(shape, value))
        case _:
            return type(value)


def shortened(value: object) -> object:
    """The value with one item of each shape in each of its lists."""
    match value:
        case dict():
            return {key: shortened(member) for key, member in value.items()}
        case list():
            return list({shape(short): short for short in map(shortened, value)}.values())
        case _:
            return value


def places(value: object, place: str = "$") -> set[str]:
    """Every place in a value, the items of a list being one."""
    members = value.items() if isinstance(value, dict) else ()
    items = value if isinstance(value, list) else ()
    deeper = [places(member, f"{place}.{key}") for key, member in members]
    return {place}.union(*deeper, *(places(item, f"{place}[]") for item in items))


def with_member(value: Any, key: str | int, member: object) -> Any:  # noqa: ANN401  # any JSON
    """A copy of an object or a list with one member replaced or added."""
    if isinstance(value, dict):
        return {**value, key: member}
    return [member if index == key else item for index, item in enumerate(value)]


def wrong_types(value: object, place: str = "$") -> Iterator[Mutant]:
    """``value`` with a value of another type in each place, one at a time."""
    for wrong in WRONG_TYPES[type(value)]:
        yield f"{place}: {wrong!r}", wrong
    yield from _deeper(value, place, wrong_types)


def nulls(value: object, place: str = "$") -> Iterator[Mutant]:
    """``value`` with null in each place, one at a time."""
    yield place, None
    yield from _deeper(value, place, nulls)


def missing_fields(value: object, place: str = "$") -> Iterator[Mutant]:
    """``value`` without each field of each object, one at a time."""
    if isinstance(value, dict):
        for key in value:
            yield f"{place}.{key}", {name: member for name, member in value.items() if name != key}
    yield from _deeper(value, place, missing_fields)


def stray_fields(value: object, place: str = "$") -> Iterator[Mutant]:
    """``value`` with a field too many in each object, one at a time."""
    if isinstance(value, dict):
        yield place, {**value, "stray": "stray"}
    yield from _deeper(value, place, stray_fields)


def other_texts(value: object, place: str = "$") -> Iterator[Mutant]:
    """``value`` with another text in each place that holds a text, one at a time."""
    if isinstance(value, str):
        for text in ("", " ", "§", "no such word", f" {value}", f"{value} ", f"{value}.", value.upper()):
            yield f"{place}: {text!r}", text
    yield from _deeper(value, place, other_texts)


def _deeper(value: object, place: str, mutate: Callable[[object, str], Iterator[Mutant]]) -> Iterator[Mutant]:
    """What ``mutate`` makes of each member, with the whole around it."""
    if isinstance(value, dict):
        for key, member in value.items():
            for name, mutant in mutate(member, f"{place}.{key}"):
                yield name, with_member(value, key, mutant)
    elif isinstance(value, list):
        for index, member in enumerate(value):
            for name, mutant in mutate(member, f"{place}[]"):
                yield name, with_member(value, index, mutant)


def accepted_by_schema(validator: Draft202012Validator, mutants: list[Mutant]) -> set[str]:
    """The names of the mutants that are valid."""
    return {name for name, mutant in mutants if validator.is_valid(mutant)}


def accepted_by_types(decode: Decode, mutants: list[Mutant]) -> set[str]:
    """The names of the mutants that decode."""

    def decodes(value: object) -> bool:
        try:
            decode(msgspec.json.encode(value))
        except msgspec.ValidationError:
            return False
        return True

    return {name for name, mutant in mutants if decodes(mutant)}


def test_every_format_that_the_document_names_is_checked(values: Values) -> None:
    def formats(value: object) -> Iterator[str]:
        if isinstance(value, dict) and isinstance(value.get("format"), str):
            yield value["format"]
        members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for member in members:
            yield from formats(member)

    named = set(formats(values[OPENAPI_PATH]["components"]))

    assert named == {"date", "date-time", "uri"}
    assert named - set(FORMATS.checkers) == set(), (
        "install 3rdparty/python/testing/requirements.txt: it has the checkers"
    )


def test_every_component_is_a_json_schema(values: Values) -> None:
    for schema in values[OPENAPI_PATH]["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


@each_template
def test_every_answer_is_valid(template: str, values: Values) -> None:
    schema = validator(values, template)
    paths = answers(values, template)

    assert paths != []
    assert [f"{path}: {e.json_path}: {e.message}" for path in paths for e in schema.iter_errors(values[path])] == []


@each_template
def test_every_answer_decodes_and_encodes_to_the_same_bytes(template: str, contents: Files, values: Values) -> None:
    read = decoder(values, template)
    paths = answers(contents, template)

    assert paths != []
    assert [path for path in paths if encode_json(read(contents[path])) != contents[path]] == []


def test_every_file_of_the_api_is_decoded_by_its_path_alone(contents: Files) -> None:
    paths = [path for path in contents if path.startswith("/api/v1/")]

    assert paths != []
    assert [path for path in paths if encode_json(decode(path, contents[path])) != contents[path]] == []


@pytest.mark.parametrize("spec", DATA_FILES, ids=lambda spec: spec.name)
def test_both_formats_of_a_data_file_give_equal_records(spec: DataFileSpec, contents: Files) -> None:
    in_json, in_csv = (decode(path, contents[path]) for path in map(spec.path, (DataFormat.JSON, DataFormat.CSV)))

    assert in_json == in_csv != ()
    assert encode_json(in_csv) == contents[spec.path(DataFormat.JSON)]


@each_template
def test_a_value_of_another_type_is_refused_everywhere(template: str, values: Values, representatives: Values) -> None:
    mutants = list(wrong_types(representatives[template]))

    assert accepted_by_schema(validator(values, template), mutants) == set()
    assert accepted_by_types(decoder(values, template), mutants) == set()


@each_template
def test_null_is_refused_but_where_it_means_unknown(template: str, values: Values, representatives: Values) -> None:
    mutants = list(nulls(representatives[template]))

    assert accepted_by_schema(validator(values, template), mutants) == NULLABLE.get(template, set())
    assert accepted_by_types(decoder(values, template), mutants) == NULLABLE.get(template, set())


@each_template
def test_no_field_may_be_missing_but_the_details_of_a_fact(
    template: str, values: Values, representatives: Values
) -> None:
    mutants = list(missing_fields(representatives[template]))
    details = {name for name, _ in mutants if name.endswith(".details")}

    assert accepted_by_schema(validator(values, template), mutants) == details
    assert accepted_by_types(decoder(values, template), mutants) == details


@each_template
def test_a_stray_field_is_refused_everywhere(template: str, values: Values, representatives: Values) -> None:
    mutants = list(stray_fields(representatives[template]))

    assert accepted_by_schema(validator(values, template), mutants) == set()
    assert accepted_by_types(decoder(values, template), mutants) == set()


@each_template
def test_schema_and_types_accept_the_same_texts(template: str, values: Values, representatives: Values) -> None:
    mutants = list(other_texts(representatives[template]))

    assert accepted_by_schema(validator(values, template), mutants) == accepted_by_types(
        decoder(values, template), mutants
    )


def test_details_are_among_the_fields_that_were_left_out(representatives: Values) -> None:
    with_facts = ["/api/v1/countries/{code}.json", "/api/v1/erps/{id}.json", "/api/v1/facts.json"]
    left_out = {
        name
        for template in with_facts
        for name, _ in missing_fields(representatives[template])
        if name.endswith(".details")
    }

    assert left_out == {"$.data.facts[].details", "$.data.e_invoicing_support[].details", "$.data[].details"}
