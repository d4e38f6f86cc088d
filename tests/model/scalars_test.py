"""The form of codes, ids, dates, times, versions and URLs, by valid and invalid examples."""

from typing import Any

import msgspec
import pytest

from locdata_model import scalars
from locdata_model.record import Record
from locdata_model.scalars import version_parts

EXAMPLES: dict[str, tuple[list[Any], list[Any]]] = {
    "CountryCode": (["fr", "ae", "zz"], ["", "f", "FR", "Fr", "fra", "f1", "fr ", " fr", "ﬁ", "éà", None, 1]),
    "ErpId": (
        ["odoo", "sap-s4hana", "dynamics-365-finance", "erp_id_01", "3d"],
        ["", "Odoo", "-odoo", "odoo-", "sap--s4hana", "sap s4hana", "a-_b", "sap/s4hana", "ödoo", None],
    ),
    "ErpKey": (
        ["odoo", "sage_x3", "dynamics_365_finance", "erp_key_01"],
        ["", "sage-x3", "3d", "_odoo", "odoo_", "a__b", "Odoo", None],
    ),
    "Slug": (
        ["france", "united-kingdom", "2n"],
        ["", "United", "united_kingdom", "-a", "a-", "a--b", "a b", "é", None],
    ),
    "RecordId": (
        ["fr-vat", "fr-e-invoicing-erp-support-sap-s4hana", "fr-erp_id_01", "fr-erp_id_01-partner"],
        ["", "fr", "fr-", "-fr", "FR-vat", "fra-vat", "fr_vat", "fr-vat-", "fr--vat", "fr-v at", "fr-é", None],
    ),
    "NewsId": (["n1", "n10", "n987654321"], ["", "n", "n0", "n01", "1", "N1", "n-1", "n1a", "n1.0", None, 1]),
    "IsoDate": (
        ["2026-11-21", "2024-02-29", "0001-01-01"],
        ["2026", "2026-11", "2026-11-31", "21-11-2026", "20261121", "2026-11-21T00:00:00Z", "2026-11-21\n", "", 0],
    ),
    "UtcStamp": (
        ["2026-11-21T00:00:00Z", "2024-02-29T23:59:59Z"],
        [
            *("2026-11-21", "2026-11-21T00:00:00", "2026-11-21T24:00:00Z", "2026-11-21T00:00Z"),
            *("2026-11-21T00:00:00Z\n", "", "now", 0, None),
        ],
    ),
    "WebUrl": (
        [
            *("https://example.org", "http://example.org/", "https://example.org:8443/a/b?c=d&e=f#g"),
            *("https://example.org?q", "https://example.org/a(b)'c%20d", "https://xn--bcher-kva.example/%C3%A4"),
            *("http://localhost:8000",),
        ],
        [
            *("", "/path", "example.org", "//example.org", "ftp://example.org", "javascript:alert(1)", "https://"),
            *(None, "https:///path", "https://exam ple.org", "https://-.-/x", "https://example..org/"),
            *("https://example.org:port/", "HTTPS://example.org", " https://example.org"),
            *("https://user:secret@example.org/", "https://example.org/a b", "https://example.org/<script>"),
            *('https://example.org/"', "https://example.org/a\\b", "https://example.org/ä"),
            *("https://example.org/{x}", "https://example.org/a|b", "https://example.org/%zz"),
        ],
    ),
    "WebUrlList": (
        ["", "https://a.example", "https://a.example/x http://b.example/y https://c.example"],
        [
            *(" ", "a.example", " https://a.example", "https://a.example ", "https://a.example  https://b.example"),
            *("https://a.example,https://b.example https", "https://a.example\nhttps://b.example", None, []),
        ],
    ),
    "SitePath": (
        ["/", "/licence/", "/api/v1/countries/fr.json", "/api/v1/countries/{code}.json", "/a_b/c-d.e"],
        [
            *("", "licence/", "https://example.org/", "//x", "/a//b", "/../x", "/./x", "/a/..", "/a b", "/a?b"),
            *("/a#b", "/é", None),
        ],
    ),
    "CountryCodeList": (
        ["", "fr", "be fr pl"],
        [" ", "fr ", " fr", "be  fr", "be,fr", "FR", "fra", "be\tfr", None, []],
    ),
    "Version": (
        ["0.0.0", "1.0.0", "10.20.30"],
        ["", "1", "1.0", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0-rc.1", "1.0.0+build", "1.٠.0", "1.0.x", None, 1.0],
    ),
    "EmailAddress": (
        ["contact@example.org", "first.last+tag@mail.example.org"],
        ["", "contact", "contact@example", "@example.org", "a b@example.org", "a@b@example.org", None],
    ),
    "Text": (["a", "é", "two\nlines"], ["", None, 0, []]),
    "Count": ([0, 1, 2147483648], [-1, 0.5, 1.0, "1", True, None]),
}
"""Valid and invalid values of each type."""


def is_valid(scalar: str, value: object) -> bool:
    """Return whether the decoder accepts the value in JSON."""
    try:
        msgspec.json.decode(msgspec.json.encode(value), type=getattr(scalars, scalar))
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("scalar", EXAMPLES)
def test_valid_values_are_accepted_and_others_are_refused(scalar: str) -> None:
    valid, invalid = EXAMPLES[scalar]

    assert [value for value in [*valid, *invalid] if is_valid(scalar, value)] == valid


@pytest.mark.parametrize("scalar", [name for name, (valid, _) in EXAMPLES.items() if isinstance(valid[0], str)])
def test_text_with_a_line_break_at_the_end_is_refused_in_a_record(scalar: str) -> None:
    kind = msgspec.defstruct("Holder", [("text", getattr(scalars, scalar))], bases=(Record,), frozen=True, kw_only=True)

    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({"text": f"{EXAMPLES[scalar][0][-1]}\n"}), type=kind)


def test_versions_are_compared_by_their_numbers() -> None:
    assert version_parts("1.10.0") > version_parts("1.9.12")
