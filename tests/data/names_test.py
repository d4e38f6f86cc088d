"""Names and lists: files have the names of their records, entries differ and are sorted, and values of files are unique."""

from pathlib import Path
from typing import Annotated

import pytest
from msgspec import Meta

from locdata_build.data.names import entries_differ
from locdata_build.data.record import SourceRecord, UniqueBy
from locdata_build.data.rule import CheckContext
from support.dataset import COUNTRY, ERP, Files, changed, issues, value_at, whole
from support.records import audit, country, erp, obligation, phase, release, report, sponsor, support, term

TOMBSTONE = {"part": "path", "name": "/data/a.csv", "since": "1.2.3", "reason": "Unused.", "replaced_by": None}
SECOND_ERP, GERMANY = "erps/erp_id_02.json", "countries/de.json"
B2G = "$.obligations.e_invoicing_b2g"


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
    ("file", "path", "difference"),
    [
        (COUNTRY, "$.aliases", ", got 'Pays fr'"),
        (COUNTRY, "$.erp_localizations", " in erp"),
        (COUNTRY, "$.reporting[0].aliases", ", got 'CA3'"),
        (COUNTRY, "$.reporting[0].frequencies", " in frequency or filers"),
        (COUNTRY, "$.reporting[0].deadlines", " in frequency or filers or end_months or since"),
        (COUNTRY, "$.reporting[0].erp_support", " in erp"),
        (COUNTRY, "$.local_erps", " in slug"),
        (COUNTRY, "$.partners", " in erp or slug"),
        (COUNTRY, "$.partner_flags", " in erp"),
        (COUNTRY, f"{B2G}.phases", " in slug"),
        (COUNTRY, f"{B2G}.phases[0].binds", ", got 'issue'"),
        (COUNTRY, f"{B2G}.bound", ", got 'suppliers'"),
        ("audits.json", "$.audits", " in date or scope or reading"),
        ("refused_sources.json", "$.refused", " in pattern"),
        ("site.json", "$.regions", ", got 'Region 1'"),
        ("connectors.json", "$.connectors", " in erp or provider"),
        ("connectors.json", "$.connectors[0].countries_in_scope", ", got 'fr'"),
        ("news.json", "$.news[0].erps", ", got 'erp_id_01'"),
        ("sponsors.json", "$.sponsors", " in id"),
        ("tombstones.json", "$.tombstones", " in part or name"),
    ],
)
def test_entry_that_is_listed_again_is_refused(tmp_path: Path, file: str, path: str, difference: str) -> None:
    files = with_lists()
    entries = value_at(files[file], path)
    entries[:] = entries[:1] * 3

    assert issues(tmp_path, files) == [
        f"data/{file}: {path}[{n}]: must differ from entry 0{difference} [duplicate]" for n in (1, 2)
    ]


@pytest.mark.parametrize(
    ("file", "path", "other", "differences"),
    [
        (COUNTRY, "$.reporting", {}, ["topic or report_local or report_en", "topic or number"]),
        ("news.json", "$.news", {"id": "n2"}, ["url"]),
        ("news.json", "$.news", {"url": "https://vendor.example/2"}, ["id"]),
        (COUNTRY, "$.reporting", {"topic": "saf-t"}, []),
        (COUNTRY, "$.reporting", {"report_local": "Autre", "number": 2}, []),
        (COUNTRY, "$.partners", {"slug": "other"}, []),
        (COUNTRY, "$.partners", {"erp": "erp_id_02"}, []),
        ("connectors.json", "$.connectors", {"erp": "erp_id_02"}, []),
    ],
)
def test_entry_may_resemble_another_in_some_fields_only(
    tmp_path: Path, file: str, path: str, other: dict[str, str], differences: list[str]
) -> None:
    files = with_lists()
    entries = value_at(files[file], path)
    entries.append({**entries[0], **other})

    assert issues(tmp_path, files) == [
        f"data/{file}: {path}[1]: must differ from entry 0 in {each} [duplicate]" for each in differences
    ]


def test_partners_that_would_share_an_id_are_refused(tmp_path: Path) -> None:
    files = {**whole(), "erps/erp_id_01-x.json": {**erp(3), "id": "erp_id_01-x"}}
    partner = files[COUNTRY]["partners"][0]
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support("erp_id_01-x"))
    files[COUNTRY]["partners"] = [
        {**partner, "erp": "erp_id_01", "slug": "x-y"},
        {**partner, "erp": "erp_id_01-x", "slug": "y"},
    ]

    assert issues(tmp_path, files) == [
        f"data/{COUNTRY}: $.partners[1]: must differ from entry 0 in erp or slug [duplicate]"
    ]


