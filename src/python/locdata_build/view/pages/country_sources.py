"""The section of a country's page on sources: each source with the claims that cite it, their grades and checks; codes for the API."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from locdata_build.data.countries import SourceFact
from locdata_build.data.products import SourceLocalization
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.provenance import Citation
from locdata_build.view.blocks import Pair, Row, pair_list, paragraph, row, table_of
from locdata_build.view.claims import claim_label
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Section, section
from locdata_build.view.pages.country_obligations import obligation_codes
from locdata_build.view.provenance import check_date, markers, source_link
from locdata_build.view.text import Break, Details, Link, Rich, joined, rich
from locdata_build.view.words import SOURCE_KINDS, counted
from locdata_model.anchors import source_anchor
from locdata_model.urls import PageName, sources_path

_FIRST = (SourceFact, SourceLocalization)
"""The claims whose sources are listed first."""


def sources_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section: the number of claims, then each source, those of the facts first."""
    claims = sorted(context.claims_by_country[country.code], key=lambda claim: claim.spec.source not in _FIRST)
    by_source: dict[str, tuple[Citation, list[Claim[Any, Any]]]] = {}
    for claim in claims:
        for citation in claim.provenance.citations:
            by_source.setdefault(citation.id, (citation, []))[1].append(claim)
    intro = paragraph(
        f"{counted(len(claims), 'claim')}, each with a source. The sources of all countries: ",
        top_link(PageName.SOURCES),
        ". What the words mean, and how to report an error: ",
        top_link(PageName.METHODOLOGY),
        ".",
    )
    codes = pair_list(Pair("For API users", rich(Details("Statuses and toggles", obligation_codes(country)))))
    columns = ("Source", "Claims that cite it, with their grade and check")
    rows = (_row(context, citation, citing) for citation, citing in by_source.values())
    fold = f"{counted(len(by_source), 'source')}, each with the claims that cite it"
    table = replace(table_of("Sources", columns, rows), fold=fold)
    return section("sources", "Sources", intro, table, codes)


def _row(context: SiteContext, citation: Citation, citing: Iterable[Claim[Any, Any]]) -> Row:
    """Return the source with the claims that cite it, grouped by grade and date of the check."""
    labels: dict[Rich, list[Rich]] = {}
    for claim in citing:
        provenance = claim.provenance
        when = rich(f": {markers(provenance)}, ", *check_date(provenance, context.today))
        labels.setdefault(when, []).append(rich(*claim_label(context, claim)))
    lines = ((*joined(", ", dict.fromkeys(names)), *when) for when, names in labels.items())
    kind = SOURCE_KINDS[citation.source.kind].label
    entry = Link("entry", f"{sources_path(citation.source.kind)}#{source_anchor(citation.id)}")
    return row(rich(source_link(citation.source), f" ({kind}, ", entry, ")"), joined(Break(), lines))
