"""The methodology: the meaning of every word of the vocabularies, the data in figures, and how to report an error."""

from collections.abc import Mapping, Sequence

from locdata_build.data.audits import AuditUnit, SourceAudit
from locdata_build.data.claims import LEGAL_CHECK_DAYS, PRODUCT_CHECK_DAYS
from locdata_build.derive.audit import Figures, whole_figures
from locdata_build.derive.verdicts import VerdictForm
from locdata_build.view import blocks
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import contact_link, top_link
from locdata_build.view.obligations import PHASE_STATES, TONE_WORDS, verdict_tone
from locdata_build.view.page import Page, top_page
from locdata_build.view.prose import prose
from locdata_build.view.report_words import DEADLINE_UNITS, REPORT_FREQUENCIES, REPORT_KINDS
from locdata_build.view.text import Badge, Code, rich
from locdata_build.view.words import (
    ADVICE,
    BOUND_PARTIES,
    CERTAINTIES,
    CONNECTOR_TYPES,
    EVIDENCE,
    PHASE_STATE_WORDS,
    PRODUCT_ACTIONS,
    REPORTING_MODES,
    REPORTING_SUPPORT,
    REQUIREMENTS,
    SOURCE_KINDS,
    STATUSES,
    SUPPORT_TYPES,
    TOGGLE_BADGES,
    VERIFICATIONS,
    meanings_table,
    support_badge,
)
from locdata_model.toggles import TOGGLES
from locdata_model.urls import PageName
from locdata_model.vocabulary import OBLIGATION_LABELS, Evidence, SupportType

AUDIT_FIGURES = {
    "Drawn": "drawn",
    "Right": "right",
    "Imprecise": "imprecise",
    "Outdated": "outdated",
    "Wrong": "wrong",
    "Not compared": "not_compared",
    "Right in the end": "right_in_the_end",
}
"""The figures of an audit by the titles of their columns."""

AUDIT_UNITS = {
    AuditUnit.STATEMENTS: "Single statements",
    AuditUnit.CLAIMS: "Whole claims",
    AuditUnit.RECORDS: "Rates, thresholds and formats",
}
"""Labels of the units of audits."""


def methodology_page(context: SiteContext) -> Page:
    """Return the page with every word of the vocabularies and its meaning, figures, and how to report an error."""
    text = prose(
        "methodology",
        tones=blocks.item_list(*(Badge(words, tone) for tone, words in TONE_WORDS.items())),
        verdicts=_verdicts(),
        statuses=meanings_table("Statuses of obligations", STATUSES),
        states=blocks.table_of(
            "States of phases",
            ("Word", "In the data", "Meaning"),
            (blocks.row(badge, Code(state), PHASE_STATE_WORDS[state].meaning) for state, badge in PHASE_STATES.items()),
        ),
        certainties=meanings_table("How certain a phase is", CERTAINTIES),
        requirements=meanings_table("What a phase requires", REQUIREMENTS),
        parties=meanings_table("Who must use e-invoices with public bodies", BOUND_PARTIES),
        modes=meanings_table("Modes of real-time reporting", REPORTING_MODES),
        yes=TOGGLE_BADGES[True],
        no=TOGGLE_BADGES[False],
        unknown=TOGGLE_BADGES[None],
        toggles=_toggles(),
        grades=meanings_table("Grades of claims", VERIFICATIONS),
        kinds=meanings_table("Kinds of sources", SOURCE_KINDS),
        evidence=meanings_table("Evidence", EVIDENCE),
        figures=_figures(context),
        results=_audit_results(context.dataset.audits),
        audits=_audits(context.dataset.audits),
        legal_days=str(LEGAL_CHECK_DAYS),
        product_days=str(PRODUCT_CHECK_DAYS),
        support=blocks.table_of(
            "Types of support",
            ("Word", "In the data", "Meaning"),
            (blocks.row(support_badge(each), Code(each), words.meaning) for each, words in SUPPORT_TYPES.items()),
        ),
        connector_kinds=meanings_table("Kinds of connectors", CONNECTOR_TYPES),
        report_kinds=meanings_table("Kinds of reports", REPORT_KINDS),
        actions=blocks.table_of(
            "Actions of products",
            ("Word", "In the data", "Meaning"),
            (
                blocks.row(words.badge, Code(action or "null"), words.meaning)
                for action, words in PRODUCT_ACTIONS.items()
            ),
        ),
        report_support=meanings_table("Support of reports", REPORTING_SUPPORT),
        frequencies=meanings_table("Frequencies of reports", REPORT_FREQUENCIES),
        units=meanings_table("Units of deadlines", DEADLINE_UNITS),
        contact=contact_link(context.site),
        advice=ADVICE,
    )
    return Page(**top_page(PageName.METHODOLOGY), lead=text.lead, sections=text.sections)


def _verdicts() -> blocks.Table:
    rows = (
        blocks.row(Badge(_readable(form.words), verdict_tone(form)), STATUSES[form.status].label, form.meaning)
        for form in VerdictForm
    )
    return blocks.table_of("Verdicts", ("Verdict", "Status on the day", "Meaning"), rows)


