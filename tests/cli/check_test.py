"""The command check reports issues and claims that are due; it finds the data."""

from pathlib import Path

import pytest

from locdata_build.cli import check
from support.command_line import run_here
from support.dataset import COUNTRY, whole, write
from support.folders import tree
from support.records import country, fact, marked, report, source, source_id, source_record

VALID = (0, "countries: 1, ERP products: 2, issues: none\n", "")
NONE_DUE = "claims: 33, due on 2026-11-21: none\n"


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
        "sources: 22, without a title: 1\ncountries: 1, ERP products: 2, issues: none\n",
        "",
    )


def test_check_lists_the_claims_that_are_due_with_the_oldest_check_first(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"] = fact("20% from 1 January 2026.")
    files[COUNTRY]["facts"]["vat"]["checked"] = "2025-12-01"
    data = write(tmp_path / "data", files)
    vat = "2025-12-01, before 2026-01-01 came, and 396 days ago, which is more than 180"
    phases = "2026-11-20, before 2027-01-01 came"
    due = [
        f"facts/fr-vat: {data}/{COUNTRY}: $.facts.vat: last checked on {vat}",
        f"obligations/fr-e-invoicing-b2b: {data}/{COUNTRY}: $.obligations.e_invoicing_b2b: last checked on {phases}",
        f"obligations/fr-real-time-reporting: {data}/{COUNTRY}: $.obligations.real_time_reporting: last checked on {phases}",
        "claims: 33, due on 2027-01-01: 3",
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


def test_check_lists_the_claims_with_sentences_that_lack_a_marker(tmp_path: Path) -> None:
    files, law, guide = whole(), source("law"), source("guide")
    files[COUNTRY]["facts"]["vat"] = fact("One. Two. Three.", law, guide)
    files[COUNTRY]["facts"]["currency"] = fact("One. Two.", law)
    files[COUNTRY]["reporting"] = [report(channel_format="Online.", notes=marked("One.", law, guide))]
    files["countries/at.json"] = country("at", "Austria")
    files["countries/at.json"]["facts"]["vat"] = fact("One. Two.", law, guide)
    data = write(tmp_path / "data", files)
    missing = "sentences without a marker"

    outcome = run_here("check", "--uncited", "--data", data)

    assert (outcome.status, outcome.out.splitlines(), outcome.err) == (
        0,
        [
            f"facts/at-vat: {data}/countries/at.json: $.facts.vat: {missing}: 1",
            f"facts/fr-vat: {data}/{COUNTRY}: $.facts.vat: {missing}: 2",
            f"reporting/vat-reporting-fr-1: {data}/{COUNTRY}: $.reporting[0]: {missing}: 3",
            f"claims: 62, with {missing}: 3, sentences: 6",
            "countries: 2, ERP products: 2, issues: none",
        ],
        "",
    )


def test_check_says_so_if_no_sentence_lacks_a_marker(data: Path) -> None:
    none = "claims: 33, with sentences without a marker: none\n"

    assert run_here("check", "--uncited", "--data", data) == (0, f"{none}{VALID[1]}", "")


def test_packed_data_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = write(tmp_path / "packed", whole())
    monkeypatch.setattr(check, "files", lambda _: packed)

    assert run_here("check") == VALID


def test_data_of_the_working_folder_is_the_default_without_packed_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> Path:
        raise ModuleNotFoundError(name)

    write(tmp_path / "data_src", whole())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(check, "files", fail)

    assert run_here("check") == VALID
