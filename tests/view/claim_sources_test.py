"""The sources of a claim are folded away under one line that says who states it, how good that is, and since when."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from locdata_build.view.claims import folded_sources, report_link
from locdata_build.view.context import SiteContext
from locdata_build.view.text import Details, Link
from locdata_model.vocabulary import ClaimKind
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.records import provenance, source

LAW, GUIDE = source("law"), "https://news.example/guide"


@pytest.fixture
def context(tmp_path: Path) -> SiteContext:
    """The small set of records."""
    return load_context(tmp_path)


def folded(folder: Path, *urls: str, **fields: object) -> Details:
    """The folded sources of a fact with sources at ``urls`` and other fields of its provenance."""
    files = whole()
    files[COUNTRY]["facts"]["vat"]["provenance"] = provenance(*urls) | fields
    found = load_context(folder, files)
    return folded_sources(found, found.claim(ClaimKind.FACT, "fr-vat"))


def test_an_overdue_check_is_marked_before_and_after_unfolding(tmp_path: Path) -> None:
    details = folded(tmp_path, LAW, checked="2025-11-20")

    assert details.label.endswith("checked 20 November 2025, check overdue")
    assert any("overdue" in str(part) for part in details.content)


def test_a_column_of_sources_does_not_repeat_its_title(context: SiteContext) -> None:
    claim = context.claim(ClaimKind.FACT, "fr-vat")

    assert folded_sources(context, claim).label == f"Source: {folded_sources(context, claim, in_column=True).label}"


@pytest.mark.parametrize(
    ("kind", "identifier", "text", "anchor"),
    [
        (ClaimKind.OBLIGATION, "fr-saft", "SAF-T, France", "/france/#duty-saft"),
        (ClaimKind.CONNECTOR, "erp_id_01-provider", "Connector of Product 1: Provider", "/erp/erp_id_01/#providers"),
    ],
)
def test_a_report_of_an_error_names_the_claim_and_its_place(
    context: SiteContext, kind: ClaimKind, identifier: str, text: str, anchor: str
) -> None:
    claim = context.claim(kind, identifier)
    link = report_link(context, claim)
    mail = urlsplit(link.href)

    assert (link.text, mail.scheme, mail.path) == (f"Report an error: {text}", "mailto", "contact@data.example")
    assert parse_qs(mail.query) == {
        "subject": [f"Error in {kind.value}/{identifier}"],
        "body": [f"https://data.example{anchor}"],
    }


def test_every_fold_ends_with_the_report_of_an_error(context: SiteContext) -> None:
    for claim in context.published.claims:
        last = folded_sources(context, claim).content[-1]
        assert isinstance(last, Link)
        assert last == report_link(context, claim)
