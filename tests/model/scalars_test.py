"""What a code, an id, a date, a stamp or a link may look like, by good and bad examples."""

from typing import Any

import msgspec
import pytest

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
        "https://example.org/ä",
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
    "SitePath": ["", "licence/", "https://example.org/", "/a b", "/a?b", "/a#b", "/é", None],
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

Case = tuple[str, Any]


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


@pytest.mark.xfail(reason="'$' also matches before a newline at the end; '(?!\\n)' after it helps in every dialect")
@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        (name, value)
        for name, value in cases(GOOD)
        if isinstance(value, str) and name not in {"Text", "IsoDate", "UtcStamp"}
    ],
)
def test_newline_at_the_end_is_refused(scalar: str, value: str) -> None:
    assert not accepts(scalar, f"{value}\n")


@pytest.mark.parametrize("scalar", ["IsoDate", "UtcStamp"])
def test_newline_at_the_end_of_a_date_is_refused(scalar: str) -> None:
    assert [value for value in GOOD[scalar] if accepts(scalar, f"{value}\n")] == []


@pytest.mark.xfail(reason="the pattern of a stamp stands in the schema alone: the decoder takes any RFC 3339 time")
@pytest.mark.parametrize(
    "value",
    ["2026-11-21T02:00:00+02:00", "2026-11-21T00:00:00+00:00", "2026-11-21T00:00:00.5Z", "2026-11-21 00:00:00Z"],
)
def test_stamp_in_another_form_is_refused(value: str) -> None:
    assert not accepts("UtcStamp", value)


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
