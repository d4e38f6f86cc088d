"""The site has the paths, fields, types and formats of the specification."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_model.endpoints import ENDPOINTS
from locdata_model.json_schema import SchemaForm
from locdata_model.phases import PHASE_YEARS
from locdata_model.toggles import FILTERS
from locdata_model.urls import (
    API_NOT_FOUND_PATH,
    API_SQLITE_PATH,
    BUNDLE_PATH,
    CITATION_PATH,
    OPENAPI_PATH,
    PACKAGE_PATH,
    SPREADSHEET_PATH,
    SQLITE_PATH,
    TYPESCRIPT_PATH,
)
from support import specification
from support.reference_pages import API_PAGES
from support.site import Files, Rows, Sources, Values
from support.specification import ADDED_DATA_FILES, DATA_FILES, FIELDS, has_type, with_erp_columns

EVERY_DATA_FILE = (*DATA_FILES, *ADDED_DATA_FILES)

every_data_file = pytest.mark.parametrize("path", EVERY_DATA_FILE)
every_csv_file = pytest.mark.parametrize("path", [path for path in EVERY_DATA_FILE if path.endswith(".csv")])


def expand(templates: Iterable[str], filters: Iterable[str], sources: Sources) -> Iterator[str]:
    """Yield the paths of templates such as ``/api/v1/countries/{code}.json``."""
    values = {"code": sources.countries, "id": sources.erps, "name": filters, "year": [*map(str, PHASE_YEARS)]}
    for template in templates:
        match = re.search(r"\{(\w+)\}", template)
        yield from (template.replace(match[0], value) for value in values[match[1]]) if match else (template,)


def rows_of(path: str, content: bytes) -> list[list[Any]]:
    """Return the rows of a data file, of a CSV file with its header."""
    if path.endswith(".csv"):
        return list(csv.reader(io.StringIO(content.decode(), newline=""), strict=True))
    return [[*record.values()] for record in json.loads(content)]


def test_every_path_of_the_specification_is_published(contents: Files, sources: Sources) -> None:
    paths = {*expand(specification.ENDPOINTS, specification.FILTERS, sources), *DATA_FILES, OPENAPI_PATH}

    assert paths - contents.keys() == set()


def test_no_other_file_is_published_in_the_folders_of_the_api_and_the_data(contents: Files, sources: Sources) -> None:
    built = {path for path in contents if re.match("/(api|data)/(?!schemas/|strict/schemas/)", path)}

    assert built == {
        *expand((spec.path for spec in ENDPOINTS), FILTERS, sources),
        *(form.path(path) for form in SchemaForm for path in (OPENAPI_PATH, TYPESCRIPT_PATH)),
        API_NOT_FOUND_PATH,
        *EVERY_DATA_FILE,
        *(PACKAGE_PATH, BUNDLE_PATH, SPREADSHEET_PATH, SQLITE_PATH, CITATION_PATH, API_SQLITE_PATH),
        *(path.replace(".csv", ".excel.csv") for path in EVERY_DATA_FILE if path.endswith(".csv")),
        *(f"{path}index.{ending}" for path in ("/api/", "/data/", *API_PAGES) for ending in ("html", "md")),
    }, "name a new file in tests/site/specification_test.py"


@pytest.mark.parametrize("resource", FIELDS)
def test_fields_and_values_are_those_of_the_specification(
    resource: str, resources: Mapping[str, Rows], sources: Sources
) -> None:
    fields = with_erp_columns(FIELDS[resource], sources.erp_keys)
    wrong = [
        (name, item.get(name, "missing"))
        for item in resources[resource]
        for name, kind in fields.items()
        if not (has_type(item[name], kind) if name in item else kind.endswith(" or absent"))
    ]

    assert wrong == [], "tests/support/specification.py has the tables of the specification"
    # Other fields may have been added since.
    assert [
        item
        for item in resources[resource]
        if [name for name in item if name in fields] != [name for name in fields if name in item]
    ] == []


def test_every_response_describes_the_same_release(responses: Values) -> None:
    names = ("version", "generated_at", "licence")

    assert len({json.dumps({name: value["meta"][name] for name in names}) for value in responses.values()}) == 1


def test_licence_of_the_api_is_non_commercial(responses: Values) -> None:
    meta = responses["/api/v1/index.json"]["meta"]

    assert meta["licence"]["name"] == "CC BY-NC 4.0"
    assert meta["licence"]["url"] == "https://creativecommons.org/licenses/by-nc/4.0/"
    assert meta["licence"]["attribution"] == f"Localization Data Service ({meta['docs'].split('/')[2]})"


def test_there_is_no_sponsor_and_the_notice_states_that_sponsors_change_nothing(responses: Values) -> None:
    sponsors = responses["/api/v1/sponsors.json"]

    assert sponsors["data"] == []
    assert sponsors["meta"]["count"] == 0
    assert sponsors["meta"]["notice"] == (
        "Sponsored content is outside the verified dataset. It does not affect facts, toggles or the order of listings."
    )


@every_data_file
def test_data_file_contains_strings_and_no_formula(path: str, contents: Files) -> None:
    cells = [cell for row in rows_of(path, contents[path]) for cell in row]

    assert [cell for cell in cells if not isinstance(cell, str)] == []
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []


@every_csv_file
def test_csv_file_has_the_fields_and_records_of_the_json_file(
    path: str, contents: Files, values: Values, sources: Sources
) -> None:
    header, *rows = rows_of(path, contents[path])
    records = values[path.replace(".csv", ".json")]
    fields = FIELDS.get(Path(path).stem, records[0])

    assert header == [*with_erp_columns(fields, sources.erp_keys)]
    assert [dict(zip(header, row, strict=True)) for row in rows] == records


@every_csv_file
def test_csv_file_follows_rfc_4180(path: str, contents: Files) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL).writerows(rows_of(path, contents[path]))

    assert contents[path] == text.getvalue().encode("utf-8")


def test_json_is_utf_8_with_two_spaces_of_indentation(contents: Files, values: Values) -> None:
    rewritten = {path: json.dumps(value, indent=2, ensure_ascii=False) + "\n" for path, value in values.items()}

    assert [path for path, text in rewritten.items() if contents[path] != text.encode("utf-8")] == []


def test_no_file_contains_a_path_of_the_machine_that_built_it(contents: Files) -> None:
    folders = [str(Path.cwd()), f"{Path.home()}/", "/tmp/pants-sandbox-", "data_src/", "file://"]  # noqa: S108  # only looked for
    # Within a URL the same letters are no path of a machine.
    path_of_machine = re.compile(rf"(?<![\w./-])({'|'.join(map(re.escape, folders))})".encode())
    suspects = {
        path: content for path, content in contents.items() if any(folder.encode() in content for folder in folders)
    }

    assert [path for path, content in suspects.items() if path_of_machine.search(content)] == []
