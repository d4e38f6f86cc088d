"""The thresholds of a country for registration, exemptions, returns and e-invoicing."""

from typing import Annotated

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dated_records import SourceDated, dated_claim
from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.statements import CITES
from locdata_model import thresholds
from locdata_model.scalars import LastChecked
from locdata_model.vocabulary import ClaimKind


class SourceThreshold(SourceDated, frozen=True, kw_only=True):
    """An amount on which an obligation, an exemption or a choice of a business depends."""

    kind: thresholds.ThresholdKind
    amount: thresholds.Amount
    currency: thresholds.Currency
    basis: thresholds.Basis
    established: thresholds.Residence = None
    who: thresholds.Who = None
    obligation: thresholds.Obligation = None
    effect: Annotated[thresholds.Effect, CITES]
    checked: LastChecked


@rule(IssueCode.WRONG_VALUE)
def only_e_invoicing_has_obligation(threshold: SourceThreshold, context: CheckContext) -> Issues:
    """A threshold of the kind `e-invoicing` must name its obligation, and no other one may."""
    is_needed = threshold.kind is thresholds.ThresholdKind.E_INVOICING
    if is_needed is (threshold.obligation is None):
        needed = "given" if is_needed else "left out"
        yield ".obligation", f"must be {needed} if the kind is {threshold.kind.value!r}"


# Claims

THRESHOLD: ClaimSpec[SourceThreshold, thresholds.Threshold] = dated_claim(
    SourceThreshold,
    thresholds.Threshold,
    ClaimKind.THRESHOLD,
    label=lambda claim, erps: (f"Threshold ({claim.source.kind}): {claim.source.currency} {claim.source.amount}",),
    order=lambda threshold: ([*thresholds.ThresholdKind].index(threshold.kind),),
)
