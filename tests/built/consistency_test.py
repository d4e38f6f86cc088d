"""What the built site says in one place it says in all: counts, ids, lists, words, links."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from built.census import COUNTRIES, ERP_KEYS, ERPS, TRACKED
from built.specification import (
    API_LISTS,
    BEYOND,
    CONNECTOR_TYPES,
    COUNTRY_LABELS,
    ERP_LABELS,
    EVIDENCE,
    FIELDS,
    FILTERS,
    INDEXED,
    META,
    REPORTING_SUPPORT,
    REPORTING_TOPICS,
    STATUS,
    SUPPORT_TYPES,
    TOGGLES,
    VERIFICATION,
    Table,
    Values,
    column,
)

# Counts


def test_count_is_the_number_of_items(responses: Values) -> None:
    counts = {path: response["meta"]["count"] for path, response in responses.items()}
    lengths = {path: len(value["data"]) if isinstance(value["data"], list) else 1 for path, value in responses.items()}

    assert counts == lengths


def test_index_lists_each_path_with_its_count(responses: Values) -> None:
    listed = {item["path"]: item["count"] for item in responses["/api/v1/index.json"]["data"]}
    lists = {path: len(responses[path]["data"]) for path in (*API_LISTS, *BEYOND) if path != "/api/v1/index.json"}
    families = {
        "/api/v1/countries/{code}.json": COUNTRIES,
        "/api/v1/erps/{id}.json": len(ERPS),
        "/api/v1/filters/{name}.json": 7,
    }

    assert list(listed) == list(INDEXED)
    assert listed == {**lists, **families, "/api/v1/index.json": None, "/api/openapi.json": None}


def test_every_response_says_the_same_of_the_release(responses: Values) -> None:
    common = {
        json.dumps({name: value["meta"][name] for name in META if name != "count"}) for value in responses.values()
    }

    assert len(common) == 1


def test_licence_of_the_api_is_non_commercial(responses: Values) -> None:
    licence = responses["/api/v1/index.json"]["meta"]["licence"]
    site_name = responses["/api/v1/index.json"]["meta"]["docs"].split("/")[2]

    assert licence["name"] == "CC BY-NC 4.0"
    assert licence["url"] == "https://creativecommons.org/licenses/by-nc/4.0/"
    assert licence["attribution"] == f"Localization Data Service ({site_name})"


def test_there_are_as_many_countries_as_counted_in_the_order_of_their_codes(responses: Values) -> None:
    codes = [country["code"] for country in responses["/api/v1/countries.json"]["data"]]

    assert len(codes) == COUNTRIES
    assert codes == sorted(codes)


def test_the_erp_products_stand_in_the_order_of_the_design(responses: Values) -> None:
    assert [erp["id"] for erp in responses["/api/v1/erps.json"]["data"]] == list(ERPS)


def test_matrix_has_a_record_for_each_tracked_country_and_product(values: Values) -> None:
    cells = [(row["country_code"], row["erp"]) for row in values["/data/matrix.json"]]

    assert cells == list(itertools.product(TRACKED, ERPS))


def test_counts_of_a_country_are_what_its_lists_hold(details: Table) -> None:
    counted = {
        country["code"]: {
            "facts": len(country["facts"]),
            "facts_verified": sum(fact["status"] == "verified" for fact in country["facts"]),
            "erp_matrix_cells": sum(fact["topic"] == "e_invoicing_erp_support" for fact in country["facts"]),
            "local_erps": len(country["local_erps"]),
            "partners": len(country["partners"]),
            "partner_flags": len(country["partner_flags"]),
        }
        for country in details
    }

    assert {country["code"]: country["counts"] for country in details} == counted
    assert {code: counts["erp_matrix_cells"] for code, counts in counted.items() if code in TRACKED} == dict.fromkeys(
        TRACKED, len(ERPS)
    )


def test_counts_of_an_erp_product_are_what_the_lists_hold(erp_details: Table, responses: Values) -> None:
    partners = Counter(partner["erp"] for partner in responses["/api/v1/partners.json"]["data"])
    counted = {
        erp["id"]: {
            "e_invoicing_countries": len(column(erp["e_invoicing_support"], "country")),
            "partner_flags": len(erp["partner_flags"]),
            "partners": partners[erp["id"]],
        }
        for erp in erp_details
    }

    assert {erp["id"]: erp["counts"] for erp in erp_details} == counted


# One thing said in several places


def test_detail_extends_the_list_item(responses: Values) -> None:
    for path in ("/api/v1/countries.json", "/api/v1/erps.json"):
        for item in responses[path]["data"]:
            detail = responses[item["api_url"]]["data"]

            assert {name: detail[name] for name in item} == item


def test_api_url_is_the_path_of_the_detail(responses: Values) -> None:
    countries, erps = responses["/api/v1/countries.json"]["data"], responses["/api/v1/erps.json"]["data"]

    assert [item["api_url"] for item in countries] == [f"/api/v1/countries/{item['code']}.json" for item in countries]
    assert [item["api_url"] for item in erps] == [f"/api/v1/erps/{item['id']}.json" for item in erps]


def test_urls_of_pages_lie_below_the_base_url(responses: Values) -> None:
    meta = responses["/api/v1/index.json"]["meta"]
    base = meta["openapi"].removesuffix("/api/openapi.json")
    countries, erps = responses["/api/v1/countries.json"]["data"], responses["/api/v1/erps.json"]["data"]
    slugs = [country["url"].removeprefix(f"{base}/") for country in countries]

    assert meta["docs"] == f"{base}/api/"
    assert [erp["url"] for erp in erps] == [f"{base}/erp/{erp['id']}/" for erp in erps]
    assert [slug for slug in slugs if not re.fullmatch(r"[a-z]+(-[a-z]+)*/", slug)] == []
    assert len(set(slugs)) == COUNTRIES


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/api/v1/facts.json", "facts"),
        ("/api/v1/local-erps.json", "local_erps"),
        ("/api/v1/partner-flags.json", "partner_flags"),
        ("/api/v1/partners.json", "partners"),
    ],
)
def test_list_is_what_all_countries_hold(path: str, name: str, responses: Values, details: Table) -> None:
    assert responses[path]["data"] == [item for country in details for item in country[name]]


def test_erp_detail_holds_all_that_is_said_of_the_product(
    erp_details: Table, facts: Table, responses: Values, values: Values
) -> None:
    for erp in erp_details:
        own = [fact for fact in facts if fact["erp"] == erp["id"]]
        flags = [flag for flag in responses["/api/v1/partner-flags.json"]["data"] if flag["erp"] == erp["id"]]
        connectors = [row for row in values["/data/connectors.json"] if row["erp"] == erp["id"]]

        assert erp["e_invoicing_support"] == [fact for fact in own if fact["topic"] == "e_invoicing_erp_support"]
        assert erp["other_facts"] == [fact for fact in own if fact["topic"] == "erp_localization"]
        assert erp["partner_flags"] == flags
        assert [flattened(provider, erp["id"]) for provider in erp["providers"]] == connectors


def flattened(provider: Mapping[str, Any], erp: str) -> dict[str, str]:
    """A provider as a record of the data file."""
    return {
        "provider": provider["provider"],
        "erp": erp,
        "countries_covered": provider["countries_covered"],
        "countries_in_scope": " ".join(provider["countries_in_scope"]),
        "connector_type": provider["connector_type"],
        "built_by": provider["built_by"],
        "direction": provider["direction"],
        "source_urls": " ".join(provider["source_urls"]),
        "status": "unverified" if provider["verification"] == "unverified" else "verified",
        "last_verified": provider["last_checked"],
        "notes": provider["notes"],
    }


def test_records_of_countries_say_what_the_facts_say(facts: Table, values: Values) -> None:
    from_facts = [
        (
            fact["country"],
            fact["label"],
            fact["value"],
            " ".join(fact["source_urls"]),
            fact["status"],
            fact["last_checked"],
        )
        for fact in facts
        if fact["topic"] != "e_invoicing_erp_support"
    ]
    columns = ("country_code", "fact", "value", "source", "status", "last_verified")

    assert [tuple(row[name] for name in columns) for row in values["/data/countries.json"]] == from_facts


def test_records_of_the_matrix_say_what_the_facts_say(facts: Table, values: Values) -> None:
    texts = ("mandate", "scope", "deadlines", "format", "vendors", "notes")
    from_facts = [
        (
            fact["country"],
            fact["erp"],
            fact["value"],
            " ".join(fact["source_urls"]),
            fact["status"],
            fact["last_checked"],
            *(fact["details"][name] for name in texts),
        )
        for fact in facts
        if fact["topic"] == "e_invoicing_erp_support"
    ]
    columns = ("country_code", "erp", "support_type", "erp_source", "status", "last_verified", *texts)

    assert [tuple(row[name] for name in columns) for row in values["/data/matrix.json"]] == from_facts


def test_data_files_name_countries_as_the_api_does(responses: Values, values: Values) -> None:
    named = {
        country["code"]: (country["name"], country["region"]) for country in responses["/api/v1/countries.json"]["data"]
    }
    rows = [row for name in ("matrix", "reporting", "countries") for row in values[f"/data/{name}.json"]]

    assert [row for row in rows if row["country"] != named[row["country_code"]][0]] == []
    assert [
        row for row in rows if row.get("region", named[row["country_code"]][1]) != named[row["country_code"]][1]
    ] == []


# Toggles and filters


def test_coverage_of_each_toggle_sums_to_the_number_of_countries(responses: Values) -> None:
    countries = responses["/api/v1/countries.json"]["data"]
    coverage = responses["/api/v1/index.json"]["meta"]["toggle_coverage"]
    words = {True: "true", False: "false", None: "null"}
    counts = {name: Counter(words[country["toggles"][name]] for country in countries) for name in TOGGLES}

    assert coverage == {name: {word: counts[name][word] for word in ("true", "false", "null")} for name in TOGGLES}
    assert {name: sum(count.values()) for name, count in coverage.items()} == dict.fromkeys(TOGGLES, COUNTRIES)


@pytest.mark.parametrize("name", FILTERS)
def test_filter_holds_the_countries_whose_toggles_match(name: str, responses: Values) -> None:
    def matches(toggles: Mapping[str, bool | None]) -> bool:
        match name:
            case "e-invoicing-mandatory":
                return toggles["e_invoicing_mandatory_b2b"] is True or toggles["e_invoicing_mandatory_b2g"] is True
            case "toggles-unknown":
                return None in toggles.values()
            case _:
                return toggles[name.replace("-", "_")] is True

    matching = [country for country in responses["/api/v1/countries.json"]["data"] if matches(country["toggles"])]

    assert responses[f"/api/v1/filters/{name}.json"]["data"] == [
        {field: country[field] for field in FIELDS["FilterItem"]} for country in matching
    ]


def test_a_mandate_that_applies_is_a_mandate(responses: Values) -> None:
    in_force = column(responses["/api/v1/filters/e-invoicing-b2b-in-force.json"]["data"], "code")
    mandatory = column(responses["/api/v1/filters/e-invoicing-mandatory-b2b.json"]["data"], "code")

    assert in_force - mandatory == set()


def test_only_the_e_invoicing_fact_says_whether_it_is_mandatory(facts: Table, details: Table) -> None:
    said = {fact["country"]: fact["mandatory"] for fact in facts if fact["topic"] == "e_invoicing"}
    others = [fact for fact in facts if fact["topic"] != "e_invoicing"]

    assert said == {country["code"]: country["toggles"]["e_invoicing_mandatory_b2b"] for country in details}
    assert [fact["id"] for fact in others if (fact["mandatory"], fact["effective_date"]) != (None, None)] == []
    assert [fact["id"] for fact in facts if fact["effective_date"] and not fact["mandatory"]] == []


# Ids, order, words


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/erps.json",
        "/api/v1/facts.json",
        "/api/v1/local-erps.json",
        "/api/v1/partner-flags.json",
        "/api/v1/partners.json",
        "/api/v1/news.json",
    ],
)
def test_ids_are_unique_in_a_list(path: str, responses: Values) -> None:
    ids = Counter(item["id"] for item in responses[path]["data"])

    assert {id_: count for id_, count in ids.items() if count > 1} == {}


def test_id_of_a_fact_is_its_country_and_topic_and_product(facts: Table) -> None:
    said = [fact["id"] for fact in facts]
    parts = [[fact["country"], fact["topic"].replace("_", "-"), *filter(None, [fact["erp"]])] for fact in facts]

    assert said == ["-".join(part) for part in parts]


def test_id_of_a_partner_flag_is_its_country_and_product(responses: Values) -> None:
    flags = responses["/api/v1/partner-flags.json"]["data"]

    assert [flag["id"] for flag in flags] == [f"{flag['country']}-{flag['erp']}" for flag in flags]


def test_other_ids_have_the_shape_of_the_specification(responses: Values) -> None:
    slug = r"[a-z0-9]+(-[a-z0-9]+)*"
    expected = [
        *((item["id"], f"{item['country']}-{slug}") for item in responses["/api/v1/local-erps.json"]["data"]),
        *(
            (item["id"], f"{item['country']}-{item['erp']}-{slug}")
            for item in responses["/api/v1/partners.json"]["data"]
        ),
        *((item["id"], r"n\d+") for item in responses["/api/v1/news.json"]["data"]),
    ]

    assert [id_ for id_, shape in expected if not re.fullmatch(shape, id_)] == []


def test_partners_are_listed_by_country_then_product_then_name(responses: Values) -> None:
    order = [
        (item["country"], item["erp"], item["name"].casefold()) for item in responses["/api/v1/partners.json"]["data"]
    ]

    assert order == sorted(order)


def test_news_name_known_products_and_the_site_that_they_link_to(responses: Values) -> None:
    news = responses["/api/v1/news.json"]["data"]

    assert {erp for item in news for erp in item["erps"]} - set(ERPS) == set()
    assert [item["id"] for item in news if not item["url"].startswith(f"{item['source']}/")] == []


def test_words_are_those_of_the_specification(resources: Mapping[str, Table]) -> None:
    all_facts = [*resources["Fact"], *resources["Fact with details"]]
    verified = [*all_facts, *resources["LocalERP"], *resources["PartnerFlag"], *resources["Provider"]]
    rows = [row for name in ("matrix", "reporting", "connectors", "countries") for row in resources[name]]

    assert column(verified, "verification") - VERIFICATION == set()
    assert column([*all_facts, *rows], "status") - STATUS == set()
    assert {row["evidence"] for row in rows if "evidence" in row} - EVIDENCE == set()
    assert column(resources["matrix"], "mandate_evidence") - EVIDENCE == set()
    assert column(resources["matrix"], "support_type") - SUPPORT_TYPES == set()
    assert column(resources["Fact with details"], "value") - SUPPORT_TYPES == set()
    assert column([*resources["Provider"], *resources["connectors"]], "connector_type") - CONNECTOR_TYPES == set()
    assert column(resources["reporting"], "topic") == REPORTING_TOPICS
    assert {row[key] for row in resources["reporting"] for key in ERP_KEYS} - REPORTING_SUPPORT == set()


def test_every_country_has_the_facts_of_the_specification_first_and_no_fact_twice(
    values: Values, details: Table
) -> None:
    found: dict[str, list[str]] = {country["code"]: [] for country in details}
    for row in values["/data/countries.json"]:
        found[row["country_code"]].append(row["fact"])

    others = {code: labels for code, labels in found.items() if labels[: len(COUNTRY_LABELS)] != list(COUNTRY_LABELS)}
    assert others == {}
    assert {code: labels for code, labels in found.items() if len(labels) != len(set(labels))} == {}


def test_facts_on_erp_products_have_the_labels_of_the_specification(values: Values) -> None:
    labels = {row["fact"] for row in values["/data/countries.json"]}

    assert labels == {*COUNTRY_LABELS, *ERP_LABELS}


def test_connectors_name_tracked_countries_and_known_products(values: Values) -> None:
    rows = values["/data/connectors.json"]

    assert {code for row in rows for code in row["countries_in_scope"].split()} - set(TRACKED) == set()
    assert column(rows, "erp") - set(ERPS) == set()


# Sources and dates


def test_a_record_is_unverified_where_and_only_where_it_has_no_source(resources: Mapping[str, Table]) -> None:
    sources = {
        "Fact": "source_urls",
        "Fact with details": "source_urls",
        "LocalERP": "source_url",
        "PartnerFlag": "source_url",
        "Provider": "source_urls",
        "matrix": "erp_source",
        "reporting": "source",
        "connectors": "source_urls",
        "countries": "source",
    }
    markers = ("status", "verification", "evidence")
    wrong = [
        (resource, item)
        for resource, source in sources.items()
        for item in resources[resource]
        for marker in markers
        if marker in item and (item[marker] == "unverified") == bool(item[source])
    ]

    assert wrong == []


def test_every_partner_has_a_source(responses: Values) -> None:
    assert [item["id"] for item in responses["/api/v1/partners.json"]["data"] if not item["source_urls"]] == []


def test_primary_source_is_the_first_of_all_sources(facts: Table) -> None:
    wrong = [fact["id"] for fact in facts if fact["source_url"] != next(iter(fact["source_urls"]), None)]

    assert wrong == []


def test_mandate_has_a_source_where_and_only_where_it_was_read(values: Values) -> None:
    rows = values["/data/matrix.json"]

    assert [row for row in rows if (row["mandate_evidence"] == "unverified") == bool(row["mandate_source"])] == []


def test_nothing_was_checked_or_seen_after_the_build(resources: Mapping[str, Table], responses: Values) -> None:
    built = responses["/api/v1/index.json"]["meta"]["generated_at"]
    names = ("last_checked", "last_verified", "source_checked", "first_seen", "date")

    def late() -> Iterator[tuple[str, str]]:
        for resource, items in resources.items():
            for item, name in itertools.product(items, names):
                if (item.get(name) or "") > built:
                    yield resource, item[name]

    assert list(late()) == []
