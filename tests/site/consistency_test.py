"""The API and the data files agree on counts, lists, ids, sources and dates."""

import itertools
import re
from collections.abc import Mapping
from typing import Any

import pytest

from locdata_model.endpoints import STATUS
from locdata_model.phases import PHASE_YEARS
from support.site import Files, Rows, Sources, Values
from support.specification import ERP_FACT_LABELS, FACT_LABELS

SLUG = r"[a-z0-9]+(-[a-z0-9]+)*"
SUPPORT = "e_invoicing_erp_support"


def columns(rows: Rows, *names: str) -> list[tuple[Any, ...]]:
    """Return the values of some fields in each row."""
    return [tuple(row[name] for name in names) for row in rows]


# Counts


def test_count_is_the_number_of_items(responses: Values) -> None:
    counts = {path: response["meta"]["count"] for path, response in responses.items()}
    lengths = {path: len(value["data"]) if isinstance(value["data"], list) else 1 for path, value in responses.items()}

    assert counts == lengths


@pytest.mark.parametrize("name", ["obligations", "reports"])
def test_records_of_a_country_are_those_of_the_whole_list(name: str, responses: Values, sources: Sources) -> None:
    of_countries = [responses[f"/api/v1/countries/{code}/{name}.json"]["data"] for code in sources.countries]

    assert [record for records in of_countries for record in records] == responses[f"/api/v1/{name}.json"]["data"]
    assert [
        {record["country"] for record in records} - {code}
        for code, records in zip(sources.countries, of_countries, strict=True)
    ] == [set()] * len(sources.countries)


def test_phases_of_all_years_are_those_of_the_whole_list(responses: Values) -> None:
    of_years = {year: responses[f"/api/v1/phases/{year}.json"]["data"] for year in PHASE_YEARS}

    assert [phase for phases in of_years.values() for phase in phases] == responses["/api/v1/phases.json"]["data"]
    assert [year for year, phases in of_years.items() if any(phase["date"][:4] != str(year) for phase in phases)] == []


def test_every_source_file_is_published_in_order(responses: Values, values: Values, sources: Sources) -> None:
    cells = columns(values["/data/matrix.json"], "country_code", "erp")

    assert [country["code"] for country in responses["/api/v1/countries.json"]["data"]] == sources.countries
    assert [erp["id"] for erp in responses["/api/v1/erps.json"]["data"]] == sources.erps
    assert cells == [*itertools.product(sources.tracked, sources.erps)]


# The same record in several places


@pytest.mark.parametrize(("resource", "key", "page"), [("countries", "code", f"{SLUG}/"), ("erps", "id", "erp/{id}/")])
def test_detail_extends_the_item_of_the_list(
    resource: str, key: str, page: str, responses: Values, base_url: str
) -> None:
    items = responses[f"/api/v1/{resource}.json"]["data"]

    for item in items:
        detail = responses[item["api_url"]]["data"]

        assert item["api_url"] == f"/api/v1/{resource}/{item[key]}.json"
        assert {name: detail[name] for name in item} == item
        assert re.fullmatch(f"{re.escape(base_url)}/{page.replace('{id}', item[key])}", item["url"])
    assert len({item["url"] for item in items}) == len(items)


@pytest.mark.parametrize("name", ["facts", "local_erps", "partner_flags", "partners"])
def test_list_is_what_all_countries_have(name: str, responses: Values, details: Rows) -> None:
    path = f"/api/v1/{name.replace('_', '-')}.json"

    assert responses[path]["data"] == [item for country in details for item in country[name]]


def test_records_of_the_data_files_agree_with_the_facts(facts: Rows, values: Values) -> None:
    texts = ("mandate", "scope", "deadlines", "format", "vendors", "notes")
    joined = [{**fact, **fact.get("details", {}), "sources": " ".join(fact["source_urls"])} for fact in facts]
    support = [fact for fact in joined if fact["topic"] == SUPPORT]
    listed = {*FACT_LABELS, *ERP_FACT_LABELS}
    others = [fact for fact in joined if fact["label"] in listed]
    marks = ("status", "last_verified")

    assert columns(values["/data/countries.json"], "country_code", "fact", "value", "source", *marks) == columns(
        others, "country", "label", "value", "sources", "status", "last_checked"
    )
    assert columns(
        values["/data/matrix.json"], "country_code", "erp", "support_type", "erp_source", *marks, *texts
    ) == columns(support, "country", "erp", "value", "sources", "status", "last_checked", *texts)


