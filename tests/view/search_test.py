"""The index of the search has a piece for all countries and one for each, with the value of everything that is found."""

from collections.abc import Mapping

import pytest

from locdata_build.data.claims import CLAIM_SPECS
from locdata_build.data.vat_rates import VAT_RATE
from locdata_build.view.components.search import ENTRIES, CountryPiece, Entry, SearchIndex, search_pieces, uncapitalized
from locdata_build.view.search_words import KINDS, SYNONYMS
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.records import country, report, term, threshold, vat_rate

Pieces = tuple[SearchIndex, Mapping[str, CountryPiece]]


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> Pieces:
    """The pieces on a country with a report, a rate that has ended and a threshold for foreign businesses."""
    files = whole()
    files[COUNTRY]["reporting"] = [
        report("vat-reporting", 1, report_local="Déclaration", report_en="VAT return", form="CA3", aliases=["3310"])
    ]
    files[COUNTRY]["vat_rates"] = [vat_rate(), vat_rate("former", since="2000-01-01", until="2013-12-31", rate="19.6")]
    files[COUNTRY]["thresholds"] = [threshold(established="non-resident")]
    files["countries/es.json"] = country("es", "Spain") | {"e_invoicing": None}
    files["terms.json"]["terms"] = [term("alone", countries=["fr"]), term("shared", countries=["es", "fr"])]
    return search_pieces(load_context(tmp_path_factory.mktemp("data"), files))


def of_kind(pieces: Pieces, kind: str) -> list[Entry]:
    """Return the entries of a kind in the piece on France."""
    return [entry for entry in pieces[1]["fr"].entries if entry.kind == kind]


def test_a_threshold_has_its_amount_and_its_day_and_is_found_as_foreign(pieces: Pieces) -> None:
    (found,) = of_kind(pieces, "thresholds/registration")

    assert (found.name, found.path) == (("registration threshold",), "#thresholds-registration")
    assert "".join(found.value) == "EUR 40,000 (non-residents)"
    assert "foreign" in found.words


def test_a_report_has_its_frequency_its_next_due_date_and_its_other_names(pieces: Pieces) -> None:
    (found,) = of_kind(pieces, "reporting/vat-return")

    assert (found.name, found.path, found.note) == (("Déclaration",), "#vat-reporting-fr-1", "VAT return")
    assert found.value[0].startswith("monthly, next due ")
    assert found.aliases == ("VAT return", "CA3", "3310", "VAT / GST return")


def test_a_report_in_a_product_has_what_the_product_does(pieces: Pieces) -> None:
    (found,) = of_kind(pieces, "report-support")

    assert (found.value, found.note) == (("files it",), "native")


def test_countries_with_an_answer_are_found(pieces: Pieces) -> None:
    assert "/countries/?real-time-reporting=clearance" in {entry.path for entry in pieces[0].entries}


def test_a_record_that_has_ended_is_left_out(pieces: Pieces) -> None:
    assert ["".join(entry.value) for entry in pieces[1]["fr"].entries if entry.kind.startswith(VAT_RATE.kind)] == [
        "20%"
    ]


def test_an_obligation_has_its_verdict(pieces: Pieces) -> None:
    (found,) = of_kind(pieces, "obligations/e_invoicing_b2b")

    assert (found.name, found.path) == (("B2B e-invoicing",), "#duty-e-invoicing-b2b")
    assert found.value[0].startswith("Yes")


def test_a_term_of_one_country_is_in_its_piece_and_others_are_in_that_for_all(pieces: Pieces) -> None:
    index, _ = pieces

    assert [entry.path for entry in of_kind(pieces, "terms")] == ["/glossary/#term-alone"]
    assert [entry.path for entry in index.entries if entry.kind == "terms"] == ["/glossary/#term-shared"]


def test_a_country_is_found_by_names_that_few_others_have_and_by_its_adjective(pieces: Pieces) -> None:
    (place,) = (place for place in pieces[0].places if place.code == "fr")

    assert {"déclaration", "ca3", "3310"} <= {*place.names.split()}
    assert "French" in place.aliases


def test_a_provider_leads_to_its_connectors(pieces: Pieces) -> None:
    (provider,) = (entry for entry in pieces[0].entries if entry.kind == "provider")

    assert (provider.name, provider.path) == (("Provider",), "/connectors/?words=Provider")


def test_every_entry_has_a_kind_that_the_index_labels(pieces: Pieces) -> None:
    index, countries = pieces
    lists = (index.entries, *(piece.entries for piece in countries.values()))
    used = {entry.kind for entries in lists for entry in entries}

    assert used <= {*KINDS}


def test_no_word_is_in_two_groups_of_synonyms() -> None:
    words = [word for group in SYNONYMS for word in group.split(", ")]

    assert len({*words}) == len(words)


@pytest.mark.parametrize(
    ("label", "within"), [("Penalty", "penalty"), ("VAT / GST", "VAT / GST"), ("B2B e-invoicing", "B2B e-invoicing")]
)
def test_labels_are_written_within_a_line_as_in_a_sentence(label: str, within: str) -> None:
    assert uncapitalized(label) == within


def test_every_kind_of_claim_is_found_by_itself_by_its_name_or_by_what_it_is_part_of() -> None:
    by_name = {"terms", "erps", "connectors", "local-erps", "partners"}
    by_others = {"mandates", "partner-flags"}
    others = {spec.kind for source, spec in CLAIM_SPECS.items() if source not in ENTRIES}

    assert others == by_name | by_others
