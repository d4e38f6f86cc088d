"""The statements of a record are its texts, and cite its sources."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.site import Rows, Values

TEXTS = {
    "facts": ("value",),
    "mandates": ("mandate", "scope", "deadlines", "format"),
    "obligations": ("summary",),
    "phases": ("what",),
    "reports": ("frequency", "deadline", "channel_format", "notes"),
    "terms": ("text",),
}
"""The texts with statements in the records of each list."""


def records_in(value: object) -> Iterator[dict[str, Any]]:
    """Yield each object with statements in a JSON value."""
    if isinstance(value, dict) and "statements" in value:
        yield value
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from records_in(member)


@pytest.fixture(scope="module")
def records(responses: Values) -> Rows:
    """Every record with statements, in every response."""
    return [*records_in(dict(responses))]


def joined(record: dict[str, Any]) -> dict[str, str]:
    """Return the texts that the statements of a record are parts of."""
    fields = dict.fromkeys(statement["field"] for statement in record["statements"])
    return {
        name: " ".join(statement["text"] for statement in record["statements"] if statement["field"] == name)
        for name in fields
    }


def texts(record: dict[str, Any], *names: str) -> dict[str, str]:
    """Return the texts of a record that are not empty."""
    return {name: record[name] for name in names if record[name]}


@pytest.mark.parametrize("name", TEXTS)
def test_statements_of_a_record_are_its_texts(name: str, responses: Values) -> None:
    records = [record for record in responses[f"/api/v1/{name}.json"]["data"] if "details" not in record]

    assert [record["id"] for record in records if joined(record) != texts(record, *TEXTS[name])] == []
    assert records != []


def test_statements_on_the_support_of_a_product_are_its_notes(responses: Values) -> None:
    support = [fact["details"] | fact for fact in responses["/api/v1/facts.json"]["data"] if "details" in fact]
    support += [each for report in responses["/api/v1/reports.json"]["data"] for each in report["erp_support"]]

    assert [each for each in support if joined(each) != texts(each, "notes")] == []


def test_sources_of_a_record_begin_with_those_of_its_statements(records: Rows) -> None:
    cited = [
        [*dict.fromkeys(url for each in record["statements"] for url in each["source_urls"])] for record in records
    ]

    assert [
        record["statements"]
        for record, urls in zip(records, cited, strict=True)
        if urls != record["source_urls"][: len(urls)]
    ] == []


def test_other_sources_are_those_of_phases_or_of_their_obligation(records: Rows) -> None:
    others = [
        {each["field"] for each in record["statements"]}
        for record in records
        if {url for each in record["statements"] for url in each["source_urls"]} != {*record["source_urls"]}
    ]

    assert [fields for fields in others if fields not in ({"what"}, {"summary"})] == []


def test_each_source_of_a_statement_has_a_place_or_null(records: Rows) -> None:
    statements = [each for record in records for each in record["statements"]]

    assert [each for each in statements if len(each["source_urls"]) != len(each["locators"])] == []
    assert {type(place) for each in statements for place in each["locators"]} == {str, type(None)}
