"""The card of a claim to check again shows what is stated, its sources by number, and what the watch found."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.data.findings import Finding, FindingKind, UnreadableHost
from locdata_build.derive.published import derive
from locdata_build.derive.recheck import Recheck, rechecks
from locdata_build.render.recheck import MAX_LINE_LENGTH, card, pages
from support.dataset import COUNTRY, Files, load, whole
from support.found import FOUND_ON, affected, finding, findings, statement
from support.records import fact, marked, obligation, phase, source, source_record

LAW, OFFICE = "law-example-act", "tax-example-rates"


def with_two_sources() -> Files:
    """The small dataset with a rate that an act, read in a copy, and the tax office state."""
    files = whole()
    rate = marked("Standard rate 20%;", f"{LAW}: Art. 1", source("rates"))
    files[COUNTRY]["facts"]["vat"] = fact(f"{rate} food is exempt.", source("rates"))
    files[COUNTRY]["sources"][LAW] = {"url": "https://law.example/act", "read_at": "https://copies.example/act"} | {
        **source_record("https://law.example/act"),
        "title": None,
        "evidence": "search-extract",
    }
    return files


def recheck(
    folder: Path, *found: Finding, files: Files | None = None, hosts: tuple[UnreadableHost, ...] = ()
) -> Recheck:
    """Return the first claim to check again."""
    return rechecks(derive(load(folder, files or with_two_sources())), findings(*found, hosts=hosts), "fr")[0]


def lines(each: Recheck, reason: str = "") -> list[str]:
    """Return the card of a claim."""
    return [*card(each, place="data/countries/fr.json:18", heading="1 of 2", reason=reason, erps={})]


def after_sources(each: Recheck) -> list[str]:
    """Return the lines on the findings."""
    shown = lines(each)
    return shown[max(number for number, line in enumerate(shown) if not line) + 1 :]


def on_vat(kind: FindingKind, source_id: str | None = OFFICE, **changes: Any) -> Finding:  # noqa: ANN401  # fields
    """Return a finding on the claim on VAT."""
    return finding(kind, affected("facts/fr-vat", source_id), **changes)


def test_card_shows_statements_with_the_numbers_of_their_sources(tmp_path: Path) -> None:
    each = recheck(tmp_path, on_vat(FindingKind.GONE, detail="The server answers 404."))

    assert lines(each, "last checked long ago") == [
        "1 of 2  facts/fr-vat  (France: VAT / GST)",
        "  page  /france/#vat-reporting",
        "  file  data/countries/fr.json:18",
        "  why   found: gone; last checked long ago",
        "",
        "  value",
        "    Standard rate 20%; [1: Art. 1] [2]",
        "    food is exempt. [2]",
        "",
        "  [1] law.example: no title recorded",
        "      https://copies.example/act (copy of https://law.example/act)",
        f"      {LAW}: law, en, read on 2026-11-20, only in an extract",
        "  [2] Tax office: Rates",
        "      https://tax.example/rates",
        f"      {OFFICE}: authority, en, read on 2026-11-20",
        "",
        "  gone [2] since 2026-11-22",
        "    The server answers 404.",
    ]


def test_codes_and_parts_are_shown_once(tmp_path: Path) -> None:
    files = whole()
    what = marked("Large businesses must report", source("phase"))
    files[COUNTRY]["obligations"]["saft"] = obligation("enacted", phase("2028-01-01", "large", what=what))
    found = finding(FindingKind.GONE, affected("obligations/fr-saft"))

    assert lines(recheck(tmp_path, found, files=files))[4:11] == [
        "",
        "  status: enacted",
        "  summary",
        "    The obligation is enacted. [1]",
        "",
        "  date: 2028-01-01; certainty: enacted",
        "  what",
    ]


def test_finding_shows_what_was_removed_and_added_in_short(tmp_path: Path) -> None:
    changed = on_vat(FindingKind.TEXT_CHANGED, removed=("x" * (MAX_LINE_LENGTH + 1),), added=tuple(map(str, range(10))))

    assert after_sources(recheck(tmp_path, changed)) == [
        "  text-changed [2] since 2026-11-22",
        "    It differs.",
        f"    - {'x' * MAX_LINE_LENGTH}...",
        *(f"    + {number}" for number in range(8)),
        "    + (2 more)",
    ]


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (on_vat(FindingKind.MOVED, moved_to="https://tax.example/new"), "    new address: https://tax.example/new"),
        (on_vat(FindingKind.NEWER, newer=("v2.0",)), "    newer: v2.0"),
        (
            finding(
                FindingKind.FIGURES_GONE,
                affected("facts/fr-vat", statements=[statement("Rate 20%;", "20%"), statement("food is exempt.")]),
            ),
            "    no longer there: 20% (Rate 20%;)",
        ),
    ],
)
def test_finding_shows_what_the_watch_found(tmp_path: Path, found: Finding, line: str) -> None:
    assert after_sources(recheck(tmp_path, found))[2:] == [line]


def test_pages_to_read_are_those_that_were_read_and_links_with_findings(tmp_path: Path) -> None:
    link = on_vat(FindingKind.GONE, None, address="https://portal.example/test")
    each = recheck(tmp_path, link, link, on_vat(FindingKind.MOVED, LAW, address="https://law.example/act"))

    assert pages(each) == (
        "https://copies.example/act",
        "https://tax.example/rates",
        "https://portal.example/test",
    )
    assert "  gone https://portal.example/test since 2026-11-22" in lines(each)


def test_card_says_which_sources_a_program_cannot_read(tmp_path: Path) -> None:
    # The act was read in a copy.
    hosts = tuple(
        UnreadableHost(host=host, since=FOUND_ON, reason="403 Forbidden", addresses=1)
        for host in ("copies.example", "law.example")
    )
    shown = lines(recheck(tmp_path, on_vat(FindingKind.GONE), hosts=hosts))

    assert [
        shown[place - 1] for place, line in enumerate(shown) if line == "      a program cannot read it: 403 Forbidden"
    ] == [f"      {LAW}: law, en, read on 2026-11-20, only in an extract"]
