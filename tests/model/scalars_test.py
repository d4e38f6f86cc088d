"""What a code, an id, a date, a stamp or a link may look like, by good and bad examples."""

import datetime as dt
from typing import Any

import msgspec
import pytest

from locdata_model.envelope import Meta
from locdata_model.record import Record
from locdata_model.scalars import (
    Count,
    CountryCode,
    CountryCodeList,
    EmailAddress,
    ErpId,
    ErpKey,
    IsoDate,
    NewsId,
    RecordId,
    SitePath,
    Slug,
    Text,
    UtcStamp,
    Version,
    WebUrl,
    WebUrlList,
)

SCALARS = {
    "CountryCode": CountryCode,
    "ErpId": ErpId,
    "ErpKey": ErpKey,
    "Slug": Slug,
    "RecordId": RecordId,
    "NewsId": NewsId,
    "IsoDate": IsoDate,
    "UtcStamp": UtcStamp,
    "WebUrl": WebUrl,
    "WebUrlList": WebUrlList,
    "SitePath": SitePath,
    "CountryCodeList": CountryCodeList,
    "Version": Version,
    "EmailAddress": EmailAddress,
    "Text": Text,
    "Count": Count,
}

GOOD: dict[str, list[Any]] = {
    "CountryCode": ["fr", "ae", "zz"],
    "ErpId": ["odoo", "sap-s4hana", "dynamics-365-finance", "erp_id_01", "erp_id_11", "3d"],
    "ErpKey": ["odoo", "sage_x3", "dynamics_365_finance", "erp_key_01", "erp_key_11"],
    "Slug": ["france", "united-kingdom", "2n"],
    "RecordId": [
        "fr-vat",
        "fr-e-invoicing-erp-support-sap-s4hana",
        "fr-erp-localization-erp_id_01",
        "fr-erp_id_01",
        "fr-erp_id_01-partner",
    ],
    "NewsId": ["n1", "n10", "n987654321"],
    "IsoDate": ["2026-11-21", "2024-02-29", "0001-01-01"],
    "UtcStamp": ["2026-11-21T00:00:00Z", "2024-02-29T23:59:59Z"],
    "WebUrl": [
        "https://example.org",
        "http://example.org/",
        "https://example.org:8443/a/b?c=d&e=f#g",
        "https://example.org?q",
        "https://example.org/a(b)'c%20d",
        "https://xn--bcher-kva.example/",
        "https://example.org/%C3%A4",
        "http://localhost:8000",
    ],
    "WebUrlList": ["", "https://a.example", "https://a.example/x http://b.example/y https://c.example"],
    "SitePath": ["/", "/licence/", "/api/v1/countries/fr.json", "/api/v1/countries/{code}.json", "/a_b/c-d.e"],
    "CountryCodeList": ["", "fr", "be fr pl"],
    "Version": ["0.0.0", "1.0.0", "10.20.30"],
    "EmailAddress": ["contact@example.org", "first.last+tag@mail.example.org"],
    "Text": ["a", "é", "two\nlines"],
    "Count": [0, 1, 2**31],
}

BAD: dict[str, list[Any]] = {
    "CountryCode": ["", "f", "FR", "Fr", "fra", "f1", "fr ", " fr", "ﬁ", "éà", None, 1],
    "ErpId": ["", "Odoo", "-odoo", "odoo-", "sap--s4hana", "sap s4hana", "a-_b", "sap/s4hana", "ödoo", None],
    "ErpKey": ["", "sage-x3", "3d", "_odoo", "odoo_", "a__b", "Odoo", None],
    "Slug": ["", "United", "united_kingdom", "-a", "a-", "a--b", "a b", "é", None],
    "RecordId": ["", "fr", "fr-", "-fr", "FR-vat", "fra-vat", "fr_vat", "fr-vat-", "fr--vat", "fr-v at", "fr-é", None],
    "NewsId": ["", "n", "n0", "n01", "1", "N1", "n-1", "n1a", "n1.0", None, 1],
    "IsoDate": ["", "2026", "2026-11", "2026-11-31", "2026-13-01", "21-11-2026", "20261121", "2026-11-21T00:00:00Z", 0],
    "UtcStamp": ["", "2026-11-21", "2026-11-21T00:00:00", "2026-11-21T24:00:00Z", "2026-11-21T00:00Z", "now", 0, None],
    "WebUrl": [
        "",
        "/path",
        "example.org",
        "//example.org",
        "ftp://example.org",
        "javascript:alert(1)",
        "https://",
        "https:///path",
        "https://exam ple.org",
        "https://example.org/a b",
        "https://example.org/<script>",
        'https://example.org/"',
        "https://example.org/a\\b",
        "https://user:secret@example.org/",
        "https://example.org/ä",
        "https://example.org/{x}",
        "https://example.org/a|b",
        "https://example.org/%zz",
        "https://-.-/x",
        "https://example.org:port/",
        "https://example..org/",
        " https://example.org",
        "HTTPS://example.org",
        None,
    ],
    "WebUrlList": [
        " ",
        "a.example",
        "https://a.example  https://b.example",
        " https://a.example",
        "https://a.example ",
        "https://a.example,https://b.example https",
        "https://a.example\nhttps://b.example",
        None,
        [],
    ],
    "SitePath": [
        "",
        "licence/",
        "https://example.org/",
        "//x",
        "/a//b",
        "/../x",
        "/./x",
        "/a/..",
        "/a b",
        "/a?b",
        "/a#b",
        "/é",
        None,
    ],
    "CountryCodeList": [" ", "fr ", " fr", "be  fr", "be,fr", "FR", "fra", "be\tfr", None, []],
    "Version": [
        "",
        "1",
        "1.0",
        "v1.0.0",
        "1.0.0.0",
        "01.0.0",
        "1.0.0-rc.1",
        "1.0.0+build",
        "1.٠.0",
        "1.0.x",
        None,
        1.0,
    ],
    "EmailAddress": ["", "contact", "contact@example", "@example.org", "a b@example.org", "a@b@example.org", None],
    "Text": ["", None, 0, []],
    "Count": [-1, 0.5, 1.0, "1", True, None],
}

