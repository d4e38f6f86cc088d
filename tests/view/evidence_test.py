"""One line tells what a record was read from, how well, and when."""

import datetime as dt

import msgspec
import pytest

from locdata_build.source.records import Provenance, RatedProvenance
from locdata_build.view.evidence import (
    CHECK_DUE_DAYS,
    UNVERIFIED,
    checked,
    marks,
    primary_source,
    source_line,
    source_links,
    source_note,
)
from locdata_build.view.text import Aside, Badge, Day, Link, Tone, Words, rich
from locdata_build.view.words import VERIFICATIONS
from locdata_model.vocabulary import Verification
from support.dataset import provenance

OFFICIAL = VERIFICATIONS[Verification.OFFICIAL].label
CHECKED = dt.date(2026, 11, 20)
TODAY = dt.date(2026, 11, 21)
LAW, NEWS = "https://tax.example/law", "https://www.news.example/item"


def rated(*urls: str, **marks: str) -> RatedProvenance:
    return msgspec.convert(provenance(*urls) | marks, RatedProvenance)


def unrated(*urls: str, **marks: str) -> Provenance:
    return msgspec.convert(provenance(*urls, rated=False) | marks, Provenance)


def test_a_source_is_named_by_its_host_without_www() -> None:
    assert source_links([LAW, NEWS]) == (Link("tax.example", LAW), Link("news.example", NEWS))


def test_a_host_that_stands_there_again_is_numbered() -> None:
    urls = ["https://a.example/1", "https://b.example/1", "https://www.a.example/2", "https://A.example/3"]

    assert [link.text for link in source_links(urls)] == ["a.example", "b.example", "a.example (2)", "a.example (3)"]


@pytest.mark.parametrize(
    "url",
    [
        "https://tax.example/law",
        "https://www.tax.example/law",
        "http://tax.example/",
        "https://TAX.example/law",
        "https://tax.example:8443/law",
        "https://reader@tax.example/law",
        "https://tax.example",
        "https://tax.example?law=1",
        "https://tax.example#law/1",
    ],
)
def test_the_host_is_found_in_any_address(url: str) -> None:
    assert source_links([url]) == (Link("tax.example", url),)


def test_a_host_of_many_publishers_is_named_with_the_publisher() -> None:
    urls = ["https://github.com/one/a", "https://github.com/two", "https://github.com/one/b", "https://github.com/"]

    assert [link.text for link in source_links(urls)] == [
        "github.com/one",
        "github.com/two",
        "github.com/one (2)",
        "github.com",
    ]


def test_a_record_without_sources_has_no_links() -> None:
    assert source_links([]) == ()


@pytest.mark.parametrize(
    ("age", "badges"),
    [
        pytest.param(0, [], id="today"),
        pytest.param(CHECK_DUE_DAYS, [], id="the last day"),
        pytest.param(181, [Badge("check overdue: 181 days old", Tone.NOTE)], id="one day more"),
        pytest.param(1500, [Badge("check overdue: 1,500 days old", Tone.NOTE)], id="years"),
    ],
)
def test_a_check_is_overdue_after_180_days(age: int, badges: list[Badge]) -> None:
    told = checked(TODAY - dt.timedelta(age), TODAY)

    assert [part for part in told if isinstance(part, Badge)] == badges


def test_a_check_tells_its_day() -> None:
    assert checked(CHECKED, TODAY) == (Words("checked "), Day(CHECKED))


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
        pytest.param(unrated(LAW), "page read", id="quality is not recorded"),
        pytest.param(unrated(), "unverified, no source read", id="quality is not recorded and there is no source"),
    ],
)
def test_marks_tell_the_quality_and_how_a_source_was_read(record: Provenance, words: str) -> None:
    assert marks(record) == words


def test_one_source_is_told_with_its_marks_and_the_day_of_its_check() -> None:
    told = rich(Link("tax.example", LAW), f" ({OFFICIAL}, page read; ", "checked ", CHECKED, ")")

    assert source_line(rated(LAW), TODAY) == told


def test_several_sources_are_told_with_commas() -> None:
    first, second = Link("tax.example", LAW), Link("news.example", NEWS)
    told = rich(first, ", ", second, " (page read; ", "checked ", CHECKED, ")")

    assert source_line(unrated(LAW, NEWS), TODAY) == told


def test_a_record_without_a_source_is_unverified() -> None:
    assert source_line(rated(), TODAY) == rich(UNVERIFIED, ", no source found, last ", "checked ", CHECKED)


def test_an_overdue_check_of_nothing_is_told_as_well() -> None:
    overdue = Badge("check overdue: 181 days old", Tone.NOTE)

    assert source_line(rated(), CHECKED + dt.timedelta(181))[-1] == overdue


@pytest.mark.parametrize(
    ("urls", "label"),
    [
        pytest.param([], "", id="none"),
        pytest.param([LAW], "Source: ", id="one"),
        pytest.param([LAW, NEWS], "Sources: ", id="two"),
        pytest.param([LAW, NEWS, NEWS], "Sources: ", id="three"),
    ],
)
def test_small_print_says_what_it_is_before_the_same_line(urls: list[str], label: str) -> None:
    assert source_note(rated(*urls), TODAY) == Aside(rich(label, *source_line(rated(*urls), TODAY)))


def test_the_primary_source_is_the_first_with_its_quality() -> None:
    assert primary_source(rated(LAW, NEWS)) == rich(Link("tax.example", LAW), f" ({OFFICIAL})")


def test_no_primary_source_is_unverified() -> None:
    assert primary_source(rated()) == (UNVERIFIED,)


def test_a_primary_source_has_no_quality_where_none_is_recorded() -> None:
    link, *words = primary_source(unrated(LAW))

    assert (link, [word for word in words if word != Words("")]) == (Link("tax.example", LAW), [])
