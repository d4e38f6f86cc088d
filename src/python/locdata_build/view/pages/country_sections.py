"""The sections of a country's page on its phases, reporting topics, obligations, facts, listings and sources."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence

from locdata_build.data.countries import missing_kinds
from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.obligations import B2gObligation, RealTimeObligation, SourceObligation
from locdata_build.derive.countries import CountryRecords, ObligationClaim
from locdata_build.derive.obligations import effective_date, is_mandatory, required
from locdata_build.view.blocks import (
    Block,
    Pair,
    Pairs,
    Paragraph,
    SourceList,
    item_list,
    pair_list,
    table_of,
    table_or_message,
)
from locdata_build.view.claims import page_report_link
from locdata_build.view.components.dated_records import dated_blocks
from locdata_build.view.components.dated_tables import DATED_TABLES, DatedTable
from locdata_build.view.components.phases import events_by_date, events_table, latest_first, phase_chart
from locdata_build.view.components.reports import COLUMNS, not_filed, report_rows
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import NO_EVENT, Feed, country_feeds, subscription, upcoming_phases
from locdata_build.view.navigation import country_path
from locdata_build.view.notes import cited_text
from locdata_build.view.obligations import (
    E_INVOICING_OBLIGATIONS,
    ObligationSummary,
    requirement_words,
    summarize_obligations,
)
from locdata_build.view.page import Section, section
from locdata_build.view.prose import line
from locdata_build.view.text import Break, Code, Details, Link, Rich, Strong, Words, joined, linked, rich
from locdata_build.view.words import (
    APPLIES_FROM,
    BOUND_PARTIES,
    NOT_KNOWN,
    REPORTING_MODES,
    TOGGLE_BADGES,
    counted,
    sentence,
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


PHASES_ANCHOR, PHASES_TITLE = "phases", "What starts when"

MIN_CHART_PHASES = 6
"""Minimum number of phases for a chart: a short table is read faster."""


def later_phases(context: SiteContext, country: CountryRecords) -> Sequence[Phase]:
    """Return the phases after the day of the build, the earliest first."""
    return [phase for phase in country.phases if phase.date > context.today]


def without_later_phases(country: CountryRecords) -> str:
    """Return the message for a country without later phases."""
    return "No later phase is recorded." if country.phases else "No dated phase is recorded."


def phases_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on all phases, past and to come."""
    phases = country.phases
    is_charted = len(phases) >= MIN_CHART_PHASES
    charts = [phase_chart(phases, context.today, country.name, lambda phase: phase.what)] if is_charted else []
    *calendars, changes = country_feeds(country)
    names = "upcoming dates", "all dates", "due dates of reports"
    events = upcoming_phases(context, phases), phases, country.due_dates
    subscribing = item_list(
        *(_calendar_links(context, *each) for each in zip(calendars, names, events, strict=True)),
        line("{feed} as a feed ([how to subscribe](/feeds/))", feed=Link("Changes of the data", changes.path)),
    )
    return section(PHASES_ANCHOR, PHASES_TITLE, *charts, *_phases_tables(context, country), subscribing)


def _calendar_links(context: SiteContext, feed: Feed, name: str, events: Sequence[object]) -> Rich:
    """Return a link that subscribes to a calendar, and one to its file."""
    subscribe = subscription(context, feed, f"Subscribe to {name} in a calendar app")
    return rich(subscribe, ", or take the file ", feed.file_link, *([] if events else [f" ({NO_EVENT})"]))


def _phases_tables(context: SiteContext, country: CountryRecords) -> Iterator[Block]:
    """Yield the phases after today, then all others with the latest first, folded away."""
    later = events_by_date(context, later_phases(context, country))
    table = events_table(context, f"Dated phases: {country.name}", later, country, has_anchors=True)
    yield table_or_message(table, without_later_phases(country))
    if past := [phase for phase in country.phases if phase.date <= context.today]:
        events = latest_first(events_by_date(context, past))
        fold = f"{counted(len(past), 'phase')} up to {day_in_words(context.today)}"
        yield events_table(context, f"Past phases: {country.name}", events, country, has_anchors=True, fold=fold)


# Topics


TOPIC_OBLIGATIONS: Mapping[ReportingTopic, tuple[ObligationKind, ...]] = {
    ReportingTopic.VAT_REPORTING: (ObligationKind.REAL_TIME_REPORTING,),
    ReportingTopic.SAF_T: (ObligationKind.SAFT, ObligationKind.AUDIT_FILE),
}
"""The obligations shown in the section of a reporting topic."""

_SHOWN_ELSEWHERE = {Topic.E_INVOICING, *(topic for topics in TOPIC_FACTS.values() for topic in topics)}


