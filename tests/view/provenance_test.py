"""Sources have names and grades, an answer has the grade of its first source, and an old check is marked."""

import datetime as dt
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from locdata_build.data.claims import LEGAL_CHECK_DAYS, PRODUCT_CHECK_DAYS
from locdata_build.data.countries import SourceFact
from locdata_build.data.products import SourcePartnerFlag
from locdata_build.data.sources import CitedSource
from locdata_build.derive.provenance import Provenance
from locdata_build.view.provenance import (
    check_age,
    citation_grade,
    counted_answers,
    format_carrier,
    graded_source,
    newest_check,
    newest_source,
    page_name,
    publisher_name,
    title_link,
)
from locdata_build.view.text import Badge, Link, Tone, rich
from support.context import load_context
from support.dataset import COUNTRY, as_read, changed, whole
from support.pages import empty_country, markdown
from support.published import provenance_of_record
from support.records import (
    NOT_KNOWN,
    WITHOUT_ANSWER,
    cited,
    country,
    fact,
    format_record,
    marked,
    obligation,
    phase,
    source,
    source_id,
    source_record,
)

CHECKED = dt.date(2026, 11, 20)
TODAY = dt.date(2026, 11, 21)
LAW, TAX, NEWS = "https://law.example/law", "https://tax.example/return", "https://news.example/item"


def provenance_of(*sources: str, known: bool = True, **record: object) -> Provenance:
    """The provenance of a fact with these sources; ``record`` are fields of the record of the first one."""
    file = fact("Standard rate 20%." if known else "Not known.", *sources)
    first, *_ = sources[0].split(": ")
    return cite(file, SourceFact, {source_id(first): source_record(first) | record})


def cite(claim: dict[str, Any], kind: type[Any], records: dict[str, Any]) -> Provenance:
    """The provenance of a claim; ``records`` are those of sources that are not as usual."""
    sources = msgspec.convert(cited(claim | {"sources": records})["sources"], dict[str, CitedSource])
    return provenance_of_record(as_read(claim, kind), sources)


def record_of(**fields: object) -> CitedSource:
    return msgspec.convert(source_record(TAX) | fields, CitedSource)


# Names


@pytest.mark.parametrize(
    ("fields", "link"),
    [
        pytest.param(
            {"title": "VAT return", "language": "en-GB"}, Link("VAT return", TAX, subject="Tax office"), id="English"
        ),
        pytest.param(
            {"title": "Déclaration", "language": "fr"},
            Link("Déclaration", TAX, language="fr", subject="Tax office"),
            id="French",
        ),
        pytest.param(
            {"title": None, "language": "fr"}, Link("page “return”", TAX, subject="Tax office"), id="no title"
        ),
    ],
)
def test_a_source_is_named_by_its_title_in_the_language_of_the_title(fields: dict[str, object], link: Link) -> None:
    assert title_link(record_of(**fields)) == link


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://tax.example/vat/saf-t-poland/", "page “saf-t-poland”"),
        ("https://tax.example/item.php?id=1", "page “item.php?id=1”"),
        ("https://tax.example/", "home page"),
        (f"https://tax.example/{'a' * 60}", f"page “{'a' * 60}”"),
        (f"https://tax.example/{'a' * 61}", f"page “{'a' * 59}…”"),
    ],
)
def test_a_page_without_a_title_is_named_by_the_end_of_its_address(url: str, name: str) -> None:
    assert page_name(url) == name


@pytest.mark.parametrize(
    ("url", "name"),
    [("https://www.vendor.example/news", "vendor.example"), ("https://github.com/one/a", "github.com/one")],
)
def test_a_publisher_of_news_is_named_by_its_host_or_its_part_of_a_shared_host(url: str, name: str) -> None:
    assert publisher_name(url) == name


# Grades


@pytest.mark.parametrize(
    ("record", "words"),
    [
        pytest.param(provenance_of(TAX), "official, read in full", id="authority"),
        pytest.param(provenance_of(NEWS, evidence="search-extract"), "secondary, read in part", id="press"),
        pytest.param(
            provenance_of(LAW, read_at="https://copy.example/law"),
            "text of the law, unofficial copy",
            id="copy of a law",
        ),
    ],
)
def test_the_grade_of_a_source_says_how_it_was_read(record: Provenance, words: str) -> None:
    assert citation_grade(record.citations[0]) == words


