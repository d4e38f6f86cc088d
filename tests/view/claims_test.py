"""Every claim has a label and an anchor on a page, and errors are reported by mail."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec import UNSET

from locdata_build.view.claims import claim_label, claim_line, page_report_link
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from support.context import load_context
from support.dataset import COUNTRY, changed
from support.pages import anchors_of, links_of, texts_of
from support.records import absent_report, product_release


def line(context: SiteContext, name: str) -> tuple[str, str]:
    """The words and the target of the line of a claim."""
    found = claim_line(context, context.claims_by_name[name])
    (link,) = links_of(found)
    return "".join(texts_of(found)).removesuffix(link.href), link.href


@pytest.mark.parametrize(
    ("name", "words", "target"),
    [
        ("facts/fr-vat", "France: VAT / GST", "/france/#vat-reporting"),
        (
            "report-support/vat-reporting-fr-1-erp_id_01",
            "France: Product 1: Déclaration",
            "/france/#vat-reporting-fr-1",
        ),
        ("connectors/erp_id_01-provider", "Connector of Product 1: Provider", "/erp/erp_id_01/#providers"),
        ("erps/erp_id_01", "Product 1", "/erp/erp_id_01/"),
        (
            "product-releases/fr-erp-id-01-e-invoicing",
            "France: Product 1 26.1",
            "/product-releases/erp_id_01/#fr-erp-id-01-e-invoicing",
        ),
        ("terms/format-one", "Term: Format One", "/glossary/#term-format-one"),
    ],
)
def test_a_claim_is_named_by_its_country_and_label_and_links_to_its_place(
    context: SiteContext, name: str, words: str, target: str
) -> None:
    assert line(context, name) == (words, target)


def test_a_report_that_is_not_filed_is_named_by_its_kind_and_shown_in_the_section_of_its_topic(tmp_path: Path) -> None:
    absent = {"one-stop-shop": absent_report(), "saf-t": absent_report()}
    context = load_context(tmp_path, changed(COUNTRY, "$.absent_reports", absent))

    assert line(context, "absent-reports/fr-one-stop-shop") == (
        "France: Not filed: one-stop shop",
        "/france/#vat-reporting",
    )
    assert line(context, "absent-reports/fr-saf-t") == ("France: Not filed: SAF-T", "/france/#saf-t")


def test_a_release_without_a_version_is_named_by_its_product(tmp_path: Path) -> None:
    context = load_context(
        tmp_path, changed(COUNTRY, "$.product_releases", [product_release(version=UNSET, backports=UNSET)])
    )

    assert line(context, "product-releases/fr-erp-id-01-e-invoicing")[0] == "France: Product 1"


def test_every_claim_links_to_an_anchor_that_exists(context: SiteContext, pages: Mapping[str, Page]) -> None:
    anchors = {path: {"", *anchors_of(page)} for path, page in pages.items()}
    targets = [line(context, claim.name)[1].partition("#") for claim in context.published.claims]

    assert [(path, anchor) for path, _, anchor in targets if anchor not in anchors[path]] == []


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("report-support/vat-reporting-fr-1-erp_id_01", ("Product 1", ": ", "Déclaration")),
        ("connectors/erp_id_01-provider", ("Connector of ", "Product 1", ": ", "Provider")),
        ("terms/format-one", ("Term: ", "Format One")),
        ("partner-flags/fr-erp_id_02", ("Localization by others: ", "Product 2")),
    ],
)
def test_names_from_the_data_are_separate_parts(context: SiteContext, name: str, label: tuple[str, ...]) -> None:
    """So that a name in a script that runs from right to left leaves the words around it in their places."""
    assert claim_label(context, context.claims_by_name[name]) == label


def test_a_page_has_a_mail_about_an_error_that_names_it(context: SiteContext) -> None:
    mail = urlsplit(page_report_link(context, "France", "/france/").href)

    assert (mail.scheme, mail.path) == ("mailto", "contact@data.example")
    assert parse_qs(mail.query) == {"subject": ["Error: France"], "body": ["https://data.example/france/"]}
