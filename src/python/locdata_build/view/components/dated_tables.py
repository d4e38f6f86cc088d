"""Tables of dated records: for each kind, the name of a record, its cells and its words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dated_records import SourceDated
from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.formats import FORMAT, SourceFormat
from locdata_build.data.identifiers import IDENTIFIER, PEPPOL_SCHEME, SourceIdentifier
from locdata_build.data.platforms import PLATFORM, SourcePlatform
from locdata_build.data.product_releases import PRODUCT_RELEASE, SourceProductRelease
from locdata_build.data.statements import cited_fields
from locdata_build.data.tax_rules import TAX_RULE, SourceTaxRule
from locdata_build.data.thresholds import THRESHOLD, SourceThreshold
from locdata_build.data.vat_rates import VAT_RATE, SourceVatRate
from locdata_build.view.blocks import Column
from locdata_build.view.context import SiteContext
from locdata_build.view.text import Aside, Code, Link, Rich, joined, rich
from locdata_build.view.words import PRODUCT_ACTIONS, counted
from locdata_model.anchors import term_path
from locdata_model.formats import OBLIGATION_OF_FLOW, FormatFlow, FormatSyntax
from locdata_model.identifiers import IdentifierKind, SchemeState
from locdata_model.reports import Shift
from locdata_model.tax_rules import CountedFrom, TaxRuleKind
from locdata_model.thresholds import ThresholdKind
from locdata_model.urls import PageName, hyphenated
from locdata_model.vat_rates import RateCategory
from locdata_model.vocabulary import OBLIGATION_LABELS, REPORTING_TOPIC_LABELS

Parts = tuple[str, ...]
"""The parts of a name. Each is isolated from the others, so that those from right to left keep their places."""

SYNTAXES = {FormatSyntax.PDF_A_3: "PDF/A-3 with XML", FormatSyntax.TEXT: "text", FormatSyntax.FORM: "online form"}
"""The labels of syntaxes whose names are not in upper case."""

COUNTED_FROM: Mapping[CountedFrom, str] = {
    CountedFrom.CALENDAR_YEAR_END: "the end of the calendar year",
    CountedFrom.FINANCIAL_YEAR_END: "the end of the financial year",
    CountedFrom.TAX_DUE: "the day or the end of the year in which the tax was due",
    CountedFrom.FILING: "the filing of the return",
    CountedFrom.ISSUE: "the issue",
    CountedFrom.SUPPLY: "the supply",
    CountedFrom.MONTH_END: "the end of the month of the supply",
}
"""From when years and days are counted, in words."""

IDENTIFIER_KINDS: Mapping[IdentifierKind, str] = {
    IdentifierKind.VAT: "VAT number",
    IdentifierKind.TAX: "tax number",
    IdentifierKind.REGISTER: "register number",
}
"""The label of each kind of identifier."""

NO_ACTION = "not-known"
"""The option of the filter for releases of which it is not known what they do."""


# Words


def rate_name(rate: SourceVatRate) -> Parts:
    """Return a rate with its tax, unless that is VAT, and its territory: ``GST 5%``, ``16% (Azores)``."""
    tax = () if rate.tax == "VAT" else (rate.tax, " ")
    return (*tax, f"{rate.rate}%", *((" (", rate.territory, ")") if rate.territory else ()))


def threshold_name(threshold: SourceThreshold) -> Parts:
    """Return the amount of a threshold with the businesses that it is for: ``EUR 40,000 (residents, suppliers of goods)``."""
    classes = threshold_classes(threshold)
    return (threshold_amount(threshold), *((" (", *classes, ")") if classes else ()))


def threshold_amount(threshold: SourceThreshold) -> str:
    """Return the amount of a threshold: ``EUR 40,000``."""
    whole, point, fraction = threshold.amount.partition(".")
    return "any amount" if threshold.amount == "0" else f"{threshold.currency} {int(whole):,}{point}{fraction}"


def threshold_classes(threshold: SourceThreshold) -> Parts:
    """Return the businesses that a threshold is for: ``residents, suppliers of goods``; empty if it is for all."""
    established = f"{threshold.established}s" if threshold.established else ""
    who = threshold.who or ""
    return tuple(filter(None, (established, ", " if established and who else "", who)))


def flow_label(flow: FormatFlow) -> str:
    """Return the label of a flow, which is that of its obligation."""
    return OBLIGATION_LABELS[OBLIGATION_OF_FLOW[flow]] if flow in OBLIGATION_OF_FLOW else "B2C e-invoicing"


def in_words(word: str) -> str:
    """Return a word of a vocabulary as people write it: ``current or previous year``."""
    return word.replace("-", " ").replace("e invoicing", "e-invoicing")


def syntaxes_in_words(record: SourceFormat) -> str:
    """Return the syntaxes of a format: ``UBL or CII``; empty if they are not known."""
    if record.syntaxes is None:
        return ""
    return " or ".join(SYNTAXES.get(each, each.upper()) for each in record.syntaxes) or "any form"


RULE_LABELS: Mapping[TaxRuleKind, str] = {
    TaxRuleKind.DEADLINE_SHIFT: "Deadline on a day off",
    TaxRuleKind.ARCHIVING: "Archiving",
    TaxRuleKind.PENALTY: "Penalty",
    TaxRuleKind.B2C: "Sales to consumers",
    TaxRuleKind.NON_ESTABLISHED: "Non-established businesses",
    TaxRuleKind.ISSUING: "Time limit for issuing",
}
"""The label of each kind of tax rule."""


def rule_name(record: SourceTaxRule) -> Parts:
    """Return the kind of a tax rule with the class that it is for: ``Archiving (books)``."""
    return (RULE_LABELS[record.kind], *((" (", record.who, ")") if record.who else ()))


IN_WORDS = "in words"
"""The value of a tax rule whose text alone states it."""


def rule_value(record: SourceTaxRule) -> str:
    """Return the value of a tax rule: ``8 years from the end of the calendar year``, ``in scope``."""
    if record.in_scope is not None:
        return "in scope" if record.in_scope else "not in scope"
    if record.shift:
        return "stays" if record.shift is Shift.NONE else in_words(record.shift)
    span = _span(record)
    words = counted(*span) if span else IN_WORDS
    return f"{words} from {COUNTED_FROM[record.counted_from]}" if span and record.counted_from else words


def _span(record: SourceTaxRule) -> tuple[int, str] | None:
    if record.years is not None:
        return record.years, "year"
    return None if record.days is None else (record.days, "day")


def rules_in_short(rules: Sequence[SourceTaxRule]) -> str:
    """Return the years or days of the rules of a kind (``5, 8 or 10 years``), the value that all have, or else their number."""
    spans = [span for rule in rules if (span := _span(rule))]
    values = {rule_value(rule) for rule in rules if not spans or _span(rule)}
    if len(values) == 1 and IN_WORDS not in values:
        return values.pop()
    if not spans:
        return counted(len(rules), "rule")
    *fewer, most = sorted({*spans})
    return " or ".join(filter(None, (", ".join(str(number) for number, _ in fewer), counted(*most))))


def days_in_words(record: SourceDated, context: SiteContext) -> str:
    """Return the days of a record: ``since 1 January 2026``, ``from 1 January 2027``, ``2 May 2020 to 31 May 2021``."""
    since, until = record.since, record.until
    if since and until:
        return f"{day_in_words(since)} to {day_in_words(until)}"
    if since:
        return f"{'from' if record.is_later(context.today) else 'since'} {day_in_words(since)}"
    return f"until {day_in_words(until)}" if until else "start not known"


# Tables

KIND = Column("Kind", is_plain=True)
WHEN = Column("When", is_plain=True)


class DatedTable(Struct, frozen=True, kw_only=True):
    """A table of dated records: the name, then ``cells``, the text that cites, and the days.

    ``kinds`` are the options of the filter of its page, with their labels, and ``facet`` are those of a record. If ``is_on_page``,
    that page has the records with their sources, and the pages of countries only lead there. ``key_cells`` is the number of the
    last cells that belong to a key fact.
    """

    spec: ClaimSpec[Any, Any]
    columns: tuple[Column | str, ...]
    name: Callable[[SiteContext, Any], Parts]
    cells: Callable[[SiteContext, Any], tuple[Rich, ...]]
    kinds: Mapping[Any, str]
    facet: Callable[[Any], tuple[str, ...]] = lambda record: (record.kind,)
    is_on_page: bool = False
    key_cells: int = 0

    @property
    def page(self) -> PageName:
        """The page of the table."""
        return PageName(self.spec.kind)

    @property
    def caption(self) -> str:
        """The caption of the table."""
        return self.page.label

    @property
    def text(self) -> str:
        """The name of the field with the text that cites."""
        source: type[SourceDated] = self.spec.source
        return cited_fields(source)[0]


def _aside(label: str, value: str | None) -> tuple[Aside, ...]:
    """Return a line below a cell; nothing if the value is null or empty."""
    return (Aside(rich(label, value)),) if value else ()


def _format_cells(context: SiteContext, record: SourceFormat) -> tuple[Rich, ...]:
    schema = rich(". Schema: ", Link(record.publisher or "link", record.schema_url)) if record.schema_url else ()
    artefact = rich(". Validated by ", Code(record.artefact)) if record.artefact else ()
    networks = joined(", ", ((Link(context.term_name(each), term_path(each)),) for each in record.networks))
    over = rich(" over ", *networks) if networks else ()
    syntaxes = rich(syntaxes_in_words(record) or "syntax not known", *over, *schema, *artefact)
    return rich(", ".join(map(flow_label, record.flows))), syntaxes


def identifier_name(record: SourceIdentifier) -> Parts:
    """Return the local name of an identifier with its abbreviation: ``Numéro d'entreprise (BCE)``."""
    return (record.name_local, *((" (", record.short, ")") if record.short else ()))


