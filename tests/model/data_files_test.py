"""The data files: their paths, and the reporting record with its columns for the ERP products."""

import msgspec
import pytest

from locdata_model.data_files import DATA_FILES, DataFormat, ReportingFields, reporting_record

KEYS = ("erp_key_01", "erp_key_02")
TWO = {
    "topic": "saf-t",
    "country_code": "fr",
    "country": "France",
    "report_local": "Fichier",
    "report_en": "File",
    "frequency": "On request",
    "deadline": "None",
    "channel_format": "XML",
    "source": "https://tax.example/file",
    "source_checked": "2026-11-20",
    "evidence": "fetched",
    "status": "verified",
    "erp_key_01": "native",
    "erp_key_02": "unknown",
    "erp_sources": "",
    "notes": "",
}


def refusal(value: dict[str, str | None]) -> str:
    """Why a reporting record with two products is refused."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(msgspec.json.encode(value), type=reporting_record(KEYS))
    return str(caught.value)


def test_data_files_are_those_of_the_specification() -> None:
    assert [tuple(map(spec.path, DataFormat)) for spec in DATA_FILES] == [
        ("/data/matrix.json", "/data/matrix.csv"),
        ("/data/reporting.json", "/data/reporting.csv"),
        ("/data/connectors.json", "/data/connectors.csv"),
        ("/data/countries.json", "/data/countries.csv"),
    ]


def test_columns_of_the_products_stand_between_status_and_erp_sources() -> None:
    assert reporting_record(KEYS).__struct_encode_fields__ == tuple(TWO)


def test_columns_stand_in_the_order_of_the_keys() -> None:
    assert reporting_record(("b", "a", "c")).__struct_fields__[12:15] == ("b", "a", "c")


def test_record_decodes_and_encodes_to_the_same_text() -> None:
    text = msgspec.json.encode(TWO)

    assert msgspec.json.encode(msgspec.json.decode(text, type=reporting_record(KEYS))) == text


def test_record_has_the_name_of_its_kind_and_is_strict_and_frozen() -> None:
    record = reporting_record(KEYS)
    config = record.__struct_config__

    assert (record.__name__, record.__module__) == ("ReportingRecord", ReportingFields.__module__)
    assert (config.frozen, config.forbid_unknown_fields) == (True, True)


def test_same_keys_give_the_same_type() -> None:
    assert reporting_record(KEYS) is reporting_record(tuple(KEYS))


def test_only_the_reporting_file_has_columns_for_the_products() -> None:
    records = {spec.name: spec.record_type(KEYS) for spec in DATA_FILES}

    assert {name: bool(set(KEYS) & {*record.__struct_fields__}) for name, record in records.items()} == {
        "matrix": False,
        "reporting": True,
        "connectors": False,
        "countries": False,
    }


@pytest.mark.parametrize("key", ["topic", "status", "notes", "erp_sources"])
def test_key_that_is_a_column_already_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match=rf"^columns must have different names, but '{key}' stands there twice$"):
        reporting_record(("erp_key_01", key))


def test_key_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^columns must have different names, but 'erp_key_01' stands there twice$"):
        reporting_record(("erp_key_01", "erp_key_02", "erp_key_01"))


def test_missing_column_is_refused() -> None:
    assert refusal({name: value for name, value in TWO.items() if name != "erp_key_02"}) == (
        "Object missing required field `erp_key_02`"
    )


def test_column_of_another_product_is_refused() -> None:
    assert refusal({**TWO, "erp_key_03": "native"}) == "Object contains unknown field `erp_key_03`"


@pytest.mark.parametrize("word", ["", "yes", "native + access point", "unknown/unverified"])
def test_column_holds_a_word_of_its_own_vocabulary(word: str) -> None:
    assert refusal({**TWO, "erp_key_02": word}) == f"Invalid enum value {word!r} - at `$.erp_key_02`"


def test_column_is_never_null() -> None:
    assert refusal({**TWO, "erp_key_01": None}) == "Expected `str`, got `null` - at `$.erp_key_01`"
