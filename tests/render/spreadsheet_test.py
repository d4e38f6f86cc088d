"""The spreadsheet holds the records of the data files as text, and opens as a table that can be read, filtered and followed."""

import io
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell, MergedCell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from locdata_build.derive.published import Published
from locdata_build.render import spreadsheet
from locdata_build.render.data_files import data_fields
from locdata_build.render.spreadsheet import STATEMENT_FIELDS, spreadsheet_artifact
from locdata_build.view.context import SiteContext
from locdata_model.data_files import CONNECTORS_FILE, DATA_FILES, MATRIX_FILE, DataFileSpec
from locdata_model.urls import SPREADSHEET_PATH
from locdata_model.vocabulary import SupportType
from support.context import load_context
from support.dataset import COUNTRY, changed, whole
from support.records import country

NAMES = ["About", "Countries by product", *(spec.name for spec in DATA_FILES), "Statements", "Fields"]

PRODUCTS = "Countries by product"

SOURCES = {"mandate_source", "erp_source", "source", "erp_sources", "source_urls"}
"""The fields of data files with several URLs."""

LINKED = {"matrix": "erp", "reporting": "report_en", "connectors": "erp", "countries": "fact"}
LINKED |= {PRODUCTS: "country", "Statements": "record"}
"""The column that leads to the page of a record, unless it is ``id``."""

each_file = pytest.mark.parametrize("spec", DATA_FILES, ids=lambda spec: spec.name)
each_table = pytest.mark.parametrize("name", NAMES[1:])


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Published:
    """What is published of two countries."""
    files = whole() | {"countries/no.json": country("no", "Norway")}
    return load_context(tmp_path_factory.mktemp("data"), files).published


@pytest.fixture(scope="module")
def workbook(published: Published) -> Workbook:
    """The spreadsheet of two countries."""
    return opened(published)


@pytest.fixture(scope="module")
def sample(sample_site: Path) -> Workbook:
    """The spreadsheet of the sample, which has every kind of records."""
    return load_workbook(sample_site / SPREADSHEET_PATH.removeprefix("/"))


def opened(published: Published) -> Workbook:
    """Open a spreadsheet as another program does."""
    return load_workbook(io.BytesIO(spreadsheet_artifact(published).content))


def rows_of(sheet: Worksheet) -> list[list[object]]:
    """Return the cells of a sheet, with an empty text for an empty cell."""
    return [["" if value is None else value for value in row] for row in sheet.iter_rows(values_only=True)]


def with_notes(published: Published, *notes: str) -> Published:
    """Return what is published, with a connector for each of ``notes``, whatever is in them."""
    (connector,) = published.data_files[CONNECTORS_FILE.name]
    connectors = tuple(msgspec.structs.replace(connector, notes=text) for text in notes)
    return msgspec.structs.replace(published, data_files={**published.data_files, CONNECTORS_FILE.name: connectors})


def notes_in(workbook: Workbook) -> list[object]:
    """Return the notes of the connectors."""
    header, *rows = rows_of(workbook[CONNECTORS_FILE.name])
    return [row[header.index("notes")] for row in rows]


# Content


def test_cover_describes_the_file_and_its_licence(workbook: Workbook) -> None:
    (title, *_), _, *lines = rows_of(workbook["About"])
    stated = {term: text for term, text, _ in lines[: lines.index(["", "", ""])]}

    assert title == "Service"
    assert {term: stated[term] for term in [*stated][:7]} == {
        "Content": "Reference data.",
        "Version": "1.2.3",
        "Date of the data": "2026-11-21",
        "Website": "https://data.example/data/",
        "Licence": "CC BY 4.0",
        "Which file for what": "Data files, pages, calendars and feeds: CC BY 4.0, for any use with attribution, also commercial. "
        "API: CC BY-NC 4.0; commercial use needs a separate licence. For commercial use, take the data files.",
        "How to cite": "Service (data.example)",
    }
    assert [*stated][7:] == ["Notice", "Empty cell", "Unknown", "Null", "Cells"]


def test_cover_links_to_the_website_the_licence_and_every_other_sheet(workbook: Workbook) -> None:
    links = [cell.hyperlink for row in workbook["About"].iter_rows() for cell in row if cell.hyperlink]

    assert workbook.sheetnames == NAMES
    assert [link.target or link.location for link in links] == [
        "https://data.example/data/",
        "https://licences.example/by",
        *(f"'{name}'!A1" for name in NAMES[1:]),
    ]


def test_cover_counts_the_rows_of_every_other_sheet(workbook: Workbook) -> None:
    counts = {row[0]: row[2] for row in rows_of(workbook["About"])}

    assert {name: counts[name] for name in NAMES[1:]} == {name: str(workbook[name].max_row - 1) for name in NAMES[1:]}


