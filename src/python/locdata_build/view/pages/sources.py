"""The sources in figures and by kind, and the claims that are due for a check."""

from collections import Counter
from collections.abc import Iterator

from locdata_build.data.claims import LEGAL_CHECK_DAYS, PRODUCT_CHECK_DAYS
from locdata_build.data.dates_in_words import day_in_words
from locdata_build.derive.due import DueClaim
from locdata_build.view.blocks import (
    Block,
    Column,
    Filter,
    Filters,
    Group,
    Option,
    Paragraph,
    Row,
    Table,
    grouped_table,
    paragraph,
    row,
    table_of,
)
from locdata_build.view.claims import claim_line
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import contact_link, country_filter, top_link
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import check_age, newest_check, title_link
from locdata_build.view.text import Link, joined, rich
from locdata_build.view.words import EVIDENCE, SOURCE_KINDS, UNOFFICIAL_COPY, counted
from locdata_model.anchors import source_anchor
from locdata_model.endpoints import SOURCES
from locdata_model.sources import Source
from locdata_model.urls import PageName, sources_path
from locdata_model.vocabulary import Evidence, SourceKind, Verification


def sources_page(context: SiteContext) -> Page:
    """Return the page: the number of claims whose first source has each kind, with a link to the sources of that kind."""
    sources, claims = context.published.sources, context.published.claims
    grades = Counter(claim.provenance.verification for claim in claims)
    publishers = {source.publisher for source in sources}
    return Page(
        **top_page(PageName.SOURCES),
        lead=line(
            f"{counted(len(sources), 'source')} of {counted(len(publishers), 'publisher')}. The grade of a claim is that of "
            f"its first source: of {counted(len(claims), 'claim')}, {grades[Verification.OFFICIAL]:,} are official, "
            f"{grades[Verification.SECONDARY]:,} secondary and {grades[Verification.UNVERIFIED]:,} unverified. What the "
            "words mean: {methodology}."
        ),
        sections=(section("kinds", "Kinds of sources", _kinds_table(context)),),
        data=(SOURCES.path,),
        last_checked=max((source.read for source in sources), default=None),
    )


def _kinds_table(context: SiteContext) -> Table:
    """Return the number of sources of each kind, and of statements whose first source has that kind."""
    sources = Counter(source.kind for source in context.published.sources)
    kinds = {source.url: source.kind for source in context.published.sources}
    statements = Counter(
        kinds[(statement.source_urls or provenance.source_urls)[0]]
        for provenance in (claim.provenance for claim in context.published.claims)
        for statement in provenance.statements
        if statement.verification is not Verification.UNVERIFIED
    )
    rows = (
        row(Link(words.label, sources_path(kind)), words.meaning, f"{sources[kind]:,}", f"{statements[kind]:,}")
        for kind, words in SOURCE_KINDS.items()
    )
    numbers = (Column("Sources", is_number=True), Column("Statements that rest on it", is_number=True))
    return table_of("Kinds of sources", ("Kind", "Publisher", *numbers), rows)


# Sources of a kind

ENGLISH = "en"
"""The language that a title need not name."""


def sources_of_kind_page(context: SiteContext, kind: SourceKind) -> Page:
    """Return the page, with a row for each source of the kind."""
    sources = [source for source in context.published.sources if source.kind is kind]
    words = SOURCE_KINDS[kind]
    return Page(
        path=sources_path(kind),
        title=f"{PageName.SOURCES.label}: {words.label}",
        description=f"Every source of the kind {words.label}, by publisher. {words.meaning}",
        lead=rich(f"{words.meaning} {counted(len(sources), 'source')}, by publisher."),
        sections=(section("publishers", "By publisher", *_listed_sources(context, kind, sources)),),
        crumbs=(top_link(PageName.SOURCES),),
        summary=words.meaning,
        data=(SOURCES.path,),
        last_checked=max((source.read for source in sources), default=None),
        scripts=(Script.FILTER,) if sources else (),
    )


def _listed_sources(context: SiteContext, kind: SourceKind, sources: list[Source]) -> tuple[Block, ...]:
    """Return the sources with their filters, or that there is none."""
    if not sources:
        return (paragraph("No claim cites a source of this kind."),)
    read = (Option(evidence, EVIDENCE[evidence].label) for evidence in (Evidence.FETCHED, Evidence.SEARCH_EXTRACT))
    filters = (country_filter(context), Filter("read", "How it was read", tuple(read)))
    file_name = f"{PageName.SOURCES}-{kind}.csv"
    table = _sources_table(context, sources)
    return Filters(filters, len(sources), has_words=True, file_name=file_name), table


