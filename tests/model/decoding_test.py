"""Published files are decoded by their path or URL; anything that does not conform is refused with its path in the file."""

import copy
import csv
import datetime as dt
import io
import json
import pickle
from collections.abc import Mapping, Sequence
from typing import assert_type

import msgspec
import pytest
from msgspec import Struct

from locdata_model.data_files import (
    DATA_FILES,
    CountryRecord,
    DataFileSpec,
    DataFormat,
    MatrixRecord,
    ReportingFields,
    reporting_record,
)
from locdata_model.decoding import UnexpectedTypeError, UnknownPathError, decode, parse_csv
from locdata_model.erps import ErpResponse
from locdata_model.record import Record
from locdata_model.responses import Licence, Meta
from locdata_model.serialization import encode_records_csv
from locdata_model.service import NewsResponse
from locdata_model.urls import OPENAPI_PATH
from locdata_model.vocabulary import ReportingSupport
from support import specification
from support.specification import FROZEN

Rows = Sequence[Mapping[str, object]]

FACT = {
    "country_code": "fr",
    "country": "France",
    "region": "European Union",
    "fact": "Currency",
    "value": 'Euro, "EUR"\nand cents.',
    "source": "",
    "evidence": "unverified",
    "status": "unverified",
    "last_verified": "2026-11-20",
}
REPORT = {
    "topic": "saf-t",
    "country_code": "fr",
    "country": "France",
    "report_local": "Fichier",
    "report_en": "File",
    "frequency": "On request",
    "deadline": "None",
    "channel_format": "XML",
    "source": "https://tax.example/file",
    "source_checked": "2026-11-20",
    "evidence": "fetched",
    "status": "verified",
    "erp_key_02": "native",
    "erp_key_01": "unknown",
    "erp_sources": "",
    "notes": "",
}
FACTS = "/data/countries"
REPORTS = "/data/reporting"


def in_json(rows: Rows) -> bytes:
    """Encode rows as a data file in JSON."""
    return json.dumps(rows).encode()


