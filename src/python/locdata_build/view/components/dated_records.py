"""Dated records of a country or of all: rows and blocks of their tables, the key facts, and the answer on formats."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.formats import FORMAT
from locdata_build.data.identifiers import IDENTIFIER, PEPPOL_SCHEME
from locdata_build.data.platforms import PLATFORM
from locdata_build.data.tax_rules import TAX_RULE
from locdata_build.data.thresholds import THRESHOLD
from locdata_build.data.vat_rates import VAT_RATE
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Block, Column, Row, Table, row, table_of, table_or_message, without_empty_columns
from locdata_build.view.components.dated_tables import (
    DATED_TABLES,
    RULE_LABELS,
    DatedTable,
    Parts,
    days_in_words,
    flow_label,
    in_words,
    rule_value,
    syntaxes_in_words,
    threshold_amount,
    threshold_classes,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.notes import cited_text, first_sentence, short_text
from locdata_build.view.text import Aside, Break, Link, Rich, Strong, joined, rich
from locdata_build.view.words import NO_INFORMATION, capitalized
from locdata_model.formats import FormatFlow
from locdata_model.identifiers import IdentifierKind, SchemeState
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.thresholds import ThresholdKind
from locdata_model.vat_rates import REDUCED_CATEGORIES, RateCategory

DatedClaim = Claim[Any, Any]

INVOICE_FLOWS = (FormatFlow.B2B, FormatFlow.B2G, FormatFlow.B2C)
"""The flows of formats for invoices."""

MAX_LISTED = 4
"""Maximum number of records with the label of a key fact. The others are folded away below the key facts."""


def dated_rows(
    context: SiteContext, table: DatedTable, claims: Iterable[DatedClaim], *, compact: bool = False
) -> Iterator[Row]:
    """Yield a row for each record: with its anchor and notes on the page of its country, which is ``compact``.

    Elsewhere, its name leads there, and of its text it has the first sentence.
    """
    for claim in claims:
        source, name = claim.source, table.name(context, claim.source)
        yield row(
            rich(*name) if compact else Link("".join(name), claim.path),
            *table.cells(context, source),
            cited_text(context, claim, table.text) if compact else first_sentence(context, claim, table.text),
            days_in_words(source, context),
            anchor=claim.anchor if compact else None,
            facets={"country": (claim.country or "",), "kind": table.facet(source)},
        )


# Key facts

Facts = Sequence[tuple[str, ClaimSpec[Any, Any], Callable[[Any], object]]]
"""The label of each fact, the kind of its records, and the condition that selects them."""

KEY_FACTS: Facts = (
    ("Standard rate", VAT_RATE, lambda rate: rate.category is RateCategory.STANDARD and not rate.territory),
    ("Reduced rate", VAT_RATE, lambda rate: rate.category in REDUCED_CATEGORIES and not rate.territory),
    ("Standard rate of a territory", VAT_RATE, lambda rate: rate.category is RateCategory.STANDARD and rate.territory),
    ("Registration", THRESHOLD, lambda each: each.kind is ThresholdKind.REGISTRATION),
    ("Small-business exemption", THRESHOLD, lambda each: each.kind is ThresholdKind.SMALL_BUSINESS_EXEMPTION),
    ("VAT number", IDENTIFIER, lambda record: record.kind is IdentifierKind.VAT),
    ("Archiving", TAX_RULE, lambda record: record.kind is TaxRuleKind.ARCHIVING),
    ("Deadline on a day off", TAX_RULE, lambda record: record.kind is TaxRuleKind.DEADLINE_SHIFT),
)

E_INVOICING_FACTS: Facts = (
    ("Format, B2B", FORMAT, lambda record: FormatFlow.B2B in record.flows),
    ("Format, B2G", FORMAT, lambda record: FormatFlow.B2G in record.flows),
    ("Format, B2C", FORMAT, lambda record: FormatFlow.B2C in record.flows),
    ("Format, reporting", FORMAT, lambda record: FormatFlow.REPORTING in record.flows),
    ("Platform", PLATFORM, bool),
    ("Peppol scheme", PEPPOL_SCHEME, lambda record: record.state is SchemeState.ACTIVE),
    ("Threshold", THRESHOLD, lambda each: each.kind is ThresholdKind.E_INVOICING),
    (RULE_LABELS[TaxRuleKind.B2C], TAX_RULE, lambda record: record.kind is TaxRuleKind.B2C),
    (RULE_LABELS[TaxRuleKind.NON_ESTABLISHED], TAX_RULE, lambda record: record.kind is TaxRuleKind.NON_ESTABLISHED),
    (RULE_LABELS[TaxRuleKind.ISSUING], TAX_RULE, lambda record: record.kind is TaxRuleKind.ISSUING),
)

AUDIT_FACTS: Facts = (
    ("Format, SAF-T", FORMAT, lambda record: FormatFlow.SAF_T in record.flows),
    ("Format, audit file", FORMAT, lambda record: FormatFlow.AUDIT_FILE in record.flows),
)


def current(
    context: SiteContext, country: CountryRecords, spec: ClaimSpec[Any, Any], is_wanted: Callable[[Any], object] = bool
) -> Sequence[DatedClaim]:
    """Return the known records of a kind that apply on the day of the build."""
    known = (each for each in country.index.of_kind(spec) if each.is_known and is_wanted(each.source))
    return [each for each in known if each.source.applies_on(context.today)]


def facts_of(context: SiteContext, country: CountryRecords, facts: Facts) -> Sequence[tuple[str, DatedClaim]]:
    """Return the current records of facts with their labels. Of all facts, a record has the first one that selects it."""
    labels = {label for label, _, _ in facts}
    listed: dict[str, tuple[str, DatedClaim]] = {}
    for label, spec, is_wanted in (*KEY_FACTS, *E_INVOICING_FACTS, *AUDIT_FACTS):
        claims = [claim for claim in current(context, country, spec, is_wanted) if claim.name not in listed]
        listed |= {claim.name: (label, claim) for claim in claims[:MAX_LISTED]}
    return tuple(fact for fact in listed.values() if fact[0] in labels)


def facts_table(context: SiteContext, caption: str, facts: Iterable[tuple[str, DatedClaim]]) -> Table:
    """Return a table with a row for each record: the label of its fact, its value, and its text with notes."""
    columns = ("Fact", Column("Value", is_short=True), Column("Details", is_plain=True))
    return table_of(caption, columns, (_fact_row(context, label, claim) for label, claim in facts))


def key_facts_blocks(context: SiteContext, country: CountryRecords) -> Iterator[Block]:
    """Yield the key facts of a country with the next change, then the records of each kind that no section lists, folded away."""
    tables = [table for table in DATED_TABLES if not table.is_on_page]
    every = [(table, country.index.of_kind(table.spec)) for table in tables]
    later = [claim for _, claims in every for claim in claims if claim.source.is_later(context.today)]
    first = min((claim.source.since for claim in later), default=None)
    change = [(f"From {day_in_words(first)}", claim) for claim in later if claim.source.since == first] if first else []
    facts = (*facts_of(context, country, KEY_FACTS), *change)
    yield table_or_message(facts_table(context, "Key facts", facts), NO_INFORMATION)
    elsewhere = facts_of(context, country, (*E_INVOICING_FACTS, *AUDIT_FACTS))
    listed = {claim.name for _, claim in (*facts, *elsewhere)}
    for table, claims in every:
        others = sorted(
            (claim for claim in claims if claim.name not in listed),
            key=lambda claim: claim.source.is_past(context.today),
        )
        former = sum(claim.source.is_past(context.today) for claim in others)
        counts = ((len(others) - former, "more"), (former, "former"))
        if label := ", ".join(f"{count} {word}" for count, word in counts if count):
            rows = (replace(each, facets={}) for each in dated_rows(context, table, others, compact=True))
            folded = table_of(table.caption, table.columns, rows, fold=f"{table.caption}: {label}")
            yield without_empty_columns(folded)


def _fact_row(context: SiteContext, label: str, claim: DatedClaim) -> Row:
    """Return the row of a fact: its label, its value, and its text with what else is recorded."""
    table, source = _table_of(claim), claim.source
    has_days = (source.since or source.until) and not source.is_later(context.today)
    days = f", {days_in_words(source, context)}" if has_days else ""
    classes = threshold_classes(source) if claim.spec is THRESHOLD else ()
    parties = rich(*map(capitalized, classes[:1]), *classes[1:], ": ") if classes else ()
    more = joined(" · ", table.cells(context, source)[-table.key_cells :] if table.key_cells else ())
    return row(
        label,
        rich(*_key_name(context, claim), days),
        (*parties, *short_text(context, claim, table.text), *((Aside(more),) if more else ())),
        anchor=claim.anchor,
    )


def _table_of(claim: DatedClaim) -> DatedTable:
    (table,) = (each for each in DATED_TABLES if each.spec is claim.spec)
    return table


def _key_name(context: SiteContext, claim: DatedClaim) -> Parts:
    """Return the name of a record with what the label of its key fact leaves open: what is counted, and the kind of a later one."""
    table, is_later = _table_of(claim), claim.source.is_later(context.today)
    if claim.spec is TAX_RULE and not is_later:
        return (rule_value(claim.source), *((" (", claim.source.who, ")") if claim.source.who else ()))
    kinds = table.facet(claim.source) if is_later and claim.spec not in (FORMAT, TAX_RULE) else ()
    if claim.spec is not THRESHOLD:
        return (*table.name(context, claim.source), *(f", {in_words(each)}" for each in kinds))
    basis = (claim.source.basis,) if claim.source.basis else ()
    return (threshold_amount(claim.source), *(f", {in_words(each)}" for each in (*kinds, *basis)))


def formats_in_words(context: SiteContext, country: CountryRecords) -> Rich:
    """Return the formats of invoices: a line for each flow, with those that apply, and those to come with their days."""
    claims = (each for each in country.index.of_kind(FORMAT) if each.is_known)
    records = [each.source for each in claims if not each.source.is_past(context.today)]
    lines: dict[FormatFlow, list[Rich]] = {flow: [] for flow in INVOICE_FLOWS}
    for record in sorted(records, key=lambda record: record.is_later(context.today)):
        start = f"{days_in_words(record, context)} " if record.is_later(context.today) else ""
        syntaxes = syntaxes_in_words(record)
        for flow in (flow for flow in record.flows if flow in lines):
            lines[flow].append(rich(start, *record.full_name, f" ({syntaxes})" if syntaxes else ""))
    return joined(
        Break(),
        (rich(Strong(f"{flow_label(flow)}:"), " ", *joined("; ", each)) for flow, each in lines.items() if each),
    )
