"""Which addresses the watch visits, what rests on each, and in which order they are visited."""

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from locdata_model.vocabulary import SourceKind
from locdata_watch.visits.addresses import CitedAddress, Citing, select_addresses
from support.dataset import COUNTRY, changed, whole
from support.records import (
    country,
    format_record,
    marked,
    obligation,
    phase,
    source,
    source_id,
    source_record,
    tax_rule,
    vat_rate,
)
from watch.small_web import FACT, TODAY, addresses_of, day

LAW, COPY = "https://law.example/vat-act", "https://library.example/vat-act"


def texts_of(address: CitedAddress) -> dict[str, list[str]]:
    """Return the statements that rest on an address, by claim."""
    return {citing.claim.name: [statement.text for _, statement in citing.statements] for citing in address.citings}


def citing_of(address: CitedAddress, claim: str) -> Citing:
    """Return the way in which a claim cites an address."""
    (citing,) = (citing for citing in address.citings if citing.claim.name == claim)
    return citing


# What rests on an address


def test_parts_of_a_page_are_one_address(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.facts.vat.value", marked("Standard rate 20%.", f"{FACT}#rates"))
    found = addresses_of(tmp_path, files)

    assert f"{FACT}#rates" not in found
    assert {"facts/fr-vat", "facts/fr-currency"} <= texts_of(found[FACT]).keys()


def test_law_that_was_read_in_a_copy_has_two_addresses(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.facts.vat.value", marked("Standard rate 20%.", f"{LAW}: Art. 1"))
    files[COUNTRY]["sources"][source_id(LAW)] = {"url": LAW, "read_at": COPY, **source_record(LAW)}
    found = addresses_of(tmp_path, files)

    assert texts_of(found[LAW]) == texts_of(found[COPY]) == {"facts/fr-vat": ["Standard rate 20%."]}


def test_link_in_a_field_is_an_address_without_statements(tmp_path: Path) -> None:
    link = "https://standard.example/ubl.xsd"
    files = changed(COUNTRY, "$.formats", [format_record(schema_url=link)])
    (citing,) = addresses_of(tmp_path, files)[link].citings

    assert (citing.claim.name, citing.source, citing.statements) == ("formats/fr-ubl", None, ())


def test_source_of_a_product_is_no_link_of_it(tmp_path: Path) -> None:
    found = addresses_of(tmp_path)["https://vendor.example/product"]

    assert [(each.claim.name, each.source) for each in found.citings] == [
        ("erps/erp_id_01", "vendor-example-product"),
        ("erps/erp_id_02", "vendor-example-product"),
    ]


def test_statement_rests_on_the_sources_of_its_markers(tmp_path: Path) -> None:
    text = f"Standard rate 20%[^{source('a')}]; books 5%[^{source('a')}][^{source('b')}]. No zero rate[^{source('b')}]."
    found = addresses_of(tmp_path, changed(COUNTRY, "$.facts.vat.value", text))

    assert texts_of(found[source("a")]) == {"facts/fr-vat": ["Standard rate 20%;", "books 5%."]}
    assert texts_of(found[source("b")]) == {"facts/fr-vat": ["books 5%.", "No zero rate."]}


def test_codes_with_figures_rest_on_the_first_source(tmp_path: Path) -> None:
    rate = vat_rate(applies_to=marked("All supplies.", source("first"), source("second")))
    found = addresses_of(tmp_path, changed(COUNTRY, "$.vat_rates", [rate]))

    assert texts_of(found[source("first")]) == {
        "vat-rates/fr-standard": ["All supplies.", "since: 2014-01-01, rate: 20"]
    }
    assert texts_of(found[source("second")]) == {"vat-rates/fr-standard": ["All supplies."]}


def test_codes_without_figures_are_no_statement(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.tax_rules", [tax_rule(rule=marked("It moves.", source("days")))])

    assert texts_of(addresses_of(tmp_path, files)[source("days")]) == {"tax-rules/fr-deadline-shift": ["It moves."]}


def test_source_of_a_phase_carries_its_obligation(tmp_path: Path) -> None:
    first = phase("2026-01-01", "first", what=marked("Large businesses send", source("decree")))
    found = addresses_of(tmp_path, changed(COUNTRY, "$.obligations.e_invoicing_b2b", obligation("in_force", first)))

    assert texts_of(found[source("decree")]) == {"obligations/fr-e-invoicing-b2b": ["Large businesses send"]}


def test_address_has_the_kind_and_the_language_of_its_source(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["sources"][source_id(FACT)] = source_record(FACT) | {"language": "fr"}
    found = addresses_of(tmp_path, files)[FACT]

    assert (found.language, [*found.kinds]) == ("fr", [SourceKind.AUTHORITY])


def test_claims_that_most_readers_come_for_are_first(tmp_path: Path) -> None:
    page = source("everything")
    files = whole() | {"countries/at.json": untracked("at")}
    files["countries/at.json"]["obligations"]["saft"] = obligation("none", summary=marked("None.", page))
    files[COUNTRY]["tax_rules"] = [tax_rule(rule=marked("It moves.", page))]
    files[COUNTRY]["facts"]["vat"]["value"] = marked("Standard rate 20%.", page)
    files[COUNTRY]["obligations"]["saft"] = obligation("none", summary=marked("None.", page))

    assert [*texts_of(addresses_of(tmp_path, files)[page])] == [
        "obligations/fr-saft",
        "facts/fr-vat",
        "tax-rules/fr-deadline-shift",
        "obligations/at-saft",
    ]


def untracked(code: str) -> dict[str, Any]:
    """Return a country whose e-invoicing is not tracked."""
    return country(code, code.upper()) | {"e_invoicing": None}


# Which addresses are visited


@pytest.fixture
def addresses(tmp_path: Path) -> Sequence[CitedAddress]:
    """The addresses of the small dataset on a day on which claims on a law are due."""
    return [*addresses_of(tmp_path, today=dt.date(2027, 1, 2)).values()]


def selected(
    addresses: Sequence[CitedAddress],
    visited: Mapping[str, dt.date] | None = None,
    **options: Any,  # noqa: ANN401  # arguments
) -> list[str]:
    """Return the URLs of the addresses to visit, which were last visited before today unless ``options`` say otherwise."""
    found = select_addresses(addresses, visited or {}, **{"visited_before": TODAY, **options})
    return [address.url for address in found]


def test_addresses_without_a_visit_are_first_and_then_those_visited_longest_ago(
    addresses: Sequence[CitedAddress],
) -> None:
    some = addresses[:5]
    a, b, c, d, e = (address.url for address in some)

    assert selected(some, {a: day(3), b: day(2), d: day(1)}) == [c, e, d, b, a]


def test_addresses_that_were_visited_lately_are_left_out(addresses: Sequence[CitedAddress]) -> None:
    some = addresses[:2]
    a, b = (address.url for address in some)

    assert selected(some, {a: day(19), b: day(20)}, visited_before=day(20)) == [a]


def test_country_selects_what_its_claims_cite(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria")}
    files["countries/at.json"]["facts"]["vat"]["value"] = marked("Standard rate 20%.", source("austria"))
    found = [*addresses_of(tmp_path, files).values()]

    assert source("austria") in selected(found, country="at")
    assert FACT in selected(found, country="at")
    assert source("austria") not in selected(found, country="fr")
    assert "https://provider.example/connector" not in selected(found, country="fr")


def test_kind_selects_sources_of_this_kind(addresses: Sequence[CitedAddress]) -> None:
    assert selected(addresses, kind=SourceKind.LAW) == ["https://law.example/format-one"]


def test_sample_follows_from_the_seed(addresses: Sequence[CitedAddress]) -> None:
    one = selected(addresses, sample=5, seed=1)

    assert len(one) == 5
    assert selected(addresses, sample=5, seed=1) == one
    assert selected(addresses, sample=5, seed=2) != one


def test_sample_may_be_larger_than_what_there_is(addresses: Sequence[CitedAddress]) -> None:
    assert selected(addresses, sample=999) == selected(addresses)


def test_due_addresses_can_be_first(addresses: Sequence[CitedAddress]) -> None:
    due = source("law")
    visited = {due: day(1)}

    assert selected(addresses, visited)[-1] == due
    assert selected(addresses, visited, is_due_first=True)[0] == due
