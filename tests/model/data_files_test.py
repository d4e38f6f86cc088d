"""The data files, and the reporting record with its columns for the ERP products."""

import copy
import pickle
from collections.abc import Callable

import msgspec
import pytest

from locdata_model.data_files import DATA_FILES, DataFormat, reporting_record
from locdata_model.record import Record
from support import specification
from support.specification import FROZEN

KEYS = ("erp_key_01", "erp_key_02")
REPORT = {
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


def test_data_files_are_those_of_the_specification() -> None:
    assert tuple(spec.path(each) for spec in DATA_FILES for each in DataFormat) == specification.DATA_FILES, FROZEN


def test_reporting_record_is_decoded_and_encoded_to_the_same_text() -> None:
    text = msgspec.json.encode(REPORT)

    assert msgspec.json.encode(msgspec.json.decode(text, type=reporting_record(KEYS))) == text


def test_reporting_record_has_one_name_whatever_its_columns() -> None:
    assert reporting_record(KEYS).__name__ == reporting_record(()).__name__ == "ReportingRecord"
    assert reporting_record(KEYS) is reporting_record(KEYS)


def pickled(record: Record) -> object:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # of our own


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_reporting_record_can_be_copied_and_pickled(copied: Callable[[Record], object]) -> None:
    record = msgspec.convert(REPORT, reporting_record(KEYS))

    assert copied(record) == record
    assert copied(record).__class__ is reporting_record(KEYS)


@pytest.mark.parametrize("keys", [("erp_key_01", "status"), ("status", "status")])
def test_columns_with_the_same_name_are_refused(keys: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"^columns must have different names, but 'status' occurs twice$"):
        reporting_record(keys)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"erp_key_02": 7}, "Expected `str`, got `int` - at `$.erp_key_02`"),
        ({"erp_key_02": None}, "Expected `str`, got `null` - at `$.erp_key_02`"),
    ],
)
def test_invalid_column_is_refused(changes: dict[str, int | None], message: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        msgspec.convert(REPORT | changes, reporting_record(KEYS))

    assert str(refusal.value) == message
