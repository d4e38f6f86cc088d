"""Rules that the texts of a country agree with its records: rates, thresholds, formats and phases."""

import datetime as dt
import re
from collections.abc import Iterator
from itertools import combinations

from locdata_build.data.claims import located_claims
from locdata_build.data.countries import CountryFile
from locdata_build.data.dated_records import SourceDated
from locdata_build.data.dates_in_words import named_dates
from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_model.vat_rates import RateCategory
from locdata_model.vocabulary import ObligationKind, ObligationStatus

_PERCENT = re.compile(r"(?<![\w.,-])([0-9]+(?:\.[0-9]+)?)\s?%")

_DAY = dt.timedelta(days=1)


@rule(IssueCode.OVERLAP)
def one_rate_applies_at_a_time(country: CountryFile, context: CheckContext) -> Issues:
    """Two rates of a tax must not have the same category and territory on the same day, unless the category is `special`."""
    rates = [each for each in enumerate(country.vat_rates) if each[1].category is not RateCategory.SPECIAL]
    for (_, first), (index, second) in combinations(rates, 2):
        is_same = (first.tax, first.category, first.territory) == (second.tax, second.category, second.territory)
        is_apart = any(b.since and a.is_past(b.since) for a, b in ((first, second), (second, first)))
        if is_same and not is_apart:
            yield f".vat_rates[{index}].since", f"must be after the rate with the slug {first.slug!r} has ended"


@rule(IssueCode.WRONG_VALUE)
def currency_is_of_country(country: CountryFile, context: CheckContext) -> Issues:
    """The currency of a threshold must be the euro, or be named by its ISO 4217 code in the fact on the currency."""
    for index, threshold in enumerate(country.thresholds):
        if threshold.currency != "EUR" and f"({threshold.currency})" not in country.facts.currency.value:
            path = f".thresholds[{index}].currency"
            yield path, f"must be in parentheses in the fact on the currency, got {threshold.currency!r}"


@rule(IssueCode.MISSING_FORMAT)
def obligations_have_formats(country: CountryFile, context: CheckContext) -> Issues:
    """An obligation that is in force or enacted must have a format, if only one with the name `Not known.`."""
    for kind in ObligationKind:
        status = getattr(country.obligations, kind).status
        if status in {ObligationStatus.IN_FORCE, ObligationStatus.ENACTED} and not any(
            each.is_for(kind) for each in country.formats
        ):
            yield f".obligations.{kind.value}", "must have a format with its flow in 'formats'"


@rule(IssueCode.UNRECORDED_RATE)
def rates_in_text_are_recorded(country: CountryFile, context: CheckContext) -> Issues:
    """A rate in percent in the fact on VAT must be one of the recorded rates."""
    recorded = {float(rate.rate) for rate in country.vat_rates}
    for figure in dict.fromkeys(_PERCENT.findall(country.facts.vat.value)):
        if float(figure) not in recorded:
            yield ".facts.vat.value", f"must name recorded rates only, got {figure}%"


@rule(IssueCode.UNRECORDED_DATE)
def later_dates_are_recorded(country: CountryFile, context: CheckContext) -> Issues:
    """A date in a text on law that is later than its check must be that of a phase, a rate, a threshold or a format."""
    recorded = frozenset(_recorded_days(country))
    for claim in located_claims(country):
        for name, text in claim.texts.items() if claim.spec.is_legal else ():
            for day in dict.fromkeys(named_dates(text, claim.checked)):
                if day > claim.checked and recorded.isdisjoint((day - _DAY, day, day + _DAY)):
                    what = "must name later dates of phases and dated records only"
                    yield f"{claim.json_path.removeprefix('$')}.{name}", f"{what}, got {day}"


def _recorded_days(country: CountryFile) -> Iterator[dt.date]:
    for kind in ObligationKind:
        yield from (phase.date for phase in getattr(country.obligations, kind).phases)
    records: tuple[SourceDated, ...] = (*country.vat_rates, *country.thresholds, *country.formats)
    yield from (day for record in records for day in (record.since, record.until) if day)
