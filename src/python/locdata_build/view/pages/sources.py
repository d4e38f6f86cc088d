"""Every source: by kind in figures, then by publisher."""

from collections import Counter, defaultdict
from collections.abc import Mapping

from locdata_build.view.blocks import Column, Filter, Filters, Option, Row, Table, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, top_link
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.provenance import title_link
from locdata_build.view.text import Link, Rich, rich
from locdata_build.view.words import EVIDENCE, SOURCE_KINDS, counted
from locdata_model.anchors import source_anchor
from locdata_model.endpoints import SOURCES
from locdata_model.sources import Source
from locdata_model.urls import PageName
from locdata_model.vocabulary import Evidence, Verification

PUBLISHERS = "publishers"
"""The anchor of the list of all sources."""


def page(context: SiteContext) -> Page:
    """Return the page: how many claims have a first source of each kind, then every source by its publisher."""
    sources = context.published.sources
    return Page(
        **top_page(PageName.SOURCES),
        lead=_lead(context),
        sections=(
            section("kinds", "Kinds of sources", _kinds_table(context)),
            section(
                PUBLISHERS,
                "Every source by publisher",
                Filters(_filters(context), len(sources)),
                _sources_table(context),
            ),
        ),
        data=(SOURCES.path,),
        last_checked=max((source.read for source in sources), default=None),
        scripts=(Script.FILTER,),
    )


def _lead(context: SiteContext) -> Rich:
    sources, claims = context.published.sources, context.published.claims
    grades = Counter(claim.provenance.verification for claim in claims)
    return rich(
        f"{counted(len(sources), 'source')} of {counted(len({source.publisher for source in sources}), 'publisher')}. The grade of a claim is "
        f"that of its first source: of {counted(len(claims), 'claim')}, {grades[Verification.OFFICIAL]:,} are official, "
        f"{grades[Verification.SECONDARY]:,} secondary and {grades[Verification.UNVERIFIED]:,} unverified. What the words "
        "mean: ",
        top_link(PageName.METHODOLOGY),
        ".",
    )


def _kinds_table(context: SiteContext) -> Table:
    """Return how many sources are of each kind, and how many claims have a first source of it."""
    sources = Counter(source.kind for source in context.published.sources)
    provenances = [claim.provenance for claim in context.published.claims]
    claims = Counter(
        each.citations[0].source.kind for each in provenances if each.verification is not Verification.UNVERIFIED
    )
    rows = (
        row(
            Link(words.label, f"{PageName.SOURCES.path}?kind={kind}#{PUBLISHERS}"),
            words.meaning,
            f"{sources[kind]:,}",
            f"{claims[kind]:,}",
        )
        for kind, words in SOURCE_KINDS.items()
    )
    numbers = (Column("Sources", is_number=True), Column("Claims with such a first source", is_number=True))
    return table_of("Kinds of sources", ("Kind", "Who speaks", *numbers), rows)


def _filters(context: SiteContext) -> tuple[Filter, ...]:
    read = (Evidence.FETCHED, Evidence.SEARCH_EXTRACT)
    return (
        Filter("kind", "Kind", tuple(Option(kind, words.label) for kind, words in SOURCE_KINDS.items())),
        country_filter(context.countries),
        Filter("read", "How it was read", tuple(Option(evidence, EVIDENCE[evidence].label) for evidence in read)),
    )


def _sources_table(context: SiteContext) -> Table:
    """Return a row for each source, sorted by publisher and title."""
    countries = _citing_countries(context)
    columns = ("Publisher", "Title", "Kind and language", "Read", Column("Claims", is_number=True))
    linked = [(source, title_link(source)) for source in context.published.sources]
    linked.sort(key=lambda each: (each[0].publisher.casefold(), each[0].publisher, each[1].text.casefold()))
    rows = (_row(source, title, countries[source.id]) for source, title in linked)
    return table_of("Sources by publisher", columns, rows)


def _citing_countries(context: SiteContext) -> Mapping[str, tuple[str, ...]]:
    """Return the codes of the countries whose claims cite each source, by the id of the source."""
    codes: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for claim in context.published.claims:
        if claim.country:
            for citation in claim.provenance.citations:
                codes[citation.id][claim.country] = None
    return defaultdict(tuple, {source_id: tuple(found) for source_id, found in codes.items()})


def _row(source: Source, title: Link, countries: tuple[str, ...]) -> Row:
    copy = (", read in a ", Link("copy", source.read_at)) if source.read_at else ()
    return row(
        source.publisher,
        title,
        rich(f"{SOURCE_KINDS[source.kind].label}, {source.language}", *copy),
        rich(f"{EVIDENCE[source.evidence].label}, ", source.read),
        f"{source.claim_count:,}",
        anchor=source_anchor(source.id),
        facets={"kind": (source.kind,), "country": countries, "read": (source.evidence,)},
    )
