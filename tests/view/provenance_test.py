"""One line says what a record was read from, how well, and when."""

import datetime as dt

import msgspec
import pytest

from locdata_build.source.records import Provenance, RatedProvenance
from locdata_build.view.provenance import (
    CHECK_DUE_DAYS,
    UNVERIFIED,
    check_date,
    markers,
    newest_check,
    primary_source,
    source_aside,
    source_line,
    source_links,
)
from locdata_build.view.text import Aside, Badge, Link, Rich, Tone, rich
from locdata_build.view.words import VERIFICATIONS
from locdata_model.listings import NewsItem
from locdata_model.vocabulary import Verification
from support.dataset import provenance, whole

OFFICIAL = VERIFICATIONS[Verification.OFFICIAL].label
CHECKED = dt.date(2026, 11, 20)
TODAY = dt.date(2026, 11, 21)
LAW, NEWS = "https://tax.example/law", "https://www.news.example/item"


def rated(*urls: str, **fields: str) -> RatedProvenance:
    return msgspec.convert(provenance(*urls) | fields, RatedProvenance)


def unrated(*urls: str, **fields: str) -> Provenance:
    return msgspec.convert(provenance(*urls, rated=False) | fields, Provenance)


@pytest.mark.parametrize(
    "url",
    [
        "https://tax.example/law",
        "http://www.tax.example/",
        "https://TAX.example:8443/law",
        "https://reader@tax.example",
        "https://tax.example?law=1",
        "https://tax.example#law/1",
    ],
)
def test_a_source_is_named_by_its_host(url: str) -> None:
    assert source_links([url]) == (Link("tax.example", url),)


@pytest.mark.parametrize(
    ("urls", "names"),
    [
        pytest.param([], [], id="no source"),
        pytest.param(
            ["https://a.example/1", "https://b.example/1", "https://www.a.example/2", "https://A.example/3"],
            ["a.example", "b.example", "a.example (2)", "a.example (3)"],
            id="the same host again",
        ),
        pytest.param(
            ["https://github.com/one/a", "https://github.com/two", "https://github.com/one/b", "https://github.com/"],
            ["github.com/one", "github.com/two", "github.com/one (2)", "github.com"],
            id="a host with many publishers",
        ),
    ],
)
def test_sources_with_the_same_name_are_numbered(urls: list[str], names: list[str]) -> None:
    assert [link.text for link in source_links(urls)] == names


@pytest.mark.parametrize(
    ("age", "badges"),
    [
        pytest.param(0, [], id="today"),
        pytest.param(CHECK_DUE_DAYS, [], id="on the last day"),
        pytest.param(181, [Badge("check overdue: 181 days old", Tone.ATTENTION)], id="a day later"),
        pytest.param(1500, [Badge("check overdue: 1,500 days old", Tone.ATTENTION)], id="years later"),
    ],
)
def test_a_check_is_overdue_after_180_days(age: int, badges: list[Badge]) -> None:
    line = check_date(TODAY - dt.timedelta(age), TODAY)

    assert [part for part in line if isinstance(part, Badge)] == badges


@pytest.mark.parametrize(
    ("record", "words"),
    [
        pytest.param(rated(LAW), f"{OFFICIAL}, page read", id="official"),
        pytest.param(
            rated(LAW, verification="secondary", evidence="search-extract"),
            "secondary source, extract read",
            id="secondary",
        ),
        pytest.param(rated(), "unverified, no source read", id="no source"),
        pytest.param(unrated(LAW), "page read", id="without verification"),
        pytest.param(unrated(), "unverified, no source read", id="without verification or source"),
    ],
)
def test_markers_are_verification_and_evidence(record: Provenance, words: str) -> None:
    assert markers(record) == words


@pytest.mark.parametrize(
    ("record", "line"),
    [
        pytest.param(
            rated(LAW),
            rich(Link("tax.example", LAW), f" ({OFFICIAL}, page read; ", "checked ", CHECKED, ")"),
            id="one source",
        ),
        pytest.param(
            unrated(LAW, NEWS),
            rich(
                *(Link("tax.example", LAW), ", ", Link("news.example", NEWS)),
                *(" (page read; ", "checked ", CHECKED, ")"),
            ),
            id="two sources",
        ),
        pytest.param(rated(), rich(UNVERIFIED, ", no source found, last ", "checked ", CHECKED), id="no source"),
    ],
)
def test_a_source_line_has_sources_markers_and_date(record: Provenance, line: Rich) -> None:
    assert source_line(record, TODAY) == line


@pytest.mark.parametrize(("urls", "label"), [([], ""), ([LAW], "Source: "), ([LAW, NEWS], "Sources: ")])
def test_small_print_begins_with_a_label(urls: list[str], label: str) -> None:
    assert source_aside(rated(*urls), TODAY) == Aside(rich(label, *source_line(rated(*urls), TODAY)))


def test_the_primary_source_is_the_first_with_its_verification() -> None:
    assert primary_source((LAW, NEWS), Verification.OFFICIAL) == rich(Link("tax.example", LAW), f" ({OFFICIAL})")
    assert primary_source((), Verification.UNVERIFIED) == (UNVERIFIED,)


def test_the_newest_check_is_found_in_tuples_lists_and_generators() -> None:
    newest = (record for record in (unrated(last_checked="2026-11-21"),))

    assert newest_check((None, "text", [rated(LAW), newest], (rated(last_checked="2026-01-01"),))) == dt.date(
        2026, 11, 21
    )


def test_a_news_item_counts_from_the_day_it_was_first_seen() -> None:
    (item,) = whole()["news.json"]["news"]

    assert newest_check(msgspec.convert(item | {"date": None}, NewsItem)) == dt.date(2026, 11, 20)


def test_without_records_there_is_no_newest_check() -> None:
    assert newest_check(()) is None