def _sources_table(context: SiteContext, sources: list[Source]) -> Table:
    """Return a row for each source, sorted by publisher and title."""
    columns = (
        "Publisher",
        Column("Title and language", is_plain=True),
        "Published",
        Column("Read", is_plain=True),
        Column("Claims", is_number=True),
    )
    ordered = sorted(
        sources, key=lambda each: (each.publisher.casefold(), each.publisher, title_link(each).text.casefold())
    )
    rows = tuple(_source_row(context, source) for source in ordered)
    return grouped_table("Sources by publisher", columns, (Group(rows=rows),), is_dense=True)


def _source_row(context: SiteContext, source: Source) -> Row:
    countries = {context.claims_by_name[name].country for name in source.claims}
    title = title_link(source)
    copy = (", ", Link(UNOFFICIAL_COPY, source.read_at, subject=title.text)) if source.read_at else ()
    return row(
        source.publisher,
        rich(title, *([] if source.language == ENGLISH else [f" ({source.language})"])),
        source.published or "not known",
        rich(f"{EVIDENCE[source.evidence].label}, {day_in_words(source.read)}", *copy),
        f"{source.claim_count:,}",
        anchor=source_anchor(source.id),
        facets={"country": tuple(sorted(filter(None, countries))), "read": (source.evidence,)},
    )


# Claims that are due

REASONS = {"date": "A date has passed", "age": "The check is too old"}
"""The reasons for which a claim is due, by the value of the filter."""


def due_page(context: SiteContext) -> Page:
    """Return the page: the rules, and the claims that are due, those with the oldest check first."""
    due = context.published.due_claims
    return Page(
        **top_page(PageName.DUE),
        lead=line(
            f"Due: {len(due):,} of {counted(len(context.published.claims), 'claim')}, as of {{today}}. A claim is due if it "
            "names a date that has passed since it was checked, or if the check is more than "
            f"{LEGAL_CHECK_DAYS} days old, {PRODUCT_CHECK_DAYS} days for a claim on a product. "
            "A claim that is due stays published until it has been compared with its sources again.",
            today=context.today,
        ),
        blocks=_due_blocks(context, due),
        sections=(section("visits", "Visits to cited pages", *_visits(context)),),
        last_checked=newest_check(context.published.claims),
        scripts=(Script.FILTER,) if due else (),
    )


def _visits(context: SiteContext) -> Iterator[Paragraph]:
    """Yield what editors and the operators of servers should know of the program that visits the cited pages."""
    yield paragraph(
        "A program, locdata-watch, visits some of the cited pages each night. It tells the editors which pages are gone, have moved, "
        "or no longer have the figures and dates that a claim cites them for. Editors compare these claims with their sources again; "
        "the program changes nothing."
    )
    yield paragraph(
        "It sends a host one request at a time, with pauses, as robots.txt allows. To keep it away from a page, disallow that for the "
        "user agent locdata-watch, or write to ",
        contact_link(context.site),
        ".",
    )


def _due_blocks(context: SiteContext, due: tuple[DueClaim, ...]) -> tuple[Filters | Table | Paragraph, ...]:
    if not due:
        return (paragraph("Nothing is due."),)
    reasons = Filter("reason", "Reason", tuple(Option(value, label) for value, label in REASONS.items()))
    columns = ("Claim", "Dates that have passed", "Last check")
    table = table_of("Claims that are due, the oldest check first", columns, (_due_row(context, each) for each in due))
    return Filters((country_filter(context), reasons), len(due), file_name="due.csv"), table


def _due_row(context: SiteContext, due: DueClaim) -> Row:
    claim = due.claim
    reasons = {"date": bool(due.passed), "age": due.is_old}
    return row(
        claim_line(context, claim),
        joined(", ", (rich(day) for day in due.passed)),
        check_age(claim.provenance, context.today),
        facets={
            "country": (claim.country,) if claim.country else (),
            "reason": tuple(reason for reason, applies in reasons.items() if applies),
        },
    )
