"""The data files, and the reporting record with its columns for the ERP products."""

import copy
import pickle

import msgspec
import pytest

from locdata_model.data_files import DATA_FILES, DataFormat, reporting_record
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


def test_reporting_records_with_different_columns_have_the_same_name() -> None:
    assert reporting_record(KEYS).__name__ == reporting_record(()).__name__ == "ReportingRecord"
    assert reporting_record(KEYS) is reporting_record(KEYS)


def test_reporting_record_can_be_copied_and_pickled() -> None:
    record = msgspec.convert(REPORT, reporting_record(KEYS))

    for copied in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):  # noqa: S301  # of our own
        assert copied == record
        assert copied.__class__ is reporting_record(KEYS)


@pytest.mark.parametrize("keys", [("erp_key_01", "status"), ("status", "status")])
def test_columns_with_the_same_name_are_refused(keys: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"^columns must have different names, but 'status' occurs twice$"):
        reporting_record(keys)