def _identifier_cells(context: SiteContext, record: SourceIdentifier) -> tuple[Rich, ...]:
    english = [Aside(rich(record.name_en))] if record.name_en != record.name_local else []
    example = rich(", for example ", Code(record.example)) if record.example else ()
    pattern = Code(record.pattern) if record.pattern else "not known"
    return rich(IDENTIFIER_KINDS[record.kind], *english), rich(pattern, *example)


def _platform_cells(context: SiteContext, record: SourcePlatform) -> tuple[Rich, ...]:
    systems = {
        "Production": record.production_url,
        "Test system": record.test_url,
        "Documentation": record.documentation_url,
    }
    links = (rich(Link(label, url)) for label, url in systems.items() if url)
    purposes = ", ".join(OBLIGATION_LABELS[each] for each in record.for_obligations)
    return rich(purposes, *_aside("Run by ", record.operator)), joined(" · ", links)


def release_name(context: SiteContext, record: SourceProductRelease) -> Parts:
    """Return the name of the product with its first release and module: ``Business Central 26.3, E-Documents``."""
    return (
        context.erp(record.erp).name,
        *((" ", record.version) if record.version else ()),
        *((", ", record.module) if record.module else ()),
    )


def _release_cells(context: SiteContext, record: SourceProductRelease) -> tuple[Rich, ...]:
    what = "e-invoicing" if record.topic is None else f"{REPORTING_TOPIC_LABELS[record.topic]}, report {record.number}"
    return rich(what), rich(
        PRODUCT_ACTIONS[record.action].badge,
        *_aside("Edition: ", record.edition),
        *_aside("Also in ", ", ".join(record.backports)),
        *_aside("Formats: ", ", ".join(record.formats)),
    )


