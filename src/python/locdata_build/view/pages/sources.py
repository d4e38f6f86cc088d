"""The sources in figures: how many there are of each kind, and how many claims have a first source of it."""

from collections import Counter

from locdata_build.view.blocks import Column, Table, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Page, section, top_page
from locdata_build.view.text import Link, Rich, rich
from locdata_build.view.words import SOURCE_KINDS, counted
from locdata_model.endpoints import SOURCES
from locdata_model.urls import PageName, sources_path
from locdata_model.vocabulary import Verification


def page(context: SiteContext) -> Page:
    """Return the page: how many claims have a first source of each kind, with a link to the sources of the kind."""
    return Page(
        **top_page(PageName.SOURCES),
        lead=_lead(context),
        sections=(section("kinds", "Kinds of sources", _kinds_table(context)),),
        data=(SOURCES.path,),
        last_checked=max((source.read for source in context.published.sources), default=None),
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
            Link(words.label, sources_path(kind)),
            words.meaning,
            f"{sources[kind]:,}",
            f"{claims[kind]:,}",
        )
        for kind, words in SOURCE_KINDS.items()
    )
    numbers = (Column("Sources", is_number=True), Column("Claims with such a first source", is_number=True))
    return table_of("Kinds of sources", ("Kind", "Who speaks", *numbers), rows)