def e_invoicing_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on the mandate as recorded in the matrix, and on the B2B and B2G obligations."""
    return section(
        CountryAnchor.E_INVOICING,
        "E-invoicing",
        pair_list(*_fact_pairs(context, country, (Topic.E_INVOICING,)), *_mandate(context, country)),
        sections=obligation_sections(context, country, E_INVOICING_OBLIGATIONS),
    )


def reporting_sections(context: SiteContext, country: CountryRecords) -> Iterator[Section]:
    """Yield a section for each reporting topic, even if no report on it is recorded."""
    for topic in ReportingTopic:
        reports = (report for report in country.reports if report.source.topic is topic)
        rows = report_rows(context, country, reports, compact=True)
        table = table_of(REPORTING_TOPIC_LABELS[topic], COLUMNS, rows)
        pairs = tuple(_fact_pairs(context, country, TOPIC_FACTS.get(topic, ())))
        missing = tuple(_unfiled_reports(context, country, topic))
        yield section(
            topic,
            REPORTING_TOPIC_LABELS[topic],
            *((Pairs(pairs),) if pairs else ()),
            table_or_message(table, "No report is recorded."),
            *((Pairs(missing),) if missing else ()),
            sections=obligation_sections(context, country, TOPIC_OBLIGATIONS.get(topic, ())),
        )


def records_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on rates, thresholds, formats and tax rules, with links to those of all countries."""
    blocks = (
        block for table in DATED_TABLES if not table.is_on_page for block in dated_blocks(context, country, table)
    )
    links = (rich(Link(table.page.label, _place(context, country, table))) for table in DATED_TABLES)
    others = Paragraph(rich("All countries: ", *joined(", ", links), "."))
    return section(CountryAnchor.RECORDS, "Rates, thresholds, formats and tax rules", *blocks, others)


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
    """Return the section on the facts that no other section shows."""
    topics = tuple(claim.record.topic for claim in country.topics if claim.record.topic not in _SHOWN_ELSEWHERE)
    return section(CountryAnchor.FACTS, "Facts", pair_list(*_fact_pairs(context, country, topics)))


def _fact_pairs(context: SiteContext, country: CountryRecords, topics: tuple[Topic, ...]) -> Iterator[Pair]:
    claims = {claim.record.topic: claim for claim in country.topics}
    for topic in topics:
        claim = claims[topic]
        # The facts name the website of the tax authority alone.
        value = cited_text(context, claim, "value", words=linked if topic is Topic.TAX_AUTHORITY else rich)
        rates = Link("All rates and thresholds", f"#{CountryAnchor.RECORDS}")
        comparison = rich(" ", rates) if topic is Topic.VAT else ()
        yield Pair(claim.record.label, (*value, *comparison))


def _mandate(context: SiteContext, country: CountryRecords) -> Iterator[Pair]:
    """Yield the mandate in short, as recorded in the matrix, with its texts folded away."""
    if country.mandate is None:
        return
    texts = {"Mandate:": "mandate", "Scope:": "scope", "Dates:": "deadlines", "Format:": "format"}
    recorded = {term: cited_text(context, country.mandate, field) for term, field in texts.items()}
    lines = joined(Break(), (rich(Strong(term), " ", *text) for term, text in recorded.items()))
    words = Details("Mandate, scope, dates and format", lines)
    matrix = Link("Support by each ERP product", f"{PageName.E_INVOICING.path}?country={country.code}")
    yield Pair("Mandate", rich(sentence(country.mandate.record.short_label), " ", matrix, words))


# Obligations


def obligation_sections(
    context: SiteContext, country: CountryRecords, kinds: Collection[ObligationKind]
) -> Iterator[Section]:
    """Yield a section for each obligation of these kinds, in the order of the vocabulary."""
    for summary in summarize_obligations(country.obligations, context.today):
        if summary.kind in kinds:
            pairs = _obligation_pairs(context, summary)
            yield section(obligation_anchor(summary.kind), OBLIGATION_LABELS[summary.kind], pair_list(*pairs))


def _obligation_pairs(context: SiteContext, summary: ObligationSummary) -> Iterator[Pair]:
    """Yield the verdict with the requirements, and the summary."""
    obligation = summary.obligation
    details = joined("; ", (rich(f"{term}: ", *content) for term, content in _requirements(obligation, context.today)))
    yield Pair("Verdict", (summary.verdict, *((Words(" "), *details) if details else ())))
    yield Pair("Summary", cited_text(context, summary.claim, "summary"))


def _requirements(obligation: SourceObligation, today: dt.date) -> Iterator[tuple[str, Rich]]:
    """Yield the start date of an obligation, its requirements, and the parties bound or the mode, each with a label."""
    mandatory = is_mandatory(obligation)
    if mandatory:
        yield APPLIES_FROM, rich(effective_date(obligation) or NOT_KNOWN)
        yield "requires now", rich(requirement_words(required(obligation, today)))
    match obligation:
        case B2gObligation(bound=bound) if bound or mandatory:
            yield "binds", rich(", ".join(BOUND_PARTIES[party].label for party in bound or ()) or NOT_KNOWN)
        case RealTimeObligation(mode=mode, within_days=days) if mode or mandatory:
            yield "mode", rich(_mode(mode, days))


def _mode(mode: ReportingMode | None, days: int | None) -> str:
    if mode is None:
        return NOT_KNOWN
    words = REPORTING_MODES[mode]
    unit = "working day" if mode is ReportingMode.WITHIN_WORKING_DAYS else "day"
    return f"within {counted(days, unit)}" if days else f"{words.label}. {words.meaning}"


# Sources


def sources_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on sources: the number of claims, the codes of the API, then the list of sources."""
    intro = line(
        f"{counted(len(context.claims_by_country[country.code]), 'claim')}, each with a source. "
        "The sources of all countries: {sources}. What the words mean: {methodology}. {report}.",
        report=page_report_link(context, country.name, country_path(country)),
    )
    statuses = joined(Break(), (_codes(country, obligation) for obligation in country.obligations))
    codes = pair_list(Pair("For API users", rich(Details("Statuses and toggles", statuses))))
    return section(PageAnchor.SOURCES, "Sources", Paragraph(intro), codes, SourceList())


def _codes(country: CountryRecords, obligation: ObligationClaim) -> Rich:
    """Return the status and the toggles of an obligation as the API names them."""
    toggles = (
        rich(TOGGLE_BADGES[getattr(country.detail.toggles, name)], " ", Code(name))
        for name, spec in TOGGLES.items()
        if spec.obligation is obligation.record.obligation
    )
    status = Code(obligation.source.status)
    return rich(f"{OBLIGATION_LABELS[obligation.record.obligation]}: ", status, "; ", *joined(", ", toggles))
