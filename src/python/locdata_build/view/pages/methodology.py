"""The methodology: the meaning of every word of the vocabularies, the data in figures, and how to report an error."""

from collections.abc import Iterator, Mapping, Sequence

from locdata_build.data.audits import SourceAudit
from locdata_build.data.claims import LEGAL_CHECK_DAYS, PRODUCT_CHECK_DAYS
from locdata_build.data.site import SiteFile
from locdata_build.derive.audit import Figures, whole_figures
from locdata_build.derive.verdicts import VerdictForm
from locdata_build.view.blocks import (
    Column,
    Pair,
    Row,
    item_list,
    pair_list,
    paragraph,
    row,
    table_of,
    table_or_message,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import contact_link, top_link
from locdata_build.view.obligations import PHASE_STATES, TONE_WORDS, verdict_tone
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.report_words import DEADLINE_UNITS, REPORT_FREQUENCIES, REPORT_KINDS
from locdata_build.view.text import Badge, Code, Link, rich
from locdata_build.view.words import (
    ADVICE,
    BOUND_PARTIES,
    CERTAINTIES,
    CONNECTOR_TYPES,
    EVIDENCE,
    OBLIGATIONS,
    PHASE_STATE_WORDS,
    REPORTING_MODES,
    REQUIREMENTS,
    SOURCE_KINDS,
    STATUSES,
    SUPPORT_TYPES,
    VERIFICATIONS,
    meanings_table,
    support_badge,
    toggle_badge,
)
from locdata_model.anchors import PageAnchor
from locdata_model.endpoints import REPORTS
from locdata_model.toggles import TOGGLES
from locdata_model.urls import PageName
from locdata_model.vocabulary import Evidence, SupportType

GRADES = (
    "A claim has the grade of its first source, which carries it. Other sources are listed after it, each with the grade "
    "that it would give to the claim."
)

KINDS = (
    "Laws, authorities and international institutions are official for every claim, vendors for claims on their own "
    "products. Every source: "
)

VERDICTS = (
    "A verdict says in a few words whether an obligation applies on the day of the build. Every page and the API have the "
    "same words. They follow from the status at the last check, from the dated phases, and from whom these bind to what."
)

PHASES = (
    "A phase is a date from which an obligation applies to more businesses or transactions. It says whom it binds, "
    "“all” if it leaves nobody out, and to what. Where this is not known, pages say so. Calendars show announced phases "
    "as tentative. Every phase: "
)

BOUND = "An obligation to use e-invoices with public bodies may bind their suppliers, the public bodies themselves, or both."

MODES = (
    "Real-time reporting sends data on invoices to the tax authority one by one or continuously. A list that is sent "
    "for a period is a report, not real-time reporting."
)

CHECKS = (
    "Each claim says when it was last checked. A check that is more than "
    f"{LEGAL_CHECK_DAYS} days old on the day of the build, or {PRODUCT_CHECK_DAYS} days for a claim on a product, is marked "
    "as overdue, with its age. The claim itself stays published. Claims that are due, also because a date in them has "
    "passed: "
)


def methodology_page(context: SiteContext) -> Page:
    """Return the page: every word of the vocabularies with its meaning, and how to report an error."""
    return Page(
        **top_page(PageName.METHODOLOGY),
        lead=rich(
            "Every record has a marker, a source and the date of its check. What is unknown is shown as unknown, with the "
            "page that was read without an answer; nothing is guessed."
        ),
        sections=(
            _verdicts_section(),
            section(
                PageAnchor.STATUS, "The status of an obligation", meanings_table("Statuses of obligations", STATUSES)
            ),
            _phases_section(),
            *_own_fields_sections(),
            _toggles_section(),
            section(
                "verification",
                "The grade of a claim",
                paragraph(GRADES),
                meanings_table("Grades of claims", VERIFICATIONS),
            ),
            section(
                "sources",
                "The kinds of sources",
                paragraph(KINDS, top_link(PageName.SOURCES), "."),
                meanings_table("Kinds of sources", SOURCE_KINDS),
            ),
            section("evidence", "How a source was read", meanings_table("Evidence", EVIDENCE)),
            _figures_section(context),
            _audits_section(context.dataset.audits),
            section("checks", "Checks and their age", paragraph(CHECKS, top_link(PageName.DUE), ".")),
            _support_section(),
            section(
                PageAnchor.CONNECTORS,
                "Who is behind a connector to a provider",
                meanings_table("Kinds of connectors", CONNECTOR_TYPES),
            ),
            _reports_section(),
            _errors_section(context.site),
        ),
    )


def _verdicts_section() -> Section:
    rows = (
        row(Badge(_readable(form.words), verdict_tone(form)), STATUSES[form.status].label, form.meaning)
        for form in VerdictForm
    )
    return section(
        PageAnchor.VERDICTS,
        "What each verdict means",
        paragraph(VERDICTS),
        paragraph("Each status has a symbol of its own on maps and in tables:"),
        item_list(*(Badge(words, tone) for tone, words in TONE_WORDS.items())),
        table_of("Verdicts", ("Verdict", "Status on the day", "Meaning"), rows),
    )


def _readable(words: str) -> str:
    """Return the words of a form of verdict with a description in place of each value."""
    return words.format(
        start="(day)",
        issued="(later day)",
        issuing="(later day)",
        year="(year)",
        days="(number) days",
        working_days="(number) working days",
    )


def _phases_section() -> Section:
    states = (row(badge, Code(state), PHASE_STATE_WORDS[state].meaning) for state, badge in PHASE_STATES.items())
    return section(
        "phases",
        "Phases: their state, and whom they bind to what",
        paragraph(PHASES, top_link(PageName.TIMELINE), "."),
        table_of("States of phases", ("Word", "In the data", "Meaning"), states),
        meanings_table("How certain a phase is", CERTAINTIES),
        meanings_table("What a phase requires", REQUIREMENTS),
    )


def _own_fields_sections() -> Iterator[Section]:
    """Yield the sections on fields that only one kind of obligation has."""
    yield section(
        "bound",
        "Whom an obligation with public bodies binds",
        paragraph(BOUND),
        meanings_table("Parties that are bound", BOUND_PARTIES),
    )
    yield section(
        "modes",
        "When real-time data is sent",
        paragraph(MODES),
        meanings_table("Modes of real-time reporting", REPORTING_MODES),
    )


def _toggles_section() -> Section:
    legend = (
        (True, "the rule is met"),
        (False, "the rule is not met on the day of the build: none, voluntary, planned, or enacted without a date"),
        (None, "no clear source was found"),
    )
    rows = (
        row(spec.label, Code(name), f"{spec.meaning}.", OBLIGATIONS[spec.obligation].label, anchor=name)
        for name, spec in TOGGLES.items()
    )
    return section(
        PageAnchor.TOGGLES,
        "What each toggle means",
        paragraph(
            "A toggle is a yes/no/unknown answer. It is derived by a fixed rule from the status and the dated phases of "
            "an obligation, as of the day of the build. An obligation without a confirmed source gives unknown."
        ),
        item_list(*(rich(toggle_badge(value), f": {meaning}") for value, meaning in legend)),
        table_of("Toggles", ("Toggle", "Field", "Yes means", "Derived from"), rows),
    )


def _support_section() -> Section:
    rows = (row(support_badge(support), words.meaning) for support, words in SUPPORT_TYPES.items())
    table = table_of("Types of support", ("Type", "Meaning"), rows)
    return section(PageAnchor.SUPPORT, "How an ERP product supports a mandate", table)


def _errors_section(site: SiteFile) -> Section:
    mail = contact_link(site)
    return section(
        PageAnchor.ERRORS,
        "How to report an error",
        paragraph(
            "Write to ",
            mail,
            " with the URL of the page and its anchor, what is wrong, and a link to an official page that "
            "says so. A correction without a source cannot be accepted.",
        ),
        paragraph(
            "On the page of a country, open the line with the source of a claim: the last link there writes a mail with "
            "the name of the claim and its URL already filled in."
        ),
        paragraph(ADVICE),
    )


# Figures

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


def _figures_section(context: SiteContext) -> Section:
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


def _audits_section(audits: Sequence[SourceAudit]) -> Section:
    """Return the section with what each audit found, the latest first."""
    columns = (Column("Audit"), *(Column(title, is_number=True) for title in AUDIT_FIGURES))
    table = table_of("Audits", columns, map(_audit_row, reversed(audits)))
    return section("audits", "What audits found", paragraph(AUDITS), table_or_message(table, "No audit is recorded."))


def _audit_row(audit: SourceAudit) -> Row:
    figures = (getattr(audit, name) for name in AUDIT_FIGURES.values())
    return row(
        rich(audit.scope, ". ", audit.reading, ", ", audit.date),
        *("not counted" if figure is None else f"{figure:,}" for figure in figures),
    )


# Reports

CODES = (
    "Frequencies and deadlines are stated in words and, where they follow a rule, in codes. A deadline has a unit, the months "
    "from the end of the period, a number, and the frequency or the filers that it is for. Dates that follow no rule, such as "
    "those of a calendar of the authority, have no code. As data: "
)

FILTER = (
    "“Due in the following month” is about the month after the period; each day includes the days before it. A report with "
    "several deadlines matches if one of them does. Days after the end of the period are days of that month; more than 28 are "
    "later, because February may have no more. Working days are Monday to Friday, on the latest day that they can be; public "
    "holidays, which may make them later, are not counted. The filter is on the page "
)

MISSING = (
    "Each country is expected to have a VAT or GST return; a member state of the European Union also a recapitulative "
    "statement and the one-stop shop; a country whose SAF-T obligation is in force or enacted also a SAF-T file. The list "
    "of a country is complete if it has them all. Its page says which of them nobody files there, and why, and which are not "
    "recorded yet."
)


def _reports_section() -> Section:
    """Return the section, with every word of the vocabularies of reports."""
    return section(
        PageAnchor.REPORTS,
        "Reports and their deadlines",
        paragraph(CODES, Link(REPORTS.path, REPORTS.path), "."),
        paragraph(FILTER, top_link(PageName.REPORTING), "."),
        paragraph(MISSING),
        meanings_table("Kinds of reports", REPORT_KINDS),
        meanings_table("Frequencies of reports", REPORT_FREQUENCIES),
        meanings_table("Units of deadlines", DEADLINE_UNITS),
    )
