"""A dated record applies from its first day to its last one, and one rate of a category applies at a time."""

import datetime as dt

import msgspec
import pytest

from locdata_model import RateCategory, VatRate, applying_on, rate_on

CHECKED = "2026-11-20"


def rate(slug: str, since: str | None = None, until: str | None = None, **fields: object) -> VatRate:
    """Return a standard rate of VAT that applies in a whole country, unless ``fields`` say otherwise."""
    days = {"id": f"fr-{slug}", "country": "fr", "since": since, "until": until, "last_checked": CHECKED}
    what: dict[str, object] = {
        "tax": "VAT",
        "category": "standard",
        "rate": "20",
        "territory": None,
        "territory_codes": [],
    }
    urls = {"url": "https://data.example/france/", "source_urls": ["https://tax.example/rates"]}
    rest = {**urls, "applies_to": "All supplies.", "statements": []}
    grades = {"evidence": "unverified", "verification": "unverified"}
    return msgspec.convert({**days, **what, **rest, **grades, **fields}, VatRate)


@pytest.mark.parametrize(
    ("record", "days"),
    [
        pytest.param(rate("a", "2026-01-01", "2026-11-20"), ["2026-01-01", "2026-11-19", "2026-11-20"], id="both ends"),
        pytest.param(rate("a", "2026-11-21"), ["2026-11-21"], id="no end"),
        pytest.param(rate("a"), ["2026-11-20", "2026-11-21"], id="not known to before the check"),
    ],
)
def test_record_applies_from_its_first_day_or_check_to_its_last_day(record: VatRate, days: list[str]) -> None:
    every = map(dt.date.fromisoformat, ("2025-12-31", "2026-01-01", "2026-11-19", "2026-11-20", "2026-11-21"))

    assert [day.isoformat() for day in every if applying_on([record], day) == (record,)] == days


RATES = (
    rate("old", "2000-01-01", "2013-12-31", rate="19"),
    rate("now", "2014-01-01", "2026-12-31"),
    rate("later", "2027-01-01", rate="21"),
    rate("reduced", "2014-01-01", category="reduced", rate="5.5"),
    rate("islands", "2014-01-01", rate="8.5", territory="Islands", territory_codes=["FR-20R", "FR-974"]),
)


@pytest.mark.parametrize(
    ("category", "day", "territory", "expected"),
    [
        pytest.param("standard", "1999-12-31", None, None, id="before the first one"),
        pytest.param("standard", "2013-12-31", None, "19", id="in the past"),
        pytest.param("standard", "2026-11-20", None, "20", id="today"),
        pytest.param("standard", "2027-01-01", None, "21", id="to come"),
        pytest.param("standard", "2026-11-20", "FR-974", "8.5", id="territory"),
        pytest.param("standard", "2026-11-20", "FR-971", None, id="other territory"),
        pytest.param("reduced", "2026-11-20", None, "5.5", id="category"),
        pytest.param("zero", "2026-11-20", None, None, id="category without a rate"),
    ],
)
def test_rate_is_that_of_the_category_the_day_and_the_territory(
    category: str, day: str, territory: str | None, expected: str | None
) -> None:
    found = rate_on(RATES, RateCategory(category), dt.date.fromisoformat(day), territory=territory)

    assert (found and found.rate) == expected


def test_several_rates_are_refused_unless_the_tax_tells_them_apart() -> None:
    day, taxes = dt.date(2026, 11, 20), (rate("vat"), rate("gst", tax="GST", rate="5"))

    with pytest.raises(ValueError, match=r"^several rates match: fr-vat, fr-gst$"):
        rate_on(taxes, RateCategory.STANDARD, day)
    assert rate_on(taxes, RateCategory.STANDARD, day, tax="GST") == taxes[1]
