"""The client gives the same typed answers from a folder and from a URL, also those of a later version of the site."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from locdata_client import Client, NotFoundError
from locdata_model import (
    CountriesResponse,
    CountryResponse,
    FlipsResponse,
    MatrixRecord,
    ObligationsResponse,
    PhasesResponse,
    RateCategory,
    ReportsResponse,
    SourcesResponse,
    Topic,
    UnexpectedTypeError,
    UnknownPathError,
    VatRate,
    decode,
    toggles_on,
)
from support.additions import COUNTRY_CODE, ENDPOINT_PATH, WORD, write_files
from support.serving import served
from support.site import Files

COUNTRIES = ("aq", "bv", "gs", "hm", "io")
"""The countries of the sample."""


@pytest.fixture(params=["folder", "URL", "URL with a path"])
def client(request: pytest.FixtureRequest, site: Path) -> Iterator[Client]:
    """A client of the site, in each way in which it can be reached."""
    if request.param == "folder":
        yield Client(site)
        return
    with served(site, "/base/path" if request.param == "URL with a path" else "") as url:
        yield Client(url)


@pytest.fixture(params=["folder", "URL"])
def client_of_additions(request: pytest.FixtureRequest, additions: Files, tmp_path: Path) -> Iterator[Client]:
    """A client of the site with additions."""
    if request.param == "folder":
        write_files(additions, tmp_path)
        yield Client(tmp_path)
        return
    with served(additions) as url:
        yield Client(url)


def test_lists_are_those_of_the_api(client: Client, contents: Files) -> None:
    def data(path: str) -> object:
        return decode(path, contents[path]).data

    assert client.countries() == data("/api/v1/countries.json")
    assert client.obligations() == data("/api/v1/obligations.json")
    assert client.mandates() == data("/api/v1/mandates.json")
    assert client.reports() == data("/api/v1/reports.json")
    assert client.products() == data("/api/v1/erps.json")
    assert client.connectors() == data("/api/v1/connectors.json")
    assert client.facts() == data("/api/v1/facts.json")
    assert client.flips() == data("/api/v1/flips.json")
    assert client.changes() == data("/api/v1/changes.json")
    assert client.terms() == data("/api/v1/terms.json")
    assert client.sources() == data("/api/v1/sources.json")
    assert client.meta() == decode("/api/v1/index.json", contents["/api/v1/index.json"]).meta


@pytest.mark.parametrize("code", COUNTRIES)
def test_answers_on_a_country_are_those_of_its_files(client: Client, contents: Files, code: str) -> None:
    folder = f"/api/v1/countries/{code}"
    country = decode(f"{folder}.json", contents[f"{folder}.json"], type=CountryResponse).data
    obligations = decode(f"{folder}/obligations.json", contents[f"{folder}/obligations.json"], type=ObligationsResponse)
    reports = decode(f"{folder}/reports.json", contents[f"{folder}/reports.json"], type=ReportsResponse)

    assert client.country(code) == country
    assert client.obligations(code) == client.obligations(code.upper()) == obligations.data
    assert client.reports(code) == reports.data
    assert client.toggles_on(code, dt.date(2050, 1, 1)) == toggles_on(obligations.data, dt.date(2050, 1, 1))


def test_any_response_data_file_and_other_file_can_be_read(client: Client, contents: Files) -> None:
    flips, matrix = "/api/v1/flips.json", "/data/matrix.csv"

    assert client.get(flips, FlipsResponse) == decode(flips, contents[flips])
    assert client.get(matrix, tuple[MatrixRecord, ...]) == decode(matrix, contents[matrix])
    assert client.read("/llms.txt") == contents["/llms.txt"]
    with pytest.raises(UnexpectedTypeError, match="has the type CountriesResponse, not FlipsResponse"):
        client.get("/api/v1/countries.json", FlipsResponse)


def test_facts_are_those_of_a_topic_and_flips_those_of_countries(client: Client) -> None:
    facts, flips = client.facts(Topic.VAT, ["aq", "bv"]), client.flips("AQ")

    assert facts == tuple(fact for fact in client.facts() if fact.topic == "vat" and fact.country in ("aq", "bv")) != ()
    assert flips == tuple(flip for flip in client.flips() if flip.country == "aq") != ()


@pytest.mark.parametrize("day", ["2027-06-01", dt.datetime(2027, 6, 1, 12, tzinfo=dt.UTC)], ids=["text", "time"])
def test_day_may_be_a_text_or_a_time(client: Client, day: str | dt.datetime) -> None:
    date = dt.date(2027, 6, 1)

    assert client.toggles_on("aq", day) == client.toggles_on("aq", date)
    assert client.upcoming(until=day, since="2020-01-01") == client.upcoming(until=date, since=dt.date(2020, 1, 1))
    assert client.due_between("2027-05-01", day) == client.due_between(dt.date(2027, 5, 1), date)
    assert client.records(VatRate, "aq", on=day) == client.records(VatRate, "aq", on=date)
    assert client.rate_on("aq", RateCategory.STANDARD, day) == client.rate_on("aq", RateCategory.STANDARD, date)


def test_text_that_is_no_day_is_refused(client: Client) -> None:
    with pytest.raises(ValueError, match=r"^Invalid isoformat string: '1\.6\.2027'$"):
        client.toggles_on("aq", "1.6.2027")


# Phases to come


def test_paths_of_records_lead_to_files_below_the_base_url(site: Path) -> None:
    with served(site, "/base/path") as url:
        client = Client(f"{url}/")
        country = client.countries()[0]

        assert client.url(country.api_url) == f"{url}/api/v1/countries/aq.json"
        assert client.read(country.api_url) == (site / "api/v1/countries/aq.json").read_bytes()
        assert client.url(client.meta().licence.commercial_licence) == f"{url}/licence/"


def test_path_that_leads_out_of_a_folder_has_no_url(site: Path) -> None:
    assert Client(site).url("/licence/") == f"{site}/licence/"
    for path in ("/../", "//evil.example/", "licence/"):
        with pytest.raises(NotFoundError, match=r"^not the path of a published file: "):
            Client(site).url(path)


def test_upcoming_phases_are_those_after_the_day_of_the_build(client: Client, contents: Files) -> None:
    path = "/api/v1/phases.json"
    response = decode(path, contents[path], type=PhasesResponse)
    today = response.meta.generated_at.date()
    later = tuple(phase for phase in response.data if phase.date > today)

    assert client.upcoming() == later != ()


def test_upcoming_phases_of_countries_from_one_day_to_another(client: Client) -> None:
    phases = client.upcoming(since=dt.date(2000, 1, 1))
    code, day = phases[1].country, phases[1].date
    expected = tuple(phase for phase in phases if phase.country == code and phase.date == day)

    assert (
        client.upcoming([code], day, since=day) == client.upcoming(code.upper(), until=day, since=day) == expected != ()
    )


# Products


def test_support_of_every_pair_covers_everything_that_is_published(client: Client) -> None:
    pairs = [client.erp_support(code, product.id) for code in COUNTRIES for product in client.products()]
    facts = [fact for code in COUNTRIES for fact in client.country(code).facts if fact.erp]
    reports = [support for report in client.reports() for support in report.erp_support]

    assert {fact.id for pair in pairs for fact in (pair.localization, pair.e_invoicing) if fact} == {
        fact.id for fact in facts
    }
    assert {each.support.id for pair in pairs for each in pair.reports if each.support} == {each.id for each in reports}
    assert {each.id for pair in pairs for each in pair.partners} == {
        each.id for code in COUNTRIES for each in client.country(code).partners
    }
    for pair in pairs:
        assert [each.report for each in pair.reports] == [*client.reports(pair.country)]
        assert all(each.erp == pair.product and pair.country in each.countries_in_scope for each in pair.connectors)


# Unknown countries and products


@pytest.mark.parametrize("code", ["zz", "", "../aq", "a" * 100_000])
def test_unknown_country_is_refused_and_the_known_ones_are_named(client: Client, code: str) -> None:
    for ask in (client.country, client.obligations, client.reports, client.upcoming):
        with pytest.raises(NotFoundError, match=r"the countries are aq, bv, gs, hm, io$") as raised:
            ask(code)

        assert len(str(raised.value)) < 500


def test_unknown_product_is_refused_and_the_known_ones_are_named(client: Client) -> None:
    with pytest.raises(NotFoundError, match="no product has the id 'none'; the products are erp_id_01, erp_id_02"):
        client.erp_support("aq", "none")


# A later version of the site


def test_additions_of_a_later_version_stop_no_answer(client_of_additions: Client, contents: Files) -> None:
    path = "/api/v1/countries.json"
    codes = [country.code for country in decode(path, contents[path], type=CountriesResponse).data]

    assert [country.code for country in client_of_additions.countries()] == [*codes, COUNTRY_CODE]
    assert len(client_of_additions.obligations("aq")) == 5
    assert client_of_additions.upcoming() != ()
    assert client_of_additions.erp_support("aq", "erp_id_01").localization
    assert client_of_additions.reports()[-1].kind == WORD
    assert client_of_additions.get("/api/v1/sources.json", SourcesResponse).data[-1].kind == WORD


def test_endpoint_of_a_later_version_is_read_as_json(client_of_additions: Client) -> None:
    assert client_of_additions.json(ENDPOINT_PATH)["data"] == []

    with pytest.raises(UnknownPathError):
        client_of_additions.get(ENDPOINT_PATH, CountriesResponse)