@pytest.mark.parametrize(
    ("record", "line"),
    [
        (provenance_of(f"{TAX}: Art. 226", NEWS), "**official**: [Tax office](https://tax.example/return), Art. 226"),
        (provenance_of(NEWS), "**secondary**: [news.example](https://news.example/item)"),
        (provenance_of(TAX, known=False), "**unknown**: not answered by [Tax office](https://tax.example/return)"),
        (None, "**unknown**: no source found"),
    ],
)
def test_the_source_of_an_answer_begins_with_its_grade(record: Provenance | None, line: str) -> None:
    assert markdown(graded_source(record)) == line


# Checks


FLAG = whole()[COUNTRY]["partner_flags"][0]


@pytest.mark.parametrize(
    ("record", "days"),
    [
        pytest.param(provenance_of(TAX), LEGAL_CHECK_DAYS, id="law"),
        pytest.param(cite(FLAG, SourcePartnerFlag, {}), PRODUCT_CHECK_DAYS, id="product"),
    ],
)
def test_a_check_is_overdue_when_it_no_longer_holds(record: Provenance, days: int) -> None:
    on_last_day, later = CHECKED + dt.timedelta(days), CHECKED + dt.timedelta(days + 1)
    badge = Badge(f"check overdue: {days + 1} days old", Tone.ATTENTION)

    assert check_age(record, on_last_day) == rich(CHECKED)
    assert check_age(record, later) == rich(CHECKED, ", ", badge)


def test_the_newest_check_is_that_of_a_claim_or_of_one_of_its_parts(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.reporting[0].checked", "2026-01-01")
    ((report,),) = (each.reports for each in load_context(tmp_path, files).countries)

    assert newest_check([report], [None]) == CHECKED
    assert newest_check([replace(report, parts=())]) == dt.date(2026, 1, 1)
    assert newest_check() is None


# Answers of a country


def claim(**published: str | None) -> Provenance:
    """The provenance of a claim whose sources have these dates, by their names."""
    urls = {source(name): date for name, date in published.items()}
    records = {source_id(url): source_record(url) | {"published": date} for url, date in urls.items()}
    return cite(fact("Text.", *urls), SourceFact, records)


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ([claim(law="2026-11-03", news=None), claim(guide="2025-01-01")], "Newest dated source: 3 November 2026."),
        ([claim(law=None)], "No source is dated."),
    ],
)
def test_the_newest_dated_source_of_claims_is_named(claims: list[Provenance], words: str) -> None:
    assert markdown(newest_source(claims)) == words


def test_answers_are_counted_by_the_grade_of_the_source_that_they_show(tmp_path: Path) -> None:
    files = whole() | {"countries/no.json": country("no", "Anorway") | empty_country()}
    press = marked("No law asks for it.", NEWS, source("law"))
    files[COUNTRY]["obligations"]["saft"] = obligation("none", summary=press)
    begun = phase("2026-01-01", what=marked("Start", NEWS))
    files[COUNTRY]["obligations"]["e_invoicing_b2b"] = obligation("in_force", begun)

    assert [counted_answers(each, TODAY) for each in load_context(tmp_path, files).countries] == [
        "6 unknown",
        "3 official, 2 secondary, 1 unknown",
    ]


OLD = format_record("old", version="1", until="2026-11-20", use=marked("All.", LAW))
NOW = format_record("now", version="2", since="2026-11-21", use=marked("All.", f"{TAX}: p. 1", NEWS))
LATER = format_record("later", version="3", since="2026-11-22", use=marked("All.", NEWS))
NOT_FOUND = format_record("none", name="Not known.", version=UNSET, syntaxes=None, use=NOT_KNOWN)


@pytest.mark.parametrize(
    ("formats", "carrier"),
    [
        pytest.param([OLD, NOW, LATER], (TAX, "p. 1", "official"), id="the one that applies"),
        pytest.param([OLD, LATER, NOT_FOUND], (NEWS, None, "secondary"), id="one to come"),
        pytest.param([OLD, NOT_FOUND], (WITHOUT_ANSWER, None, "unverified"), id="not known"),
    ],
)
def test_the_answer_on_formats_has_the_source_of_the_first_format_that_applies(
    tmp_path: Path, formats: list[dict[str, Any]], carrier: tuple[str, str | None, str]
) -> None:
    found = format_carrier(load_context(tmp_path, changed(COUNTRY, "$.formats", formats)).country("fr"), TODAY)
    assert found is not None
    first = found.citations[0]

    assert (first.source.url, first.locator, found.verification) == carrier


def test_a_country_without_formats_has_no_source_of_them(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY].update(empty_country())
    files["connectors.json"]["connectors"] = []

    assert format_carrier(load_context(tmp_path, files).country("fr"), TODAY) is None
