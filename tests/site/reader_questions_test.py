"""Questions of readers and agents: the search of the pages and the tool ``find`` return the right record first.

Tables name records and anchors, not their texts, which are in the golden files.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from locdata_client import Client
from locdata_mcp.server.tools import TOOLS
from locdata_model import estimated_tokens
from support.search import find_on_pages

MAX_TOKENS = 2_000
"""Tokens that an answer may take."""

FIRST = {
    "FatturaPA": ("/glossary/#term-fatturapa", "fatturapa"),
    "Chorus Pro": ("/glossary/#term-chorus-pro", "chorus-pro"),
    "Peppol": ("/glossary/#term-peppol", "peppol"),
    "what is KSeF": ("/glossary/#term-ksef", "ksef"),
    "sii": ("/glossary/#term-sii-es", "sii-es"),
    "saf-t": ("/glossary/#term-saf-t", "saf-t"),
    "modelo 349": ("/spain/#vat-reporting-es-3", "vat-reporting-es-3"),
    "when is modelo 349 due": ("/spain/#vat-reporting-es-3", "vat-reporting-es-3"),
    "303": ("/spain/#vat-reporting-es-1", "vat-reporting-es-1"),
    "poland vat return": ("/poland/#vat-reporting-pl-1", "vat-reporting-pl-1"),
    "must I issue e-invoices in Germany": ("/germany/#duty-e-invoicing-b2b", "de-e-invoicing-b2b"),
    "Deutschland e-invoicing": ("/germany/#duty-e-invoicing-b2b", "de-e-invoicing"),
    "polska": ("/poland/", "pl"),
    "Ελλάδα": ("/greece/", "gr"),
    "日本": ("/japan/", "jp"),
    "uk": ("/united-kingdom/", "gb"),
    "turkey": ("/turkiye/", "tr"),
    "czech republic": ("/czechia/", None),
    "business central": ("/erp/business-central/", "business-central"),
    "s/4hana": ("/erp/sap-s4hana/", "sap-s4hana"),
    "holded": ("/spain/#local-erp-es-holded", "es-holded"),
    # Only the pages have an entry for these, or only the tool understands the sentence.
    "romania odoo": ("/romania/#erp-odoo", None),
    "pagero": ("/connectors/?words=Pagero", None),
    "VAT rates": ("/vat-rates/", None),
    "what changed": ("/recent/", None),
    "calendar": ("/feeds/", None),
    "report an error": ("/methodology/", None),
    "e-invoice format Romania": (None, "ro-ro-cius-ubl"),
}
"""By the words of a question: the path of the first result, and the id of the first record; None where nothing is promised."""

ANSWERS: dict[str, tuple[str, dict[str, Any], set[str]]] = {
    "what a Polish company files each month": (
        "reports",
        {"countries": ["Poland"], "frequency": "monthly"},
        {"vat-reporting-pl-1", "vat-reporting-pl-2"},
    ),
    "what changes in eight countries in a quarter": (
        "upcoming",
        {"countries": ["es", "pl", "de", "be", "fr", "it", "pt", "ro"], "from": "2027-01-01", "to": "2027-03-31"},
        {"de-e-invoicing-b2b-businesses-prior-year-turnover-above"},
    ),
    "products that cover the Romanian e-Factura": (
        "erp_support",
        {"countries": ["Romania"]},
        {"ro-e-invoicing-erp-support-odoo"},
    ),
    "countries that clear invoices": (
        "obligations",
        {"mode": "clearance", "applies": True},
        {"it-real-time-reporting", "br-real-time-reporting"},
    ),
    "countries that require SAF-T": ("obligations", {"kind": "saft", "applies": True}, {"no-saft", "pt-saft"}),
    "what applies in Belgium on a day to come": (
        "obligations",
        {"countries": ["Belgium"], "date": "2028-03-01"},
        {"be-e-invoicing-b2b"},
    ),
    "a country by the name that people use": (
        "obligations",
        {"countries": ["대한민국"], "kind": "e_invoicing_b2g"},
        {"kr-e-invoicing-b2g"},
    ),
    "local systems of Hungary": ("find", {"text": "local ERP Hungary"}, {"hu-billingo"}),
    "providers that connect a product with Peppol": (
        "find",
        {"text": "Business Central Peppol", "limit": 10},
        {"business-central-continia"},
    ),
}
"""By a question: the tool that answers it in one call, its arguments, and ids of records that the answer has."""


@pytest.fixture(scope="module")
def client(site: Path) -> Client:
    """A client of the site, as the server for agents has one."""
    return Client(site)


def ask(client: Client, tool: str, arguments: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Return the answer of a tool of the server for agents, and the number of its tokens."""
    (found,) = [each for each in TOOLS if each.name == tool]
    text = msgspec.json.encode(found.answer_to(client, arguments))
    answer: dict[str, Any] = msgspec.json.decode(text)
    return answer, estimated_tokens(text)


def test_search_of_the_pages_finds_the_answer_first(site: Path, tmp_path: Path) -> None:
    expected = {words: path for words, (path, _) in FIRST.items() if path}
    found = find_on_pages(site, tmp_path, expected, limit=1)

    assert {words: answer["hits"][0]["path"] for words, answer in found.items()} == expected


def test_tool_finds_the_answer_first_and_with_a_source(client: Client) -> None:
    expected = {words: record for words, (_, record) in FIRST.items() if record}
    first = {words: ask(client, "find", {"text": words})[0]["records"][0] for words in expected}

    assert {words: record["id"] for words, record in first.items()} == expected
    assert {record["kind"] for record in first.values() if not record.get("source_url")} <= {"country", "product"}


@pytest.mark.parametrize(("tool", "arguments", "expected"), ANSWERS.values(), ids=ANSWERS)
def test_one_call_gives_every_record_with_its_source(
    client: Client, tool: str, arguments: dict[str, Any], expected: set[str]
) -> None:
    answer, tokens = ask(client, tool, arguments)

    assert answer["records"] != []
    assert expected <= {record["id"] for record in answer["records"]}
    assert [record for record in answer["records"] if not record["source_url"].startswith("http")] == []
    assert "left_out" not in answer
    assert tokens <= MAX_TOKENS
