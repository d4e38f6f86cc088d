"""The compatibility policy and the licences."""

from collections.abc import Mapping

from locdata_build.data.site import SourceLicence
from locdata_build.view.blocks import Pair, pair_list, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import CHANGES_FEED
from locdata_build.view.navigation import contact_link, top_link
from locdata_build.view.page import Page, top_page
from locdata_build.view.prose import prose
from locdata_build.view.text import Code, Link, Rich, joined, rich
from locdata_build.view.words import ADVICE, licence_terms
from locdata_model.urls import API_SQLITE_PATH, BUNDLE_PATH, SPREADSHEET_PATH, SQLITE_PATH, PageName
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
        "No record disappears without a tombstone, and no id is reused. A source that is no longer cited needs none.",
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
"""For each part of the contract: its meaning, and the changes that may and that will not happen within a major version."""


def policy_page(context: SiteContext) -> Page:
    """Return the policy, with the parts of the contract that each release is checked for."""
    promises = table_of(
        "Parts of the contract",
        ("Part", "What it is", "May happen", "Will not happen within version 1"),
        (row(Code(part.value), *map(rich, words), anchor=part.value) for part, words in PROMISES.items()),
    )
    text = prose("policy", promises=promises, feed=CHANGES_FEED.link, contact=contact_link(context.site))
    return Page(**top_page(PageName.POLICY), lead=text.lead, sections=text.sections)


def licence_page(context: SiteContext) -> Page:
    """Return the page of the licences of the data files and of the API."""
    site = context.site
    licences = pair_list(
        Pair("Data files", _licence(site.data_licence, PageName.DATA, SPREADSHEET_PATH, SQLITE_PATH, BUNDLE_PATH)),
        Pair("Pages, their Markdown twins, files for language models, calendars and feeds", rich("as the data files")),
        Pair("API", _licence(site.api_licence, PageName.API, API_SQLITE_PATH)),
        Pair("Attribution", rich(site.attribution)),
        Pair("Commercial use of the API", rich("needs a separate licence: write to ", contact_link(site), ".")),
    )
    text = prose("licence", terms=licence_terms(site), licences=licences, advice=ADVICE)
    return Page(**top_page(PageName.LICENCE), lead=text.lead, blocks=text.blocks)


def _licence(licence: SourceLicence, page: PageName, *downloads: str) -> Rich:
    """Return a licence, the page about what it covers, and the files that contain all of it."""
    files = joined(", ", (rich(Link(path, path)) for path in downloads))
    return rich(Link(licence.name, licence.url), ", see ", top_link(page), "; all at once: ", *files)
