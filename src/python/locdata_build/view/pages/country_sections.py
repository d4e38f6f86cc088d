"""The sections of a country's page on its phases, reporting topics, obligations, facts, listings and sources."""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from locdata_build.data.countries import missing_kinds
from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.obligations import B2gObligation, RealTimeObligation
from locdata_build.derive.countries import CountryRecords, ObligationClaim
from locdata_build.derive.obligations import effective_date, is_mandatory, required
from locdata_build.view.blocks import (
    Block,
    Column,
    Pair,
    Pairs,
    Paragraph,
    Row,
    SourceList,
    pair_list,
    row,
    table_of,
    table_or_message,
)
from locdata_build.view.claims import page_report_link
from locdata_build.view.components.dated_records import (
    AUDIT_FACTS,
    E_INVOICING_FACTS,
    Facts,
    facts_of,
    facts_table,
    key_facts_blocks,
)
from locdata_build.view.components.dated_tables import DATED_TABLES, DatedTable
from locdata_build.view.components.phases import count_of_phases, events_by_date, events_table, latest_first
from locdata_build.view.components.reports import COLUMNS, not_filed, report_rows, reports_elsewhere
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import NO_EVENT, Feed, country_feeds, subscription, upcoming_phases
from locdata_build.view.navigation import country_path
from locdata_build.view.notes import cited_text, short_text
from locdata_build.view.obligations import (
    E_INVOICING_OBLIGATIONS,
    ObligationSummary,
    requirement_sentence,
    summarize_obligations,
)
from locdata_build.view.page import Section, section
from locdata_build.view.prose import line
from locdata_build.view.text import Aside, Code, Link, Rich, joined, linked, rich
from locdata_build.view.words import (
    APPLIES_FROM,
    BOUND_PARTIES,
    NO_INFORMATION,
    REPORTING_MODES,
    TOGGLE_BADGES,
    capitalized,
    counted,
    enumerated,
)
from locdata_model.anchors import TOPIC_FACTS, CountryAnchor, PageAnchor, country_anchor, obligation_anchor
from locdata_model.phases import Phase
from locdata_model.reports import REPORT_KIND_LABELS, ReportKind, topic_of_kind
from locdata_model.toggles import TOGGLES
from locdata_model.urls import PageName
from locdata_model.vocabulary import (
    OBLIGATION_LABELS,
    REPORTING_TOPIC_LABELS,
    ObligationKind,
    ReportingMode,
    ReportingTopic,
    Topic,
)

# Phases


PHASES_ANCHOR, PHASES_TITLE = "phases", "What starts next"


def later_phases(context: SiteContext, country: CountryRecords) -> Sequence[Phase]:
    """Return the phases after the day of the build, the earliest first."""
    return [phase for phase in country.phases if phase.date > context.today]


def without_later_phases(country: CountryRecords) -> str:
    """Return the message for a country without later phases."""
    return "No later phase is recorded." if country.phases else "No dated phase is recorded."


