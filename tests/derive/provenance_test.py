"""The markers of a claim follow from its first source: who publishes it, how it was read, and what the claim is about."""

import datetime as dt
from typing import Any

import msgspec
import pytest

from locdata_build.data.countries import SourceFact
from locdata_build.data.obligations import SourceObligation
from locdata_build.data.products import (
    ErpFile,
    SourceConnector,
    SourceErpSupport,
    SourceLocalErp,
    SourceLocalization,
    SourceMandate,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.data.record import SourceRecord
from locdata_build.data.reports import SourceReport, SourceReportSupport
from locdata_build.data.sources import CitedSource
from locdata_build.derive.provenance import Provenance
from support.dataset import COUNTRY, ERP, as_read, value_at, whole
from support.published import provenance_of_record
from support.records import DAY, marked, source_record

FACT = (SourceFact, COUNTRY, "$.facts.vat")
LOCAL_ERP = (SourceLocalErp, COUNTRY, "$.local_erps[0]")
CONNECTOR = (SourceConnector, "connectors.json", "$.connectors[0]")
LAWS = [
    FACT,
    (SourceObligation, COUNTRY, "$.obligations.saft"),
    (SourceMandate, COUNTRY, "$.e_invoicing.mandate"),
    (SourceReport, COUNTRY, "$.reporting[0]"),
]
PRODUCTS = [
    (SourceErpSupport, COUNTRY, "$.e_invoicing.erp_support[0]"),
    (SourceLocalization, COUNTRY, "$.erp_localizations[0]"),
    (SourceReportSupport, COUNTRY, "$.reporting[0].erp_support[0]"),
    (SourcePartner, COUNTRY, "$.partners[0]"),
    (ErpFile, ERP, "$"),
    CONNECTOR,
]
"""Claims on the first product, ``erp_id_01``."""

PARTNER_FLAG = (SourcePartnerFlag, COUNTRY, "$.partner_flags[0]")
"""A claim on the second product, ``erp_id_02``."""

Place = tuple[type[SourceRecord], str, str]


def cite(place: Place, *sources: dict[str, Any], **fields: object) -> Provenance:
    """The provenance of the claim at a place of the small dataset, with other sources and other fields."""
    kind, file, path = place
    names = [f"source-{number}" for number in range(len(sources))]
    record = value_at(whole()[file], path)
    text = next(name for name, value in record.items() if "[^" in str(value) and isinstance(value, str))
    record |= {text: marked("A text.", *names)} | fields
    records = {
        name: msgspec.convert(source_record("https://a.example/x") | source, CitedSource)
        for name, source in zip(names, sources, strict=True)
    }
    return provenance_of_record(as_read(record, kind), records)


def name_of(place: Place) -> str:
    """The name of the type of a claim."""
    return place[0].__name__


@pytest.mark.parametrize("place", LAWS, ids=name_of)
@pytest.mark.parametrize(
    ("kind", "verification"),
    [
        *((kind, "official") for kind in ("law", "authority", "international")),
        *((kind, "secondary") for kind in ("standard", "vendor", "advisor", "service", "press", "community")),
    ],
)
def test_claim_on_law_is_official_if_its_source_is_law_authority_or_international(
    place: Place, kind: str, verification: str
) -> None:
    assert cite(place, {"kind": kind, "publisher": "Vendor 1"}).verification == verification


@pytest.mark.parametrize("place", [*PRODUCTS, PARTNER_FLAG, LOCAL_ERP], ids=name_of)
def test_claim_on_a_product_is_official_if_its_source_is_an_authority(place: Place) -> None:
    assert cite(place, {"kind": "authority"}).verification == "official"


@pytest.mark.parametrize(
    ("place", "publisher", "verification"),
    [
        *((place, "Vendor 1", "official") for place in PRODUCTS),
        *((place, "Vendor 2", "secondary") for place in PRODUCTS),
        (PARTNER_FLAG, "Vendor 1", "secondary"),
        (PARTNER_FLAG, "Vendor 2", "official"),
    ],
)
def test_page_of_a_vendor_is_official_for_its_own_product(place: Place, publisher: str, verification: str) -> None:
    assert cite(place, {"kind": "vendor", "publisher": publisher}).verification == verification


@pytest.mark.parametrize("place", PRODUCTS, ids=name_of)
@pytest.mark.parametrize("kind", ["standard", "advisor", "press", "community"])
def test_page_of_another_kind_under_the_name_of_a_vendor_is_secondary(place: Place, kind: str) -> None:
    assert cite(place, {"kind": kind, "publisher": "Vendor 1"}).verification == "secondary"


@pytest.mark.parametrize("place", [FACT, *PRODUCTS], ids=name_of)
def test_law_that_was_read_in_a_copy_is_secondary_also_under_the_name_of_a_vendor(place: Place) -> None:
    source = {"kind": "law", "publisher": "Vendor 1", "read_at": "https://copies.example/law"}

    assert cite(place, source).verification == "secondary"


@pytest.mark.parametrize("kind", ["service", "vendor"])
@pytest.mark.parametrize(
    ("publisher", "verification"), [("Provider", "official"), ("Builder", "official"), ("Other", "secondary")]
)
def test_page_of_the_provider_or_of_the_builder_is_official_for_its_connector(
    publisher: str, verification: str, kind: str
) -> None:
    found = cite(CONNECTOR, {"kind": kind, "publisher": publisher}, built_by="Builder")

    assert found.verification == verification


@pytest.mark.parametrize(
    ("url", "kind", "verification"),
    [
        pytest.param("https://local.example/vat", "vendor", "official", id="site"),
        pytest.param("https://www.local.example/vat", "vendor", "official", id="www"),
        pytest.param("https://docs.local.example/vat", "vendor", "official", id="host below the site"),
        pytest.param("https://notlocal.example/vat", "vendor", "secondary", id="host that ends like it"),
        pytest.param("https://local.example.org/vat", "vendor", "secondary", id="host that begins like it"),
        pytest.param("https://other.example/local.example", "vendor", "secondary", id="site in the path"),
        pytest.param("https://local.example/vat", "community", "secondary", id="page of users on the site"),
    ],
)
def test_page_is_official_for_a_local_erp_system_on_its_own_site(url: str, kind: str, verification: str) -> None:
    assert cite(LOCAL_ERP, {"url": url, "kind": kind}).verification == verification


def test_page_on_the_host_above_the_site_of_a_local_erp_system_is_official() -> None:
    source = {"url": "https://local.example/erp/vat", "kind": "vendor"}

    assert cite(LOCAL_ERP, source, website="https://erp.local.example/").verification == "official"


@pytest.mark.parametrize("evidence", ["fetched", "search-extract"])
def test_evidence_is_how_the_first_source_was_read(evidence: str) -> None:
    others = {"fetched": "search-extract", "search-extract": "fetched"}

    assert cite(FACT, {"evidence": evidence}, {"evidence": others[evidence]}).evidence == evidence


def test_first_source_decides_and_each_has_its_own_grade() -> None:
    found = cite(FACT, {"kind": "press"}, {"kind": "law"})

    assert found.verification == "secondary"
    assert [citation.verification for citation in found.citations] == ["secondary", "official"]


def test_claim_that_is_not_known_is_unverified_and_names_the_page_without_an_answer() -> None:
    found = cite(FACT, {"kind": "law"}, value="Not known[^source-0].")

    assert (found.evidence, found.verification) == ("unverified", "unverified")
    assert found.source_url == "https://a.example/x"


def test_source_is_cited_with_its_id_and_its_locator() -> None:
    value = "A rate[^source-1][^source-0: Art. 226]."
    found = cite(FACT, {"url": "https://a.example/0"}, {"url": "https://a.example/1"}, value=value)

    assert [(citation.id, citation.locator) for citation in found.citations] == [
        ("source-1", None),
        ("source-0", "Art. 226"),
    ]
    assert (found.source_url, found.source_urls) == (
        "https://a.example/1",
        ("https://a.example/1", "https://a.example/0"),
    )
    assert found.last_checked == dt.date.fromisoformat(DAY)


def test_source_that_is_cited_at_several_places_is_one_with_all_of_them() -> None:
    value = "19%[^source-0: Art. 1], 7%[^source-1][^source-0: Art. 2], 0%[^source-0: Art. 1][^source-0]."
    found = cite(FACT, {}, {}, value=value)

    assert [(citation.id, citation.locator) for citation in found.citations] == [
        ("source-0", "Art. 1; Art. 2"),
        ("source-1", None),
    ]


def test_each_statement_has_the_sources_of_its_markers_and_the_grade_of_the_first() -> None:
    press, law = {"kind": "press", "url": "https://a.example/0"}, {"kind": "law", "url": "https://a.example/1"}
    found = cite(FACT, press, law, value="19%[^source-0], 7%[^source-1: Art. 2][^source-0]; no more")

    assert [
        (each.field, each.text, each.source_urls, each.locators, each.verification) for each in found.statements
    ] == [
        ("value", "19%,", ("https://a.example/0",), (None,), "secondary"),
        ("value", "7%;", ("https://a.example/1", "https://a.example/0"), ("Art. 2", None), "official"),
        ("value", "no more", (), (), "secondary"),
    ]


def test_statements_of_several_texts_are_in_the_order_of_the_fields() -> None:
    texts = {"mandate": "All[^source-0].", "scope": "B2B.", "deadlines": "2027[^source-0].", "format": "UBL"}
    found = cite((SourceMandate, COUNTRY, "$.e_invoicing.mandate"), {}, **texts)

    assert [(each.field, each.text) for each in found.statements] == [
        ("mandate", "All."),
        ("scope", "B2B."),
        ("deadlines", "2027."),
        ("format", "UBL"),
    ]


def test_statement_of_a_claim_that_is_not_known_is_unverified() -> None:
    (statement,) = cite(FACT, {"kind": "law"}, value="Not known[^source-0].").statements

    assert (statement.text, statement.verification) == ("Not known.", "unverified")
    assert statement.source_urls == ("https://a.example/x",)


def test_text_that_is_empty_has_no_statement() -> None:
    report = (SourceReport, COUNTRY, "$.reporting[0]")

    assert {each.field for each in cite(report, {}, notes="").statements} == {"frequency", "deadline", "channel_format"}


@pytest.mark.parametrize(
    ("place", "days"), [*((place, 180) for place in LAWS), *((place, 365) for place in [*PRODUCTS, LOCAL_ERP])]
)
def test_check_of_a_claim_on_law_holds_for_half_a_year_and_that_of_another_for_a_year(place: Place, days: int) -> None:
    assert cite(place, {}).check_days == days
