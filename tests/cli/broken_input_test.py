"""Broken input ends in status 1 and in words: file, JSON path and what is wrong; what was published before stays."""

from pathlib import Path
from typing import NamedTuple

import pytest

from cli.running import former_site, run_here, run_process, tree
from locdata_build.cli.request import Command
from locdata_build.serialize.json_text import encode_json
from support.dataset import COUNTRY, ERP, whole, write


class Break(NamedTuple):
    """An edit of one file that breaks it, and what is said about that."""

    place: str
    old: bytes
    new: bytes
    fault: str


BREAKS = {
    "not UTF-8": Break(COUNTRY, b"France", b"Fran\xe7ais", "$: must be UTF-8, but byte 79 is 0xe7 [not-utf8]"),
    "UTF-16": Break(COUNTRY, b"{", b"\xff\xfe{\0", "$: must be UTF-8, but byte 0 is 0xff [not-utf8]"),
    "byte order mark": Break(
        COUNTRY,
        b"{",
        b"\xef\xbb\xbf{",
        "$: must begin without a byte order mark, but begins with one [not-utf8]",
    ),
    "comma missing": Break(
        COUNTRY,
        b'"fr",',
        b'"fr"',
        "$: must be JSON, but is not: line 4, column 3: Expecting ',' delimiter [not-json]",
    ),
    "left by a merge": Break(
        "site.json",
        b"{",
        b"<<<<<<< HEAD\n{",
        "$: must be JSON, but is not: line 1, column 1: Expecting value [not-json]",
    ),
    "two values": Break(
        "news.json",
        b"{",
        b"{}\n{",
        "$: must be JSON, but is not: line 2, column 1: Extra data [not-json]",
    ),
    "key given twice": Break(
        ERP,
        b'"vendor"',
        b'"name": "Other",\n  "vendor"',
        "$.name: must be given once in its object, but is given twice or more [duplicate-key]",
    ),
    "nested too deeply": Break(
        COUNTRY,
        b'"Region 1"',
        b"[" * 100_000,
        "$: must be nested no more than 50 levels deep, but is [not-json]",
    ),
    "huge number": Break(
        COUNTRY,
        b'"Region 1"',
        b"9" * 5000,
        "$: must hold numbers of reasonable length alone, but does not [not-json]",
    ),
    "no number": Break(COUNTRY, b'"Region 1"', b"NaN", "$: must be JSON, but is not: NaN is no number [not-json]"),
    "wrong type": Break(COUNTRY, b'"France"', b"[33]", "$.name: must be a string, but is a list [wrong-type]"),
    "null": Break(ERP, b'"Vendor 1"', b"null", "$.vendor: must be a string, but is null [wrong-type]"),
    "empty text": Break(ERP, b'"Vendor 1"', b'""', "$.vendor: must not be empty, but is [empty]"),
    "missing field": Break(
        COUNTRY,
        b'  "name": "France",\n',
        b"",
        "$.name: must be present, but is missing [missing-field]",
    ),
    "unknown field": Break(
        COUNTRY,
        b'"name"',
        b'"regoin": "",\n  "name"',
        "$.regoin: must not be here: it is no known field (did you mean 'region'?) [unknown-field]",
    ),
    "unknown word": Break(
        "connectors.json",
        b'"partner-built"',
        b'"home-made"',
        '$.connectors[0].connector_type: must be one of "certified connector", "partner-built", "vendor-branded", '
        'but is "home-made" [unknown-word]',
    ),
    "text too long": Break(
        COUNTRY,
        b"B2B in force",
        b"x" * 81,
        "$.e_invoicing.mandate.short_label: must have at most 80 characters, but has 81 [too-long]",
    ),
    "tombstones that are no list": Break(
        "tombstones.json",
        b"[]",
        b"{}",
        "$.tombstones: must be a list, but is {} [wrong-type]",
    ),
    "version of two parts": Break(
        "site.json",
        b'"1.2.3"',
        b'"1.2"',
        '$.version: must be: Semantic version, such as 1.0.0; but is "1.2" [wrong-pattern]',
    ),
    "address without a scheme": Break(
        "news.json",
        b'"https://vendor.example"',
        b'"vendor.example"',
        '$.news[0].source: must be: Absolute http or https URL, such as https://example.org/page; but is "vendor.example" [wrong-pattern]',
    ),
    "day that does not exist": Break(
        COUNTRY,
        b'"2020-01-01"',
        b'"2020-02-30"',
        '$.obligations.e_invoicing_b2g.phases[0].date: must be a date that exists, but is "2020-02-30" [wrong-format]',
    ),
    "time that does not exist": Break(
        "site.json",
        b"T00:00:00Z",
        b"T24:00:00Z",
        '$.generated_at: must be a date-time that exists, but is "2026-11-21T24:00:00Z" [wrong-format]',
    ),
    "control character": Break(
        ERP,
        b"Vendor 1",
        b"Vendor\\u0000",
        "$.vendor: must hold no control or invisible character, but holds U+0000 at character 6 [control-character]",
    ),
    "outer blank": Break(
        ERP,
        b"Vendor 1",
        b"Vendor ",
        "$.vendor: must not begin or end with a blank, but is 'Vendor ' [outer-blank]",
    ),
    "two blanks": Break(
        ERP,
        b"Vendor 1",
        b"Vendor  1",
        "$.vendor: must hold no two blanks in a row, but does [double-blank]",
    ),
    "letter and accent apart": Break(
        ERP,
        b"Vendor 1",
        b"Vende\xcc\x81",
        "$.vendor: must be in Unicode normal form NFC, but is not [not-nfc]",
    ),
    "formula": Break(
        ERP,
        b"Vendor 1",
        b"=HYPERLINK()",
        "$.vendor: must not start like a spreadsheet formula, but starts with '=' [formula]",
    ),
    "name of another file": Break(
        ERP,
        b'"erp_id_01"',
        b'"erp_id_09"',
        "$.id: must be the name of the file, 'erp_id_01', but is 'erp_id_09' [file-name]",
    ),
    "key of another ERP": Break(
        "erps/erp_id_02.json",
        b'"erp_key_02"',
        b'"erp_key_01"',
        "$.key: must differ from all others, but 'erp_key_01' is that of data/erps/erp_id_01.json too [duplicate]",
    ),
    "unknown ERP": Break(
        "news.json",
        b'"erp_id_01"',
        b'"erp_id_09"',
        "$.news[0].erps[0]: must be an ERP product that has a file, but is 'erp_id_09' (did you mean 'erp_id_02'?) "
        "[unknown-erp]",
    ),
    "unknown country": Break(
        "connectors.json",
        b'"fr"',
        b'"de"',
        "$.connectors[0].countries_in_scope[0]: must be a country that has a file, but is 'de' [unknown-country]",
    ),
    "unknown region": Break(
        COUNTRY,
        b"Region 1",
        b"Region 2",
        "$.region: must be a region of site.json, but is 'Region 2' [unknown-region]",
    ),
    "name without a Latin letter": Break(
        COUNTRY,
        b'"France"',
        '"法国"'.encode(),
        "$.name: must hold a Latin letter or a digit, for the address of the page [no-slug]",
    ),
    "date in the future": Break(
        "connectors.json",
        b"2026-11-20",
        b"2026-11-22",
        "$.connectors[0].provenance.last_checked: must not lie after the build's date 2026-11-21, but is 2026-11-22 "
        "[future-date]",
    ),
    "phases out of order": Break(
        COUNTRY,
        b'"date": "2027-01-01"',
        b'"date": "2025-01-01"',
        "$.obligations.e_invoicing_b2b.phases[1].date: must not lie before 2026-01-01, but is 2025-01-01 [phase-order]",
    ),
    "bare host for a source": Break(
        COUNTRY,
        b"https://tax.example/fact",
        b"https://tax.example/",
        "$.facts.currency.provenance.source_urls: must hold a page that states the claim, but holds only a bare host "
        "[bare-host]",
    ),
    "source without a statement": Break(
        COUNTRY,
        b"Euro (EUR).",
        b"Not known.",
        "$.facts.currency.value: must say what the sources say, but is 'Not known.' [not-known]",
    ),
    "support without a source": Break(
        COUNTRY,
        b'"unknown/unverified"',
        b'"native"',
        "$.e_invoicing.erp_support[1].provenance: must have a source where the support type is 'native' "
        "[support-marker]",
    ),
    "slash after the address of the site": Break(
        "site.json",
        b"https://data.example",
        b"https://data.example/",
        "$.base_url: must end in no slash, query or fragment, and hold no parenthesis, but is 'https://data.example/' [base-url]",
    ),
    "another indentation": Break(
        COUNTRY,
        b"  ",
        b"    ",
        "$: must be in canonical format, but is not: the command 'format' rewrites it [format]",
    ),
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def published() -> dict[str, bytes | None]:
    """What was published before: a site, and nothing beside it."""
    former_site(Path("public"))
    return tree(Path("public"))


@pytest.mark.parametrize("broken", BREAKS.values(), ids=BREAKS)
def test_broken_file_is_told_and_nothing_is_published(published: dict[str, bytes | None], broken: Break) -> None:
    content = encode_json(whole()[broken.place]).replace(broken.old, broken.new, 1)
    write(Path("data"), {**whole(), broken.place: content})

    outcome = run_here("--data", "data", "--out", "public/site", "--archive", "public/site.tar")

    assert outcome == (1, "", f"data/{broken.place}: {broken.fault}\n1 fault\n")
    assert tree(Path("public")) == published


def test_lack_of_a_cell_in_the_matrix_is_told(published: dict[str, bytes | None]) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"].pop()
    write(Path("data"), files)

    assert run_here("--data", "data", "--out", "public/site") == (
        1,
        "",
        (
            "data/countries/fr.json: $.e_invoicing.erp_support: must hold an entry for every ERP product, "
            "but 'erp_id_02' is missing [matrix-gap]\n1 fault\n"
        ),
    )
    assert tree(Path("public")) == published


@pytest.mark.parametrize(
    ("removed", "fault"),
    [
        pytest.param("site.json", "$: must be a file, but there is none [missing-file]", id="file"),
        pytest.param("erps", "$: must be a folder with source files, but is not [missing-folder]", id="folder"),
    ],
)
def test_lack_of_a_file_or_folder_is_told(published: dict[str, bytes | None], removed: str, fault: str) -> None:
    write(Path("data"), whole())
    Path("data", removed).rename("removed")

    assert run_here("--data", "data", "--out", "public/site") == (1, "", f"data/{removed}: {fault}\n1 fault\n")
    assert tree(Path("public")) == published


@pytest.mark.parametrize(
    ("place", "stray"),
    [
        pytest.param("notes.txt", "notes.txt", id="text file"),
        pytest.param("countries/FR.JSON", "countries/FR.JSON", id="upper-case ending"),
        pytest.param("erps/old/odoo.json", "erps/old", id="folder"),
    ],
)
def test_stray_file_is_told(published: dict[str, bytes | None], place: str, stray: str) -> None:
    write(Path("data"), {**whole(), place: b""})

    assert run_here("--data", "data", "--out", "public/site") == (
        1,
        "",
        (
            f"data/{stray}: $: must not be here: it is no source file (these end in .json, in lower case) "
            "[unexpected-file]\n1 fault\n"
        ),
    )
    assert tree(Path("public")) == published


def test_folder_in_the_place_of_a_file_is_told(published: dict[str, bytes | None]) -> None:
    files = whole()
    del files["news.json"]
    write(Path("data"), files)
    Path("data/news.json").mkdir()

    assert run_here("--data", "data", "--out", "public/site") == (
        1,
        "",
        "data/news.json: $: must be a file, but is a folder [missing-file]\n1 fault\n",
    )
    assert tree(Path("public")) == published


def test_lack_of_the_data_folder_is_told(published: dict[str, bytes | None]) -> None:
    assert run_here("--data", "data", "--out", "public/site") == (
        1,
        "",
        "data: $: must be a folder with source files, but is not [missing-folder]\n1 fault\n",
    )
    assert tree(Path("public")) == published


def test_time_before_the_data_is_told(published: dict[str, bytes | None]) -> None:
    write(Path("data"), whole())

    outcome = run_here("--data", "data", "--out", "public/site", "--generated-at", "2026-11-19T00:00:00Z")

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == (
        "data/site.json: $.generated_at: must not lie after the time of the build, 2026-11-19T00:00:00Z, "
        "but is 2026-11-21T00:00:00Z [future-date]\n1 fault\n"
    )
    assert tree(Path("public")) == published


@pytest.mark.parametrize("options", [["build", "--out", "public/site"], ["check"]], ids=["build", "check"])
def test_faults_of_all_files_are_told_by_each_command(published: dict[str, bytes | None], options: list[str]) -> None:
    files = whole()
    files[COUNTRY] = b"{"
    files["site.json"]["title"] = ""
    del files["news.json"]["news"][0]["url"]
    write(Path("data"), files)

    assert run_here(*options, "--data", "data") == (
        1,
        "",
        (
            "data/countries/fr.json: $: must be JSON, but is not: line 1, column 2: "
            "Expecting property name enclosed in double quotes [not-json]\n"
            "data/news.json: $.news[0].url: must be present, but is missing [missing-field]\n"
            "data/site.json: $.title: must not be empty, but is [empty]\n"
            "3 faults\n"
        ),
    )
    assert tree(Path("public")) == published


@pytest.mark.parametrize(
    "options", [["build", "--out", "public/site"], ["check"], ["format"]], ids=["build", "check", "format"]
)
def test_process_tells_broken_input_and_changes_no_file(tmp_path: Path, options: list[str]) -> None:
    former_site(Path("public"))
    write(Path("data"), {**whole(), "news.json": b"[]\n", ERP: b""})
    before = tree(tmp_path)

    assert run_process(tmp_path, *options, "--data", "data") == (
        1,
        "",
        (
            "data/erps/erp_id_01.json: $: must be JSON, but is not: line 1, column 1: Expecting value [not-json]\n"
            "data/news.json: $: must be an object, but is [] [wrong-type]\n"
            "2 faults\n"
        ),
    )
    assert tree(tmp_path) == before


def test_process_without_data_tells_so(tmp_path: Path) -> None:
    assert run_process(tmp_path) == (
        1,
        "",
        "data_src: $: must be a folder with source files, but is not [missing-folder]\n1 fault\n",
    )
    assert tree(tmp_path) == {}


def test_process_with_wrong_usage_ends_with_status_2(tmp_path: Path) -> None:
    outcome = run_process(tmp_path, "biuld")

    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.splitlines()[-1] == (
        f"locdata_build: error: argument {{{','.join(Command)}}}: must be one of {', '.join(Command)}, but is 'biuld'"
    )
    assert tree(tmp_path) == {}


def test_process_without_docstrings_is_wrong_usage(tmp_path: Path) -> None:
    assert run_process(tmp_path, environment={"PYTHONOPTIMIZE": "2"}) == (
        2,
        "",
        "locdata_build must not run with docstrings stripped (python -OO, PYTHONOPTIMIZE=2)\n",
    )
