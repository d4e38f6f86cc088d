"""The comparison of two versions of a page shows what an editor should see, and nothing else."""

import datetime as dt

import pytest

from locdata_watch.findings.comparison import Change, compare
from locdata_watch.visits.page_text import PageText

DAY = dt.date(2026, 12, 1)


def change(before: str, after: str, language: str = "en") -> Change:
    """Return the differences between two texts of a page that are read on a day, in lines."""
    return compare(
        PageText("VAT", tuple(before.splitlines())), PageText("VAT", tuple(after.splitlines())), language, DAY
    )


def retitled(before: str | None, after: str | None) -> bool:
    """Return whether the title of a page counts as changed."""
    return compare(PageText(before, ("VAT",)), PageText(after, ("VAT",)), "en", DAY).is_title_changed


@pytest.mark.parametrize(
    ("before", "after", "language"),
    [
        pytest.param("The rate is 19%.", "The rate is 19 per cent.", "en", id="percentage in words"),
        pytest.param("bis 10.000 Euro", "bis 10 000 Euro", "de", id="separator of thousands"),
        pytest.param("up to 5 crore rupees", "up to 5,00,00,000 rupees", "en-IN", id="zeros for a word"),
        pytest.param("ab 1. Januar 2027", "ab 01.01.2027", "de", id="date of numbers"),
        pytest.param("٥٪", "5%", "ar", id="digits of another script"),
        pytest.param("First.\nSecond.", "Second.\nFirst.", "en", id="another order"),
        pytest.param("One line,\nand another.", "One line, and another.", "en", id="other line breaks"),
        pytest.param("Value added tax: rates", "VALUE ADDED TAX – rates", "en", id="punctuation and capital letters"),
        pytest.param("the threshhold of the goverment", "the threshold of the government", "en", id="spelling"),
        pytest.param("Returns are filed monthly.", "Returns are filed every month.", "en", id="a few words"),
    ],
)
def test_another_form_of_the_same_content_is_no_change(before: str, after: str, language: str) -> None:
    assert not change(before, after, language).is_text_changed


@pytest.mark.parametrize(
    ("before", "after", "language"),
    [
        pytest.param("The rate is 19%.", "The rate is 20%.", "en", id="another rate"),
        pytest.param("bis 10.000 Euro", "bis 20.000 Euro", "de", id="another amount"),
        pytest.param("from 1 January 2027", "from 1 July 2027", "en", id="another date"),
        pytest.param("Rate: 19%\nReduced: 7%", "Rate: 19%", "en", id="a figure less"),
        pytest.param("Rate: 19%", "Rate: 19%\nReduced: 7%", "en", id="a figure more"),
        pytest.param("in 5 years", "in 6 years", "en", id="another single digit"),
    ],
)
def test_another_figure_is_a_change(before: str, after: str, language: str) -> None:
    assert change(before, after, language).is_text_changed


ADDED = "Sellers abroad appoint one local agent who keeps every invoice"
"""Ten words."""


@pytest.mark.parametrize(
    ("added", "is_changed"), [(f"{ADDED} safely", False), (f"{ADDED} safely there", True), (ADDED * 2, True)]
)
def test_twelve_words_are_a_change_without_a_figure(added: str, is_changed: bool) -> None:
    assert change("Tax is due.", f"Tax is due.\n{added}").is_text_changed is is_changed
    assert change(f"Tax is due.\n{added}", "Tax is due.").is_text_changed is is_changed


def test_many_words_that_differ_are_no_corrected_spellings() -> None:
    singular = " ".join(f"{word}wort" for word in "abcdefghijklmnopqrstuvwxyz")
    plural = " ".join(f"{word}worte" for word in "abcdefghijklmnopqrstuvwxyz")

    assert change(singular, plural, "de").is_text_changed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Visitors: 148,210", "Visitors: 148,977", id="counter"),
        pytest.param("Aufrufe 148210", "Aufrufe 148977", id="counter in German"),
        pytest.param("© 2025 Tax office", "© 2026 Tax office", id="copyright"),
        pytest.param("Last updated: 14 October 2026", "Last updated: 2 November 2026", id="last update"),
        pytest.param("2026-10-14, 12:30", "2026-11-02, 08:15", id="last update with a time"),
        pytest.param("Read /page?sid=8123", "Read /page?sid=9456", id="address with the number of a session"),
        pytest.param("See https://tax.example/8F3A/1", "See https://tax.example/9C1B/2", id="address on a site"),
    ],
)
def test_what_changes_by_itself_is_no_change(before: str, after: str) -> None:
    found = change(f"Rate: 19%\n{before}", f"Rate: 19%\n{after}")

    assert not found.is_text_changed


def test_lines_with_a_counter_or_the_date_of_an_update_are_not_shown() -> None:
    found = change(
        "Visitors: 148,210\nLast updated: 14 October 2026\nRate: 19%",
        "Visitors: 148,977\nLast updated: 2 November 2026\nRate: 20%",
    )

    assert (found.removed, found.added) == (("Rate: 19%",), ("Rate: 20%",))


def test_date_after_the_day_of_the_visit_is_content() -> None:
    assert change("Starts on 1 January 2027", "Starts on 1 July 2027").is_text_changed


def test_past_date_in_a_long_line_is_content() -> None:
    rule = "Sellers with an establishment in the country and others who are registered there report since {}."

    assert change(rule.format("1 May 2026"), rule.format("1 June 2026")).is_text_changed


def test_past_date_with_another_figure_is_content() -> None:
    assert change("19% since 1 May 2026", "20% since 1 May 2026").is_text_changed


def test_change_shows_the_lines_that_were_removed_and_added() -> None:
    found = change("Intro\nThe rate is 19%.\nEnd", "Intro\nThe rate is 20%.\nNew\nEnd")

    assert found.removed == ("The rate is 19%.",)
    assert found.added == ("The rate is 20%.", "New")


def test_lines_in_another_order_or_punctuation_are_not_shown() -> None:
    found = change("Rates:\nDue days\n19%", "Due days.\nRates\n20%")

    assert (found.removed, found.added) == (("19%",), ("20%",))


def test_six_lines_are_shown_of_a_long_change() -> None:
    found = change("\n".join(f"{number}0% of this" for number in range(1, 9)), "Nothing")

    assert found.removed == tuple(f"{number}0% of this" for number in range(1, 7))


def test_lines_around_the_content_are_not_compared() -> None:
    before, after = (PageText("VAT", ("Rate: 19%",), (news,)) for news in ("20% more staff", "Budget of 2027"))

    assert compare(before, after, "en", DAY) == Change(
        is_title_changed=False, is_text_changed=False, removed=(), added=()
    )


@pytest.mark.parametrize(
    ("before", "after", "is_changed"),
    [
        ("VAT", "VAT", False),
        ("VAT | Tax office", "VAT – Tax Office", False),
        ("Goverment rates", "Government rates", False),
        ("VAT", "VAT rates", True),
        ("VAT in 2026", "VAT in 2027", True),
        ("VAT", None, True),
        (None, "VAT", True),
        (None, None, False),
    ],
)
def test_title_changes_with_its_words_and_figures(before: str | None, after: str | None, is_changed: bool) -> None:
    assert retitled(before, after) is is_changed