def test_list_of_source_records_without_unique_fields_is_an_error_of_the_program() -> None:
    class Inner(SourceRecord, frozen=True, kw_only=True):
        code: str

    class Outer(SourceRecord, frozen=True, kw_only=True):
        unique: Annotated[tuple[Inner, ...], UniqueBy("code")]
        rates: Annotated[tuple[Inner, ...], Meta(description="Rates")]

    with pytest.raises(TypeError, match=r"^Outer.rates: a list of records must be annotated with UniqueBy$"):
        [*entries_differ.check(Outer(unique=(), rates=()), CheckContext(file="a.json"))]


@pytest.mark.parametrize(
    ("files", "place"),
    [
        (changed("audits.json", "$.audits", [audit("B"), audit("A", date="2026-11-19")]), "audits.json: $.audits[1]"),
        (changed("terms.json", "$.terms", [term("beta"), term("alpha")]), "terms.json: $.terms[1]"),
        (
            changed("terms.json", "$.terms", [term("a", see=["c", "b"]), term("b"), term("c")]),
            "terms.json: $.terms[0].see[1]",
        ),
        (
            {**changed("terms.json", "$.terms[0].countries", ["fr", "at"]), "countries/at.json": country("at", "A")},
            "terms.json: $.terms[0].countries[1]",
        ),
        (
            changed(COUNTRY, "$.obligations.saft", obligation("in_force", phase("2020-01-01", binds=["report", "archive"][::-1]))),
            f"{COUNTRY}: $.obligations.saft.phases[0].binds[1]",
        ),
        (
            changed(COUNTRY, B2G, obligation("in_force", bound=["public-bodies", "suppliers"])),
            f"{COUNTRY}: {B2G}.bound[1]",
        ),
        (
            changed(
                "refused_sources.json",
                "$.refused",
                [{"pattern": f"{name}.example", "kind": "mirror", "reason": "A copy."} for name in "ba"],
            ),
            "refused_sources.json: $.refused[1]",
        ),
    ],
)  # fmt: skip
def test_list_that_is_not_sorted_is_refused(tmp_path: Path, files: Files, place: str) -> None:
    assert issues(tmp_path, files) == [f"data/{place}: must be before entry 0, because the list is sorted [list-order]"]


@pytest.mark.parametrize(
    ("file", "path", "value", "message"),
    [
        (COUNTRY, "$.code", "de", "must be the name of the file, 'fr', got 'de' [file-name]"),
        (ERP, "$.id", "erp_id_03", "must be the name of the file, 'erp_id_01', got 'erp_id_03' [file-name]"),
        (SECOND_ERP, "$.key", "erp_key_01", f"must differ from all others, got 'erp_key_01' as in data/{ERP} [duplicate]"),
        (
            SECOND_ERP, "$.localization_label", "Product 1 localization",
            f"must differ from all others, got 'Product 1 localization' as in data/{ERP} [duplicate]",
        ),
        (COUNTRY, "$.name", "Gérmany", f"must differ from all others, got 'germany' as in data/{GERMANY} [duplicate]"),
        (
            COUNTRY, "$.map_tile", {"column": 5, "row": 7},
            f"must differ from all others, got 'column 5, row 7' as in data/{GERMANY} [duplicate]",
        ),
        *((COUNTRY, "$.name", name, "must have a Latin letter or a digit, because a URL is made from it [no-slug]") for name in ("法国", "&")),
        (COUNTRY, "$.name", "a" * 300, "must make a slug of at most 80 characters, got 300 [too-long]"),
    ],
)  # fmt: skip
def test_name_that_is_wrong_or_taken_is_refused(
    tmp_path: Path, file: str, path: str, value: object, message: str
) -> None:
    germany = {**country("de", "Germany"), "map_tile": {"column": 5, "row": 7}}

    assert issues(tmp_path, {**changed(file, path, value), GERMANY: germany}) == [f"data/{file}: {path}: {message}"]


def test_release_in_the_file_of_another_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, {**whole(), "releases/1.0.0.json": release("1.0.1")}) == [
        "data/releases/1.0.0.json: $.release.version: must be the name of the file, '1.0.0', got '1.0.1' [file-name]"
    ]


def test_region_that_makes_no_slug_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed("site.json", "$.regions", ["Region 1", "&"])) == [
        "data/site.json: $.regions[1]: must have a Latin letter or a digit, because a URL is made from it [no-slug]"
    ]


def test_id_that_is_too_long_for_a_folder_is_refused(tmp_path: Path) -> None:
    files, long = whole(), "a" * 81
    files[f"erps/{long}.json"] = {**files[ERP], "id": long, "key": "other", "localization_label": "Other"}
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support(long))

    assert issues(tmp_path, files) == [
        f"data/erps/{long}.json: $.id: must make a slug of at most 80 characters, got 81 [too-long]"
    ]
