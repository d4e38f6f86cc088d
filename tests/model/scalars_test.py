"""The form of codes, ids, dates, times, versions and URLs, by valid and invalid examples."""

from typing import Any

import msgspec
import pytest

from locdata_model import scalars
from locdata_model.record import Record
from locdata_model.scalars import version_parts

VALID: dict[str, list[Any]] = {
    "CountryCode": ["fr", "ae", "zz"],
    "ErpId": ["odoo", "sap-s4hana", "dynamics-365-finance", "erp_id_01", "3d"],
    "ErpKey": ["odoo", "sage_x3", "dynamics_365_finance", "erp_key_01"],
    "Slug": ["france", "united-kingdom", "2n"],
    "RecordId": ["fr-vat", "fr-e-invoicing-erp-support-sap-s4hana", "fr-erp_id_01", "fr-erp_id_01-partner"],
    "NewsId": ["n1", "n10", "n987654321"],
    "IsoDate": ["2026-11-21", "2024-02-29", "0001-01-01"],
    "UtcStamp": ["2026-11-21T00:00:00Z", "2024-02-29T23:59:59Z"],
    "WebUrl": [
        "https://example.org",
        "http://example.org/",
        "https://example.org:8443/a/b?c=d&e=f#g",
        "https://example.org?q",
        "https://example.org/a(b)'c%20d",
        "https://xn--bcher-kva.example/%C3%A4",
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

INVALID: dict[str, list[Any]] = {
    "CountryCode": ["", "f", "FR", "Fr", "fra", "f1", "fr ", " fr", "ﬁ", "éà", None, 1],
    "ErpId": ["", "Odoo", "-odoo", "odoo-", "sap--s4hana", "sap s4hana", "a-_b", "sap/s4hana", "ödoo", None],
    "ErpKey": ["", "sage-x3", "3d", "_odoo", "odoo_", "a__b", "Odoo", None],
    "Slug": ["", "United", "united_kingdom", "-a", "a-", "a--b", "a b", "é", None],
    "RecordId": ["", "fr", "fr-", "-fr", "FR-vat", "fra-vat", "fr_vat", "fr-vat-", "fr--vat", "fr-v at", "fr-é", None],
    "NewsId": ["", "n", "n0", "n01", "1", "N1", "n-1", "n1a", "n1.0", None, 1],
    "IsoDate": [
        *("2026", "2026-11", "2026-11-31", "21-11-2026", "20261121", "2026-11-21T00:00:00Z", "2026-11-21\n", "", 0)
    ],
    "UtcStamp": [
        *("2026-11-21", "2026-11-21T00:00:00", "2026-11-21T24:00:00Z", "2026-11-21T00:00Z", "2026-11-21T00:00:00Z\n"),
        *("", "now", 0, None),
    ],
    "WebUrl": [
        *("", "/path", "example.org", "//example.org", "ftp://example.org", "javascript:alert(1)", "https://", None),
        *(
            "https:///path",
            "https://exam ple.org",
            "https://-.-/x",
            "https://example..org/",
            "https://example.org:port/",
        ),
        *("HTTPS://example.org", " https://example.org", "https://user:secret@example.org/"),
        *(f"https://example.org/{rest}" for rest in ("a b", "<script>", '"', "a\\b", "ä", "{x}", "a|b", "%zz")),
    ],
    "WebUrlList": [
        *(" ", "a.example", " https://a.example", "https://a.example ", "https://a.example  https://b.example"),
        *("https://a.example,https://b.example https", "https://a.example\nhttps://b.example", None, []),
    ],
    "SitePath": [
        *("", "licence/", "https://example.org/", "//x", "/a//b", "/../x", "/./x", "/a/..", "/a b", "/a?b", "/a#b"),
        *("/é", None),
    ],
    "CountryCodeList": [" ", "fr ", " fr", "be  fr", "be,fr", "FR", "fra", "be\tfr", None, []],
    "Version": [
        *("", "1", "1.0", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0-rc.1", "1.0.0+build", "1.٠.0", "1.0.x", None, 1.0)
    ],
    "EmailAddress": ["", "contact", "contact@example", "@example.org", "a b@example.org", "a@b@example.org", None],
    "Text": ["", None, 0, []],
    "Count": [-1, 0.5, 1.0, "1", True, None],
}


def is_valid(scalar: str, value: object) -> bool:
    """Return whether the decoder accepts the value in JSON."""
    try:
        msgspec.json.decode(msgspec.json.encode(value), type=getattr(scalars, scalar))
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("scalar", VALID)
def test_valid_values_are_accepted_and_others_are_refused(scalar: str) -> None:
    assert [value for value in VALID[scalar] if not is_valid(scalar, value)] == []
    assert [value for value in INVALID[scalar] if is_valid(scalar, value)] == []


@pytest.mark.parametrize("scalar", [name for name, values in VALID.items() if isinstance(values[0], str)])
def test_text_with_a_line_break_at_the_end_is_refused_in_a_record(scalar: str) -> None:
    kind = msgspec.defstruct("Holder", [("text", getattr(scalars, scalar))], bases=(Record,), frozen=True, kw_only=True)

    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({"text": f"{VALID[scalar][-1]}\n"}), type=kind)


def test_versions_are_compared_by_their_numbers() -> None:
    assert version_parts("1.10.0") > version_parts("1.9.12")
