"""The sections of the methodology with figures on all claims and sources, and with what audits found."""

from collections.abc import Mapping, Sequence

from locdata_build.data.audits import SourceAudit
from locdata_build.derive.audit import Figures, whole_figures
from locdata_build.view.blocks import Column, Pair, Row, pair_list, paragraph, row, table_of, table_or_message
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Section, section
from locdata_build.view.text import rich
from locdata_build.view.words import EVIDENCE, VERIFICATIONS
from locdata_model.urls import PageName
from locdata_model.vocabulary import Evidence, SupportType

AUDITS = (
    "Random claims were compared with their sources by somebody who had not written them, unless the audit says "
    "otherwise. A claim is right if it says what the sources say, imprecise if it leaves out or blurs something that a "
    "reader needs, such as a class of filers, a condition or a day, outdated if it was right once, and wrong if it never was. "
    "What was not right was corrected, and the same kind of mistake was looked for elsewhere. The last column has the claims "
    "that were right once the others had been corrected and compared again. For a claim that nobody drew, the share that was "
    "right at first sight is the better guess."
)

AUDIT_FIGURES = {
    "Claims": "claims",
    "Right": "right",
    "Imprecise": "imprecise",
    "Outdated": "outdated",
    "Wrong": "wrong",
    "Not compared": "not_compared",
    "Right in the end": "right_in_the_end",
}
"""The figures of an audit by the titles of their columns."""


def figures_section(context: SiteContext) -> Section:
    """Return the section with figures on the claims and their sources, as of the day of the build."""
    figures = whole_figures(context.published, {})
    cells = [support.source.support_type for country in context.countries for support in country.support]
    unknown = sum(cell is SupportType.UNKNOWN for cell in cells)
    obligations = sum(len(country.obligations) for country in context.countries)
    return section(
        "figures",
        "The data in figures",
        pair_list(
            Pair("Claims", rich(f"{figures.claims:,}, each with a source: {_grades(figures)}")),
            Pair(
                "Facts and obligations of countries",
                rich(
                    f"{figures.official_facts_and_obligations:,} of {figures.facts_and_obligations:,} name an official "
                    "page first"
                ),
            ),
            Pair("Obligations", rich(f"{figures.unknown_obligations:,} of {obligations:,} are unknown")),
            Pair("E-invoicing by product and country", rich(f"{unknown:,} of {len(cells):,} are unknown")),
            Pair("Sources", rich(f"{figures.sources:,}, listed by kind: ", top_link(PageName.SOURCES))),
        ),
    )


def _grades(figures: Figures) -> str:
    """Return how many claims have each grade, and how the first source of each was read."""
    return ", ".join(
        f"{sum(counts.values()):,} {VERIFICATIONS[verification].label}" + _readings(counts)
        for verification, counts in figures.grades.items()
    )


def _readings(counts: Mapping[Evidence, int]) -> str:
    """Return in parentheses how the first sources were read; nothing for claims that no source confirms."""
    found = [
        f"{EVIDENCE[each].label}: {count:,}"
        for each, count in counts.items()
        if count and each is not Evidence.UNVERIFIED
    ]
    return f" ({'; '.join(found)})" if found else ""


def audits_section(audits: Sequence[SourceAudit]) -> Section:
    """Return the section with what each audit found, the latest first."""
    columns = (Column("Audit"), *(Column(title, is_number=True) for title in AUDIT_FIGURES))
    table = table_of("Audits", columns, map(_row, reversed(audits)))
    return section("audits", "What audits found", paragraph(AUDITS), table_or_message(table, "No audit is recorded."))


def _row(audit: SourceAudit) -> Row:
    figures = (getattr(audit, name) for name in AUDIT_FIGURES.values())
    return row(
        rich(audit.scope, ". ", audit.reading, ", ", audit.date),
        *("not counted" if figure is None else f"{figure:,}" for figure in figures),
    )
