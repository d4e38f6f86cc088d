"""Entries of a list, and names that only one file may have, are different."""

from pathlib import Path

import pytest

from support.dataset import COUNTRY, ERP, Files, changed, issues, value_at, whole
from support.records import country, erp, obligation, phase, report, sponsor, support

TOMBSTONE = {"part": "path", "name": "/data/a.csv", "since": "1.2.3", "reason": "Unused.", "replaced_by": None}
SECOND_ERP = "erps/erp_id_02.json"
GERMANY = "countries/de.json"


def with_lists() -> Files:
    """The whole set with an entry in every list."""
    files = whole()
    files["sponsors.json"]["sponsors"] = [sponsor()]
    files["tombstones.json"]["tombstones"] = [TOMBSTONE]
    files[COUNTRY]["obligations"]["e_invoicing_b2g"] = obligation(
        "in_force", phase("2020-01-01", "step-1", binds=["issue"]), bound=["suppliers"]
    )
    files[COUNTRY]["reporting"] = [report(aliases=["CA3"])]
    return files


@pytest.mark.parametrize(
    ("file", "path", "key"),
    [
        (COUNTRY, "$.erp_localizations", "erp_id_01"),
        (COUNTRY, "$.reporting[0].aliases", "ca3"),
        (COUNTRY, "$.reporting[0].frequencies", "monthly None"),
        (COUNTRY, "$.reporting[0].erp_support", "erp_id_01"),
        (COUNTRY, "$.local_erps", "local"),
        (COUNTRY, "$.partners", "erp_id_01-partner"),
        (COUNTRY, "$.partner_flags", "erp_id_02"),
        (COUNTRY, "$.obligations.e_invoicing_b2g.phases", "step-1"),
        (COUNTRY, "$.obligations.e_invoicing_b2g.phases[0].binds", "issue"),
        (COUNTRY, "$.obligations.e_invoicing_b2g.bound", "suppliers"),
        (COUNTRY, "$.facts.vat.provenance.sources", "tax-example-fact"),
        ("refused_sources.json", "$.refused", "sharing.example"),
        ("site.json", "$.regions", "Region 1"),
        ("connectors.json", "$.connectors", "erp_id_01 Provider"),
        ("connectors.json", "$.connectors[0].countries_in_scope", "fr"),
        ("news.json", "$.news[0].erps", "erp_id_01"),
        ("sponsors.json", "$.sponsors", "aaa"),
        ("tombstones.json", "$.tombstones", "path /data/a.csv"),
    ],
)
def test_entry_that_is_listed_again_is_refused(tmp_path: Path, file: str, path: str, key: str) -> None:
    files = with_lists()
    entries = value_at(files[file], path)
    entries *= 3

    assert issues(tmp_path, files) == [
        f"data/{file}: {path}[{n}]: must differ from the other entries, but {key!r} is also entry 0 [duplicate]"
        for n in (1, 2)
    ]


def test_report_that_is_listed_again_is_refused_by_name_and_by_number(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(COUNTRY, "$.reporting", [report(), report()])) == [
        f"data/{COUNTRY}: $.reporting[1]: must differ from the other entries, but {key!r} is also entry 0 [duplicate]"
        for key in ("vat-reporting Déclaration VAT return", "vat-reporting 1")
    ]


@pytest.mark.parametrize(
    ("other", "key"), [({"id": "n2"}, "https://vendor.example/news/1"), ({"url": "https://vendor.example/2"}, "n1")]
)
def test_news_item_with_the_id_or_url_of_another_is_refused(tmp_path: Path, other: dict[str, str], key: str) -> None:
    files = whole()
    news = files["news.json"]["news"]
    news.append({**news[0], **other})

    assert issues(tmp_path, files) == [
        f"data/news.json: $.news[1]: must differ from the other entries, but {key!r} is also entry 0 [duplicate]"
    ]


@pytest.mark.parametrize(
    ("file", "path", "other"),
    [
        (COUNTRY, "$.erp_localizations", {"erp": "erp_id_02"}),
        (COUNTRY, "$.reporting", {"topic": "saf-t"}),
        (COUNTRY, "$.reporting", {"report_local": "Autre", "number": 2}),
        (COUNTRY, "$.local_erps", {"slug": "other"}),
        (COUNTRY, "$.partners", {"slug": "other"}),
        (COUNTRY, "$.partners", {"erp": "erp_id_02"}),
        (COUNTRY, "$.partner_flags", {"erp": "erp_id_01"}),
        ("connectors.json", "$.connectors", {"erp": "erp_id_02"}),
        ("connectors.json", "$.connectors", {"provider": "Other"}),
        ("tombstones.json", "$.tombstones", {"part": "record"}),
    ],
)
def test_entry_may_resemble_another(tmp_path: Path, file: str, path: str, other: dict[str, str]) -> None:
    files = with_lists()
    entries = value_at(files[file], path)
    entries.append({**entries[0], **other})

    assert issues(tmp_path, files) == []


def test_partners_that_would_share_an_id_are_refused(tmp_path: Path) -> None:
    files = {**whole(), "erps/erp_id_01-x.json": {**erp(3), "id": "erp_id_01-x"}}
    partner = files[COUNTRY]["partners"][0]
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support("erp_id_01-x"))
    files[COUNTRY]["partners"] = [
        {**partner, "erp": "erp_id_01", "slug": "x-y"},
        {**partner, "erp": "erp_id_01-x", "slug": "y"},
    ]

    assert issues(tmp_path, files) == [
        (
            "data/countries/fr.json: $.partners[1]: must differ from the other entries, "
            "but 'erp_id_01-x-y' is also entry 0 [duplicate]"
        )
    ]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("key", "status", "must not be the name of another column of the reporting file"),
        ("localization_label", "VAT / GST", "must not be the label of a country's topic"),
    ],
)
def test_name_of_a_product_that_a_file_has_for_another_thing_is_refused(
    tmp_path: Path, name: str, value: str, message: str
) -> None:
    assert issues(tmp_path, changed(ERP, f"$.{name}", value)) == [
        f"data/{ERP}: $.{name}: {message}, but is {value!r} [duplicate]"
    ]


@pytest.mark.parametrize(
    ("file", "path", "value", "first"),
    [
        (SECOND_ERP, "$.key", "erp_key_01", f"'erp_key_01' is also in data/{ERP}"),
        (
            SECOND_ERP,
            "$.localization_label",
            "Product 1 localization",
            f"'Product 1 localization' is also in data/{ERP}",
        ),
        (COUNTRY, "$.name", "Gérmany", f"'germany' is also in data/{GERMANY}"),
        (COUNTRY, "$.map_tile", {"column": 5, "row": 7}, f"'column 5, row 7' is also in data/{GERMANY}"),
    ],
)
def test_value_that_an_earlier_file_has_is_refused(
    tmp_path: Path, file: str, path: str, value: object, first: str
) -> None:
    germany = {**country("de", "Germany"), "map_tile": {"column": 5, "row": 7}}

    assert issues(tmp_path, {**changed(file, path, value), GERMANY: germany}) == [
        f"data/{file}: {path}: must differ from all others, but {first} [duplicate]"
    ]


@pytest.mark.parametrize("tile", [{"column": 6, "row": 7}, {"column": 5, "row": 8}, {"column": 7, "row": 5}])
def test_tile_may_share_a_column_or_a_row_with_another(tmp_path: Path, tile: dict[str, int]) -> None:
    germany = {**country("de", "Germany"), "map_tile": {"column": 5, "row": 7}}

    assert issues(tmp_path, {**changed(COUNTRY, "$.map_tile", tile), GERMANY: germany}) == []
