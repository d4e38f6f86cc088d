"""Validation of a parsed file against the JSON Schema of its type, which editors use as well. Reports every issue."""

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Annotated, Any, TypeVar, get_origin

import msgspec
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError

from locdata_build.data.errors import Issue, IssueCode, member_path, suggestion
from locdata_model import scalars
from locdata_model.json_schema import without_other_fields
from locdata_model.record import Record
from locdata_model.vocabulary import known_words_only

RecordT = TypeVar("RecordT", bound=Record)

MAX_ISSUES = 5_000
"""The maximum number of reported issues of a file. A file that is wrong throughout would have millions."""

CONSEQUENCES = {
    IssueCode.WRONG_TYPE: IssueCode.UNKNOWN_WORD,
    IssueCode.WRONG_VALUE: IssueCode.WRONG_TYPE,
}
"""Codes of issues that are left out if the same value also has an issue with the code they map to."""

_formats = FormatChecker(["date"])


@_formats.checks("date-time", raises=ValueError)
def _is_time(value: object) -> bool:
    return not isinstance(value, str) or bool(dt.datetime.strptime(value, scalars.STAMP_FORMAT).replace(tzinfo=dt.UTC))


@cache
def _validator(kind: type[Record]) -> Draft202012Validator:
    schema = msgspec.json.schema(kind)
    strict = {**schema, "$defs": without_other_fields(schema["$defs"])}
    return Draft202012Validator(strict, format_checker=_formats)


def convert(value: object, kind: type[RecordT], file: str) -> tuple[RecordT | None, list[Issue]]:
    """Return the record of type ``kind`` in ``value`` and no issue, or None and up to ``MAX_ISSUES`` issues."""
    errors = _validator(kind).iter_errors(value)
    found = (description for error in errors for description in describe(error))
    issues = [Issue(file, path, code, message) for path, code, message in islice(found, MAX_ISSUES)]
    if issues:
        # The validator reports one error for each missing field, and each of these is described in full.
        return None, _without_consequences(dict.fromkeys(issues))
    try:
        with known_words_only():
            return msgspec.convert(value, kind), []
    except msgspec.ValidationError as error:
        # Types refuse some values that schemas allow, such as a text with a final line break.
        message, _, path = str(error).partition(" - at ")
        return None, [Issue(file, path.strip("`") or "$", IssueCode.WRONG_VALUE, message)]


def _without_consequences(issues: Iterable[Issue]) -> list[Issue]:
    present = {(issue.path, issue.code) for issue in issues}
    return [issue for issue in issues if (issue.path, CONSEQUENCES.get(issue.code)) not in present]


TYPE_NAMES = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "boolean": "true or false",
    "null": "null",
    "integer": "a whole number",
}

PATTERN_DESCRIPTIONS = {
    (meta.pattern, *(meta.examples or ())): meta.description or ""
    for scalar in vars(scalars).values()
    if get_origin(scalar) is Annotated
    for meta in scalar.__metadata__
}
"""The description of each pattern of the scalar types, by the pattern and the examples.

A field has its own description, and the examples of its scalar type.
"""

MAX_SHOWN_LENGTH = 80
"""The maximum number of characters of a value in a message."""

Description = tuple[str, IssueCode, str]
"""The JSON path, code and message of an issue."""


def describe(error: ValidationError) -> Iterator[Description]:
    """Yield the descriptions of an error of the validator; for a union, those of the nearest alternative."""
    path = "$"
    for key in error.absolute_path:
        path = member_path(path, key)
    # The stubs of the validator declare these as optional.
    argument: Any = error.validator_value
    value: Any = error.instance
    match error.validator:
        case "anyOf":
            for inner in _nearest_alternative(error):
                yield from describe(inner)
        case "required":
            for name in argument:
                if name not in value:
                    yield member_path(path, name), IssueCode.MISSING_FIELD, "must be present"
        case "additionalProperties":
            yield from _unknown_fields(value, error.schema, path)
        case "minItems" if value:
            yield path, IssueCode.WRONG_VALUE, f"must have at least {argument} entries, got {len(value)}"
        case "pattern":
            yield path, IssueCode.WRONG_PATTERN, f"must be: {_meaning(error)}, got {_shown(value)}"
        case keyword:
            code, message = MESSAGES[str(keyword)]
            yield path, code, message(argument, value)


def _unknown_fields(value: Mapping[str, Any], schema: Any, path: str) -> Iterator[Description]:  # noqa: ANN401  # JSON
    known = schema["properties"]
    for name in value:
        if name not in known:
            hint = suggestion(name, known) or f" (known fields: {', '.join(known)})"
            yield member_path(path, name), IssueCode.UNKNOWN_FIELD, f"must not be here: unknown field{hint}"


FORMATS = {"date": "date, YYYY-MM-DD", "date-time": "UTC timestamp, YYYY-MM-DDThh:mm:ssZ"}

MESSAGES: Mapping[str, tuple[IssueCode, Callable[[Any, Any], str]]] = {
    "type": (IssueCode.WRONG_TYPE, lambda kind, value: f"must be {TYPE_NAMES[kind]}, got {_shown(value)}"),
    "enum": (IssueCode.UNKNOWN_WORD, lambda words, value: f"must be {_one_of(words)}, got {_shown(value)}"),
    "minLength": (IssueCode.EMPTY, lambda _, value: "must not be empty"),
    "minItems": (IssueCode.EMPTY, lambda _, value: "must not be empty"),
    "maxItems": (IssueCode.WRONG_VALUE, lambda most, items: f"must have at most {most} entries, got {len(items)}"),
    "maxLength": (IssueCode.TOO_LONG, lambda most, text: f"must have at most {most} characters, got {len(text)}"),
    "minimum": (IssueCode.WRONG_VALUE, lambda least, value: f"must be at least {least}, got {_shown(value)}"),
    "maximum": (IssueCode.WRONG_VALUE, lambda most, value: f"must be at most {most}, got {_shown(value)}"),
    "format": (IssueCode.WRONG_FORMAT, lambda what, value: f"must be a valid {FORMATS[what]}, got {_shown(value)}"),
}
"""The code and message for each keyword of the schemas, given its argument and the wrong value."""


def _meaning(error: ValidationError) -> str:
    """Return the description of a pattern with an example: that of its scalar type, or else that of the schema or union."""
    schema: Any = error.schema
    examples = schema.get("examples", ())
    description = PATTERN_DESCRIPTIONS.get((schema["pattern"], *examples))
    if description is None and "description" not in schema and error.parent:
        schema = error.parent.schema
        examples = schema.get("examples", ())
    return ", such as ".join([description or schema["description"], *examples[:1]])


def _one_of(words: Sequence[str]) -> str:
    shown = ", ".join(map(_shown, words))
    return shown if len(words) == 1 else f"one of {shown}"


def _shown(value: object) -> str:
    if isinstance(value, dict | list) and value:
        return TYPE_NAMES["object" if isinstance(value, dict) else "array"]
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_SHOWN_LENGTH else f"{text[:MAX_SHOWN_LENGTH]}..."


def _nearest_alternative(error: ValidationError) -> Iterable[ValidationError]:
    """Return the errors of the first alternative with the type of the value, or else of the first alternative."""
    alternatives: dict[int | str, list[ValidationError]] = {}
    for inner in error.context or ():
        alternatives.setdefault(inner.schema_path[0], []).append(inner)
    of_its_type = [
        errors
        for errors in alternatives.values()
        if not any(inner.validator == "type" and not inner.path for inner in errors)
    ]
    return (of_its_type or list(alternatives.values()))[0]