@each_file
def test_sheet_of_a_data_file_has_its_fields_and_records(
    published: Published, workbook: Workbook, spec: DataFileSpec
) -> None:
    records = msgspec.to_builtins(published.data_files[spec.name])

    header, *rows = rows_of(workbook[spec.name])
    names = [*spec.record_type(published.erp_keys).__struct_encode_fields__]
    divided = [f"more_{name}" for name in names if name in SOURCES]
    cells = [dict(zip(header, row, strict=True)) for row in rows]

    assert header == [*names, *divided]
    assert [{name: f"{row[name]} {row.get(f'more_{name}', '')}".strip() for name in names} for row in cells] == [
        *records
    ]


def test_sources_after_the_first_are_in_a_column_of_their_own(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.facts.vat.value", "20%[^https://tax.example/vat][^https://law.example/vat].")
    header, *rows = rows_of(opened(load_context(tmp_path, files).published)["countries"])
    vat = next(dict(zip(header, row, strict=True)) for row in rows if row[3] == "VAT / GST")

    assert (vat["source"], vat["more_source"]) == ("https://tax.example/vat", "https://law.example/vat")


def test_support_of_each_product_in_each_country_is_that_of_the_matrix(
    published: Published, workbook: Workbook
) -> None:
    header, *rows = rows_of(workbook["Countries by product"])
    ids = {erp.name: erp.id for erp in published.erps}
    support = {(row[0], ids[str(name)], cell) for row in rows for name, cell in zip(header[1:], row[1:], strict=True)}

    assert header == ["country", *ids]
    assert [row[0] for row in rows] == ["France", "Norway"]
    assert support == {
        (record["country"], record["erp"], record["support_type"])
        for record in msgspec.to_builtins(published.data_files[MATRIX_FILE.name])
    }


def test_statement_with_sources_has_a_row(tmp_path: Path) -> None:
    vat = (
        "20%[^https://tax.example/vat: Art. 1][^https://law.example/vat]; 5% on food[^https://news.example/vat]. Rare."
    )
    _, *rows = rows_of(
        opened(load_context(tmp_path, changed(COUNTRY, "$.facts.vat.value", vat)).published)["Statements"]
    )

    assert [row[1:] for row in rows if row[0] == "facts/fr-vat"] == [
        ["France", "value", "20%;", "https://tax.example/vat", "Art. 1", "https://law.example/vat", "official"],
        ["France", "value", "5% on food.", "https://news.example/vat", "", "", "secondary"],
    ]


def test_every_cited_text_of_the_data_files_is_in_statements(published: Published, workbook: Workbook) -> None:
    _, *rows = rows_of(workbook["Statements"])
    facts = {record["value"] for record in msgspec.to_builtins(published.data_files["countries"])}

    assert facts <= {text for _, _, _, text, *_ in rows}


def test_colours_of_the_support_types_repeat_their_words(workbook: Workbook) -> None:
    formats = workbook["Countries by product"].conditional_formatting
    coloured = [rule.formula for each in formats for rule in each.rules]

    assert [str(each.sqref) for each in formats] == ["B2:C3"]
    assert coloured == [[f'"{each}"'] for each in SupportType if each is not SupportType.NOT_SUPPORTED]


def test_every_field_is_described(published: Published, workbook: Workbook) -> None:
    described = rows_of(workbook["Fields"])[1:]

    assert [row for row in described if str(row[1]).removeprefix("more_") not in SOURCES] == [
        *(
            [spec.name, name, field.description]
            for spec in DATA_FILES
            for name, field in data_fields(spec, published.erp_keys).items()
            if name not in SOURCES
        ),
        *(["Statements", name, text] for name, text in STATEMENT_FIELDS.items() if name not in SOURCES),
    ]


def test_columns_of_sources_are_described_by_which_of_them_they_have(workbook: Workbook) -> None:
    described = {(sheet, name): text for sheet, name, text in rows_of(workbook["Fields"])[1:]}

    assert described["connectors", "source_urls"] == "All sources, joined by one space: the first of them"
    assert described["connectors", "more_source_urls"] == "All sources, joined by one space: the others"


# Form


@each_table
def test_header_and_columns_that_identify_a_record_stay_in_view_and_every_column_can_be_filtered(
    workbook: Workbook, name: str
) -> None:
    sheet = workbook[name]
    last = {"Countries by product": "country", "matrix": "country", "reporting": "report_local", "connectors": "erp"}
    last |= {"countries": "fact", "Statements": "field", "Fields": "field"}
    header = [cell.value for cell in sheet[1]]

    assert sheet.freeze_panes == f"{get_column_letter(header.index(last.get(name, 'id')) + 2)}2"
    assert sheet.auto_filter.ref == sheet.dimensions


@pytest.mark.parametrize("name", NAMES[1:-1])
def test_each_row_has_one_link_to_its_page_and_one_to_its_first_source(sample: Workbook, name: str) -> None:
    header, *rows = sample[name].iter_rows()
    names = [cell.value for cell in header]
    sources = [column for column, field in enumerate(names) if field in SOURCES]

    assert rows != []
    for row in rows:
        targets = [address(cell) for cell in row]
        pages = [field for field, url in zip(names, targets, strict=True) if url.startswith("https://sample.example/")]

        assert pages == [LINKED.get(name, "id")]
        assert [targets[column] for column in sources] == [row[column].value or "" for column in sources]


def address(cell: Cell | MergedCell) -> str:
    """Return the URL that a cell leads to; empty if it is no link."""
    link = cell.hyperlink
    return f"{link.target}{f'#{link.location}' if link.location else ''}" if link else ""


@each_table
def test_columns_are_wide_enough_for_their_header_and_not_wider_than_a_line(workbook: Workbook, name: str) -> None:
    sheet = workbook[name]
    spans = sheet.column_dimensions.values()
    widths = {column: span.width for span in spans for column in range(span.min or 0, (span.max or 0) + 1)}

    assert [cell.value for column, cell in enumerate(sheet[1], 1) if widths[column] < len(str(cell.value)) + 4] == []
    assert max(widths.values()) < 61


@pytest.mark.parametrize(("text", "height"), [("a" * 60, None), ("a" * 61, 30), ("a" * 601, 165), ("a" * 9_000, 405)])
def test_row_has_room_for_its_longest_text(published: Published, text: str, height: int | None) -> None:
    sheet = opened(with_notes(published, text))[CONNECTORS_FILE.name]

    assert sheet.row_dimensions[2].height == height


def test_single_url_is_a_link_and_several_are_text(published: Published) -> None:
    workbook = opened(with_notes(published, "https://a.example/?b=1&c#d", "https://a.example https://b.example"))
    single, several = workbook[CONNECTORS_FILE.name]["K2"], workbook[CONNECTORS_FILE.name]["K3"]

    assert single.value == "https://a.example/?b=1&c#d"
    assert f"{single.hyperlink.target}#{single.hyperlink.location}" == single.value
    assert single.font.underline == "single"
    assert (several.value, several.hyperlink) == ("https://a.example https://b.example", None)


# What Excel would change, refuse or repair


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+1", "-1", "@SUM(1)", "{=1}", "=HYPERLINK(1)"),
        *("007", "1e5", "2026-11-21", "1/2", "TRUE", "#N/A", "'quoted"),
        *("<r>bold</r>", "<r>a & <b></r>", "<r><t>1</t></r>", "a < b & c", " spaces ", "two\nlines", "internal:A1"),
        *("Ελλάδα", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "العربية"),
    ],
)
def test_text_stays_the_same_text(published: Published, text: str) -> None:
    workbook = opened(with_notes(published, text))

    assert notes_in(workbook) == [text]
    assert workbook[CONNECTORS_FILE.name]["K2"].data_type == "s"
    assert workbook[CONNECTORS_FILE.name]["K2"].hyperlink is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("a" * 32_767, "a" * 32_767, id="longest"),
        pytest.param("a" * 32_768, "a" * 32_766 + "…", id="too long"),
        pytest.param("𝔘" * 20_000, "𝔘" * 16_383 + "…", id="too long by its surrogates"),
    ],
)
def test_text_beyond_the_limit_of_excel_ends_in_an_ellipsis(published: Published, text: str, shown: str) -> None:
    assert notes_in(opened(with_notes(published, text))) == [shown]


