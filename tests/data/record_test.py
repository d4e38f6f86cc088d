"""Every record and text of a file is found with its JSON path, and in a broken file every record of the right shape."""

from typing import Any

import msgspec
import pytest
from msgspec.inspect import type_info

from locdata_build.data.countries import CountryFile
from locdata_build.data.products import ConnectorsFile
from locdata_build.data.record import salvage, texts_in, walk, walk_texts
from locdata_build.data.site import NewsFile
from locdata_model.record import Record
from support.dataset import COUNTRY, whole
from support.records import cited


def salvaged(value: object, kind: type[Record]) -> list[tuple[str, str]]:
    """The path and the type of each record that has the right shape."""
    return [(path, type(record).__name__) for path, record in salvage(value, type_info(kind))]


def test_records_are_found_in_the_order_of_the_file() -> None:
    country = msgspec.convert(cited(whole()[COUNTRY]), CountryFile)
    mandate = country.e_invoicing.mandate if country.e_invoicing else None

    found = [*walk(country)]

    assert found[:4] == [
        ("$", country),
        ("$.map_tile", country.map_tile),
        ("$.facts", country.facts),
        ("$.facts.currency", country.facts.currency),
    ]
    assert ("$.e_invoicing.mandate", mandate) in found
    assert found[-1] == ("$.sources['vendor-example-vat']", country.sources["vendor-example-vat"])


def test_texts_are_found_at_any_depth() -> None:
    value = {"a": ["x", {"b c": ["y"]}], "d": 1, "e": None, "f": "x"}

    assert [*walk_texts(value)] == [("$.a[0]", "x"), ("$.a[1]['b c'][0]", "y"), ("$.f", "x")]
    assert texts_in(value) == {"x", "y"}


def test_records_beside_a_broken_one_are_salvaged() -> None:
    value = cited(whole()["connectors.json"])
    good = value["connectors"][0]
    value["connectors"] = [{**good, "erp": 1}, good]

    assert salvaged(value, ConnectorsFile) == [
        ("$.connectors[1]", "SourceConnector"),
        ("$.sources['provider-example-connector']", "CitedSource"),
    ]


def test_records_inside_a_broken_optional_one_are_salvaged() -> None:
    value = {"e_invoicing": cited(whole()[COUNTRY])["e_invoicing"]}
    del value["e_invoicing"]["mandate"]["scope"], value["e_invoicing"]["erp_support"][0]

    assert salvaged(value, CountryFile) == [("$.e_invoicing.erp_support[0]", "SourceErpSupport")]


@pytest.mark.parametrize(
    "value",
    [None, [], {}, {"news": None}, {"news": {}}, {"news": [None, 1, "n1", []]}, {"news": [{"id": "n1"}]}, {"noos": []}],
)
def test_nothing_is_salvaged_where_there_is_no_record(value: Any) -> None:  # noqa: ANN401  # JSON
    assert salvaged(value, NewsFile) == []
