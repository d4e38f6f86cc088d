"""Dated records of a country or of all: rows and blocks of their tables, the key facts, and the answer on formats."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

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
from locdata_build.view.blocks import Block, Row, Table, row, table_of
from locdata_build.view.components.dated_tables import (
    DATED_TABLES,
    DatedTable,
    Parts,
    days_in_words,
    flow_label,
    in_words,
    rule_value,
    syntaxes_in_words,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.notes import cited_text, claim_note
from locdata_build.view.text import Break, Link, Rich, Strong, joined, rich
from locdata_build.view.words import counted
from locdata_model.anchors import CountryAnchor
from locdata_model.formats import FormatFlow
from locdata_model.identifiers import IdentifierKind, SchemeState
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.thresholds import ThresholdKind
from locdata_model.vat_rates import REDUCED_CATEGORIES, RateCategory

DatedClaim = Claim[Any, Any]

MAX_LISTED = 4
"""Maximum number of records in a key fact. The section has all of them."""


def dated_rows(
    context: SiteContext, table: DatedTable, claims: Iterable[DatedClaim], *, compact: bool = False
) -> Iterator[Row]:
    """Yield a row for each record: with its anchor and notes on the page of its country, which is ``compact``, else with a link there."""
    for claim in claims:
        source, name = claim.source, table.name(context, claim.source)
        yield row(
            rich(*name) if compact else Link("".join(name), claim.path),
            *table.cells(context, source),
            cited_text(context, claim, table.text, limit=None if compact else 0),
            days_in_words(source, context),
            anchor=claim.anchor if compact else None,
            facets={"country": (claim.country or "",), "kind": table.facet(source)},
        )


def dated_blocks(context: SiteContext, country: CountryRecords, table: DatedTable) -> Iterator[Block]:
    """Yield the table of a country: what applies or is law for later, then what has been replaced, folded away."""
    claims = country.index.of_kind(table.spec)
    past = [claim for claim in claims if claim.source.is_past(context.today)]
    if others := [claim for claim in claims if not claim.source.is_past(context.today)]:
        yield table_of(table.caption, table.columns, dated_rows(context, table, others, compact=True))
    if past:
        fold, rows = f"{counted(len(past), 'former record')}", dated_rows(context, table, past, compact=True)
        yield table_of(f"{table.caption}: former", table.columns, rows, fold=fold)


# Key facts

KEY_FACTS: Sequence[tuple[str, ClaimSpec[Any, Any], Callable[[Any], bool]]] = (
    ("Standard rate", VAT_RATE, lambda rate: rate.category is RateCategory.STANDARD and not rate.territory),
    ("Reduced rates", VAT_RATE, lambda rate: rate.category in REDUCED_CATEGORIES and not rate.territory),
    ("Standard rates of territories", VAT_RATE, lambda rate: rate.category is RateCategory.STANDARD and rate.territory),
    ("Registration", THRESHOLD, lambda each: each.kind is ThresholdKind.REGISTRATION),
    ("Small-business exemption", THRESHOLD, lambda each: each.kind is ThresholdKind.SMALL_BUSINESS_EXEMPTION),
    ("Format of B2B e-invoices", FORMAT, lambda record: FormatFlow.B2B in record.flows),
    ("Format of B2G e-invoices", FORMAT, lambda record: FormatFlow.B2G in record.flows),
    ("VAT number", IDENTIFIER, lambda record: record.kind is IdentifierKind.VAT),
    ("Peppol schemes", PEPPOL_SCHEME, lambda record: record.state is SchemeState.ACTIVE),
    ("Platforms", PLATFORM, bool),
    ("Archiving of invoices", TAX_RULE, lambda record: record.kind is TaxRuleKind.ARCHIVING),
    ("Deadline on a day off", TAX_RULE, lambda record: record.kind is TaxRuleKind.DEADLINE_SHIFT),
)
"""The label of each key fact, the kind of its records, and the condition that selects them."""


def current(
    context: SiteContext, country: CountryRecords, spec: ClaimSpec[Any, Any], is_wanted: Callable[[Any], object] = bool
) -> Sequence[DatedClaim]:
    """Return the known records of a kind that apply on the day of the build."""
    known = (each for each in country.index.of_kind(spec) if each.is_known and is_wanted(each.source))
    return [each for each in known if each.source.applies_on(context.today)]


def key_facts_table(context: SiteContext, country: CountryRecords) -> Table:
    """Return a table of the key facts, and of the next change. It is empty if none is recorded."""
    facts = [(label, current(context, country, spec, is_wanted)) for label, spec, is_wanted in KEY_FACTS]
    every = (claim for table in DATED_TABLES for claim in country.index.of_kind(table.spec))
    later = [claim for claim in every if claim.source.is_later(context.today)]
    if first := min((claim.source.since for claim in later), default=None):
        facts.append((f"From {day_in_words(first)}", [claim for claim in later if claim.source.since == first]))
    rows = (row(label, _listed(context, claims)) for label, claims in facts if claims)
    return table_of("Key facts", ("Key fact", "Today"), rows, is_compact=True)


def _listed(context: SiteContext, claims: Iterable[DatedClaim]) -> Rich:
    """Return the names of records, each once, with a note. Only the first ones are listed."""
    found = {_key_name(context, claim): claim for claim in reversed([*claims])}
    first = [*reversed(found.items())][:MAX_LISTED]
    lines = [rich(*name, *claim_note(claim)) for name, claim in first]
    if more := len(found) - len(first):
        lines.append(rich(Link(f"{more} more", f"#{CountryAnchor.RECORDS}")))
    return joined("; ", lines)


def _key_name(context: SiteContext, claim: DatedClaim) -> Parts:
    """Return the name of a record with what the label of its key fact leaves open: what is counted, and the kind of a later one."""
    (table,) = (each for each in DATED_TABLES if each.spec is claim.spec)
    is_later = claim.source.is_later(context.today)
    if claim.spec is TAX_RULE and not is_later:
        return (rule_value(claim.source), *((" (", claim.source.who, ")") if claim.source.who else ()))
    kinds = table.facet(claim.source) if is_later and claim.spec not in (FORMAT, TAX_RULE) else ()
    counted_in = (claim.source.basis,) if claim.spec is THRESHOLD and claim.source.basis else ()
    return (*table.name(context, claim.source), *(f", {in_words(each)}" for each in (*kinds, *counted_in)))


def formats_in_words(context: SiteContext, country: CountryRecords) -> Rich:
    """Return the answer on formats: a line for each flow, with the formats that apply, and those to come with their days."""
    claims = (each for each in country.index.of_kind(FORMAT) if each.is_known)
    records = [each.source for each in claims if not each.source.is_past(context.today)]
    lines: dict[FormatFlow, list[Rich]] = {flow: [] for flow in FormatFlow}
    for record in sorted(records, key=lambda record: record.is_later(context.today)):
        start = f"{days_in_words(record, context)} " if record.is_later(context.today) else ""
        syntaxes = syntaxes_in_words(record)
        for flow in record.flows:
            lines[flow].append(rich(start, *record.full_name, f" ({syntaxes})" if syntaxes else ""))
    return joined(
        Break(),
        (rich(Strong(f"{flow_label(flow)}:"), " ", *joined("; ", each)) for flow, each in lines.items() if each),
    )
