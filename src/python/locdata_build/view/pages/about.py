"""The pages about the data: what its words mean, how it may be used, and the page for addresses that lead nowhere."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from locdata_build.derive.toggles import TOGGLE_RULES
from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Column, Group, Items, Pair, Pairs, Paragraph, Row, Table
from locdata_build.view.evidence import CHECK_DUE_DAYS
from locdata_build.view.page import Page, Section
from locdata_build.view.places import HOME, NOT_FOUND, TOP_PAGES, top_link, top_path
from locdata_build.view.text import Code, Link, Rich, rich
from locdata_build.view.words import (
    EVIDENCE,
    OBLIGATIONS,
    STATUSES,
    SUPPORT_TYPES,
    TOGGLE_LABELS,
    TOGGLE_MEANINGS,
    VERIFICATIONS,
    Meaning,
    support_badge,
    toggle_badge,
)

Word = TypeVar("Word", bound=StrEnum)

ADVICE = "This is not a site of any authority. The content is informational only and is not tax or legal advice."

REPORT_AN_ERROR = Link("Report an error", f"{top_path(PageName.METHODOLOGY)}#errors")


def methodology_page(site: SiteFile) -> Page:
    """What each marker and toggle means, and how to report an error."""
    top = TOP_PAGES[PageName.METHODOLOGY]
    return Page(
        path=top_path(PageName.METHODOLOGY),
        title=top.label,
        description=top.text,
        lead=rich("Every record has a source, a marker and a date. Unknown stays unknown: nothing is guessed."),
        sections=(
            _toggles_section(),
            Section(
                id="status",
                title="Where a duty stands",
                blocks=(_meanings("Statuses of duties", STATUSES),),
            ),
            Section(
                id="verification",
                title="How good a source is",
                blocks=(_meanings("Quality of sources", VERIFICATIONS),),
            ),
            Section(id="evidence", title="How a source was read", blocks=(_meanings("Evidence", EVIDENCE),)),
            _checks_section(),
            _support_section(),
            _errors_section(site),
        ),
    )


def _toggles_section() -> Section:
    legend = (
        (True, "the rule holds"),
        (False, "it does not hold on the day of the build: none, voluntary, planned, or enacted without a date"),
        (None, "no clear source was found"),
    )
    values = tuple(rich(toggle_badge(value), f" {meaning}") for value, meaning in legend)
    rows = tuple(
        Row(
            id=name,
            cells=(
                rich(TOGGLE_LABELS[name]),
                rich(Code(name)),
                rich(f"{TOGGLE_MEANINGS[name]}."),
                rich(OBLIGATIONS[obligation].label),
            ),
        )
        for name, (obligation, _) in TOGGLE_RULES.items()
    )
    return Section(
        id="toggles",
        title="What each answer means",
        blocks=(
            Paragraph(
                rich(
                    "Answers are derived by rule from a duty's status and dated steps, as of the day of the build; "
                    "nobody types them in. A duty without a confirmed source gives unknown."
                )
            ),
            Items(values),
            Table(
                caption="Toggles",
                columns=tuple(map(Column, ("Answer", "Field", "Yes means", "Rests on the duty"))),
                groups=(Group(rows=rows),),
            ),
        ),
    )


def _meanings(caption: str, words: Mapping[Word, Meaning]) -> Table:
    return Table(
        caption=caption,
        columns=tuple(map(Column, ("Word", "In the data", "Meaning"))),
        groups=(
            Group(
                rows=tuple(
                    Row(cells=(rich(word.label), rich(Code(value)), rich(word.meaning)))
                    for value, word in words.items()
                )
            ),
        ),
    )


def _checks_section() -> Section:
    text = (
        f"Each record tells when its source was last checked. A check that is more than {CHECK_DUE_DAYS} days old on the "
        "day of the build is shown as overdue, with its age. The record stays as it was: an old answer is marked, not "
        "withdrawn."
    )
    return Section(id="checks", title="Checks and their age", blocks=(Paragraph(rich(text)),))


def _support_section() -> Section:
    return Section(
        id="support",
        title="How an ERP product supports a mandate",
        blocks=(
            Table(
                caption="Types of support",
                columns=tuple(map(Column, ("Type", "Meaning"))),
                groups=(
                    Group(
                        rows=tuple(
                            Row(cells=(rich(support_badge(support)), rich(words.meaning)))
                            for support, words in SUPPORT_TYPES.items()
                        )
                    ),
                ),
            ),
        ),
    )


def _errors_section(site: SiteFile) -> Section:
    mail = Link(site.contact, f"mailto:{site.contact}")
    return Section(
        id="errors",
        title="How to report an error",
        blocks=(
            Paragraph(
                rich(
                    "Write to ",
                    mail,
                    " with the address of the page and its anchor, what is wrong, and a link to an official page that says "
                    "so. A correction without a source cannot be taken in.",
                )
            ),
            Paragraph(rich(ADVICE)),
        ),
    )


def licence_page(site: SiteFile) -> Page:
    """How the data files and the API may be used."""
    top = TOP_PAGES[PageName.LICENCE]
    mail = Link(site.contact, f"mailto:{site.contact}")
    return Page(
        path=top_path(PageName.LICENCE),
        title=top.label,
        description=top.text,
        lead=rich(
            "The data files are open for any use that names their origin. The API is open for non-commercial use."
        ),
        blocks=(
            Pairs(
                (
                    Pair("Data files", _licence(site.data_licence.name, site.data_licence.url, PageName.DATA)),
                    Pair("Pages, their Markdown twins, files for language models", rich("as the data files")),
                    Pair("API", _licence(site.api_licence.name, site.api_licence.url, PageName.API)),
                    Pair("Attribution", rich(site.attribution)),
                    Pair("Commercial use of the API", rich("needs a licence of its own: write to ", mail, ".")),
                )
            ),
            Paragraph(rich(ADVICE)),
        ),
    )


def _licence(name: str, url: str, page: PageName) -> Rich:
    return rich(Link(name, url), ", see ", top_link(page))


def not_found_page() -> Page:
    """What a server shows for an address that leads nowhere."""
    return Page(
        path=NOT_FOUND,
        title="Page not found",
        description="There is no page at this address.",
        lead=rich("There is no page at this address. It may have been typed wrongly, or the country is not covered."),
        blocks=(
            Items(
                (
                    rich(Link("Home", HOME)),
                    *(rich(top_link(name)) for name in (PageName.COUNTRIES, PageName.ERP, PageName.DATA, PageName.API)),
                )
            ),
        ),
        is_listed=False,
    )