def test_url_beyond_the_limit_of_excel_is_a_text(published: Published) -> None:
    longest = "https://a.example/".ljust(2079, "a")
    workbook = opened(with_notes(published, longest, f"{longest}a"))
    cells = [cell for (cell,) in workbook[CONNECTORS_FILE.name]["K2:K3"]]

    assert [cell.value for cell in cells] == [longest, f"{longest}a"]
    assert [cell.hyperlink is not None for cell in cells] == [True, False]


def test_urls_beyond_the_limit_of_a_sheet_are_texts(published: Published, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "MAX_LINKS", 2)
    workbook = opened(with_notes(published, "https://a.example/", "https://b.example/"))
    linked = [cell.coordinate for row in workbook[CONNECTORS_FILE.name].iter_rows() for cell in row if cell.hyperlink]

    assert linked == ["B2", "H2"]
    assert notes_in(workbook) == ["https://a.example/", "https://b.example/"]


# Bytes


def test_file_names_the_site_and_the_time_of_the_build(context: SiteContext, files: Mapping[str, bytes]) -> None:
    properties = load_workbook(io.BytesIO(files[SPREADSHEET_PATH])).properties

    stamp = context.published.site.generated_at.replace(tzinfo=None)
    assert (properties.created, properties.modified) == (stamp, stamp)
    assert (properties.title, properties.creator) == ("Service", "Service")
