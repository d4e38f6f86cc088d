"""The calendar that the browser makes has the events of the published calendars of the chosen countries."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import proof, without_script
from browser.measuring import PHONE, layout_shift
from browser.serving import answer

EVENT = re.compile(rb"^BEGIN:VEVENT\r\n.*?^END:VEVENT\r\n", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    ("query", "folder", "names"),
    [("", "", ["earlier", "all"]), pytest.param("&dates=upcoming", "upcoming/", ["upcoming"], marks=proof)],
)
def test_events_are_byte_for_byte_those_of_the_published_calendars(
    page: Page, site: Path, query: str, folder: str, names: list[str]
) -> None:
    page.goto(f"/feeds/?country=gs&country=aq{query}")
    content = downloaded(page)
    published = {
        event
        for code in ("aq", "gs")
        for event in EVENT.findall((site / f"feeds/{folder}countries/{code}.ics").read_bytes())
    }
    of_all = [event for name in names for event in EVENT.findall((site / f"feeds/{name}.ics").read_bytes())]

    assert EVENT.findall(content) == [event for event in of_all if event in published] != []
    assert len(published) == content.count(b"BEGIN:VEVENT")
    expect(page.get_by_role("status")).to_have_text(re.compile(rf"^{len(published)} events?$"))


def test_calendar_is_a_published_one_with_the_names_of_its_countries(page: Page, site: Path) -> None:
    page.goto("/feeds/?country=gs&country=aq")
    content = downloaded(page)
    names = "E-invoicing and reporting dates: Antarctica\\, South Georgia"

    assert max(map(len, content.split(b"\r\n"))) <= 75
    lines, published = (
        unfolded(EVENT.sub(b"", each)) for each in (content, (site / "feeds/countries/aq.ics").read_bytes())
    )
    own = [f"NAME:{names}", f"X-WR-CALNAME:{names}"]

    assert (lines[0], lines[-2:]) == ("BEGIN:VCALENDAR", ["END:VCALENDAR", ""])
    assert [line for line in lines if line not in published] == own
    assert {"VERSION", "PRODID", "CALSCALE", "DESCRIPTION"} <= {line.partition(":")[0] for line in lines}


def test_page_names_countries_without_records(page: Page) -> None:
    page.goto("/feeds/?country=io&country=aq")

    expect(page.get_by_role("status")).to_have_text(
        re.compile(r"^\d+ events?\. Nothing is recorded here for Indian Ocean Territory$")
    )

    page.goto("/feeds/?country=io")

    expect(page.get_by_role("status")).to_have_text("0 events. Nothing is recorded here for Indian Ocean Territory")
    expect(page.get_by_role("button", name="Download the calendar")).to_be_disabled()

    page.get_by_role("button", name="Remove all").click()

    expect(page.get_by_role("status")).to_have_text("Choose the countries whose dates you need")
    expect(page).to_have_url("/feeds/")


def test_url_of_a_calendar_can_be_copied(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/feeds/")
    url = page.locator("tbody code").first.text_content()
    page.locator("tbody .copy").first.click()

    expect(page.locator("tbody .copy").first).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == url


@without_script
def test_without_a_script_the_url_of_a_calendar_is_shown(page: Page) -> None:
    page.goto("/feeds/")

    expect(page.locator("tbody code").first).to_be_visible()
    assert page.locator(".copy").count() == 0


def test_layout_is_stable_while_calendars_are_loaded(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/feeds/?country=io&country=aq&dates=upcoming")

    expect(page.get_by_role("status")).to_contain_text("event")
    assert layout_shift(page) == 0


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(None, id="no answer", marks=proof),
        pytest.param((200, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n"), id="half a calendar"),
    ],
)
def test_page_reports_a_calendar_that_cannot_be_loaded(
    page: Page, issues: list[str], found: tuple[int, str] | None
) -> None:
    answer(page, "**/feeds/countries/aq.ics", found)
    page.goto("/feeds/?country=aq&country=gs")

    expect(page.get_by_role("status")).to_have_text("The calendars could not be loaded. Try again later.")
    expect(page.get_by_role("button", name="Download the calendar")).to_be_disabled()
    issues.clear()


def downloaded(page: Page) -> bytes:
    """Return the calendar that the button gives."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the calendar").click()

    assert download.value.suggested_filename == "dates.ics"
    return download.value.path().read_bytes()


def unfolded(content: bytes) -> list[str]:
    """Return the lines of a calendar, which all end as RFC 5545 says."""
    assert content.endswith(b"\r\n")
    assert content.replace(b"\r\n", b"").find(b"\n") == -1
    return content.decode().replace("\r\n ", "").split("\r\n")
