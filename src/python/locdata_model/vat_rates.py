"""VAT rates, with those of GST and other taxes on turnover, and the rate that applies on a day."""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from locdata_model.dated_records import DatedRecord, DecimalNumber, ShortText, applying_on
from locdata_model.responses import Response
from locdata_model.scalars import Text
from locdata_model.vocabulary import Vocabulary


class RateCategory(Vocabulary):
    """The place of a rate among the rates of its tax. The words are the keys of GOBL, with three of the VAT directive.

    ``standard``: for whatever has no other rate. ``intermediate``: the higher one of two or more reduced rates. ``reduced``: the
    reduced rate, or the next one. ``super-reduced``: the lowest of three, or one below 5 % in the European Union. ``parking``:
    a reduced rate by article 118 of the VAT directive. ``zero``: 0 % with the right to deduct. ``increased``: above the standard
    rate. ``special``: a rate of certain goods, sectors, schemes or transactions.
    """

    STANDARD = "standard"
    INTERMEDIATE = "intermediate"
    REDUCED = "reduced"
    SUPER_REDUCED = "super-reduced"
    PARKING = "parking"
    ZERO = "zero"
    INCREASED = "increased"
    SPECIAL = "special"


REDUCED_CATEGORIES = frozenset(
    {RateCategory.INTERMEDIATE, RateCategory.REDUCED, RateCategory.SUPER_REDUCED, RateCategory.PARKING}
)
"""The categories of rates below the standard rate."""

TaxName = Annotated[Text, Meta(max_length=30, description="Short name of the tax", examples=["VAT", "GST", "IGIC"])]
Percent = Annotated[DecimalNumber, Meta(description="Rate in percent, as a decimal number", examples=["5.5"])]
Territory = Annotated[ShortText | None, Meta(description="Part of the country, in English; null: all the rest")]
TerritoryCode = Annotated[
    str, Meta(pattern="^[A-Z]{2}-[A-Z0-9]{1,3}$", description="ISO 3166-2 code of a subdivision", examples=["PT-20"])
]
TerritoryCodes = Annotated[
    tuple[TerritoryCode, ...],
    Meta(description="ISO 3166-2 codes of the territory; empty if it is not made of subdivisions"),
]
AppliesTo = Annotated[Text, Meta(max_length=600, description="What the rate applies to")]


class VatRate(DatedRecord, frozen=True):
    """A rate of VAT, GST or another tax on turnover."""

    tax: TaxName
    category: RateCategory
    rate: Percent
    territory: Territory
    territory_codes: TerritoryCodes
    applies_to: AppliesTo


class VatRatesResponse(Response[tuple[VatRate, ...]], frozen=True, kw_only=True):
    """Response with the VAT rates of all countries, or of one."""


def rate_on(
    rates: Iterable[VatRate],
    category: RateCategory,
    day: dt.date,
    *,
    territory: str | None = None,
    tax: str | None = None,
) -> VatRate | None:
    """Return the rate of a category that applies on a day; None if none is known.

    ``rates`` are those of one country. ``territory`` is an ISO 3166-2 code; without it, the rate is that of the country as a
    whole. ``tax`` is needed in a country with several taxes. Raises ``ValueError`` if several rates match, as may those of the
    category ``special``.
    """
    found = [
        rate
        for rate in applying_on(rates, day)
        if (rate.category, tax or rate.tax) == (category, rate.tax)
        and (territory in rate.territory_codes if territory else rate.territory is None)
    ]
    if len(found) > 1:
        raise ValueError(f"several rates match: {', '.join(rate.id for rate in found)}")
    return found[0] if found else None
