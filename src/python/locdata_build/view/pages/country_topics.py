"""The sections of a country's page on e-invoicing, on each reporting topic, and on its other facts."""

from collections.abc import Iterator, Mapping

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.facts import TopicFact
from locdata_build.source.expected_reports import missing_kinds
from locdata_build.view.blocks import Pair, Pairs, pair_list, table_or_message
from locdata_build.view.claims import TOPIC_FACTS
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Section, section
from locdata_build.view.pages.country_obligations import obligation_sections
from locdata_build.view.pages.reporting import reports_table
from locdata_build.view.provenance import source_aside
from locdata_build.view.report_words import REPORT_KINDS, topic_of_kind
from locdata_build.view.text import Break, Link, joined, rich
from locdata_model.anchors import CountryAnchor
from locdata_model.urls import PageName
from locdata_model.vocabulary import REPORTING_TOPIC_LABELS, ObligationKind, ReportingTopic, Topic

E_INVOICING_OBLIGATIONS = (ObligationKind.E_INVOICING_B2B, ObligationKind.E_INVOICING_B2G)

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
        table = reports_table(context, (country,), topic)
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


def _unfiled_reports(context: SiteContext, country: CountryRecords, topic: ReportingTopic) -> Iterator[Pair]:
    """Yield the kinds of reports that nobody files, with reason and source, and those that are not recorded yet."""
    absent = tuple(
        rich(REPORT_KINDS[kind].label, ": ", source.reason, source_aside(provenance, context.today))
        for kind, source, provenance in country.absent_reports
        if topic_of_kind(kind) is topic
    )
    if absent:
        yield Pair("Not filed", joined(Break(), absent))
    kinds = [kind for kind in missing_kinds(country.source) if topic_of_kind(kind) is topic]
    if kinds:
        yield Pair("Not recorded yet", rich(", ".join(REPORT_KINDS[kind].label for kind in kinds)))


def facts_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on the facts that no other section shows."""
    topics = tuple(entry.fact.topic for entry in country.topics if entry.fact.topic not in _SHOWN_ELSEWHERE)
    return section(CountryAnchor.FACTS, "Facts", pair_list(*_fact_pairs(context, country, topics)))


def _fact_pairs(context: SiteContext, country: CountryRecords, topics: tuple[Topic, ...]) -> Iterator[Pair]:
    facts: Mapping[Topic, TopicFact] = {entry.fact.topic: entry for entry in country.topics}
    for topic in topics:
        fact = facts[topic].fact
        yield Pair(fact.label, rich(fact.value, source_aside(facts[topic].provenance, context.today)))


def _mandate(context: SiteContext, country: CountryRecords) -> Iterator[Pair]:
    if country.source.e_invoicing is None or country.mandate is None:
        matrix = Link("e-invoicing matrix", PageName.E_INVOICING.path)
        yield Pair(
            "Matrix", rich("ERP support is recorded only for the countries of the ", matrix, ", not for this one.")
        )
        return
    mandate = country.source.e_invoicing.mandate
    yield Pair("In short", rich(mandate.short_label))
    yield Pair("Mandate", rich(mandate.mandate))
    yield Pair("Scope", rich(mandate.scope))
    yield Pair("Dates", rich(mandate.deadlines))
    yield Pair("Format", rich(mandate.format, source_aside(country.mandate, context.today)))
