"""Whether a parsed file has the shape of its kind: all deviations at once.

The rules are the JSON Schema that is made from the source Structs, the same that editors use.
"""

import datetime as dt
from functools import cache
from itertools import islice
from typing import TypeVar

import msgspec
from jsonschema import Draft202012Validator, FormatChecker

from locdata_build.check.deviations import describe
from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault
from locdata_model.record import Record

RecordT = TypeVar("RecordT", bound=Record)

MOST_TOLD = 5_000
"""Deviations after which a file has told enough: one that is wrong throughout would have millions."""

ECHOES = {
    Code.WRONG_FORMAT: Code.WRONG_PATTERN,
    Code.WRONG_TYPE: Code.UNKNOWN_WORD,
    Code.WRONG_VALUE: Code.WRONG_TYPE,
}
"""The faults that say nothing more where another one of the same value has been told."""

_formats = FormatChecker(["date"])


@_formats.checks("date-time", raises=ValueError)
def _is_time(value: object) -> bool:
    return not isinstance(value, str) or bool(dt.datetime.fromisoformat(value))


@cache
def _validator(kind: type[Record]) -> Draft202012Validator:
    return Draft202012Validator(msgspec.json.schema(kind), format_checker=_formats)


def convert(value: object, kind: type[RecordT], file: str) -> tuple[RecordT | None, list[Fault]]:
    """The record of type ``kind`` that ``value`` holds, with no fault; or None and every deviation from its shape.

    Of more than ``MOST_TOLD`` deviations it gives the first.
    """
    findings = (finding for error in _validator(kind).iter_errors(value) for finding in describe(error))
    faults = [Fault(file, *finding) for finding in islice(findings, MOST_TOLD)]
    if faults:
        # The validator reports each missing field apart, and each report describes them all.
        return None, _without_echoes(dict.fromkeys(faults))
    try:
        return msgspec.convert(value, kind), []
    except msgspec.ValidationError as error:
        # What types refuse and a schema cannot: a final line break, for example.
        message, _, path = str(error).partition(" - at ")
        return None, [Fault(file, path.strip("`") or "$", Code.WRONG_VALUE, message)]


def _without_echoes(faults: dict[Fault, None]) -> list[Fault]:
    told = {(fault.path, fault.code) for fault in faults}
    return [fault for fault in faults if (fault.path, ECHOES.get(fault.code)) not in told]
