"""The policy of compatibility: what may change within version 1, what may not, and what a client must put up with."""

from collections.abc import Mapping

from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Column, Group, Items, Paragraph, Row, Table
from locdata_build.view.feeds import CHANGES_FEED
from locdata_build.view.page import Page, Section
from locdata_build.view.places import TOP_PAGES, top_path
from locdata_build.view.text import Code, Link, rich
from locdata_model.endpoints import CHANGES, TOMBSTONES
from locdata_model.vocabulary import ContractPart

PROMISES: Mapping[ContractPart, tuple[str, str, str]] = {
    ContractPart.PATH: (
        "the address of a file or page",
        "Files and pages are added.",
        "None goes without a tombstone that says why. Files below /assets/ have new names whenever their content changes.",
    ),
    ContractPart.ANCHOR: (
        "a place on a page",
        "Anchors are added.",
        "None goes without a tombstone. An anchor of a record keeps its name when the record's text or date changes.",
    ),
    ContractPart.RECORD: (
        "a record by its id",
        "Records are added, and their values are corrected: that is what the data is for.",
        "An id is never used again, and none goes without a tombstone.",
    ),
    ContractPart.TYPE: ("a type of the schemas", "Types are added.", "None is renamed or goes."),
    ContractPart.FIELD: (
        "a field of a type, a column of a data file",
        "Fields are added, in any place of an object or row.",
        "None is renamed, goes, has another type, becomes null where it never was, or may be missing where it never was.",
    ),
    ContractPart.WORD: (
        "a word of a vocabulary",
        "Words are added.",
        "None is renamed or goes, and none gets another meaning.",
    ),
}
"""For each part of the contract what it is, what may happen to it within a major version, and what may not."""


def policy_page(site: SiteFile) -> Page:
    """The policy, made from the parts of the contract that a release is checked for."""
    top = TOP_PAGES[PageName.POLICY]
    return Page(
        path=top_path(PageName.POLICY),
        title=top.label,
        description=top.text,
        lead=rich(
            "Within version 1 things are added, and nothing that was published goes or changes its meaning without notice. A "
            "program checks each release against the one before it.",
        ),
        sections=(
            Section(id="promises", title="What may change, and what may not", blocks=(_promises(),)),
            Section(id="versions", title="What the version says", blocks=_versions()),
            Section(id="clients", title="What a client must put up with", blocks=(_clients(),)),
            Section(id="deprecation", title="How a change is announced", blocks=_deprecation(site)),
        ),
    )


def _promises() -> Table:
    return Table(
        caption="Parts of the contract",
        columns=tuple(map(Column, ("Promise", "What it is", "May happen", "Will not happen within version 1"))),
        groups=(
            Group(
                rows=tuple(
                    Row(id=part.value, cells=(rich(Code(part.value)), *map(rich, words)))
                    for part, words in PROMISES.items()
                )
            ),
        ),
    )


def _versions() -> tuple[Items | Paragraph, ...]:
    return (
        Items(
            (
                rich("Patch: records were corrected. Ids, fields and paths are the same."),
                rich("Minor: something was added, or a record or page was withdrawn with a tombstone."),
                rich("Major: a promise is broken. That is a new path beside ", Code("/api/v1/"), "."),
            )
        ),
        Paragraph(
            rich(
                "A later day makes some answers others though nobody edits the data: that asks for no new version. ",
                Link("Which and when", f"{top_path(PageName.TIMELINE)}#flips"),
                " is known beforehand. The data files carry no version in their paths; they keep the same promises.",
            )
        ),
    )


def _clients() -> Items:
    return Items(
        (
            rich("Ignore fields that you do not know. A type that refuses them must be kept up to date."),
            rich("Expect new words in vocabularies: treat one that you do not know as unknown."),
            rich("Read fields and columns by name, not by place; do not rely on the order of keys."),
            rich("Expect ", Code("null"), " where the schema allows it. It means unknown, and is no answer."),
            rich("Take ids as they are. What is inside them is no data: use the fields for that."),
            rich("Lists grow: read the whole, and do not rely on their length."),
        )
    )


def _deprecation(site: SiteFile) -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            rich(
                "What will be withdrawn is ",
                Link("announced", f"{top_path(PageName.CHANGES)}#announced"),
                " with the version that will lack it, the reason, and what to use instead; the OpenAPI document marks it as ",
                Code("deprecated"),
                ". An announcement stands for six months or longer before that version. Until then all goes on as it is.",
            )
        ),
        Paragraph(
            rich(
                "What has gone stays on record: ",
                Link(TOMBSTONES.path, TOMBSTONES.path),
                " tells why, since when, and what took its place. New releases: ",
                Link(CHANGES.path, CHANGES.path),
                " and ",
                Link(CHANGES_FEED.title, CHANGES_FEED.path),
                ". Questions: ",
                Link(site.contact, f"mailto:{site.contact}"),
                ".",
            )
        ),
    )
