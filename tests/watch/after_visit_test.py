"""A visit adds its outcome and its text to the state of a page."""

import datetime as dt

import pytest

from locdata_watch.visits.client import Outcome, Validators, Visit
from locdata_watch.visits.page_text import PageText
from locdata_watch.visits.state import PageState, Version
from locdata_watch.visits.watching import after_visit
from watch.small_web import FACT, day, page_state

NEW = "https://tax.example/new"

TEXT, OTHER = PageText("VAT", ("Standard rate 20 %.",)), PageText("VAT", ("Standard rate 21 %.",))
LONG, SHORT = PageText("VAT", ("Standard rate 20 %. " * 100,)), PageText("VAT", ("We are back soon.",))


class Page:
    """A page that is visited from day to day."""

    def __init__(self) -> None:
        """Begin before the first visit."""
        self.state: PageState | None = None
        self.versions: list[Version] = []

    def visit(self, number: int, text: PageText | str = TEXT, /, **fields: object) -> PageState:
        """Visit it on a day of November, and return its state. The page is read unless ``fields`` say otherwise."""
        visit = Visit(**{"outcome": Outcome.READ, "final_url": FACT, **fields})  # type: ignore[arg-type]  # any field
        latest = self.versions[-1] if self.versions else None
        self.state, version = after_visit(FACT, self.state, latest, visit, text, day=day(number))
        self.versions += [version] if version else []
        return self.state

    def fail(self, number: int, outcome: Outcome, reason: str = "404 Not Found") -> PageState:
        """Visit it on a day of November when there is no page, and return its state."""
        return self.visit(number, reason, outcome=outcome, reason=reason)


@pytest.fixture
def page() -> Page:
    """A page that was never visited."""
    return Page()


def test_first_visit_keeps_the_text_and_the_validators(page: Page) -> None:
    found = page.visit(1, status=200, validators=Validators('"1"', "yesterday"))

    assert found == page_state(
        visited=day(1), since=day(1), status=200, final_url=FACT, etag='"1"', last_modified="yesterday"
    )
    assert page.versions == [Version(day(1), TEXT)]


def test_only_another_text_is_a_version(page: Page) -> None:
    for number, text in enumerate([TEXT, TEXT, OTHER, OTHER, TEXT], 1):
        page.visit(number, text)

    assert [each.since for each in page.versions] == [day(1), day(3), day(5)]


def test_unchanged_page_keeps_its_validators(page: Page) -> None:
    page.visit(1, validators=Validators('"1"', "yesterday"))
    found = page.visit(2, "", outcome=Outcome.UNCHANGED)

    assert (found.etag, found.last_modified) == ('"1"', "yesterday")
    assert [each.since for each in page.versions] == [day(1)]


def test_unchanged_page_may_send_new_validators(page: Page) -> None:
    page.visit(1, validators=Validators('"1"', "yesterday"))

    assert page.visit(2, "", outcome=Outcome.UNCHANGED, validators=Validators('"2"')).etag == '"2"'


def test_page_that_is_read_again_has_no_old_validators(page: Page) -> None:
    page.visit(1, validators=Validators('"1"', "yesterday"))
    found = page.visit(2)

    assert (found.etag, found.last_modified) == (None, None)


def test_page_can_be_read_since_the_first_visit_that_could(page: Page) -> None:
    page.visit(1)
    page.visit(2, "", outcome=Outcome.UNCHANGED)
    found = page.visit(3)

    assert (found.since, found.visits) == (day(1), 3)


def test_page_that_is_gone_counts_the_visits_since_then(page: Page) -> None:
    page.visit(1)
    page.fail(2, Outcome.GONE)
    found = page.fail(4, Outcome.GONE, "410 Gone")

    assert (found.outcome, found.reason, found.since, found.visits) == (Outcome.GONE, "410 Gone", day(2), 2)


def test_page_that_comes_back_is_gone_no_more(page: Page) -> None:
    page.fail(1, Outcome.GONE)
    found = page.visit(2)

    assert (found.outcome, found.reason, found.since, found.visits) == (Outcome.READ, "", day(2), 1)


def test_page_without_text_is_unreadable(page: Page) -> None:
    found = page.visit(1, "no text: scripts may make the page")

    assert (found.outcome, found.reason) == (Outcome.UNREADABLE, "no text: scripts may make the page")
    assert page.versions == []


# Pages that have moved


def test_page_has_moved_since_its_redirect_was_first_seen(page: Page) -> None:
    page.visit(1)
    page.visit(2, moved_to=NEW)
    page.visit(3, "", outcome=Outcome.UNCHANGED, moved_to=NEW)

    assert moved(page.state) == (NEW, day(2))


def test_page_that_moves_once_more_has_moved_since_then(page: Page) -> None:
    page.visit(1, moved_to=NEW)

    assert moved(page.visit(2, moved_to=f"{NEW}er")) == (f"{NEW}er", day(2))


def test_redirect_to_a_landing_page_is_a_move_even_if_it_may_pass(page: Page) -> None:
    page.visit(1)

    assert moved(page.visit(2, final_url="https://tax.example/en/")) == ("https://tax.example/en/", day(2))


def test_page_that_no_longer_redirects_has_not_moved(page: Page) -> None:
    page.visit(1, moved_to=NEW)

    assert moved(page.visit(2)) == (None, None)


def test_page_that_has_moved_and_cannot_be_read_today_has_still_moved(page: Page) -> None:
    page.visit(1, moved_to=NEW)
    page.fail(2, Outcome.UNREADABLE, "503 Service Unavailable")

    assert moved(page.state) == moved(page.visit(3, moved_to=NEW)) == (NEW, day(1))


def moved(page: PageState | None) -> tuple[str | None, dt.date | None]:
    """Return where a page has moved, and since when."""
    assert page
    return page.moved_to, page.moved_since


# Pages that have lost most of their text


def test_page_that_lost_most_of_its_text_is_not_believed_on_that_day(page: Page) -> None:
    page.visit(1, LONG)
    page.visit(2, SHORT)
    found = page.visit(2, SHORT)

    assert (found.outcome, found.short_since) == (Outcome.UNREADABLE, day(2))
    assert found.reason == "has lost most of its text, which the next visit will confirm"
    assert [each.text for each in page.versions] == [LONG]


def test_page_that_lost_most_of_its_text_is_believed_on_a_later_day(page: Page) -> None:
    page.visit(1, LONG)
    page.visit(2, SHORT)
    found = page.visit(3, SHORT)

    assert found.outcome is Outcome.READ
    assert page.versions == [Version(day(1), LONG), Version(day(3), SHORT)]


def test_page_that_has_its_text_back_was_only_down(page: Page) -> None:
    page.visit(1, LONG)
    page.visit(2, SHORT)
    page.visit(3, LONG)
    found = page.visit(4, SHORT)

    assert (found.outcome, found.short_since) == (Outcome.UNREADABLE, day(4))


def test_page_that_always_was_short_may_become_shorter(page: Page) -> None:
    page.visit(1, PageText("VAT", ("Standard rate 20 %. " * 10,)))

    assert page.visit(2, SHORT).outcome is Outcome.READ
