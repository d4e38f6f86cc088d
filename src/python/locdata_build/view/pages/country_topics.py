"""The sections of a country's page on e-invoicing, on each reporting topic, and on its other facts."""

from collections.abc import Iterator, Mapping

from locdata_build.data.countries import missing_kinds
from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Pair, Pairs, pair_list, table_or_message
from locdata_build.view.claim_sources import folded_sources
from locdata_build.view.context import SiteContext
from locdata_build.view.linked_text import linked
from locdata_build.view.page import Section, section
from locdata_build.view.pages.country_obligations import obligation_sections
from locdata_build.view.pages.country_tables import country_reports
from locdata_build.view.text import Break, Details, Link, Rich, Strong, joined, rich
from locdata_build.view.words import sentence
from locdata_model.anchors import TOPIC_FACTS, CountryAnchor, country_anchor
from locdata_model.reports import REPORT_KIND_LABELS, ReportKind, topic_of_kind
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
        table = country_reports(context, country, topic)
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
        rich(REPORT_KIND_LABELS[ReportKind(claim.key)], ": ", claim.source.reason, folded_sources(context, claim))
        for claim in country.absent_reports
        if topic_of_kind(ReportKind(claim.key)) is topic
    )
    if absent:
        yield Pair("Not filed", joined(Break(), absent))
    kinds = [kind for kind in missing_kinds(country.source) if topic_of_kind(kind) is topic]
    if kinds:
        yield Pair("Not recorded yet", rich(", ".join(REPORT_KIND_LABELS[kind] for kind in kinds)))


def facts_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on the facts that no other section shows."""
    topics = tuple(claim.record.topic for claim in country.topics if claim.record.topic not in _SHOWN_ELSEWHERE)
    return section(CountryAnchor.FACTS, "Facts", pair_list(*_fact_pairs(context, country, topics)))


def _fact_pairs(context: SiteContext, country: CountryRecords, topics: tuple[Topic, ...]) -> Iterator[Pair]:
    claims = {claim.record.topic: claim for claim in country.topics}
    for topic in topics:
        claim = claims[topic]
        fact = claim.record
        # The facts name the website of the tax authority alone.
        value = linked(fact.value) if topic is Topic.TAX_AUTHORITY else rich(fact.value)
        yield Pair(fact.label, (*value, *_comparison(country, topic), folded_sources(context, claim)))


def _comparison(country: CountryRecords, topic: Topic) -> Rich:
    """Return a link to the same fact of all countries, if a page has them side by side."""
    if topic is not Topic.VAT:
        return ()
    return rich(" ", Link("Rates of all countries", f"{PageName.VAT_RATES.path}#{country_anchor(country.code)}"))


def _mandate(context: SiteContext, country: CountryRecords) -> Iterator[Pair]:
    """Yield the mandate in short, as recorded in the matrix. Its words and its sources are folded away."""
    if country.mandate is None:
        return
    mandate = country.mandate.source
    recorded = {
        "Mandate": mandate.mandate,
        "Scope": mandate.scope,
        "Dates": mandate.deadlines,
        "Format": mandate.format,
    }
    lines = joined(Break(), (rich(Strong(f"{term}:"), " ", text) for term, text in recorded.items()))
    matrix = Link("Support by each ERP product", f"{PageName.E_INVOICING.path}?country={country.code}")
    yield Pair(
        "Mandate",
        rich(
            sentence(mandate.short_label),
            " ",
            matrix,
            Details("Mandate, scope, dates and format", lines),
            folded_sources(context, country.mandate),
        ),
    )
