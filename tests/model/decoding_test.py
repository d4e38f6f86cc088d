"""Published files are decoded by their path; anything that does not conform is refused with its path in the file."""

import csv
import datetime as dt
import io
import json
from collections.abc import Mapping, Sequence

import msgspec
import pytest

from locdata_model.data_files import DATA_FILES, CountryRecord, DataFileSpec, DataFormat, reporting_record
from locdata_model.endpoint_spec import EndpointSpec
from locdata_model.endpoints import ENDPOINTS
from locdata_model.responses import Licence, Meta, NewsResponse
from locdata_model.serialization import UnknownPathError, decode, encode_records_csv
from locdata_model.urls import OPENAPI_PATH

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


def test_response_is_decoded_to_its_envelope() -> None:
    licence = Licence(
        name="CC BY-NC 4.0",
        url="https://licences.example/nc",
        commercial_licence="/licence/",
        commercial_contact="contact@data.example",
        attribution="Service (data.example)",
    )
    stamp = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
    response = NewsResponse(meta=Meta(version="1.0.0", generated_at=stamp, licence=licence, count=0), data=())

    assert decode("/api/v1/news.json", msgspec.json.encode(response)) == response


@pytest.mark.parametrize("spec", ENDPOINTS, ids=lambda spec: spec.operation_id)
def test_response_is_decoded_to_the_type_of_its_endpoint(spec: EndpointSpec) -> None:
    with pytest.raises(msgspec.ValidationError) as expected:
        msgspec.json.decode(b'{"meta": {}, "data": []}', type=spec.response)

    assert refusal(spec.path_for("any"), b'{"meta": {}, "data": []}') == str(expected.value)


def test_both_formats_of_a_data_file_give_the_same_records() -> None:
    expected = (msgspec.convert(FACT, CountryRecord),) * 2

    assert decode(f"{FACTS}.json", in_json([FACT, FACT])) == expected
    assert decode(f"{FACTS}.csv", in_csv([FACT, FACT])) == expected
    assert decode(f"{FACTS}.csv", encode_records_csv(CountryRecord, expected)) == expected


def test_reporting_records_have_the_columns_of_the_content() -> None:
    expected = (msgspec.convert(REPORT, reporting_record(("erp_key_02", "erp_key_01"))),)

    assert decode(f"{REPORTS}.json", in_json([REPORT])) == expected
    assert decode(f"{REPORTS}.csv", in_csv([REPORT])) == expected


@pytest.mark.parametrize("spec", DATA_FILES, ids=lambda spec: spec.name)
def test_data_file_may_have_no_records(spec: DataFileSpec) -> None:
    header = ",".join(spec.record_type(("erp_key_01",)).__struct_encode_fields__)

    assert decode(spec.path(DataFormat.JSON), b"[]\n") == ()
    assert decode(spec.path(DataFormat.CSV), f"{header}\r\n".encode()) == ()


@pytest.mark.parametrize(
    "path", ["", "/", OPENAPI_PATH, "/api/v1/unknown.json", "/data/matrix", "/data/unknown.csv", "data/matrix.csv"]
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
        ([FACT, {**FACT, "status": "sure"}], "Invalid enum value 'sure' - at `$[1].status`"),
        ([{**FACT, "value": ""}], "Expected `str` of length >= 1 - at `$[0].value`"),
        ([{**FACT, "last_verified": "2026"}], "Invalid RFC3339 encoded date - at `$[0].last_verified`"),
    ],
)
def test_invalid_cell_is_refused_with_its_path_in_both_formats(rows: Rows, message: str) -> None:
    assert refusal(f"{FACTS}.json", in_json(rows)) == message
    assert refusal(f"{FACTS}.csv", in_csv(rows)) == message


@pytest.mark.parametrize(
    ("path", "rows", "message"),
    [
        (FACTS, [{**FACT, "erp_key_01": ""}], "Object contains unknown field `erp_key_01` - at `$[0]`"),
        (FACTS, [{**FACT, "value": 7}], "Expected `str`, got `int` - at `$[0].value`"),
        (FACTS, [{"fact": "VAT"}], "Object missing required field `country_code` - at `$[0]`"),
        (REPORTS, [{**REPORT, "An ERP": "native"}], "Object contains unknown field `An ERP` - at `$[0]`"),
        (REPORTS, [{**REPORT, "erp_key_01": "yes"}], "Invalid enum value 'yes' - at `$[0].erp_key_01`"),
        (REPORTS, [REPORT, {**REPORT, "other": "native"}], "Object contains unknown field `other` - at `$[1]`"),
    ],
)
def test_invalid_record_in_json_is_refused_with_its_path(path: str, rows: Rows, message: str) -> None:
    assert refusal(f"{path}.json", in_json(rows)) == message


@pytest.mark.parametrize(
    "header",
    [
        "",
        ",".join([*FACT][:-1]),
        ",".join([*FACT, "notes"]),
        ",".join([*FACT, "status"]),
        ",".join(reversed(FACT)),
        "\ufeff" + ",".join(FACT),
    ],
    ids=["empty", "missing field", "additional field", "duplicate field", "another order", "byte order mark"],
)
def test_another_header_is_refused(header: str) -> None:
    assert (
        refusal(f"{FACTS}.csv", f"{header}\r\n".encode()) == f"Expected the header `{','.join(FACT)}`, got `{header}`"
    )


@pytest.mark.parametrize(
    "columns",
    ["An ERP,erp_key_01", "erp_key_01,erp_key_01"],
    ids=["not a key", "duplicate"],
)
def test_invalid_columns_of_erp_products_are_refused(columns: str) -> None:
    header = ",".join(REPORT)
    content = header.replace("erp_key_02,erp_key_01", columns)

    assert refusal(f"{REPORTS}.csv", f"{content}\r\n".encode()) == (
        f"Expected the header `{header.replace('erp_key_02,', '')}`, got `{content}`"
    )


def test_columns_of_erp_products_in_another_position_are_refused() -> None:
    assert refusal(f"{REPORTS}.csv", in_csv([{**REPORT, "erp_key_03": "native"}])).startswith("Expected the header `")


@pytest.mark.parametrize(("line", "count"), [("fr,France", 2), ("," * 9, 10), ("", 0)])
def test_line_of_another_length_is_refused(line: str, count: int) -> None:
    content = in_csv([{**FACT, "value": "Euro."}]) + f"{line}\r\n".encode()

    assert refusal(f"{FACTS}.csv", content) == f"Expected 9 cells, got {count} - at `$[1]`"
