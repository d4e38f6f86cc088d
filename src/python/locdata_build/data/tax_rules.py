"""The tax rules of a country on invoices and deadlines."""

from collections.abc import Mapping
from typing import Annotated

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dated_records import SourceDated, dated_claim
from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.statements import CITES
from locdata_model.reports import DeadlineShift
from locdata_model.scalars import LastChecked
from locdata_model.tax_rules import Days, From, InScope, RuleClass, RuleText, TaxRule, TaxRuleKind, Years
from locdata_model.vocabulary import ClaimKind


class SourceTaxRule(SourceDated, frozen=True, kw_only=True):
    """A rule on invoices or deadlines."""

    kind: TaxRuleKind
    who: RuleClass = None
    shift: DeadlineShift = None
    years: Years = None
    days: Days = None
    counted_from: From = None
    in_scope: InScope = None
    rule: Annotated[RuleText, CITES]
    checked: LastChecked


VALUES: Mapping[TaxRuleKind, tuple[str, ...]] = {
    TaxRuleKind.DEADLINE_SHIFT: ("shift",),
    TaxRuleKind.ARCHIVING: ("years", "counted_from"),
    TaxRuleKind.PENALTY: (),
    TaxRuleKind.B2C: ("in_scope",),
    TaxRuleKind.NON_ESTABLISHED: ("in_scope",),
    TaxRuleKind.ISSUING: ("days", "counted_from"),
}
"""The fields with the value of a rule of each kind. Its other ones are null."""


@rule(IssueCode.WRONG_VALUE)
def tax_rule_has_values_of_kind(record: SourceTaxRule, context: CheckContext) -> Issues:
    """A tax rule must have no value of another kind, such as years for a penalty."""
    for name in dict.fromkeys(name for names in VALUES.values() for name in names):
        if name not in VALUES[record.kind] and getattr(record, name) is not None:
            yield f".{name}", f"must be left out if the kind is {record.kind.value!r}"


# Claims

TAX_RULE: ClaimSpec[SourceTaxRule, TaxRule] = dated_claim(
    SourceTaxRule,
    TaxRule,
    ClaimKind.TAX_RULE,
    label=lambda claim, erps: (
        f"{claim.source.kind.replace('-', ' ').capitalize()}",
        f" ({claim.source.who})" if claim.source.who else "",
    ),
    order=lambda record: ([*TaxRuleKind].index(record.kind),),
)
