"""Tax rules: how long invoices and books are kept, what a missing one costs, whom the rules bind, and where deadlines move."""

from typing import Annotated

from msgspec import Meta

from locdata_model.dated_records import DatedRecord, ShortText
from locdata_model.reports import DeadlineShift
from locdata_model.responses import Response
from locdata_model.scalars import Text
from locdata_model.vocabulary import Vocabulary


class TaxRuleKind(Vocabulary):
    """What a rule is about.

    ``deadline-shift``: deadlines of tax reports that fall on a weekend or a public holiday. ``archiving``: how long, where and in
    what form invoices and books are kept. ``penalty``: what follows if invoices or reports are missing, late or wrong. ``b2c``:
    whether the obligation to issue or report e-invoices includes supplies to consumers. ``non-established``: whether it binds
    businesses that are not established in the country. ``issuing``: by when an invoice must be issued.
    """

    DEADLINE_SHIFT = "deadline-shift"
    ARCHIVING = "archiving"
    PENALTY = "penalty"
    B2C = "b2c"
    NON_ESTABLISHED = "non-established"
    ISSUING = "issuing"


class CountedFrom(Vocabulary):
    """The day from which years or days are counted.

    ``calendar-year-end``, ``financial-year-end``: the end of that year in which the document was made. ``issue``: the date of the
    document. ``supply``: the day of the supply. ``tax-due``: the day or the end of the year in which the tax was due. ``filing``: the
    filing of the return. ``month-end``: the end of the month of the supply.
    """

    CALENDAR_YEAR_END = "calendar-year-end"
    FINANCIAL_YEAR_END = "financial-year-end"
    TAX_DUE = "tax-due"
    FILING = "filing"
    ISSUE = "issue"
    SUPPLY = "supply"
    MONTH_END = "month-end"


Years = Annotated[
    Annotated[int, Meta(ge=0, le=100)] | None, Meta(description="Number of years; null: none or not known")
]
Days = Annotated[Annotated[int, Meta(ge=0, le=366)] | None, Meta(description="Number of days; null: none or not known")]
From = Annotated[CountedFrom | None, Meta(description="From when they are counted; null: none are, or it is not known")]
InScope = Annotated[
    bool | None, Meta(description="Whether they are in scope; null: another kind, in part, or not known")
]
RuleClass = Annotated[
    ShortText | None, Meta(description="The class of businesses or documents that it is for; null: all")
]
RuleText = Annotated[Text, Meta(max_length=600, description="The rule in a sentence or two")]


class TaxRule(DatedRecord, frozen=True):
    """A rule on invoices or deadlines."""

    kind: TaxRuleKind
    who: RuleClass
    shift: DeadlineShift
    years: Years
    days: Days
    counted_from: From
    in_scope: InScope
    rule: RuleText


class TaxRulesResponse(Response[tuple[TaxRule, ...]], frozen=True, kw_only=True):
    """Response with the tax rules of all countries, or of one."""
