"""Thresholds: the amounts from which a business must register, file more often or issue e-invoices, or up to which it is exempt."""

from typing import Annotated

from msgspec import Meta

from locdata_model.dated_records import DatedRecord, DecimalNumber, ShortText
from locdata_model.responses import Response
from locdata_model.scalars import Text
from locdata_model.vocabulary import ObligationKind, Vocabulary


class ThresholdKind(Vocabulary):
    """Purpose of a threshold.

    ``registration``: from it, a business must register for VAT. ``voluntary-registration``: from it, a business may register.
    ``small-business-exemption``: up to it, a business need not charge VAT. ``distance-sales``: from it, sales to consumers are
    taxed where these are. ``filing-frequency``: it decides how often a return is filed. ``e-invoicing``: it decides who is bound
    by an obligation, and from when. ``invoice``: it decides on the content or form of an invoice. ``scheme``: it decides who may
    use a simplified or a special scheme.
    """

    REGISTRATION = "registration"
    VOLUNTARY_REGISTRATION = "voluntary-registration"
    SMALL_BUSINESS_EXEMPTION = "small-business-exemption"
    DISTANCE_SALES = "distance-sales"
    FILING_FREQUENCY = "filing-frequency"
    E_INVOICING = "e-invoicing"
    INVOICE = "invoice"
    SCHEME = "scheme"


class ThresholdBasis(Vocabulary):
    """The period or the transaction whose amount counts.

    ``tax-year``: the current tax or financial year. ``previous-year``: the calendar or tax year before. ``twelve-months``: any
    twelve months. ``set-year``: a year that the law names. ``transaction``: a single invoice, supply or parcel.
    """

    CALENDAR_YEAR = "calendar-year"
    PREVIOUS_YEAR = "previous-year"
    CURRENT_OR_PREVIOUS_YEAR = "current-or-previous-year"
    TAX_YEAR = "tax-year"
    TWELVE_MONTHS = "twelve-months"
    NEXT_TWELVE_MONTHS = "next-twelve-months"
    PAST_OR_NEXT_TWELVE_MONTHS = "past-or-next-twelve-months"
    SET_YEAR = "set-year"
    QUARTER = "quarter"
    MONTH = "month"
    TRANSACTION = "transaction"


class Establishment(Vocabulary):
    """Where the businesses are established that a threshold is for: in the country, or not."""

    RESIDENT = "resident"
    NON_RESIDENT = "non-resident"


Amount = Annotated[DecimalNumber, Meta(description="Amount; 0: the first supply counts", examples=["40000"])]
Currency = Annotated[str, Meta(pattern="^[A-Z]{3}$", description="ISO 4217 code of the currency", examples=["EUR"])]
Basis = Annotated[ThresholdBasis | None, Meta(description="The period whose amount counts; null: not known")]
Residence = Annotated[Establishment | None, Meta(description="Where the businesses are established; null: anywhere")]
Who = Annotated[ShortText | None, Meta(description="The class of businesses or supplies that it is for; null: all")]
Obligation = Annotated[ObligationKind | None, Meta(description="Only e-invoicing: the obligation; null: another kind")]
Effect = Annotated[Text, Meta(max_length=600, description="What follows above the amount, or below it")]


class Threshold(DatedRecord, frozen=True):
    """An amount on which an obligation, an exemption or a choice of a business depends."""

    kind: ThresholdKind
    amount: Amount
    currency: Currency
    basis: Basis
    established: Residence
    who: Who
    obligation: Obligation
    effect: Effect


class ThresholdsResponse(Response[tuple[Threshold, ...]], frozen=True, kw_only=True):
    """Response with the thresholds of all countries, or of one."""