def phases_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on all phases, those to come first, with the calendars and the feed of the country."""
    *calendars, changes = country_feeds(country)
    names = "upcoming dates", "all dates", "due dates of reports"
    events = upcoming_phases(context, country.phases), country.phases, country.due_dates
    links = (_calendar_links(context, *each) for each in zip(calendars, names, events, strict=True))
    subscribing = Paragraph(
        rich("Subscribe in a calendar app: ", *joined("; ", links), ". ", Link("Feed of changes", changes.path), ". ")
        + line("[How to subscribe](/feeds/).")
    )
    return section(PHASES_ANCHOR, PHASES_TITLE, *_phases_tables(context, country), subscribing)


def _calendar_links(context: SiteContext, feed: Feed, name: str, events: Sequence[object]) -> Rich:
    """Return a link that subscribes to a calendar, and one to its file."""
    without = "" if events else f", {NO_EVENT}"
    return rich(subscription(context, feed, name), " (", Link("file", feed.path), f"{without})")


def _phases_tables(context: SiteContext, country: CountryRecords) -> Iterator[Block]:
    """Yield the phases after today, then all others with the latest first, folded away."""
    later = events_by_date(context, later_phases(context, country))
    past = [phase for phase in country.phases if phase.date <= context.today]
    anchor = CountryAnchor.EARLIER_PHASES
    first = None if past else anchor
    table = events_table(context, f"Later phases: {country.name}", later, country, has_anchors=True, anchor=first)
    yield table_or_message(table, without_later_phases(country))
    if past:
        events = latest_first(events_by_date(context, past))
        fold = count_of_phases([past], "earlier")
        caption = f"Earlier phases: {country.name}"
        yield events_table(context, caption, events, country, has_anchors=True, fold=fold, anchor=anchor)


# Topics


TOPIC_OBLIGATIONS: Mapping[ReportingTopic, tuple[ObligationKind, ...]] = {
    ReportingTopic.VAT_REPORTING: (ObligationKind.REAL_TIME_REPORTING,),
    ReportingTopic.SAF_T: (ObligationKind.SAFT, ObligationKind.AUDIT_FILE),
}
"""The obligations shown in the section of a reporting topic."""

_TOPIC_RECORDS: Mapping[ReportingTopic, Facts] = {ReportingTopic.SAF_T: AUDIT_FACTS}
"""The records shown in the section of a reporting topic."""

_SUMMARIES = (Topic.E_INVOICING, Topic.EU_VIDA, *(topic for topics in TOPIC_FACTS.values() for topic in topics))
"""The facts that summarize what other sections have in detail."""


def e_invoicing_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on e-invoicing: the B2B and B2G obligations, then formats, platforms and further rules."""
    facts = facts_table(context, "Formats, platforms and rules", facts_of(context, country, E_INVOICING_FACTS))
    return section(
        CountryAnchor.E_INVOICING,
        "E-invoicing",
        *_scope(context, country),
        sections=(
            *obligation_sections(context, country, E_INVOICING_OBLIGATIONS),
            section(CountryAnchor.E_INVOICING_RULES, facts.caption, table_or_message(facts, NO_INFORMATION)),
        ),
    )


def _scope(context: SiteContext, country: CountryRecords) -> Iterator[Block]:
    """Yield the scope of a mandate of the matrix, which has a link to the support of each product."""
    if country.mandate:
        matrix = Link("Support by each ERP product", f"{PageName.E_INVOICING.path}?country={country.code}")
        scope = cited_text(context, country.mandate, "scope")
        yield pair_list(Pair("Scope", rich(*scope, Aside(rich(matrix)))))


def reporting_sections(context: SiteContext, country: CountryRecords) -> Iterator[Section]:
    """Yield a section for each reporting topic, even if no report on it is recorded."""
    for topic in ReportingTopic:
        reports = (report for report in country.reports if report.source.topic is topic)
        rows = report_rows(context, country, reports)
        table = table_of(REPORTING_TOPIC_LABELS[topic], COLUMNS, rows)
        missing = tuple(_unfiled_reports(context, country, topic))
        facts = facts_table(context, "Formats", facts_of(context, country, _TOPIC_RECORDS.get(topic, ())))
        yield section(
            topic,
            REPORTING_TOPIC_LABELS[topic],
            table_or_message(table, NO_INFORMATION),
            *((Paragraph(others),) if (others := reports_elsewhere(country, topic)) else ()),
            *((Pairs(missing),) if missing else ()),
            *((facts,) if facts.row_count else ()),
            sections=obligation_sections(context, country, TOPIC_OBLIGATIONS.get(topic, ())),
        )


def records_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the key facts and all records that no other section lists, with links to the records of all countries."""
    links = (rich(Link(table.page.label, _place(context, country, table))) for table in DATED_TABLES)
    others = Paragraph(rich("All countries: ", *joined(", ", links), "."))
    return section(CountryAnchor.RECORDS, "Key facts", *key_facts_blocks(context, country), others)


def _place(context: SiteContext, country: CountryRecords, table: DatedTable) -> str:
    """Return the place of the country on a page of all countries; the page, if it has nothing of the country."""
    has_rows = any(not claim.source.is_past(context.today) for claim in country.index.of_kind(table.spec))
    has_group = has_rows or table.page is PageName.VAT_RATES
    return f"{table.page.path}#{country_anchor(country.code)}" if has_group else table.page.path


def _unfiled_reports(context: SiteContext, country: CountryRecords, topic: ReportingTopic) -> Iterator[Pair]:
    """Yield the kinds of reports that are not filed, with the reason, and those that are not recorded yet."""
    absent = (claim for claim in country.absent_reports if topic_of_kind(ReportKind(claim.key)) is topic)
    yield from not_filed(context, absent)
    if kinds := [kind for kind in missing_kinds(country.source) if topic_of_kind(kind) is topic]:
        yield Pair("Not recorded yet", rich(", ".join(REPORT_KIND_LABELS[kind] for kind in kinds)))


def facts_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on the facts. Those that summarize what other sections have in detail are folded away."""
    topics = (claim.record.topic for claim in country.topics if claim.record.topic not in _SUMMARIES)
    return section(
        CountryAnchor.FACTS,
        "Accounts and authority",
        Pairs(tuple(_fact_pairs(context, country, topics))),
        table_of(
            "Summaries",
            ("Topic", "Summary"),
            (row(pair.term, pair.content) for pair in _fact_pairs(context, country, _SUMMARIES)),
            fold="Summaries of the sections above",
        ),
    )