def in_csv(rows: Rows) -> bytes:
    """Encode rows as a data file in CSV, whose header is the keys of the first row."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([rows[0], *(row.values() for row in rows)])
    return text.getvalue().encode()


def refusal(path: str, content: bytes) -> str:
    """The message with which the content is refused."""
    with pytest.raises(msgspec.ValidationError) as caught:
        decode(path, content)
    return str(caught.value)


def news() -> NewsResponse:
    """A response without news."""
    licence = Licence(
        name="CC BY-NC 4.0",
        url="https://licences.example/nc",
        commercial_licence="/licence/",
        commercial_contact="contact@data.example",
        attribution="Service (data.example)",
    )
    stamp = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
    return NewsResponse(meta=Meta(version="1.0.0", generated_at=stamp, licence=licence, count=0), data=())


def test_both_formats_of_a_data_file_give_the_same_records() -> None:
    records = decode("/data/countries.json", in_json([FACT, FACT]))

    assert records == (msgspec.convert(FACT, CountryRecord),) * 2
    assert decode("/data/countries.csv", in_csv([FACT, FACT])) == records
    assert decode("/data/countries.csv", encode_records_csv(CountryRecord, records)) == records


def test_reporting_records_have_the_columns_of_the_content() -> None:
    expected = msgspec.convert(REPORT, reporting_record(("erp_key_02", "erp_key_01")))
    (record,) = decode("/data/reporting.json", in_json([REPORT]))

    assert isinstance(record, ReportingFields)
    assert record == expected
    assert decode("/data/reporting.csv", in_csv([REPORT])) == (expected,)
    assert [*record.support_by_erp_key.items()] == [
        ("erp_key_02", ReportingSupport.NATIVE),
        ("erp_key_01", ReportingSupport.UNKNOWN),
    ]


@pytest.mark.parametrize(
    "url",
    [
        "https://data.example/base/path/api/v1/news.json",
        "https://data.example/data/api/v1/news.json",
        "https://data.example/api/v1/countries.json/api/v1/news.json",
        "https://data.example/api/v1/news.json?cached=/data/matrix.csv#/data/matrix.csv",
        "https://data.example/%61pi/v1/n%65ws.json",
        "dist/site/api/v1/news.json",
    ],
)
def test_host_base_path_query_and_fragment_of_a_url_are_ignored(url: str) -> None:
    assert decode(url, msgspec.json.encode(news())) == news()


def test_expected_type_is_the_type_of_the_result() -> None:
    response = decode("https://data.example/api/v1/news.json", msgspec.json.encode(news()), type=NewsResponse)
    records = decode("https://data.example/data/countries.csv", in_csv([FACT]), type=tuple[CountryRecord, ...])

    assert_type(response, NewsResponse)
    assert_type(records, tuple[CountryRecord, ...])
    assert response == news()
    assert records == (msgspec.convert(FACT, CountryRecord),)


@pytest.mark.parametrize(
    ("url", "expected", "message"),
    [
        (
            "https://data.example/api/v1/countries/fr.json",
            ErpResponse,
            "`/api/v1/countries/fr.json` has the type CountryResponse, not ErpResponse",
        ),
        (
            "/data/countries.csv",
            tuple[MatrixRecord, ...],
            f"`/data/countries.csv` has the type {tuple[CountryRecord, ...]}, not {tuple[MatrixRecord, ...]}",
        ),
    ],
    ids=["response", "records"],
)
def test_another_type_than_that_of_the_path_is_refused(url: str, expected: type[object], message: str) -> None:
    with pytest.raises(UnexpectedTypeError) as caught:
        decode(url, b"", type=expected)

    assert str(caught.value) == message


@pytest.mark.parametrize("spec", DATA_FILES, ids=lambda spec: spec.name)
def test_data_file_may_have_no_records(spec: DataFileSpec) -> None:
    header = ",".join(spec.record_type(("erp_key_01",)).__struct_encode_fields__)

    assert decode(spec.path(DataFormat.JSON), b"[]\n") == ()
    assert decode(spec.path(DataFormat.CSV), f"{header}\r\n".encode()) == ()


@pytest.mark.parametrize(
    "path",
    [
        *("", "/", OPENAPI_PATH, "/api/v1/unknown.json", "/data/matrix", "/data/unknown.csv", "data/matrix.csv"),
        *("https://data/matrix.csv", "https://data.example/?/data/matrix.csv", "https://[/data/matrix.csv"),
    ],
)
def test_unknown_path_is_refused(path: str) -> None:
    with pytest.raises(UnknownPathError) as caught:
        decode(path, b"[]")

    assert str(caught.value) == f"not the path of an API response or a data file: {path!r}"


@pytest.mark.parametrize("path", [f"{FACTS}.json", f"{FACTS}.csv", f"{REPORTS}.csv", "/api/v1/facts.json"])
@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b"{", b'"', b'[{"\xff": 1}]', b'[{"a":' * 99_999],
    ids=["empty", "not UTF-8", "cut off", "open quote", "not UTF-8 in a name", "too deep"],
)
def test_content_that_cannot_be_parsed_is_refused(path: str, content: bytes) -> None:
    assert refusal(path, content)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([FACT, {**FACT, "country_code": "FR"}], "Expected `str` matching regex '^[a-z]{2}$' - at `$[1].country_code`"),
        ([{**FACT, "value": ""}], "Expected `str` of length >= 1 - at `$[0].value`"),
        ([{**FACT, "last_verified": "2026"}], "Invalid RFC3339 encoded date - at `$[0].last_verified`"),
    ],
)
def test_invalid_cell_is_refused_with_its_path_in_both_formats(rows: Rows, message: str) -> None:
    assert refusal(f"{FACTS}.json", in_json(rows)) == message
    assert refusal(f"{FACTS}.csv", in_csv(rows)) == message


COUNTRY_RECORD = msgspec.convert(FACT, CountryRecord)
REPORT_RECORD = msgspec.convert(REPORT, reporting_record(("erp_key_02", "erp_key_01")))


@pytest.mark.parametrize(
    ("table", "record", "row"),
    [
        pytest.param(FACTS, COUNTRY_RECORD, {**FACT, "added": "x"}, id="additional column"),
        pytest.param(FACTS, COUNTRY_RECORD, {"Added, by name": "x", **FACT}, id="additional column first"),
        pytest.param(FACTS, COUNTRY_RECORD, dict(reversed(FACT.items())), id="another order"),
        pytest.param(REPORTS, REPORT_RECORD, {**REPORT, "added": "x"}, id="additional column after the products"),
        pytest.param(REPORTS, REPORT_RECORD, {"notes": "", "evidence": "fetched", **REPORT}, id="fixed columns first"),
        pytest.param(
            REPORTS,
            REPORT_RECORD,
            {name: REPORT[name] for name in ("notes", "status", "erp_key_02", "erp_key_01", *REPORT)},
            id="products elsewhere",
        ),
        pytest.param(
            REPORTS,
            REPORT_RECORD,
            {name: REPORT[name] for name in [*REPORT][:12]} | {"An ERP": "x"} | REPORT,
            id="column without the key of a product",
        ),
    ],
)
def test_columns_are_read_by_their_names_and_those_of_products_by_their_place(
    table: str, record: Record, row: Mapping[str, object]
) -> None:
    assert decode(f"{table}.csv", in_csv([row])) == decode(f"{table}.csv", b"\xef\xbb\xbf" + in_csv([row])) == (record,)
    assert decode(f"{table}.json", in_json([row])) == (record,)


def repeated(row: Mapping[str, object], column: str) -> bytes:
    """Encode a row as a table in whose header a column is there twice."""
    return in_csv([row]).replace(column.encode(), f"{column},{column}".encode(), 1)


@pytest.mark.parametrize(
    ("table", "content", "message"),
    [
        (FACTS, b"", "Table missing required column `country_code`"),
        (FACTS, in_csv([{"country": "France"}]), "Table missing required column `country_code`"),
        (FACTS, repeated(FACT, "status"), "Table has the column `status` more than once"),
        (REPORTS, repeated(REPORT, "erp_key_01"), "Table has the column `erp_key_01` more than once"),
        (FACTS, in_csv([FACT]) + b"fr,France\r\n", "Expected 9 cells, got 2 - at `$[1]`"),
        (FACTS, in_csv([FACT]) + b",,,,,,,,,\r\n", "Expected 9 cells, got 10 - at `$[1]`"),
        (FACTS, in_csv([FACT]) + b"\r\n", "Expected 9 cells, got 0 - at `$[1]`"),
    ],
)
def test_table_with_other_columns_or_cells_is_refused(table: str, content: bytes, message: str) -> None:
    assert refusal(f"{table}.csv", content) == message


def test_table_is_read_into_rows_of_any_struct() -> None:
    class Fact(Struct):
        country: str
        fact: str
        added: str = "none"

    rows = parse_csv(in_csv([FACT]), Fact)

    assert_type(rows, tuple[Fact, ...])
    assert rows == (Fact("France", "Currency"),)


def test_reporting_table_is_read_into_the_type_of_its_columns() -> None:
    assert parse_csv(in_csv([REPORT]), ReportingFields) == decode("/data/reporting.csv", in_csv([REPORT]))
    assert parse_csv(in_csv([REPORT]), reporting_record(("erp_key_01",)))[0].support_by_erp_key == {
        "erp_key_01": ReportingSupport.UNKNOWN
    }


# The types of the rows


def test_data_files_are_those_of_the_specification_and_then_additional_ones() -> None:
    paths = tuple(spec.path(each) for spec in DATA_FILES for each in DataFormat)

    assert paths == (*specification.DATA_FILES, *specification.ADDED_DATA_FILES), FROZEN


def test_reporting_record_can_be_copied_and_pickled() -> None:
    copies = (copy.copy(REPORT_RECORD), copy.deepcopy(REPORT_RECORD), pickle.loads(pickle.dumps(REPORT_RECORD)))  # noqa: S301  # of our own

    assert copies == (REPORT_RECORD,) * 3
    assert {type(copied) for copied in copies} == {type(REPORT_RECORD)}


@pytest.mark.parametrize("keys", [("erp_key_01", "status"), ("status", "status")])
def test_columns_with_the_same_name_are_refused(keys: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"^columns must have different names, but 'status' occurs twice$"):
        reporting_record(keys)
