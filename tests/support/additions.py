"""The published files as a later minor version may publish them: with more fields, words, columns, records and endpoints.

Imports only the standard library, so that the linter of generated clients can write this site:

    PYTHONPATH=tests python -m support.additions SITE OUT
"""

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

Files = Mapping[str, bytes]
"""The bytes of each file by path, which begins with a slash."""

Schema = Mapping[str, Any]
JsonObject = dict[str, Any]

STRICT_OPENAPI_PATH = "/api/strict/openapi.json"
INDEX_PATH = "/api/v1/index.json"
COUNTRIES_PATH = "/api/v1/countries.json"
REPORTING_PATH = "/data/reporting.json"
LISTS_OF_COUNTRIES = (COUNTRIES_PATH, "/api/v1/filters/")

WORD = "added_word"
"""A word that no vocabulary has. It may also name a toggle."""

FIELDS: Mapping[str, object] = {"added_first": "added", "added_middle": {"added": [1, None]}, "added_last": None}
"""The fields that each object gets: one at the start, one in the middle, one at the end."""

COLUMNS: Mapping[str, object] = dict.fromkeys(FIELDS, WORD)
"""The same for the rows of data files, which hold only text."""

ERP_COLUMN = "added_erp"
COUNTRY_CODE = "zz"
ENDPOINT_PATH = "/api/v1/added.json"


class Place(NamedTuple):
    """Place of an object or a word: the name of its type, and its holder with the key or index."""

    name: str
    holder: Any
    key: Any


def with_additions(files: Files) -> Files:
    """Return a site with every kind of addition, made from the files of a built site.

    Every object has new fields, and every row new columns. In each file, the last occurrence of each vocabulary is a new
    word. There is a new country in all lists of countries, and a new endpoint.
    """
    document = json.loads(files[STRICT_OPENAPI_PATH])
    values = {path: json.loads(content) for path, content in files.items() if _template(document, path)}
    _add_country(document, values)
    _add_endpoint(values)
    for path, value in values.items():
        places = [*_places(document, path, value)]
        for place in {place.name: place for place in places if _is_word(place)}.values():
            place.holder[place.key] = WORD
        for place in places:
            if not _is_word(place):
                _add_fields(place, path)
    return {**files, **_encoded(values)}


class SingleAddition(NamedTuple):
    """A file with one addition to the type or the vocabulary that is called ``name``."""

    name: str
    path: str
    content: bytes


def single_additions(files: Files) -> Iterator[SingleAddition]:
    """Yield a new field for each type and a new word for each vocabulary, where it first occurs in the files of a built site."""
    document = json.loads(files[STRICT_OPENAPI_PATH])
    names = set()
    for path in sorted(path for path in files if _template(document, path)):
        for number, (name, *_) in enumerate([*_places(document, path, json.loads(files[path]))]):
            if name not in names:
                names.add(name)
                value = json.loads(files[path])
                place = [*_places(document, path, value)][number]
                if _is_word(place):
                    place.holder[place.key] = WORD
                else:
                    place.holder[place.key]["added"] = WORD
                yield SingleAddition(name, path, json.dumps(value).encode())


def _template(document: Schema, path: str) -> str | None:
    """Return the path with parameters in braces that a document describes for a JSON file; None if it describes none."""
    matches = (
        template
        for template, methods in document["paths"].items()
        if "application/json" in methods["get"]["responses"]["200"]["content"]
        and re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template)), path)
    )
    return next(matches, None)


def _places(document: Schema, path: str, value: object) -> Iterator[Place]:
    """Yield every object and every word of a vocabulary in the value of a file, outer objects before inner ones."""
    components = document["components"]["schemas"]

    def visit(schema: Schema, place: Place) -> Iterator[Place]:
        found = place.holder[place.key]
        match schema:
            case {"$ref": str(reference)}:
                name = reference.rpartition("/")[2]
                yield from visit(components[name], place._replace(name=name))
            case {"anyOf": members}:
                for member in members:
                    yield from visit(member, place)
            case {"enum": words} if isinstance(found, str) and found in words:
                yield place
            case {"items": items} if isinstance(found, list):
                for index in range(len(found)):
                    yield from visit(items, Place(place.name, found, index))
            case {"properties": properties} if isinstance(found, dict):
                yield place
                for key in [key for key in found if key in properties]:
                    yield from visit(properties[key], Place(f"{place.name}.{key}", found, key))

    operation = document["paths"][_template(document, path)]["get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    yield from visit(schema, Place("", [value], 0))


def _is_word(place: Place) -> bool:
    return isinstance(place.holder[place.key], str)


def _add_fields(place: Place, path: str) -> None:
    """Add fields to an object itself, not to a copy, because other places are in it."""
    found: JsonObject = place.holder[place.key]
    fields = [*found.items()]
    if path == REPORTING_PATH:
        # The columns of the ERP products precede this one.
        fields.insert([*found].index("erp_sources"), (ERP_COLUMN, "native"))
    first, middle, last = (COLUMNS if path.startswith("/data/") else FIELDS).items()
    half = len(fields) // 2
    found.clear()
    found.update([first, *fields[:half], middle, *fields[half:], last])


def _add_country(document: Schema, values: JsonObject) -> None:
    """Add a country to the list of countries, to every other list of countries, and to the files of each country."""
    last = values[COUNTRIES_PATH]["data"][-1]["code"]
    for path, response in [*values.items()]:
        template = str(_template(document, path))
        if template.replace("{code}", last) == path != template:
            values[template.replace("{code}", COUNTRY_CODE)] = _of_added_country(response)
    for path, response in values.items():
        if path.startswith(LISTS_OF_COUNTRIES) and response["data"]:
            _append(response, _of_added_country(response["data"][-1]))


def _of_added_country(value: Any) -> Any:  # noqa: ANN401  # any JSON
    """Return a copy in which the countries that are listed or described have the code of the added one."""
    copy = json.loads(json.dumps(value))
    record = copy.get("data", copy)
    if isinstance(record, dict):
        record |= {"code": COUNTRY_CODE, "name": "Added", "api_url": f"/api/v1/countries/{COUNTRY_CODE}.json"}
    return copy


def _add_endpoint(values: JsonObject) -> None:
    index = values[INDEX_PATH]
    _append(index, {**index["data"][-1], "path": ENDPOINT_PATH, "description": "Added", "count": 0})


def _append(response: JsonObject, record: JsonObject) -> None:
    response["data"].append(record)
    response["meta"]["count"] += 1


def _encoded(values: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files of the values, the data files also as CSV, and the file of the added endpoint."""
    encoded = {path: json.dumps(value, ensure_ascii=False).encode() for path, value in values.items()}
    tables = {path.replace(".json", ".csv"): rows for path, rows in values.items() if path.startswith("/data/")}
    meta = values[INDEX_PATH]["meta"] | {"count": 0}
    endpoint = {ENDPOINT_PATH: json.dumps({"meta": meta, "data": []}).encode()}
    return encoded | {path: _csv(rows) for path, rows in tables.items()} | endpoint


def _csv(rows: list[JsonObject]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, [*rows[0]], lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def write_files(files: Files, folder: Path) -> None:
    """Write files into a folder by their paths."""
    for path, content in files.items():
        file = folder / path[1:]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def main() -> None:
    """Write a copy of a built site with additions into a new folder."""
    site, out = map(Path, sys.argv[1:])
    files = {f"/{file.relative_to(site).as_posix()}": file.read_bytes() for file in site.rglob("*") if file.is_file()}
    write_files(with_additions(files), out)


if __name__ == "__main__":
    main()