def _fact_pairs(context: SiteContext, country: CountryRecords, topics: Iterable[Topic]) -> Iterator[Pair]:
    claims = {claim.record.topic: claim for claim in country.topics}
    for topic in topics:
        claim = claims[topic]
        # The facts name the website of the tax authority alone.
        words = linked if topic is Topic.TAX_AUTHORITY else rich
        yield Pair(claim.record.label, short_text(context, claim, "value", words=words))


# Obligations


def obligation_sections(
    context: SiteContext, country: CountryRecords, kinds: Collection[ObligationKind]
) -> Iterator[Section]:
    """Yield a section for each obligation of these kinds, in the order of the vocabulary."""
    for summary in summarize_obligations(country.obligations, context.today):
        if summary.kind in kinds:
            blocks = _obligation_blocks(context, summary)
            yield section(obligation_anchor(summary.kind), OBLIGATION_LABELS[summary.kind], *blocks)


def _obligation_blocks(context: SiteContext, summary: ObligationSummary) -> Iterator[Block]:
    """Yield the verdict with what the obligation requires, then the summary."""
    sentences = (rich(sentence) for sentence in _requirements(summary, context.today))
    text = cited_text(context, summary.claim, "summary")
    yield Paragraph(joined(" ", (rich(summary.verdict), *sentences, text)))


def _requirements(summary: ObligationSummary, today: dt.date) -> Iterator[str]:
    """Yield sentences on what an obligation requires today, from when, of whom and how soon, as far as it is known.

    What the verdict says is left out.
    """
    obligation, words = summary.obligation, summary.verdict.text
    if is_mandatory(obligation):
        start = effective_date(obligation)
        if start and day_in_words(start) not in words:
            yield f"{capitalized(APPLIES_FROM)} {day_in_words(start)}."
        if requirements := required(obligation, today):
            yield requirement_sentence(summary.kind, requirements)
    match obligation:
        case B2gObligation(bound=bound) if bound:
            yield f"Applies to {enumerated([BOUND_PARTIES[party].label for party in bound])}."
        case RealTimeObligation(mode=mode, within_days=days) if mode and (how_soon := _mode(mode, days)) not in words:
            yield f"{capitalized(how_soon)}."


def _mode(mode: ReportingMode, days: int | None) -> str:
    unit = "working day" if mode is ReportingMode.WITHIN_WORKING_DAYS else "day"
    return f"within {counted(days, unit)}" if days else REPORTING_MODES[mode].label


# Sources


def sources_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on sources: the number of claims, the list of sources, then the codes of the API."""
    intro = line(
        f"{counted(len(context.claims_by_country[country.code]), 'claim')}, each with a source. "
        "What the words mean: {methodology}. {report}.",
        report=page_report_link(context, country.name, country_path(country)),
    )
    codes = (_codes(country, obligation) for obligation in country.obligations)
    columns = ("Obligation", Column("Status", is_short=True), "Toggles")
    table = table_of("Codes in the API", columns, codes, fold="Codes in the API")
    return section(PageAnchor.SOURCES, "Sources", Paragraph(intro), table, SourceList())


def _codes(country: CountryRecords, obligation: ObligationClaim) -> Row:
    """Return the status and the toggles of an obligation as the API names them."""
    kind = obligation.record.obligation
    toggles = (
        rich(TOGGLE_BADGES[getattr(country.detail.toggles, name)], " ", Code(name))
        for name, spec in TOGGLES.items()
        if spec.obligation is kind
    )
    return row(OBLIGATION_LABELS[kind], Code(obligation.source.status), joined(", ", toggles))
