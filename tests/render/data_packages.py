"""An independent check of the files of a data package against its descriptor."""

import csv
import datetime as dt
import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

Row = dict[str, str]


def issues_in(files: Mapping[str, bytes], folder: str = "/data/") -> list[str]:
    """Return the issues of the files of a data package: the name of a resource, and a word for the kind of issue."""
    resources = json.loads(files[f"{folder}datapackage.json"])["resources"]
    contents = {resource["name"]: files[folder + resource["path"]] for resource in resources}
    rows = {resource["name"]: rows_of(resource["format"], contents[resource["name"]]) for resource in resources}
    return [
        f"{name}: {issue}"
        for resource in resources
        for name in [resource["name"]]
        for issue in [*file_issues(resource, contents[name]), *table_issues(resource["schema"], name, rows)]
    ]


def rows_of(file_format: str, content: bytes) -> list[Row]:
    """Return the rows of a table; all their cells are texts."""
    if file_format == "csv":
        return [*csv.DictReader(io.StringIO(content.decode(), newline=""))]
    rows: list[Row] = json.loads(content)
    return rows


def file_issues(resource: dict[str, Any], content: bytes) -> Iterator[str]:
    """Yield what is wrong with a file as a whole."""
    if resource["hash"] != f"sha256:{hashlib.sha256(content).hexdigest()}":
        yield "hash"
    if resource.get("bytes", len(content)) != len(content):
        yield "bytes"


def table_issues(schema: dict[str, Any], name: str, rows: Mapping[str, list[Row]]) -> Iterator[str]:
    """Yield what is wrong with the rows of a table: its fields, the cells, the keys."""
    fields = [field["name"] for field in schema["fields"]]
    if not rows[name] or any([*row] != fields for row in rows[name]):
        yield "fields"
        return
    yield from (f"{field['name']} {value!r}" for field in schema["fields"] for value in refused(field, rows[name]))
    keys = keys_of(schema["primaryKey"], rows[name])
    if len({*keys}) != len(keys):
        yield "primary key"
    for key in schema.get("foreignKeys", []):
        reference = key["reference"]
        if {*keys_of(key["fields"], rows[name])} - {*keys_of(reference["fields"], rows[reference["resource"]])}:
            yield "foreign key"


def keys_of(fields: list[str], rows: list[Row]) -> list[tuple[str, ...]]:
    """Return the values of the fields in each row."""
    return [tuple(row[field] for field in fields) for row in rows]


def refused(field: dict[str, Any], rows: list[Row]) -> list[str]:
    """Return the values of a field that its type or its constraints refuse."""
    constraints = field["constraints"]
    assert constraints.keys() <= {"required", "minLength", "pattern", "enum"}

    def is_valid(value: str) -> bool:
        return (
            len(value) >= constraints.get("minLength", 0)
            and re.fullmatch(constraints.get("pattern", ".*"), value, re.DOTALL) is not None
            and value in constraints.get("enum", [value])
            and (field["type"] == "string" or is_date(value))
        )

    return sorted(value for value in {row[field["name"]] for row in rows} if not is_valid(value))


def is_date(value: str) -> bool:
    """Return whether a text is a date of Table Schema."""
    try:
        return dt.date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False
