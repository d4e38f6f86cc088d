"""The sources of a kind by publisher: when and how each was read, and how many claims cite it."""

from collections import defaultdict
from collections.abc import Mapping

from locdata_build.view.blocks import Block, Column, Filter, Filters, Option, Row, Table, paragraph, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, top_link
from locdata_build.view.page import Page, Script, section
from locdata_build.view.provenance import title_link
from locdata_build.view.text import Link, rich
from locdata_build.view.words import EVIDENCE, SOURCE_KINDS, counted
from locdata_model.anchors import source_anchor
from locdata_model.endpoints import SOURCES
from locdata_model.sources import Source
from locdata_model.urls import PageName, sources_path
from locdata_model.vocabulary import Evidence, SourceKind


def sources_of_kind_page(context: SiteContext, kind: SourceKind) -> Page:
    """Return the page, with a row for each source of the kind."""
    sources = [source for source in context.published.sources if source.kind is kind]
    words = SOURCE_KINDS[kind]
    return Page(
        path=sources_path(kind),
        title=f"{PageName.SOURCES.label}: {words.label}",
        description=f"Every source of the kind {words.label}, by publisher. {words.meaning}",
        lead=rich(f"{words.meaning} {counted(len(sources), 'source')}, by publisher."),
        sections=(section("publishers", "By publisher", *_listed(context, kind, sources)),),
        crumbs=(top_link(PageName.SOURCES),),
        summary=words.meaning,
        data=(SOURCES.path,),
        last_checked=max((source.read for source in sources), default=None),
        scripts=(Script.FILTER,) if sources else (),
    )


def _listed(context: SiteContext, kind: SourceKind, sources: list[Source]) -> tuple[Block, ...]:
    """Return the sources with their filters, or that there is none."""
    if not sources:
        return (paragraph("No claim cites a source of this kind."),)
    file_name = f"{PageName.SOURCES}-{kind}.csv"
    filters = Filters(_filters(context), len(sources), has_words=True, file_name=file_name)
    return filters, _table(context, sources)


def _filters(context: SiteContext) -> tuple[Filter, ...]:
    read = (Evidence.FETCHED, Evidence.SEARCH_EXTRACT)
    return (
        country_filter(context),
        Filter("read", "How it was read", tuple(Option(evidence, EVIDENCE[evidence].label) for evidence in read)),
    )


def _table(context: SiteContext, sources: list[Source]) -> Table:
    """Return a row for each source, sorted by publisher and title."""
    countries = _citing_countries(context)
    columns = ("Publisher", "Title", "Language", "Published", "Read", Column("Claims", is_number=True))
    linked = [(source, title_link(source)) for source in sources]
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
        source.language,
        source.published or "not known",
        rich(f"{EVIDENCE[source.evidence].label}, ", source.read, *copy),
        f"{source.claim_count:,}",
        anchor=source_anchor(source.id),
        facets={"country": countries, "read": (source.evidence,)},
    )
