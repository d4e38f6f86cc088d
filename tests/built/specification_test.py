"""What the specification promises is what is built: paths, fields, types, forms."""

import csv
import io
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from built.census import COUNTRIES, ERPS
from built.specification import (
    API_LISTS,
    BEYOND,
    DATA_FILES,
    FIELDS,
    FILTERS,
    WHOLE_DATA,
    Files,
    Table,
    Values,
    csv_rows,
    has_type,
)

# What is published, and in what form


def test_every_path_of_the_specification_is_built_and_no_other(contents: Files) -> None:
    countries = [path for path in contents if re.fullmatch(r"/api/v1/countries/[a-z]{2}\.json", path)]
    # Which schemas there are is told by schemas_test.py.
    built = {path for path in contents if re.match("/(api|data)/(?!schemas/)", path)}
    pages = {f"/{name}/index.{ending}" for name in ("api", "data") for ending in ("html", "md")}

    assert len(countries) == COUNTRIES
    assert built == {
        *API_LISTS,
        *BEYOND,
        *countries,
        *(f"/api/v1/erps/{erp}.json" for erp in ERPS),
        *(f"/api/v1/filters/{name}.json" for name in FILTERS),
        "/api/openapi.json",
        "/api/locdata.d.ts",
        "/api/404.json",
        *DATA_FILES,
        *WHOLE_DATA,
        *pages,
    }


@pytest.mark.parametrize("resource", FIELDS)
def test_fields_stand_in_the_order_of_the_specification(resource: str, resources: Mapping[str, Table]) -> None:
    assert {tuple(item) for item in resources[resource]} == {tuple(FIELDS[resource])}


@pytest.mark.parametrize("resource", FIELDS)
def test_values_have_the_types_of_the_specification(resource: str, resources: Mapping[str, Table]) -> None:
    fields = FIELDS[resource]
    wrong = [
        (name, item[name]) for item in resources[resource] for name in fields if not has_type(item[name], fields[name])
    ]

    assert wrong == []


def test_there_is_no_sponsor_and_the_notice_says_what_a_sponsor_would_not_change(responses: Values) -> None:
    sponsors = responses["/api/v1/sponsors.json"]

    assert sponsors["data"] == []
    assert sponsors["meta"]["count"] == 0
    assert sponsors["meta"]["notice"] == (
        "Sponsored content is outside the verified dataset. It does not affect facts, toggles or the order of listings."
    )


@pytest.mark.parametrize("path", DATA_FILES)
def test_data_file_is_a_table_of_strings(path: str, contents: Files) -> None:
    content = contents[path]
    rows = [[*record.values()] for record in json.loads(content)] if path.endswith(".json") else csv_rows(content)

    assert [cell for row in rows for cell in row if not isinstance(cell, str)] == []


@pytest.mark.parametrize("path", [path for path in DATA_FILES if path.endswith(".csv")])
def test_csv_holds_the_records_of_the_json_file_under_the_same_header(
    path: str, contents: Files, values: Values
) -> None:
    header, *rows = csv_rows(contents[path])

    assert [dict(zip(header, row, strict=True)) for row in rows] == values[path.replace(".csv", ".json")]
    assert header == list(FIELDS[Path(path).stem])


@pytest.mark.parametrize("path", [path for path in DATA_FILES if path.endswith(".csv")])
def test_csv_is_as_rfc_4180_has_it(path: str, contents: Files) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL).writerows(csv_rows(contents[path]))

    assert contents[path] == text.getvalue().encode("utf-8")
    assert contents[path].count(b"\n") == contents[path].count(b"\r\n")
    assert not contents[path].startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize("path", DATA_FILES)
def test_no_cell_is_a_formula(path: str, contents: Files) -> None:
    content = contents[path]
    rows = [[*record.values()] for record in json.loads(content)] if path.endswith(".json") else csv_rows(content)

    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []


def test_json_is_utf_8_with_two_spaces_and_one_newline_at_the_end(contents: Files, values: Values) -> None:
    rewritten = {path: json.dumps(value, indent=2, ensure_ascii=False) + "\n" for path, value in values.items()}

    assert [path for path, text in rewritten.items() if contents[path] != text.encode("utf-8")] == []


def test_no_file_holds_a_path_of_a_machine(contents: Files) -> None:
    places = "|".join(map(re.escape, [str(Path.cwd()), f"{Path.home()}/", "/tmp/pants-sandbox-", "data_src/"]))  # noqa: S108  # only looked for
    # Within a URL the same letters are no path of a machine.
    place = re.compile(rf"(?<![\w./-])({places})|file://")

    assert [path for path, content in contents.items() if place.search(content.decode(errors="replace"))] == []
