"""A file bears the name of what it defines, and what it lists differs."""

from pathlib import Path

import pytest

from support.dataset import COUNTRY, ERP, faults, whole


def test_code_of_a_country_is_the_name_of_its_file(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["code"] = "de"

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.code: must be the name of the file, 'fr', but is 'de' [file-name]",
    ]


def test_id_of_an_erp_is_the_name_of_its_file(tmp_path: Path) -> None:
    files = whole()
    files[ERP]["id"] = "erp_id_03"

    assert faults(tmp_path, files) == [
        "data/erps/erp_id_01.json: $.id: must be the name of the file, 'erp_id_01', but is 'erp_id_03' [file-name]",
    ]


@pytest.mark.parametrize("key", ["country", "topic", "notes", "status"])
def test_key_of_an_erp_is_no_other_column_of_the_reporting_file(tmp_path: Path, key: str) -> None:
    files = whole()
    files[ERP]["key"] = key

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_01.json: $.key: must not be the name of another column of the reporting file, "
            f"but is {key!r} [duplicate]"
        )
    ]


def test_localization_label_of_an_erp_is_no_topic_of_a_country(tmp_path: Path) -> None:
    files = whole()
    files[ERP]["localization_label"] = "VAT / GST"

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_01.json: $.localization_label: must not be the label of a country's topic, "
            "but is 'VAT / GST' [duplicate]"
        )
    ]


def test_connector_is_given_once(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"] *= 2

    assert faults(tmp_path, files) == [
        (
            "data/connectors.json: $.connectors[1]: must differ from the other entries, "
            "but 'erp_id_01 Provider' stands in entry 0 too [duplicate]"
        )
    ]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"erp": "erp_id_02"}, id="another ERP"),
        pytest.param({"provider": "Other"}, id="another provider"),
    ],
)
def test_connector_may_resemble_another(tmp_path: Path, other: dict[str, str]) -> None:
    files = whole()
    connectors = files["connectors.json"]["connectors"]
    connectors.append({**connectors[0], **other})

    assert faults(tmp_path, files) == []


def test_id_of_a_news_item_is_given_once(tmp_path: Path) -> None:
    files = whole()
    news = files["news.json"]["news"]
    news.append({**news[0], "url": "https://vendor.example/news/2"})

    assert faults(tmp_path, files) == [
        "data/news.json: $.news[1]: must differ from the other entries, but 'n1' stands in entry 0 too [duplicate]",
    ]


def test_address_of_a_news_item_is_given_once(tmp_path: Path) -> None:
    files = whole()
    news = files["news.json"]["news"]
    news.append({**news[0], "id": "n2"})

    assert faults(tmp_path, files) == [
        (
            "data/news.json: $.news[1]: must differ from the other entries, "
            "but 'https://vendor.example/news/1' stands in entry 0 too [duplicate]"
        )
    ]


def test_id_of_a_sponsor_is_given_once(tmp_path: Path) -> None:
    files = whole()
    files["sponsors.json"]["sponsors"] = [
        {
            "id": "sponsor",
            "name": "Sponsor",
            "scope": "Country pages",
            "tagline": "Short.",
            "description": "Longer.",
            "url": "https://sponsor.example/",
            "start": "2026-01-01",
            "end": None,
            "sponsored": True,
        }
    ] * 2

    assert faults(tmp_path, files) == [
        (
            "data/sponsors.json: $.sponsors[1]: must differ from the other entries, but 'sponsor' stands in entry 0 too "
            "[duplicate]"
        )
    ]
