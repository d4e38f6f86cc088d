"""Everything that is published is derived from the dataset, in a fixed order, and counted in the index of the API."""

from pathlib import Path

import pytest

from locdata_build.data.dataset import Checker
from locdata_build.data.reading import read_sources
from locdata_build.derive.published import Deriver, Published, derive
from locdata_build.derive.responses import api_responses
from locdata_model.serialization import encode_json
from locdata_model.vocabulary import Topic
from support.dataset import COUNTRY, ERP, Files, changed, load, whole, with_check, write
from support.records import country, fact


@pytest.fixture
def published(tmp_path: Path) -> Published:
    """Everything that is published of the small dataset and a country outside the matrix."""
    files = whole() | {"countries/at.json": country("at", "Austria") | {"e_invoicing": None}}
    return derive(load(tmp_path, files))


def test_countries_are_sorted_by_code_and_phases_and_flips_by_date(published: Published) -> None:
    assert [country.code for country in published.countries] == ["at", "fr"]
    assert len(published.phases) == 2 * len(published.records[0].phases)
    assert [phase.date for phase in published.phases] == sorted(phase.date for phase in published.phases)
    assert [flip.date for flip in published.flips] == sorted(flip.date for flip in published.flips)
    assert {flip.country for flip in published.flips} == {"at", "fr"}


def test_news_is_sorted_by_date_and_number_with_the_newest_first_and_undated_items_last(tmp_path: Path) -> None:
    files = whole()
    item = files["news.json"]["news"][0]
    dates = {"n1": "2026-01-01", "n2": None, "n10": "2026-05-01", "n9": "2026-05-01"}
    files["news.json"]["news"] = [
        {**item, "id": name, "url": f"https://vendor.example/{name}", "date": date} for name, date in dates.items()
    ]

    assert [item.id for item in derive(load(tmp_path, files)).news] == ["n10", "n9", "n1", "n2"]


def test_no_published_text_has_a_marker(published: Published) -> None:
    content = encode_json([api_responses(published), published.data_files])

    assert b"Standard rate 20%." in content
    assert b"[^" not in content


def test_data_files_have_the_rows_of_all_countries(published: Published) -> None:
    facts = [fact for country in published.countries for fact in country.facts]
    support = [fact for fact in facts if fact.topic is Topic.E_INVOICING_ERP_SUPPORT]

    assert {name: len(rows) for name, rows in published.data_files.items()} == {
        "matrix": len(support),
        "reporting": 2,
        "connectors": 1,
        "countries": len(facts) - len(support),
        "vat-rates": 2,
        "thresholds": 2,
        "formats": 2,
        "tax-rules": 2,
        "identifiers": 2,
        "peppol-schemes": 2,
        "platforms": 2,
        "product-releases": 2,
        "due-dates": len(published.due_dates),
    }


def test_data_file_has_the_localization_of_those_products_that_say_so(tmp_path: Path) -> None:
    files = whole()
    (localization,) = files[COUNTRY]["erp_localizations"]
    files[COUNTRY]["erp_localizations"] = [localization, localization | {"erp": "erp_id_02"}]
    published = derive(load(tmp_path, files))
    labels = [getattr(row, "fact", "") for row in published.data_files["countries"]]

    assert [fact.erp for fact in published.countries[0].facts if fact.topic is Topic.ERP_LOCALIZATION] == [
        "erp_id_01",
        "erp_id_02",
    ]
    assert [label for label in labels if label.endswith("localization")] == ["Product 1 localization"]


def test_erp_product_has_what_countries_and_connectors_say_about_it(published: Published) -> None:
    first, second = published.erps

    assert [fact.id for fact in first.e_invoicing_support] == ["fr-e-invoicing-erp-support-erp_id_01"]
    assert [fact.country for fact in first.other_facts] == ["at", "fr"]
    assert [provider.provider for provider in first.providers] == ["Provider"]
    assert [flag.id for flag in second.partner_flags] == ["at-erp_id_02", "fr-erp_id_02"]
    assert (first.counts.e_invoicing_countries, first.counts.partners, second.counts.partners) == (1, 2, 0)


def test_connectors_are_sorted_by_product_then_provider_whatever_the_order_of_their_file(tmp_path: Path) -> None:
    files = whole()
    (connector,) = files["connectors.json"]["connectors"]
    names = [("erp_id_02", "Alpha"), ("erp_id_01", "beta"), ("erp_id_01", "Alpha")]
    files["connectors.json"]["connectors"] = [connector | {"erp": erp, "provider": name} for erp, name in names]

    assert [(each.record.erp, each.record.provider) for each in derive(load(tmp_path, files)).connectors] == [
        ("erp_id_01", "Alpha"),
        ("erp_id_01", "beta"),
        ("erp_id_02", "Alpha"),
    ]


def test_index_counts_the_items_or_responses_of_every_endpoint(published: Published) -> None:
    responses = api_responses(published)
    index = {endpoint.path: endpoint.count for endpoint in responses["/api/v1/index.json"].data}

    assert responses["/api/v1/index.json"].meta.count == len(index)
    assert {path: index.pop(path) for path in ("/api/v1/index.json", "/api/openapi.json")} == {
        "/api/v1/index.json": None,
        "/api/openapi.json": None,
    }
    assert (index["/api/v1/countries/{code}.json"], index["/api/v1/erps/{id}.json"]) == (2, 2)
    assert index.pop("/api/v1/status.json") == 1
    assert {path: count for path, count in index.items() if "{" not in path} == {
        path: len(responses[path].data) for path in index if "{" not in path
    }


# A repeated derivation


@pytest.mark.parametrize(
    ("files", "is_kept"),
    [
        pytest.param(changed(COUNTRY, "$.facts.vat", fact("Standard rate 21%.")), True, id="another country"),
        pytest.param(changed(ERP, "$.name", "Another Product"), False, id="product"),
        pytest.param(changed("site.json", "$.base_url", "https://other.example"), False, id="site"),
        pytest.param(with_check("2026-11-30"), False, id="day of the build"),
    ],
)
def test_repeated_derivation_publishes_the_same_and_keeps_what_depends_on_no_change(
    tmp_path: Path, files: Files, is_kept: bool
) -> None:
    checker, deriver = Checker(), Deriver()

    def published(files: Files) -> Published:
        write(tmp_path, {**files, "countries/de.json": country("de", "Germany")})
        return deriver.derive(checker.check(read_sources(tmp_path, "data")))

    before, after = published(whole()), published(files)

    assert api_responses(after) == api_responses(derive(checker.check(read_sources(tmp_path, "data"))))
    assert (before.records[0] is after.records[0]) == is_kept
    assert before.records[1] is not after.records[1]
