"""The compatibility policy and the licences."""

from collections.abc import Mapping

from locdata_build.data.site import SiteFile
from locdata_build.view.blocks import Items, Pair, Paragraph, Table, item_list, pair_list, paragraph, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import CHANGES_FEED
from locdata_build.view.navigation import contact_link, top_link
from locdata_build.view.page import Page, section, top_page
from locdata_build.view.text import Code, Link, Rich, rich
from locdata_build.view.words import ADVICE
from locdata_model.anchors import PageAnchor
from locdata_model.endpoints import CHANGES, TOMBSTONES
from locdata_model.urls import STRICT_FOLDER, PageName
from locdata_model.vocabulary import ContractPart

PROMISES: Mapping[ContractPart, tuple[str, str, str]] = {
    ContractPart.PATH: (
        "the path of a file or page",
        "Files and pages are added.",
        "No path disappears without a tombstone that gives the reason. Only files below /assets/ may be renamed.",
    ),
    ContractPart.ANCHOR: (
        "an anchor on a page",
        "Anchors are added.",
        "No anchor disappears without a tombstone. The anchor of a record stays the same when its text or date changes.",
    ),
    ContractPart.RECORD: (
        "a record, by its id",
        "Records are added, and their values are corrected and updated.",
        "No record disappears without a tombstone, and no id is used again. A source that nothing cites any more needs none.",
    ),
    ContractPart.TYPE: ("a type of the schemas", "Types are added.", "No type is renamed or removed."),
    ContractPart.FIELD: (
        "a field of a type, or a column of a data file",
        "Fields are added, at any position in an object or row.",
        "No field is renamed or removed, changes its type, or becomes nullable or optional.",
    ),
    ContractPart.WORD: (
        "a word of a vocabulary",
        "Words are added.",
        "No word is renamed or removed, or changes its meaning.",
    ),
}
"""For each part of the contract: what it is, what may happen to it within a major version, and what will not."""


def policy_page(context: SiteContext) -> Page:
    """Return the policy, made from the parts of the contract that each release is checked for."""
    return Page(
        **top_page(PageName.POLICY),
        lead=rich(
            "Within version 1, things are added. Nothing that was published is removed or changes its meaning without notice. "
            "A program checks each release against the one before it."
        ),
        sections=(
            section("promises", "What may change, and what may not", _promises()),
            section("versions", "What a version number means", *_versions()),
            section("clients", "What a client must expect", _clients()),
            section("deprecation", "How a change is announced", *_deprecation(context.site)),
        ),
    )


def _promises() -> Table:
    return table_of(
        "Parts of the contract",
        ("Part", "What it is", "May happen", "Will not happen within version 1"),
        (row(Code(part.value), *map(rich, words), anchor=part.value) for part, words in PROMISES.items()),
    )


def _versions() -> tuple[Items | Paragraph, ...]:
    return (
        item_list(
            "Patch: records were corrected. Ids, fields and paths are the same.",
            "Minor: something was added, or a record or page was withdrawn with a tombstone.",
            rich("Major: a promise is broken. The API gets a new path beside ", Code("/api/v1/"), "."),
        ),
        paragraph(
            "Toggles flip on certain dates although nobody edits the data; this needs no new version. ",
            Link("Which toggles, and when", f"{PageName.TIMELINE.path}#{PageAnchor.FLIPS}"),
            " is known in advance. The data files have no version in their paths; the same promises apply to them.",
        ),
    )


def _clients() -> Items:
    return item_list(
        rich(
            "Ignore fields that you do not know. Expect new words in vocabularies, and treat a word that you do not know as "
            "unknown. The schemas, the OpenAPI document, the TypeScript types and the Python package do so; the strict forms "
            "below ",
            Code(STRICT_FOLDER),
            " are for checks of the files of one version.",
        ),
        "Read fields and columns by name, not by position. Do not rely on the order of keys.",
        rich("Expect ", Code("null"), " where the schema allows it. It means unknown, neither yes nor no."),
        "Do not take ids apart. Use the fields instead.",
        "Lists grow: read them to the end, and do not rely on their length.",
    )


def _deprecation(site: SiteFile) -> tuple[Paragraph, ...]:
    return (
        paragraph(
            "What will be withdrawn is ",
            Link("announced", f"{PageName.CHANGES.path}#{PageAnchor.ANNOUNCED}"),
            " with the version that will no longer have it, the reason, and what to use instead. The OpenAPI document "
            "marks it as ",
            Code("deprecated"),
            ". The announcement comes at least six months before that version. Until then, nothing changes.",
        ),
        paragraph(
            "What was withdrawn stays on record: ",
            Link(TOMBSTONES.path, TOMBSTONES.path),
            " gives the reason, the version and the replacement. New releases: ",
            Link(CHANGES.path, CHANGES.path),
            " and ",
            Link(CHANGES_FEED.title, CHANGES_FEED.path),
            ". Questions: ",
            contact_link(site),
            ".",
        ),
    )


def licence_page(context: SiteContext) -> Page:
    """Return the page of the licences of the data files and of the API."""
    site = context.site
    mail = contact_link(site)
    return Page(
        **top_page(PageName.LICENCE),
        lead=rich("The data files are open for any use that credits them. The API is open for non-commercial use."),
        blocks=(
            pair_list(
                Pair("Data files", _licence(site.data_licence.name, site.data_licence.url, PageName.DATA)),
                Pair("Pages, their Markdown twins, files for language models", rich("as the data files")),
                Pair("API", _licence(site.api_licence.name, site.api_licence.url, PageName.API)),
                Pair("Attribution", rich(site.attribution)),
                Pair("Commercial use of the API", rich("needs a separate licence: write to ", mail, ".")),
            ),
            paragraph(ADVICE),
        ),
    )


def _licence(name: str, url: str, page: PageName) -> Rich:
    return rich(Link(name, url), ", see ", top_link(page))
