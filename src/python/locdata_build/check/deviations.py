"""What JSON Schema finds, in the words of this project: where, what must hold, and what is there instead."""

import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, get_origin

from jsonschema.exceptions import ValidationError
from msgspec import Struct

from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding, member_path
from locdata_model import scalars

TYPE_WORDS = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "boolean": "true or false",
    "null": "null",
    "integer": "a whole number",
}

PATTERN_WORDS = {
    (meta.extra_json_schema or {}).get("pattern", meta.pattern): ", such as ".join(
        [meta.description or "", *map(str, meta.examples or ())][:2]
    )
    for scalar in vars(scalars).values()
    if get_origin(scalar) is Annotated
    for meta in scalar.__metadata__
}
"""What each pattern of the scalar types means, in the words of the type that states it."""

ALTERNATIVES = "anyOf"
"""The keyword whose errors hold those of its alternatives."""

LONGEST_SHOWN = 80
"""Characters of a value that a message shows."""


class _Deviation(Struct, frozen=True):
    """A value that breaks one keyword of its schema. ``rule`` is what the keyword says."""

    path: str
    keyword: str
    rule: Any
    value: Any
    schema: Mapping[str, Any]


def describe(error: ValidationError) -> Iterator[Finding]:
    """The findings in one error of the validator; of alternatives that all fail, those of the nearest."""
    if error.validator == ALTERNATIVES:
        for inner in _nearest_branch(error):
            yield from describe(inner)
        return
    path = "$"
    for key in error.absolute_path:
        path = member_path(path, key)
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    deviation = _Deviation(path, str(error.validator), error.validator_value, error.instance, schema)
    yield from DESCRIPTIONS[deviation.keyword](deviation)


def _missing(deviation: _Deviation) -> Iterator[Finding]:
    for name in deviation.rule:
        if name not in deviation.value:
            yield member_path(deviation.path, name), Code.MISSING_FIELD, "must be present, but is missing"


def _unknown(deviation: _Deviation) -> Iterator[Finding]:
    known = deviation.schema["properties"]
    for name in deviation.value:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(known)}"
            message = f"must not be here: it is no known field ({hint})"
            yield member_path(deviation.path, name), Code.UNKNOWN_FIELD, message


def _type(deviation: _Deviation) -> Iterator[Finding]:
    yield deviation.path, Code.WRONG_TYPE, f"must be {TYPE_WORDS[deviation.rule]}, but is {_shown(deviation.value)}"


def _word(deviation: _Deviation) -> Iterator[Finding]:
    words = ", ".join(map(_shown, deviation.rule))
    wanted = words if len(deviation.rule) == 1 else f"one of {words}"
    yield deviation.path, Code.UNKNOWN_WORD, f"must be {wanted}, but is {_shown(deviation.value)}"


def _empty(deviation: _Deviation) -> Iterator[Finding]:
    yield deviation.path, Code.EMPTY, "must not be empty, but is"


def _long(deviation: _Deviation) -> Iterator[Finding]:
    message = f"must have at most {deviation.rule} characters, but has {len(deviation.value)}"
    yield deviation.path, Code.TOO_LONG, message


def _low(deviation: _Deviation) -> Iterator[Finding]:
    yield deviation.path, Code.WRONG_VALUE, f"must be at least {deviation.rule}, but is {_shown(deviation.value)}"


def _high(deviation: _Deviation) -> Iterator[Finding]:
    yield deviation.path, Code.WRONG_VALUE, f"must be at most {deviation.rule}, but is {_shown(deviation.value)}"


def _pattern(deviation: _Deviation) -> Iterator[Finding]:
    what = PATTERN_WORDS[deviation.rule]
    yield deviation.path, Code.WRONG_PATTERN, f"must be: {what}; but is {_shown(deviation.value)}"


def _format(deviation: _Deviation) -> Iterator[Finding]:
    yield deviation.path, Code.WRONG_FORMAT, f"must be a {deviation.rule} that exists, but is {_shown(deviation.value)}"


DESCRIPTIONS: Mapping[str, Callable[[_Deviation], Iterator[Finding]]] = {
    "required": _missing,
    "additionalProperties": _unknown,
    "type": _type,
    "enum": _word,
    "minLength": _empty,
    "minItems": _empty,
    "maxLength": _long,
    "minimum": _low,
    "maximum": _high,
    "pattern": _pattern,
    "format": _format,
}
"""Words for each keyword that the schemas of the source files use."""


def _shown(value: object) -> str:
    if isinstance(value, dict | list) and value:
        return TYPE_WORDS["object" if isinstance(value, dict) else "array"]
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _nearest_branch(error: ValidationError) -> Iterable[ValidationError]:
    """Of the alternatives that a value fails, the errors of the first that has its type, or of the first."""
    branches: dict[int | str, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    of_its_type = [
        branch
        for branch in branches.values()
        if not any(inner.validator == "type" and not inner.path for inner in branch)
    ]
    return (of_its_type or list(branches.values()))[0]
