"""The commands check and format, and where the data comes from."""

from pathlib import Path

import pytest

from locdata_build.cli import data as cli_data
from locdata_build.data.files import EXCEPTIONS, editor_schemas
from locdata_model.serialization import encode_json
from support.command_line import run_here
from support.dataset import COUNTRY, ERP, GRANTED, Files, whole, write
from support.folders import tree
from support.records import cited, exceptions, fact, source_id, source_record
from support.values import reordered

VALID = (0, "countries: 1, ERP products: 2, issues: none\n", "")
NONE_DUE = "claims: 25, due on 2026-11-21: none\n"


@pytest.fixture
def files() -> Files:
    """The small set of source files with its editor schemas."""
    return {**{path: cited(file) for path, file in whole().items()}, **editor_schemas()}


def test_check_of_valid_data_writes_nothing(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    before = tree(tmp_path)

    assert run_here("check", "--data", data) == VALID
    assert tree(tmp_path) == before


def test_check_counts_the_sources_without_a_title_until_there_are_none(tmp_path: Path) -> None:
    files = whole()
    url = "https://tax.example/fact"
    files[COUNTRY]["sources"][source_id(url)] = source_record(url) | {"title": None}

    assert run_here("check", "--data", write(tmp_path / "data", files)) == (
        0,
        "sources: 14, without a title: 1\ncountries: 1, ERP products: 2, issues: none\n",
        "",
    )


def test_check_lists_the_claims_that_are_due_with_the_oldest_check_first(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"] = fact("20% from 1 January 2026.")
    files[COUNTRY]["facts"]["vat"]["provenance"]["checked"] = "2025-12-01"
    data = write(tmp_path / "data", files)
    vat = "2025-12-01, before 2026-01-01 came, and 396 days ago, which is more than 180"
    phases = "2026-11-20, before 2027-01-01 came"
    due = [
        f"facts/fr-vat: {data}/{COUNTRY}: $.facts.vat: last checked on {vat}",
        f"obligations/fr-e-invoicing-b2b: {data}/{COUNTRY}: $.obligations.e_invoicing_b2b: last checked on {phases}",
        f"obligations/fr-real-time-reporting: {data}/{COUNTRY}: $.obligations.real_time_reporting: last checked on {phases}",
        "claims: 25, due on 2027-01-01: 3",
        "countries: 1, ERP products: 2, issues: none",
    ]

    outcome = run_here("check", "--due", "--data", data, "--generated-at", "2027-01-01T00:00:00Z")

    assert (outcome.status, outcome.out.splitlines(), outcome.err) == (0, due, "")


def test_claim_that_is_due_is_an_issue_only_of_a_strict_check(data: Path) -> None:
    later = ("--data", data, "--generated-at", "2027-01-01T00:00:00Z")
    reason = "must be checked again: it was last checked on 2026-11-20, before 2027-01-01 came [due]"

    assert run_here("check", *later) == VALID
    assert run_here("check", "--strict", "--data", data) == (0, f"{NONE_DUE}{VALID[1]}", "")
    outcome = run_here("check", "--strict", *later)
    assert (outcome.status, outcome.out, outcome.err.splitlines()) == (
        1,
        "",
        [
            f"{data}/{COUNTRY}: $.obligations.e_invoicing_b2b: {reason}",
            f"{data}/{COUNTRY}: $.obligations.real_time_reporting: {reason}",
            "2 issues",
        ],
    )


def test_packed_data_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = write(tmp_path / "packed", whole())
    monkeypatch.setattr(cli_data, "files", lambda _: packed)

    assert run_here("check") == VALID


def test_data_of_the_working_folder_is_the_default_without_packed_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> Path:
        raise ModuleNotFoundError(name)

    write(tmp_path / "data_src", whole())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli_data, "files", fail)

    assert run_here("check") == VALID


def test_format_rewrites_files_that_are_not_canonical_and_then_none(tmp_path: Path, files: Files) -> None:
    canonical = tree(write(tmp_path / "canonical", files))
    schema = "schema/site.schema.json"
    data = write(tmp_path / "data", {**files, COUNTRY: reordered(files[COUNTRY])})
    (data / schema).unlink()

    first, second = run_here("format", "--data", data), run_here("format", "--data", data)

    assert first == (
        0,
        f"{data}/{COUNTRY}: rewritten\n{data}/{schema}: rewritten\n2 of {len(files)} files rewritten\n",
        "",
    )
    assert second == (0, f"0 of {len(files)} files rewritten\n", "")
    assert tree(data) == canonical


def test_format_repairs_what_check_refuses(tmp_path: Path) -> None:
    data = write(tmp_path / "data", {**whole(), COUNTRY: encode_json(cited(whole()[COUNTRY])).replace(b"\n", b"\r\n")})

    assert [run_here(command, "--data", data).status for command in ("check", "format", "check")] == [1, 0, 0]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"[", "[not-json]"),
        (encode_json({**whole()["sponsors.json"], "notice": "=1"}), "[formula]"),
    ],
    ids=["syntax", "text"],
)
def test_format_rewrites_nothing_if_a_file_is_broken(tmp_path: Path, files: Files, content: bytes, code: str) -> None:
    data = write(tmp_path / "data", {**files, COUNTRY: reordered(files[COUNTRY]), "sponsors.json": content})
    before = tree(tmp_path)

    outcome = run_here("format", "--data", data)

    assert (outcome.status, outcome.out) == (1, "")
    assert code in {line.rpartition(" ")[2] for line in outcome.err.splitlines()}
    assert tree(tmp_path) == before


def test_format_fills_missing_fields_only_on_request(tmp_path: Path, files: Files) -> None:
    empty = cited({**whole()[COUNTRY], "e_invoicing": None, "partners": []})
    lacking = {name: value for name, value in empty.items() if name not in {"e_invoicing", "partners"}}
    connectors = {**files["connectors.json"], "connectors": [], "sources": {}}
    data = write(tmp_path / "data", {**files, COUNTRY: lacking, "connectors.json": connectors})
    write(data, {EXCEPTIONS.path: exceptions(*GRANTED, reason="Old.")})
    before = tree(tmp_path)

    outcome = run_here("format", "--data", data)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.count("[missing-field]") == 2
    assert tree(tmp_path) == before

    assert run_here("format", "--data", data, "--fill") == (
        0,
        f"{data}/{COUNTRY}: rewritten\n1 of {len(files)} files rewritten\n",
        "",
    )
    assert (data / COUNTRY).read_bytes() == encode_json(empty)
    assert run_here("check", "--data", data).status == 0


def test_format_rewrites_nothing_if_a_missing_field_cannot_be_filled(tmp_path: Path, files: Files) -> None:
    del files[COUNTRY]["partners"], files[COUNTRY]["local_erps"][0]["segment"]
    data = write(tmp_path / "data", files)
    before = tree(tmp_path)

    outcome = run_here("format", "--fill", "--data", data)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == (
        f"{data}/{COUNTRY}: $.local_erps[0].segment: must be written by hand: it is missing, and can be neither null nor "
        "empty [missing-field]\n1 issue\n"
    )
    assert tree(tmp_path) == before


def test_format_uses_the_folder_of_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: Files
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data_src", {**files, ERP: reordered(files[ERP])})

    assert run_here("format") == (0, f"data_src/{ERP}: rewritten\n1 of {len(files)} files rewritten\n", "")


def test_format_reports_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    schema = data / "schema/site.schema.json"
    schema.mkdir(parents=True)

    assert run_here("format", "--data", data) == (1, "", f"{schema}: cannot be written: Is a directory\n")
