"""Every claim has a label, and an anchor on a page."""

from pathlib import Path

from locdata_build.view.claims import claim_label, claim_line
from locdata_build.view.context import SiteContext
from locdata_build.view.text import Link, Words
from support.context import load_context
from support.dataset import COUNTRY, changed
from support.pages import anchors_of, links_of, pages_of
from support.records import absent_report


def lines(context: SiteContext) -> dict[str, tuple[str, str]]:
    """The words and the target of the line of each claim by its name."""
    found = {claim.name: claim_line(context, claim) for claim in context.published.claims}
    return {
        name: ("".join(part.text for part in line if isinstance(part, Words | Link)), links_of(line)[0].href)
        for name, line in found.items()
    }


def test_a_claim_is_named_by_its_country_and_label_and_links_to_its_place(tmp_path: Path) -> None:
    found = lines(load_context(tmp_path))

    assert found["facts/fr-vat"] == ("France: VAT / GST", "/france/#vat-reporting")
    assert found["report-support/vat-reporting-fr-1-erp_id_01"] == (
        "France: Product 1: Déclaration",
        "/france/#vat-reporting-fr-1",
    )
    assert found["connectors/erp_id_01-provider"] == ("Connector of Product 1: Provider", "/erp/erp_id_01/#providers")
    assert found["erps/erp_id_01"] == ("Product 1", "/erp/erp_id_01/")
    assert found["terms/format-one"] == ("Term: Format One", "/glossary/#term-format-one")


def test_a_report_that_is_not_filed_is_named_by_its_kind_and_shown_in_the_section_of_its_topic(tmp_path: Path) -> None:
    absent = {"one-stop-shop": absent_report(), "saf-t": absent_report()}
    context = load_context(tmp_path, changed(COUNTRY, "$.absent_reports", absent))
    found = {name: line for name, line in lines(context).items() if name.startswith("absent-reports/")}

    assert found == {
        "absent-reports/fr-one-stop-shop": ("France: Not filed: one-stop shop", "/france/#vat-reporting"),
        "absent-reports/fr-saf-t": ("France: Not filed: SAF-T", "/france/#saf-t"),
    }


def test_every_claim_links_to_an_anchor_that_exists(tmp_path: Path) -> None:
    context = load_context(tmp_path)
    anchors = {path: {"", *anchors_of(page)} for path, page in pages_of(context).items()}
    targets = [href.partition("#") for _, href in lines(context).values()]

    assert [(path, anchor) for path, _, anchor in targets if anchor not in anchors[path]] == []


def test_names_from_the_data_are_separate_parts(tmp_path: Path) -> None:
    """So that a name in a script that runs from right to left leaves the words around it in their places."""
    context = load_context(tmp_path)
    labels = {claim.name: claim_label(context, claim) for claim in context.published.claims}

    assert labels["report-support/vat-reporting-fr-1-erp_id_01"] == ("Product 1", ": ", "Déclaration")
    assert labels["connectors/erp_id_01-provider"] == ("Connector of ", "Product 1", ": ", "Provider")
    assert labels["terms/format-one"] == ("Term: ", "Format One")
    assert labels["partner-flags/fr-erp_id_02"] == ("Localization by others: ", "Product 2")
