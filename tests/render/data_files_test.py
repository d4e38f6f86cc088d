"""The data files hold the records in both formats, and the bundle holds the data files and nothing of the machine."""

import csv
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from locdata_build.view.context import SiteContext
from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat
from locdata_model.urls import BUNDLE_PATH, PACKAGE_PATH

PATHS = [*(spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat), PACKAGE_PATH]


@pytest.fixture(scope="module")
def bundle(files: Mapping[str, bytes]) -> zipfile.ZipFile:
    """The bundle of the site."""
    return zipfile.ZipFile(io.BytesIO(files[BUNDLE_PATH]))


@pytest.mark.parametrize("spec", DATA_FILES, ids=lambda spec: spec.name)
def test_both_formats_hold_the_same_records(
    context: SiteContext, files: Mapping[str, bytes], spec: DataFileSpec
) -> None:
    records = [msgspec.to_builtins(record) for record in context.published.data_files[spec.name]]

    assert json.loads(files[spec.path(DataFormat.JSON)]) == records
    table = io.StringIO(files[spec.path(DataFormat.CSV)].decode(), newline="")
    assert list(csv.DictReader(table)) == records


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("vat-rates", "aq-shelf-standard,,,VAT,standard,8.5,Ice shelf,AQ-IS,Supplies on the ice shelf."),
        ("thresholds", "bv-registration,2020-01-01,,registration,30000,SEK,next-twelve-months,,,,Must register."),
        (
            "formats",
            "aq-aq-invoice-2,2027-01-01,,AQ Invoice,2.0,ubl cii,b2b b2g reporting,beta delta,alpha,Tax office,https://tax.example/aq/schema,example.aq:invoice:2.0,aq-e-invoicing-b2b aq-e-invoicing-b2g aq-real-time-reporting,All invoices and their data.",
        ),
    ],
)
def test_dated_record_is_a_row_of_texts(sample_site: Path, name: str, record: str) -> None:
    rows = (sample_site / f"data/{name}.csv").read_text(encoding="utf-8").splitlines()

    assert [row for row in rows if f",{record},https://tax.example/" in row] != []


@pytest.mark.parametrize("spec", DATA_FILES, ids=lambda spec: spec.name)
def test_copy_for_excel_is_the_csv_file_after_a_byte_order_mark(files: Mapping[str, bytes], spec: DataFileSpec) -> None:
    copy = files[f"/data/{spec.name}.excel.csv"]

    assert copy == b"\xef\xbb\xbf" + files[spec.path(DataFormat.CSV)]
    assert not files[spec.path(DataFormat.CSV)].startswith(b"\xef\xbb\xbf")


def test_bundle_holds_the_data_files_as_published_and_a_readme(
    bundle: zipfile.ZipFile, files: Mapping[str, bytes]
) -> None:
    content = {f"/data/{name}": bundle.read(name) for name in bundle.namelist() if name != "README.md"}

    assert bundle.namelist() == sorted([*(path.removeprefix("/data/") for path in PATHS), "README.md"])
    assert content == {path: files[path] for path in PATHS}


def test_readme_lists_the_files_of_the_bundle_and_states_its_licence(bundle: zipfile.ZipFile) -> None:
    text = bundle.read("README.md").decode()

    assert text.startswith("# Service\n\n")
    assert "Version 1.2.3 of 2026-11-21T00:00:00Z, from <https://data.example/data/>." in text
    assert text.endswith(
        "Licence: [CC BY 4.0](https://licences.example/by). Name the origin: Service (data.example).\n"
    )
    assert [name for name in bundle.namelist() if name != "README.md" and f"`{name}`" not in text] == []
