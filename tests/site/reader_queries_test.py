"""Words that readers type into the search: most of them find something useful among the first results, in few bytes."""

import gzip
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_model.urls import SEARCH_INDEX_PATH, search_piece_path
from support.search import find_on_pages
from support.site import Files

MAX_WITHOUT = 4
"""Maximum number of queries without a useful result."""

MAX_FIRST_BYTES, MAX_FURTHER_BYTES = 70_000, 30_000
"""Maximum number of compressed bytes that the first query loads, and a further one."""

SCRIPTS = (
    "minisearch",
    "plain_text",
    "search_index",
    "search_page",
    "search_ranking",
    "search_results",
    "search_terms",
)
"""The scripts that the search loads."""

USEFUL = {
    # Thresholds and rates
    "vat registration threshold switzerland": "/switzerland/#thresholds-registration",
    "gst registration limit singapore": "/singapore/#thresholds-registration",
    "when must a french company register for tva": "/france/#thresholds-small-business",
    "small business exemption austria": "/austria/#thresholds-small-business",
    "kleinunternehmer grenze deutschland": "/germany/#thresholds-small-business",
    "foreign company vat registration switzerland": "/switzerland/#thresholds-registration-non-residents",
    "vat thresholds": "/thresholds/",
    "oss threshold eu": "/thresholds/",
    "reduced vat rate france": "/france/#vat-rates-reduced",
    "swedish vat on food": "/sweden/#vat-rates-food",
    "books vat rate ireland": "/ireland/#vat-rates",
    # E-invoicing
    "is e-invoicing mandatory in croatia": "/croatia/#duty-e-invoicing-b2b",
    "when does belgium start": "/belgium/#duty-e-invoicing-b2b",
    "e-invoicing germany 2027": "/timeline/#step-de-e-invoicing-b2b",
    "romania e-invoice format": "/romania/#formats-ro-cius",
    "which format for public sector invoices in sweden": "/sweden/#formats-",
    "b2c e-invoicing romania": "/romania/#tax-rules-b2c",
    "retail receipts italy": "/italy/#tax-rules-b2c",
    "non resident e-invoice obligation italy": "/italy/#tax-rules-non-established",
    "vida 2030 spain": "/spain/#facts",
    # Rules
    "fine for late vat return poland": "/poland/#tax-rules-penalty",
    "sanctions e-invoice italy": "/italy/#tax-rules-penalty",
    "penalties germany ec sales list": "/germany/#tax-rules-penalty-ec-sales-list",
    "how many years keep invoices germany": "/germany/#tax-rules-archiving",
    "archiving ksef": "/poland/#tax-rules-archiving-ksef",
    "time limit to issue an invoice in poland": "/poland/#tax-rules-issuing",
    "deadline on sunday vat portugal": "/portugal/#tax-rules-deadline-shift",
    # Systems and products
    "ksef test environment": "/poland/#platforms-ksef",
    "sdi sandbox": "/italy/#platforms-sdi",
    "sap s/4hana poland e-invoicing": "/poland/#erp-sap-s4hana",
    "zatca business central": "/saudi-arabia/#erp-business-central",
    "odoo modelo 303": "/spain/#vat-reporting-es-1",
    "saft romania odoo": "/romania/#saf-t-ro-1",
    "netsuite peppol": "/connectors/",
    "spanish accounting software holded": "/spain/#local-erp-es-holded",
    # Reports
    "jpk_v7m": "/poland/#vat-reporting-pl-1",
    "i.saf": "/lithuania/#vat-reporting-lt-2",
    "mydata greece due": "/greece/#vat-reporting-gr-2",
    "ec sales list slovakia due": "/slovakia/#vat-reporting-sk",
    "umsatzsteuervoranmeldung": "/germany/#vat-reporting-de-1",
    "norwegian mva return": "/norway/#vat-reporting-no-1",
    "saf-t norway": "/norway/#saf-t-no-1",
    # Accounts and numbers
    "austria books": "/austria/#facts",
    "chart of accounts belgium": "/belgium/#facts",
    "vat number format hungary": "/hungary/#identifiers-vat-number",
    "peppol id netherlands": "/netherlands/#peppol-schemes",
    "who is the tax authority of kenya": "/kenya/#facts",
    # Names
    "leitweg-id": "/glossary/#term-leitweg-id",
    "nemhandel": "/glossary/#term-nemhandel",
    "factur-x": "/glossary/#term-factur-x",
    "cfdi": "/glossary/#term-cfdi",
    "mtd": "/glossary/#term-making-tax-digital",
    "Ελλάδα ΦΠΑ": "/greece/#vat-reporting-gr-1",
    "Україна": "/ukraine/",
    # Misspelt
    "polnad": "/poland/",
    "lithunia saf-t": "/lithuania/#duty-saft",
}
"""The beginning of the path of a useful result for each query."""

Found = Mapping[str, Mapping[str, Any]]


@pytest.fixture(scope="module")
def found(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    """The results of each query."""
    return find_on_pages(site, tmp_path_factory.mktemp("search"), USEFUL)


def size(content: bytes) -> int:
    """Return the number of bytes of a compressed file."""
    return len(gzip.compress(content, 9))


def test_at_most_four_of_56_queries_have_no_useful_result_among_the_first_five(found: Found) -> None:
    without = [
        query for query, path in USEFUL.items() if not any(hit["path"].startswith(path) for hit in found[query]["hits"])
    ]

    assert len(USEFUL) == 56
    assert without == []
    assert len(without) <= MAX_WITHOUT


def test_a_result_has_the_value(found: Found) -> None:
    hits = {hit["path"]: hit for answer in found.values() for hit in answer["hits"][::-1]}
    threshold = hits["/switzerland/#thresholds-registration-residents"]

    assert (threshold["place"], threshold["name"]) == ("ch", ["registration threshold"])
    assert threshold["value"][0] == "CHF 100,000"
    assert re.fullmatch(r"monthly, quarterly, next due \d+ \w+ \d{4}", hits["/poland/#vat-reporting-pl-1"]["value"][0])


def test_the_first_query_and_a_further_one_load_few_bytes(found: Found, contents: Files) -> None:
    pieces = {
        query: sum(size(contents[search_piece_path(code)]) for code in answer["loaded"])
        for query, answer in found.items()
    }
    files = [SEARCH_INDEX_PATH, *(path for path in contents if re.match(rf"/assets/({'|'.join(SCRIPTS)})\.", path))]
    always = sum(size(contents[path]) for path in files)

    assert len(files) == len(SCRIPTS) + 1
    assert {query: always + bytes_ for query, bytes_ in pieces.items() if always + bytes_ > MAX_FIRST_BYTES} == {}
    assert max(pieces.values()) <= MAX_FURTHER_BYTES