def _readable(words: str) -> str:
    """Return the words of a form of verdict with a description of each value."""
    return words.format(
        start="(day)",
        issued="(later day)",
        issuing="(later day)",
        year="(year)",
        days="(number) days",
        working_days="(number) working days",
    )


def _toggles() -> blocks.Table:
    rows = (
        blocks.row(spec.label, Code(name), f"{spec.meaning}.", OBLIGATION_LABELS[spec.obligation], anchor=name)
        for name, spec in TOGGLES.items()
    )
    return blocks.table_of("Toggles", ("Toggle", "Field", "Yes means", "Derived from"), rows)


def _figures(context: SiteContext) -> blocks.Pairs:
    """Return figures on the claims and their sources, as of the day of the build."""
    figures = whole_figures(context.published, {})
    cells = [support.source.support_type for country in context.countries for support in country.support]
    unknown = sum(cell is SupportType.UNKNOWN for cell in cells)
    obligations = sum(len(country.obligations) for country in context.countries)
    shared = sum(figures.uncited_statements.values())
    official, facts = figures.official_facts_and_obligations, figures.facts_and_obligations
    return blocks.pair_list(
        blocks.Pair("Claims", rich(f"{figures.claims:,}, each with a source: {_grades(figures)}")),
        blocks.Pair(
            "Statements",
            rich(f"{figures.statements:,}; {shared:,} share a list of sources with the rest of their claim"),
        ),
        blocks.Pair(
            "Facts and obligations of countries", rich(f"{official:,} of {facts:,} name an official page first")
        ),
        blocks.Pair("Obligations", rich(f"{figures.unknown_obligations:,} of {obligations:,} are unknown")),
        blocks.Pair("E-invoicing by product and country", rich(f"{unknown:,} of {len(cells):,} are unknown")),
        blocks.Pair("Sources", rich(f"{figures.sources:,}, listed by kind: ", top_link(PageName.SOURCES))),
    )


def _grades(figures: Figures) -> str:
    """Return the number of claims of each grade, and of each way of reading their first source."""
    return ", ".join(
        f"{sum(counts.values()):,} {VERIFICATIONS[verification].label}" + _readings(counts)
        for verification, counts in figures.grades.items()
    )


def _readings(counts: Mapping[Evidence, int]) -> str:
    """Return in parentheses the ways of reading the first sources; nothing for claims that no source confirms."""
    found = [
        f"{EVIDENCE[each].label}: {count:,}"
        for each, count in counts.items()
        if count and each is not Evidence.UNVERIFIED
    ]
    return f" ({'; '.join(found)})" if found else ""


def _audit_results(audits: Sequence[SourceAudit]) -> blocks.Pairs:
    """Return the total results of the audits, by unit."""
    return blocks.pair_list(
        *(
            blocks.Pair(words, rich(_results([audit for audit in audits if audit.unit is unit])))
            for unit, words in AUDIT_UNITS.items()
        )
    )


def _results(audits: Sequence[SourceAudit]) -> str:
    """Return what audits found in words: what was right after the corrections, and what was right before them."""
    right, compared = sum(audit.right for audit in audits), sum(audit.compared for audit in audits)
    if not compared:
        return "none has been compared yet."
    again = [(audit.right_in_the_end, audit.drawn) for audit in audits if audit.right_in_the_end is not None]
    in_the_end = "none has been compared again after a correction."
    if again:
        found, drawn = map(sum, zip(*again, strict=True))
        in_the_end = f"after correction, {found:,} of {drawn:,} were right, in the audits that compared them again."
    imprecise, outdated, wrong, not_compared = (
        sum(getattr(audit, name) for audit in audits) for name in ("imprecise", "outdated", "wrong", "not_compared")
    )
    return (
        f"{in_the_end} At first, {right:,} of the {compared:,} that could be compared were right ({100 * right / compared:.0f} %), "
        f"{imprecise:,} imprecise, {outdated:,} outdated and {wrong:,} wrong; {not_compared:,} could not be compared."
    )


def _audits(audits: Sequence[SourceAudit]) -> blocks.Table | blocks.Paragraph:
    """Return the results of each audit, the latest first."""
    columns = (
        blocks.Column("Audit"),
        blocks.Column("Of"),
        *(blocks.Column(title, is_number=True) for title in AUDIT_FIGURES),
    )
    table = blocks.table_of("Audits", columns, map(_audit_row, reversed(audits)))
    return blocks.table_or_message(table, "No audit is recorded.")


def _audit_row(audit: SourceAudit) -> blocks.Row:
    figures = (getattr(audit, name) for name in AUDIT_FIGURES.values())
    return blocks.row(
        rich(audit.scope, ". ", audit.reading, ", ", audit.date),
        audit.unit,
        *("not counted" if figure is None else f"{figure:,}" for figure in figures),
    )
