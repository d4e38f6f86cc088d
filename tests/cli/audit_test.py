"""The command audit prints a checklist of random statements, or figures, as Markdown or as JSON."""

import json
from pathlib import Path

import pytest

from locdata_build.render.audit import VERDICTS
from support.command_line import run_here, run_process
from support.dataset import COUNTRY, Files, whole, write
from support.records import WITHOUT_ANSWER, country, fact, marked, source, source_id, source_record


def data(folder: Path, files: Files | None = None) -> Path:
    """The folder with the source files of two countries."""
    return write(folder / "data", (files or whole()) | {"countries/at.json": country("at", "Austria")})


def printed(*arguments: str | Path) -> str:
    """Return the output of the command."""
    outcome = run_here("audit", *arguments)
    assert (outcome.status, outcome.err) == (0, "")
    return outcome.out


def test_checklist_has_a_section_with_boxes_to_tick_for_each_statement(tmp_path: Path) -> None:
    files, url, law = whole(), source("rates"), "tax-example-rates"
    files[COUNTRY]["facts"] = {name: fact("Not known.", WITHOUT_ANSWER) for name in files[COUNTRY]["facts"]}
    rate = marked("Food is exempt. Standard *rate* 20%;", f"{law}: Art. 1", source("fact"))
    files[COUNTRY]["facts"]["vat"] = fact(f"{rate} [5%].", law)
    files[COUNTRY]["sources"][law] = {"url": url, "read_at": "https://copies.example/rates"} | {
        **source_record(url),
        "kind": "law",
        "title": None,
        "published": "2026-01-02",
    }
    text = printed("--data", data(tmp_path, files), "--sample", "1000", "--seed", "7", "--country", "fr")
    parts = [part.partition("\n\n")[2].strip().splitlines() for part in text.split("\n## ") if "facts/fr-vat" in part]
    claim = ["`countries/fr.json`: `$.facts.vat.value`,", "checked on 2026-11-20, fetched, secondary", ""]
    gazette = [
        "   <https://tax.example/rates>, read in the copy <https://copies.example/rates>.",
        "   law, in en, published 2026-01-02,",
        "   read 2026-11-20, fetched, secondary.",
    ]
    office = [
        "2. Tax office, *Fact*:",
        "   <https://tax.example/fact>.",
        "   authority, in en, date of publication not known,",
        "   read 2026-11-20, fetched, official.",
    ]
    without_marker = ["It has no marker of its own. The sources of the claim:", ""]
    boxes = ["", *(f"- [ ] {verdict}" for verdict in VERDICTS), "", "What was found:", "", "Better source:"]
    article_1, law_itself = ["1. Tax office, no title, Art. 1:", *gazette], ["1. Tax office, no title:", *gazette]

    assert text.startswith(
        "# Audit of 32 statements\n\nDrawn with the seed 7 from 32 statements of claims that state something,\n"
        "as of 2026-11-21. Compare what is bold. Files are in the folder of source files."
    )
    assert sorted(parts) == [
        [
            *claim,
            r"> **Food is exempt.** Standard \*rate\* 20%; \[5%\].",
            "",
            *without_marker,
            *article_1,
            *office,
            *boxes,
        ],
        [*claim, r"> Food is exempt. **Standard \*rate\* 20%;** \[5%\].", "", *article_1, *office, *boxes],
        [*claim, r"> Food is exempt. Standard \*rate\* 20%; **\[5%\].**", "", *law_itself, *boxes],
    ]


@pytest.mark.parametrize(("publisher", "line"), [("# Heading", "\\# Heading"), ("1. Item", "1\\. Item")])
def test_name_of_a_publisher_starts_no_block_of_markdown(tmp_path: Path, publisher: str, line: str) -> None:
    files, url = whole(), source("rates")
    files[COUNTRY]["facts"]["vat"] = fact("20% standard rate.", url)
    files[COUNTRY]["sources"][source_id(url)] = source_record(url) | {"publisher": publisher}
    text = printed("--data", data(tmp_path, files), "--sample", "1000")

    assert f"\n1. {line}, *Rates*:\n" in text


def test_checklist_as_json_has_the_same_statements_in_the_same_order(tmp_path: Path) -> None:
    arguments = ("--data", data(tmp_path), "--sample", "4", "--seed", "9")
    statements = json.loads(printed(*arguments, "--format", "json"))["statements"]
    headings = [line.partition(". ")[2] for line in printed(*arguments).splitlines() if line.startswith("## ")]

    assert len(statements) == 4
    assert [heading.replace("\\_", "_") for heading in headings] == [each["claim"] for each in statements]


def test_same_seed_prints_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    arguments = ("audit", "--data", str(data(tmp_path)), "--sample", "5", "--seed", "3")

    assert run_process(tmp_path, *arguments, environment={"PYTHONHASHSEED": "1"}) == run_here(*arguments)


def test_country_limits_the_checklist_and_the_figures(tmp_path: Path) -> None:
    folder = data(tmp_path)
    checklist = json.loads(printed("--data", folder, "--sample", "1000", "--country", "at", "--format", "json"))
    figures = json.loads(printed("--data", folder, "--summary", "--country", "at", "--format", "json"))

    assert {statement["file"] for statement in checklist["statements"]} == {"countries/at.json"}
    assert list(figures["countries"]) == ["at"]
    assert figures["whole"]["claims"] > figures["countries"]["at"]["claims"]


def test_summary_has_a_section_for_the_whole_and_for_each_country(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"] = fact(
        "Food is exempt. So are books. The rate is 20%.", source("fact"), source("law")
    )
    text = printed("--data", data(tmp_path, files), "--summary")

    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# Audit as of 2026-11-21",
        "## Whole",
        "## at",
        "## fr",
    ]
    assert text.partition("## fr\n\n")[2].splitlines() == [
        "- claims: 29 (official, fetched: 23; secondary, fetched: 3; unverified: 3)",
        "- statements: 37",
        "- statements without a marker, of claims with several sources: 2 (vat: 2)",
        "- claims that are due: 0",
        "- exceptions: 3 (missing-report: 2; uncited: 1)",
        "- sources: 19 (authority: 12; vendor: 5; service: 1; press: 1)",
        "- sources without a title: 0",
        "- facts and obligations: 12 (official: 10)",
        "- words of facts and summaries: 45",
        "- unknown obligations: 1",
        "- unknown toggles: 1",
        "- reports: 1",
        "- missing reports: 2 (recapitulative-statement in fr: 1; one-stop-shop in fr: 1)",
        (
            "- dated records: 8 (vat-rates: 1; thresholds: 1; formats: 1; tax-rules: 1; identifiers: 1; peppol-schemes: 1; "
            "platforms: 1; product-releases: 1)"
        ),
        "- countries with tax rules: deadline-shift: 1",
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