DATED_TABLES = (
    DatedTable(
        spec=VAT_RATE,
        columns=("Rate", KIND, Column("For what", is_plain=True), WHEN),
        name=lambda context, record: rate_name(record),
        cells=lambda context, rate: (rich(rate.category),),
        kinds={each: each for each in RateCategory},
        facet=lambda rate: (rate.category,),
    ),
    DatedTable(
        spec=THRESHOLD,
        columns=("Amount", KIND, "Counted", Column("Effect", is_plain=True), WHEN),
        name=lambda context, record: threshold_name(record),
        cells=lambda context, each: (rich(in_words(each.kind)), rich(in_words(each.basis or "not stated"))),
        kinds={kind: in_words(kind) for kind in ThresholdKind},
    ),
    DatedTable(
        spec=FORMAT,
        columns=("Format", "For", "Syntax and network", Column("Use", is_plain=True), WHEN),
        name=lambda context, record: record.full_name,
        cells=_format_cells,
        kinds={flow: flow_label(flow) for flow in FormatFlow},
        facet=lambda record: record.flows,
        key_cells=1,
    ),
    DatedTable(
        spec=TAX_RULE,
        columns=("Rule", "Value", Column("In words", is_plain=True), WHEN),
        name=lambda context, record: rule_name(record),
        cells=lambda context, record: (rich(rule_value(record)),),
        kinds=RULE_LABELS,
    ),
    DatedTable(
        spec=IDENTIFIER,
        columns=("Name", KIND, "Pattern", Column("Meaning", is_plain=True), WHEN),
        name=lambda context, record: identifier_name(record),
        cells=_identifier_cells,
        key_cells=1,
        kinds=IDENTIFIER_KINDS,
    ),
    DatedTable(
        spec=PEPPOL_SCHEME,
        columns=("Code", "State", Column("Use", is_plain=True), WHEN),
        name=lambda context, record: (record.code, " ", record.name),
        cells=lambda context, record: (rich(record.state),),
        kinds={state: state for state in SchemeState},
        facet=lambda record: (record.state,),
    ),
    DatedTable(
        spec=PLATFORM,
        columns=("Platform", "For", "Systems", Column("Use", is_plain=True), WHEN),
        name=lambda context, record: (record.name,),
        cells=_platform_cells,
        key_cells=2,
        kinds={hyphenated(kind): label for kind, label in OBLIGATION_LABELS.items()},
        facet=lambda record: tuple(map(hyphenated, record.for_obligations)),
    ),
    DatedTable(
        spec=PRODUCT_RELEASE,
        columns=("Product", "For", "What it does", Column("In words", is_plain=True), WHEN),
        name=release_name,
        cells=_release_cells,
        kinds={action or NO_ACTION: words.badge.text for action, words in PRODUCT_ACTIONS.items()},
        facet=lambda record: (record.action or NO_ACTION,),
        is_on_page=True,
    ),
)
"""The table of each kind of dated records."""
