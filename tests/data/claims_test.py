"""Every record with sources is a claim with a name, in the order of its file, and a kind that is not registered is refused."""

import datetime as dt
from collections import Counter
from typing import Any

import pytest

from locdata_build.data.citations import claim_is_registered
from locdata_build.data.claims import CLAIM_SPECS, LocatedClaim, codes_of, contents_of, located_claims
from locdata_build.data.countries import CountryFile
from locdata_build.data.products import ConnectorsFile
from locdata_build.data.record import SourceRecord
from locdata_build.data.rule import CheckContext
from locdata_model.vocabulary import ClaimKind
from support.dataset import COUNTRY, as_read, whole


class Unregistered(SourceRecord, frozen=True, kw_only=True):
    """A record with sources that no kind of claim has."""

    checked: dt.date


@pytest.fixture(scope="module")
def claims() -> list[LocatedClaim[Any]]:
    """The claims of the country of the small dataset."""
    return [*located_claims(as_read(whole()[COUNTRY], CountryFile))]


def test_record_with_sources_that_is_not_registered_is_refused() -> None:
    record = Unregistered(checked=dt.date(2026, 11, 20))

    assert [*claim_is_registered.check(record, CheckContext(file=COUNTRY))] == [
        ("", "must be a registered kind of claim, got Unregistered, which has no ClaimSpec")
    ]


def test_every_kind_of_claim_is_registered() -> None:
    assert {spec.kind for spec in CLAIM_SPECS.values()} == {*ClaimKind}


def test_claims_have_names_that_no_other_claim_has(claims: list[LocatedClaim[Any]]) -> None:
    assert [name for name, count in Counter(claim.name for claim in claims).items() if count > 1] == []
    assert {"facts/fr-vat", "phases/fr-e-invoicing-b2b-step-1", "report-support/vat-reporting-fr-1-erp_id_01"} <= {
        claim.name for claim in claims
    }


def test_part_comes_after_the_claim_that_it_is_part_of(claims: list[LocatedClaim[Any]]) -> None:
    paths = [claim.json_path for claim in claims]
    parts = {claim.json_path: claim.whole.json_path for claim in claims if claim.parent}

    assert parts["$.reporting[0].erp_support[0]"] == "$.reporting[0]"
    assert [path for path, whole_path in parts.items() if paths.index(path) < paths.index(whole_path)] == []
    with pytest.raises(TypeError, match=r"^facts is no part of another claim$"):
        _ = claims[0].whole


def test_claim_is_shown_on_the_page_of_its_country_or_of_its_product(claims: list[LocatedClaim[Any]]) -> None:
    paths = {claim.name: claim.path for claim in claims}
    (connector,) = located_claims(as_read(whole()["connectors.json"], ConnectorsFile))

    assert paths["facts/fr-vat"] == "/france/#vat-reporting"
    assert connector.path == "/erp/erp_id_01/#providers"
    assert [connector.countries, claims[0].countries] == [("fr",), ("fr",)]


def test_fact_that_is_not_known_states_nothing(claims: list[LocatedClaim[Any]]) -> None:
    unknown = {claim.name for claim in claims if not claim.is_known}

    assert unknown == {
        "facts/fr-statutory-accounts",
        "facts/fr-e-invoicing-erp-support-erp_id_02",
        "obligations/fr-audit-file",
    }


def test_contents_are_the_texts_and_the_dates_and_no_codes_or_sources(claims: list[LocatedClaim[Any]]) -> None:
    (obligation,) = (claim for claim in claims if claim.name == "obligations/fr-real-time-reporting")

    texts, dates = contents_of(obligation)

    assert {*texts.split("\n")} == {"Phase of 2027-01-01", "The obligation is enacted."}
    assert dates == (dt.date(2027, 1, 1),)


def test_codes_leave_out_texts_with_markers_and_what_is_null_or_empty(claims: list[LocatedClaim[Any]]) -> None:
    (support,) = (claim for claim in claims if claim.name == "facts/fr-e-invoicing-erp-support-erp_id_01")

    assert codes_of(support) == ("erp: erp_id_01", "support_type: native")
