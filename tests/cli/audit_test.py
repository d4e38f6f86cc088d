"""The command audit prints a checklist of random claims, or figures, as Markdown or as JSON."""

import json
from pathlib import Path

import pytest

from locdata_build.render.audit import VERDICTS
from support.command_line import run_here, run_process
from support.dataset import COUNTRY, Files, whole, write
from support.records import WITHOUT_ANSWER, country, provenance, source, source_id, source_record


def data(folder: Path, files: Files | None = None) -> Path:
    """The folder with the source files of two countries."""
    return write(folder / "data", (files or whole()) | {"countries/at.json": country("at", "Austria")})


def printed(*arguments: str | Path) -> str:
    """Return the output of the command."""
    outcome = run_here("audit", *arguments)
    assert (outcome.status, outcome.err) == (0, "")
    return outcome.out


def test_checklist_has_a_section_with_boxes_to_tick_for_each_claim(tmp_path: Path) -> None:
    files, url = whole(), source("rates")
    files[COUNTRY]["facts"] = {
        name: fact if name == "vat" else {"value": "Not known.", "provenance": provenance(WITHOUT_ANSWER)}
        for name, fact in files[COUNTRY]["facts"].items()
    }
    files[COUNTRY]["facts"]["vat"] |= {
        "value": "Standard rate *20%*.",
        "provenance": {
            "sources": [source_id(url), source("fact")],
            "locators": {source_id(url): "Art. 226"},
            "checked": "2026-11-20",
        },
    }
    files[COUNTRY]["sources"][source_id(url)] = {"url": url, "read_at": "https://copies.example/rates"} | {
        **source_record(url),
        "kind": "law",
        "title": None,
        "published": "2026-01-02",
    }
    text = printed("--data", data(tmp_path, files), "--sample", "1000", "--seed", "7", "--country", "fr")
    section = next(part for part in text.split("\n## ") if "facts/fr-vat" in part)

    assert text.startswith(
        "# Audit of 13 claims\n\nDrawn with the seed 7 from 13 claims that state something,\nas of 2026-11-21."
    )
    assert section.partition("\n")[2].strip().splitlines() == [
        "`countries/fr.json`: `$.facts.vat`,",
        "checked on 2026-11-20, fetched, secondary",
        "",
        r"> Standard rate \*20%\*.",
        "",
        "1. Tax office, no title, Art. 226:",
        "   <https://tax.example/rates>, read in the copy <https://copies.example/rates>.",
        "   law, in en, published 2026-01-02,",
        "   read 2026-11-20, fetched, secondary.",
        "2. Tax office, *Fact*:",
        "   <https://tax.example/fact>.",
        "   authority, in en, date of publication not known,",
        "   read 2026-11-20, fetched, official.",
        "",
        *(f"- [ ] {verdict}" for verdict in VERDICTS),
        "",
        "What was found:",
        "",
        "Better source:",
    ]


@pytest.mark.parametrize(("publisher", "line"), [("# Heading", "\\# Heading"), ("1. Item", "1\\. Item")])
def test_name_of_a_publisher_starts_no_block_of_markdown(tmp_path: Path, publisher: str, line: str) -> None:
    files, url = whole(), source("rates")
    files[COUNTRY]["facts"]["vat"]["provenance"]["sources"] = [source_id(url)]
    files[COUNTRY]["sources"][source_id(url)] = source_record(url) | {"publisher": publisher}
    text = printed("--data", data(tmp_path, files), "--sample", "1000")

    assert f"\n1. {line}, *Rates*:\n" in text


def test_checklist_as_json_has_the_same_claims_in_the_same_order(tmp_path: Path) -> None:
    arguments = ("--data", data(tmp_path), "--sample", "4", "--seed", "9")
    names = [claim["name"] for claim in json.loads(printed(*arguments, "--format", "json"))["claims"]]
    headings = [line.partition(". ")[2] for line in printed(*arguments).splitlines() if line.startswith("## ")]

    assert len(names) == 4
    assert [heading.replace("\\_", "_") for heading in headings] == names


def test_same_seed_prints_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    arguments = ("audit", "--data", str(data(tmp_path)), "--sample", "5", "--seed", "3")

    assert run_process(tmp_path, *arguments, environment={"PYTHONHASHSEED": "1"}) == run_here(*arguments)


def test_country_limits_the_checklist_and_the_figures(tmp_path: Path) -> None:
    folder = data(tmp_path)
    claims = json.loads(printed("--data", folder, "--sample", "1000", "--country", "at", "--format", "json"))["claims"]
    figures = json.loads(printed("--data", folder, "--summary", "--country", "at", "--format", "json"))

    assert {claim["file"] for claim in claims} == {"countries/at.json"}
    assert list(figures["countries"]) == ["at"]
    assert figures["whole"]["claims"] > figures["countries"]["at"]["claims"]


def test_summary_has_a_section_for_the_whole_and_for_each_country(tmp_path: Path) -> None:
    text = printed("--data", data(tmp_path), "--summary")

    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# Audit as of 2026-11-21",
        "## Whole",
        "## at",
        "## fr",
    ]
    assert text.partition("## fr\n\n")[2].splitlines() == [
        "- claims: 21 (official, fetched: 15; secondary, fetched: 3; unverified: 3)",
        "- claims that are due: 0",
        "- exceptions: 2 (missing-report: 2)",
        "- sources: 11 (authority: 5; vendor: 4; service: 1; press: 1)",
        "- sources without a title: 0",
        "- facts and obligations: 12 (official: 10)",
        "- unknown obligations: 1",
        "- unknown toggles: 1",
        "- reports: 1",
        "- missing reports: 2 (recapitulative-statement in fr: 1; one-stop-shop in fr: 1)",
    ]
    assert "- missing reports: 4 (recapitulative-statement in at fr: 2; one-stop-shop in at fr: 2)" in text


@pytest.mark.parametrize("audit", [["--summary"], ["--sample", "3"]], ids=["summary", "sample"])
def test_country_without_a_file_is_an_issue(tmp_path: Path, audit: list[str]) -> None:
    folder = data(tmp_path)

    assert run_here("audit", *audit, "--country", "xx", "--data", folder) == (
        1,
        "",
        f"{folder}/countries/xx.json: $: must exist: --country names it [missing-file]\n1 issue\n",
    )
