"""The client has the dated records and due dates of any countries on any days, and knows countries by their other names."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_client import Client, NotFoundError
from locdata_model import DatedRecord, Format, RateCategory, Threshold, VatRate, decode
from support.site import Files

TODAY = dt.date(2026, 11, 21)


@pytest.fixture
def client(site: Path) -> Client:
    """A client of the sample."""
    return Client(site)


@pytest.mark.parametrize(
    ("kind", "name"),
    [(VatRate, "vat-rates"), (Threshold, "thresholds"), (Format, "formats")],
    ids=["rates", "thresholds", "formats"],
)
def test_records_of_a_kind_are_those_of_the_api(
    client: Client, contents: Files, kind: type[DatedRecord], name: str
) -> None:
    whole, of_country = f"/api/v1/{name}.json", f"/api/v1/countries/aq/{name}.json"

    assert client.records(kind) == decode(whole, contents[whole]).data
    assert client.records(kind, "AQ") == client.records(kind, ["aq"]) == decode(of_country, contents[of_country]).data
    assert client.records(kind, ["bv", "hm"]) == tuple(
        each for each in client.records(kind) if each.country in ("bv", "hm")
    )


@pytest.mark.parametrize(
    ("day", "formats"),
    [
        (dt.date(2026, 12, 31), ["aq-aq-invoice-1", "aq-files"]),
        (dt.date(2027, 1, 1), ["aq-aq-invoice-2", "aq-files"]),
        (dt.date(2019, 12, 31), []),
    ],
)
def test_records_of_a_day_are_those_that_apply_on_it(client: Client, day: dt.date, formats: list[str]) -> None:
    assert sorted(each.id for each in client.records(Format, "aq", on=day)) == formats
    assert client.records(VatRate, "io", on=day) == ()


def test_rate_of_a_country_is_that_of_the_day_and_the_territory(client: Client) -> None:
    past, now = (client.rate_on("aq", RateCategory.STANDARD, day) for day in (dt.date(2013, 12, 31), TODAY))
    shelf = client.rate_on("aq", RateCategory.STANDARD, TODAY, territory="AQ-IS")
    turnover = client.rate_on("gs", RateCategory.STANDARD, TODAY, tax="Turnover tax")

    assert [rate and rate.rate for rate in (past, now, shelf, turnover)] == ["19", "20", "8.5", "3"]
    assert client.rate_on("gs", RateCategory.STANDARD, TODAY, tax="VAT") is None


def test_country_is_known_by_its_other_names(client: Client) -> None:
    (country, *_) = client.countries()

    assert country.aliases == ("Antárktika", "南极洲")
    assert {client.country(name).code for name in ("aq", "AQ", "antárktika", "南极洲")} == {"aq"}
    assert client.records(VatRate, "南极洲") == client.records(VatRate, "aq")
    with pytest.raises(
        NotFoundError, match="no country has the code 'Antarctis'; the countries are aq, bv, gs, hm, io"
    ):
        client.country("Antarctis")


def test_due_dates_of_chosen_countries_are_among_those_of_all(client: Client) -> None:
    first, last = TODAY, dt.date(2027, 1, 31)
    every = client.due_between(first, last)

    assert every == tuple(sorted(every, key=lambda each: (each.date, each.id)))
    assert client.due_between(first, last, "AQ") == tuple(each for each in every if each.country == "aq") != ()
    assert client.due_between(first, last, ["aq", "gs"]) == tuple(
        each for each in every if each.country in {"aq", "gs"}
    )
    with pytest.raises(NotFoundError, match="no country has the code 'zz'"):
        client.due_between(first, last, "zz")
