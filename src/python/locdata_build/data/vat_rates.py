"""The VAT rates of a country, and the rule on those in the category `zero`."""

from typing import Annotated

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dated_records import SourceDated, dated_claim
from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.statements import CITES
from locdata_model.scalars import LastChecked
from locdata_model.vat_rates import AppliesTo, Percent, RateCategory, TaxName, Territory, TerritoryCodes, VatRate
from locdata_model.vocabulary import ClaimKind


class SourceVatRate(SourceDated, frozen=True, kw_only=True):
    """A rate of VAT, GST or another tax on turnover."""

    tax: TaxName
    category: RateCategory
    rate: Percent
    territory: Territory = None
    territory_codes: TerritoryCodes = ()
    applies_to: Annotated[AppliesTo, CITES]
    checked: LastChecked


@rule(IssueCode.WRONG_VALUE)
def category_agrees_with_rate(rate: SourceVatRate, context: CheckContext) -> Issues:
    """A rate in the category `zero` must be 0."""
    if rate.category is RateCategory.ZERO and rate.rate != "0":
        yield ".rate", f"must be '0' in the category 'zero', got {rate.rate!r}"


# Claims

VAT_RATE: ClaimSpec[SourceVatRate, VatRate] = dated_claim(
    SourceVatRate,
    VatRate,
    ClaimKind.VAT_RATE,
    label=lambda claim, erps: (claim.source.tax, f" {claim.source.rate}%", f" {claim.source.territory or ''}".rstrip()),
    order=lambda rate: (
        rate.territory or "",
        rate.tax,
        [*RateCategory].index(rate.category),
        -rate.since.toordinal() if rate.since else 0,
    ),
)