def test_data_files_name_countries_as_the_api_does(responses: Values, values: Values) -> None:
    countries = {country["code"]: country for country in responses["/api/v1/countries.json"]["data"]}

    for name in ("matrix", "reporting", "countries"):
        for row in values[f"/data/{name}.json"]:
            country = countries[row["country_code"]]

            assert (row["country"], row.get("region", country["region"])) == (country["name"], country["region"])


# Ids, order and words


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/api/v1/erps.json", SLUG),
        ("/api/v1/facts.json", "{country}-{topic}{erp}"),
        ("/api/v1/local-erps.json", f"{{country}}-{SLUG}"),
        ("/api/v1/partner-flags.json", "{country}{erp}"),
        ("/api/v1/partners.json", f"{{country}}{{erp}}-{SLUG}"),
        ("/api/v1/news.json", r"n\d+"),
    ],
)
def test_ids_are_unique_and_have_the_shape_of_the_specification(path: str, shape: str, responses: Values) -> None:
    items = responses[path]["data"]

    for item in items:
        topic, erp = item.get("topic", "").replace("_", "-"), f"-{item['erp']}" if item.get("erp") else ""
        assert re.fullmatch(shape.format(country=item.get("country"), topic=topic, erp=erp), item["id"])
    assert len({item["id"] for item in items}) == len(items)


def test_data_file_has_the_ten_facts_of_the_specification_for_every_country(values: Values) -> None:
    labels: dict[str, list[str]] = {}
    for row in values["/data/countries.json"]:
        labels.setdefault(row["country_code"], []).append(row["fact"])

    assert [code for code, own in labels.items() if (*own[: len(FACT_LABELS)],) != FACT_LABELS] == []
    assert [code for code, own in labels.items() if sorted(own) != sorted((*FACT_LABELS, *ERP_FACT_LABELS))] == []


def test_api_has_the_localization_of_every_product_in_every_country(responses: Values) -> None:
    countries, erps = (responses[f"/api/v1/{name}.json"]["data"] for name in ("countries", "erps"))
    facts = [fact for fact in responses["/api/v1/facts.json"]["data"] if fact["topic"] == "erp_localization"]

    assert [(fact["country"], fact["erp"]) for fact in facts] == [
        (country["code"], erp["id"]) for country in countries for erp in erps
    ]


# Sources and dates


@pytest.mark.parametrize(
    ("resource", "source"),
    [
        ("Fact", "source_urls"),
        ("LocalERP", "source_url"),
        ("PartnerFlag", "source_url"),
        ("Provider", "source_urls"),
        ("matrix", "erp_source"),
        ("reporting", "source"),
        ("connectors", "source_urls"),
        ("countries", "source"),
    ],
)
def test_a_verified_record_has_a_source_and_its_markers_agree(
    resource: str, source: str, resources: Mapping[str, Rows]
) -> None:
    markers = {"status", "verification", "evidence"} & resources[resource][0].keys()
    marks = [(item, {item[marker] == "unverified" for marker in markers}) for item in resources[resource]]

    assert [item for item, unverified in marks if len(unverified) != 1] == []
    # An unverified record may name the page that was read without an answer.
    assert [item for item, unverified in marks if unverified == {False} and not item[source]] == []


def test_every_partner_has_a_source_and_the_primary_source_of_a_fact_comes_first(
    responses: Values, facts: Rows
) -> None:
    assert [item["id"] for item in responses["/api/v1/partners.json"]["data"] if not item["source_urls"]] == []
    assert [fact["id"] for fact in facts if fact["source_url"] != next(iter(fact["source_urls"]), None)] == []


@pytest.mark.parametrize("resource", ["facts", "partners", "terms"])
def test_sources_name_the_records_that_cite_them(resource: str, responses: Values) -> None:
    named = {(claim, each["url"]) for each in responses["/api/v1/sources.json"]["data"] for claim in each["claims"]}
    items = responses[f"/api/v1/{resource}.json"]["data"]

    assert {(name, url) for name, url in named if name.startswith(f"{resource}/")} == {
        (f"{resource}/{item['id']}", url) for item in items for url in item["source_urls"]
    }


# Status


def test_no_check_is_older_than_the_oldest_check_of_the_status(contents: Files, responses: Values) -> None:
    pattern = re.compile(r'"(?:last_checked|last_verified|source_checked)": "(.*?)"')
    published = (file.decode() for path, file in contents.items() if re.fullmatch(r"/(api/v1|data)/.*\.json", path))
    days = {day for text in published for day in pattern.findall(text)}

    assert responses[STATUS.path]["data"]["oldest_check"]["date"] == min(days)