META = {
    "version": "1.0.0",
    "generated_at": "2026-11-21T00:00:00Z",
    "licence": {
        "name": "CC BY-NC 4.0",
        "url": "https://licences.example/nc",
        "commercial_licence": "/licence/",
        "commercial_contact": "contact@data.example",
        "attribution": "Service (data.example)",
    },
    "count": 1,
}

Case = tuple[str, Any]


class Codes(Record, frozen=True, kw_only=True):
    """A record with a list of codes."""

    codes: tuple[CountryCode, ...]


def cases(table: dict[str, list[Any]]) -> list[Case]:
    """Each scalar with each of its examples."""
    return [(name, value) for name, values in table.items() for value in values]


def accepts(scalar: str, value: object) -> bool:
    """Whether a value, written as JSON, is one of the scalar's."""
    try:
        msgspec.json.decode(msgspec.json.encode(value), type=SCALARS[scalar])
    except msgspec.ValidationError:
        return False
    return True


def test_every_scalar_has_good_and_bad_examples() -> None:
    assert list(GOOD) == list(SCALARS)
    assert list(BAD) == list(SCALARS)


@pytest.mark.parametrize(("scalar", "value"), cases(GOOD))
def test_value_of_the_scalar_is_accepted_and_kept(scalar: str, value: object) -> None:
    text = msgspec.json.encode(value)

    assert msgspec.json.encode(msgspec.json.decode(text, type=SCALARS[scalar])) == text


@pytest.mark.parametrize(("scalar", "value"), cases(BAD))
def test_anything_else_is_refused(scalar: str, value: object) -> None:
    assert not accepts(scalar, value)


@pytest.mark.parametrize(
    ("scalar", "value"),
    [(name, value) for name, value in cases(GOOD) if isinstance(value, str) and name not in {"IsoDate", "UtcStamp"}],
)
def test_line_break_at_the_end_is_refused_in_a_record(scalar: str, value: str) -> None:
    holder = msgspec.defstruct("Holder", [("code", SCALARS[scalar])], bases=(Record,), frozen=True, kw_only=True)

    with pytest.raises(msgspec.ValidationError, match=r"^`code` must not end with a line break$"):
        msgspec.json.decode(msgspec.json.encode({"code": f"{value}\n"}), type=holder)


def test_line_break_at_the_end_is_refused_in_a_list_of_a_record() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"^`codes` must not end with a line break$"):
        msgspec.json.decode(b'{"codes": ["fr", "be\\n"]}', type=Codes)


def test_record_with_a_line_break_at_the_end_of_a_text_cannot_be_made() -> None:
    with pytest.raises(ValueError, match=r"^`codes` must not end with a line break$"):
        Codes(codes=("fr\n",))


@pytest.mark.parametrize("scalar", ["IsoDate", "UtcStamp"])
def test_newline_at_the_end_of_a_date_is_refused(scalar: str) -> None:
    assert [value for value in GOOD[scalar] if accepts(scalar, f"{value}\n")] == []


@pytest.mark.parametrize(
    "stamp",
    [
        pytest.param("2026-11-21T02:00:00+02:00", id="offset"),
        pytest.param("2026-11-20T19:00:00-05:00", id="offset to the west"),
        pytest.param("2026-11-21T00:00:00.5Z", id="fraction"),
    ],
)
def test_stamp_that_is_not_utc_in_whole_seconds_is_refused_in_a_record(stamp: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"^`generated_at` must be a time in UTC, in whole seconds$"):
        msgspec.json.decode(msgspec.json.encode({**META, "generated_at": stamp}), type=Meta)


@pytest.mark.parametrize(
    "time",
    [
        pytest.param(dt.datetime(2026, 11, 21, tzinfo=dt.timezone(dt.timedelta(hours=2))), id="offset"),
        pytest.param(dt.datetime(2026, 11, 21, microsecond=1, tzinfo=dt.UTC), id="fraction"),
    ],
)
def test_record_with_a_time_that_is_not_utc_in_whole_seconds_cannot_be_made(time: dt.datetime) -> None:
    with pytest.raises(ValueError, match=r"^`generated_at` must be a time in UTC, in whole seconds$"):
        msgspec.structs.replace(msgspec.convert(META, Meta), generated_at=time)


@pytest.mark.parametrize(
    ("scalar", "constraint"),
    [
        ("IsoDate", {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}),
        (
            "UtcStamp",
            {
                "type": "string",
                "format": "date-time",
                "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
            },
        ),
        ("CountryCode", {"type": "string", "pattern": "^[a-z]{2}$"}),
        ("Text", {"type": "string", "minLength": 1}),
        ("Count", {"type": "integer", "minimum": 0}),
    ],
)
def test_schema_of_a_scalar_carries_its_constraint(scalar: str, constraint: dict[str, Any]) -> None:
    schema = msgspec.json.schema(SCALARS[scalar])

    assert {name: value for name, value in schema.items() if name not in {"description", "examples"}} == constraint


@pytest.mark.parametrize("scalar", SCALARS)
def test_examples_in_the_schema_are_values_of_the_scalar(scalar: str) -> None:
    examples = msgspec.json.schema(SCALARS[scalar]).get("examples", [])

    assert [example for example in examples if not accepts(scalar, example)] == []
