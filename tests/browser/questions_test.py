"""What readers ask the real data: each answer, with its source, at most three page loads from the home page."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from browser.measuring import DESK, ROWS, choose
from browser.serving import serve
from support.calendars import events, properties
from support.site import build_site

MOST_LOADS = 3

TERMS = MappingProxyType(
    {
        "FatturaPA": ("XML format of Italian e-invoices", "Italy"),
        "Chorus Pro": ("French public bodies", "France"),
        "ZATCA": ("Zakat, Tax and Customs Authority of Saudi Arabia", "Saudi Arabia"),
        "KSeF": ("Polish national system of e-invoices", "Poland"),
        "Peppol": ("international network", "Belgium"),
    }
)
"""Words of the description and a country by what a reader types."""

NEXT_QUARTER = (dt.date(2027, 1, 1), dt.date(2027, 3, 31))
CHANGING = MappingProxyType(
    {
        "es": "Spain",
        "pl": "Poland",
        "de": "Germany",
        "be": "Belgium",
        "fr": "France",
        "it": "Italy",
        "pt": "Portugal",
        "ro": "Romania",
    }
)
TAXED = ("at", "be", "de", "es", "fr", "gb", "it", "nl", "pl", "se")
IS_IN_REACH = """
links => links.some((link) => (link.checkVisibility() ? link : link.closest("details").firstElementChild).checkVisibility())
"""


class Reader:
    """Someone who starts at the home page. Each page that the browser loads after it is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.loads = -1
        page.on("request", self._count)
        page.goto("/")

    def _count(self, request: Request) -> None:
        self.loads += request.is_navigation_request()

    def search(self, words: str, path: str) -> None:
        """Type the words and follow the first result, which leads to the path."""
        self.page.get_by_role("searchbox").or_(self.page.get_by_role("combobox")).first.fill(words)
        first = self.page.get_by_role("listbox", name="Results").get_by_role("option").first
        expect(first).to_have_attribute("href", re.compile(f"{re.escape(path)}$"))
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        expect(self.page).to_have_url(re.compile(f"{re.escape(path)}$"))

    def open_menu(self, name: str) -> None:
        """Follow a link of the header."""
        self.open(self.page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True))

    def open(self, link: Locator) -> None:
        """Follow a link, and wait until the scripts of its page have run."""
        with self.page.expect_navigation():
            link.click()

    def follow(self, name: str | re.Pattern[str]) -> None:
        """Follow the first link with the name that can be seen in the text."""
        links = self.page.get_by_role("main").get_by_role("link", name=name)
        self.open(links.filter(visible=True).first)

    def choose(self, **options: str | tuple[str, ...]) -> None:
        """Choose options of the filters by the names of the fields."""
        for name, values in options.items():
            choose(self.page, name, *([values] if isinstance(values, str) else values))

    def rows(self) -> list[Locator]:
        """Return the rows that the filters leave; each of them has its source."""
        rows = self.page.locator(ROWS).filter(visible=True).filter(has=self.page.locator("td[data-label=Source]")).all()
        assert rows != []
        for row in rows:
            assert_sourced(row)
        return rows

    def at(self) -> Locator:
        """Return the row to which the address leads; it has its source."""
        row = self.page.locator(":target")
        expect(row).to_be_in_viewport()
        assert_sourced(row)
        return row


def assert_sourced(answer: Locator) -> None:
    """Fail unless a link to a source stands with the answer, perhaps in a fold whose summary can be seen."""
    assert answer.locator("a[rel=external][href^=http]").evaluate_all(IS_IN_REACH), answer.inner_text()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site of the real data."""
    with serve(build_site(tmp_path_factory)) as url:
        yield url


@pytest.fixture
def reader(page: Page) -> Iterator[Reader]:
    """A reader on the home page of the real site, who must have the answer after three page loads."""
    page.set_viewport_size(DESK)
    reader = Reader(page)
    yield reader
    assert 0 < reader.loads <= MOST_LOADS


@pytest.mark.parametrize("words", ["modelo 349", "Modelo 349 deadline", "when is modelo 349 due"])
def test_deadline_and_format_of_modelo_349(reader: Reader, words: str) -> None:
    reader.search(words, "/spain/#vat-reporting-es-3")
    row = reader.at()

    expect(row.locator("[data-label='How often']")).to_contain_text("Monthly; quarterly where")
    expect(row.locator("[data-label=Due]")).to_contain_text("20th of the month after")
    expect(row.locator("[data-label=Due]")).to_contain_text("30 January")
    expect(row.locator("[data-label='How it is filed']")).to_contain_text("file in AEAT's layout")


@pytest.mark.parametrize(("term", "answer"), TERMS.items())
def test_what_a_term_is_and_where_it_applies(reader: Reader, term: str, answer: tuple[str, str]) -> None:
    meaning, country = answer
    reader.search(term, f"/glossary/#term-{term.lower().replace(' ', '-')}")
    row = reader.at()

    expect(row.locator("[data-label='What it is']")).to_contain_text(meaning)
    expect(row.locator("[data-label=Where]")).to_contain_text(country)


def test_everything_that_a_polish_company_files_each_month(reader: Reader) -> None:
    reader.open_menu("Reporting")
    reader.choose(country="pl", frequency="monthly")
    reports = " ".join(row.inner_text() for row in reader.rows())

    assert "JPK_V7M" in reports
    assert "VAT-UE" in reports
    assert "25th of the following month" in reports
    # It is said how complete this is.
    expect(reader.page.get_by_text(re.compile("expected kinds? recorded")).filter(visible=True)).to_have_count(1)


def test_what_changes_in_eight_countries_in_the_first_quarter_of_2027(reader: Reader) -> None:
    first, last = NEXT_QUARTER
    reader.open_menu("Timeline")
    reader.choose(country=(*CHANGING,))
    reader.page.get_by_label("From", exact=True).fill(first.isoformat())
    reader.page.get_by_label("To", exact=True).fill(last.isoformat())
    changes = {(row.get_attribute("data-country"), row.get_attribute("data-date")): row for row in reader.rows()}
    countries = {f"{country}" for country, _ in changes}

    assert all(first <= dt.date.fromisoformat(f"{date}") <= last for _, date in changes)
    expect(changes["de", "2027-01-01"]).to_contain_text("turnover above EUR 800,000 in 2026 must issue e-invoices")
    # Each other country is named as one for which nothing is recorded.
    assert countries <= CHANGING.keys()
    for country in CHANGING.keys() - countries:
        expect(reader.page.get_by_role("status")).to_contain_text(CHANGING[country])


def test_products_that_cover_the_romanian_e_factura_natively(reader: Reader) -> None:
    reader.open_menu("E-invoicing")
    reader.choose(country="ro", support="native")
    products = [row.inner_text() for row in reader.rows()]

    assert any("Odoo" in product for product in products)
    assert all("native" in product for product in products)


def test_italy_spain_and_portugal_side_by_side(reader: Reader) -> None:
    reader.open_menu("Compare")
    reader.choose(country=("it", "es", "pt"))
    comparison = reader.page.get_by_role("region", name="Comparison")
    answers = comparison.get_by_role("row").filter(has_text="Is e-invoicing between businesses mandatory").first

    expect(comparison.locator("thead a")).to_have_text(["Italy", "Portugal", "Spain"])
    for answer in answers.locator("td").all():
        assert_sourced(answer)


def test_product_that_covers_four_countries_best(reader: Reader) -> None:
    reader.open_menu("E-invoicing")
    reader.choose(country=("ae", "sa", "my", "in"))
    grid = reader.page.get_by_role("region", name="Overview of support")
    best = grid.get_by_role("row").filter(has_text="Native in").locator("td").filter(has=reader.page.locator("strong"))
    number = int(best.first.inner_text().removesuffix(" of 4"))

    reader.choose(support="native")

    natives = Counter(row.get_attribute("data-erp") for row in reader.rows())
    assert max(natives.values()) == number
    assert best.count() == [*natives.values()].count(number)


def test_countries_that_clear_invoices_before_issue(reader: Reader) -> None:
    reader.open_menu("Countries")
    cleared = reader.page.get_by_role("listitem").filter(has_text="Invoices are cleared before")
    reader.open(cleared.get_by_role("link"))
    table = reader.page.get_by_role("table", name="Countries and their obligations")
    found = table.locator("tbody tr").filter(visible=True)

    expect(found.filter(has_text="Italy")).to_have_count(1)
    expect(found.locator("[data-label='Real-time reporting']")).to_have_text(
        ["Yes, clearance"] * found.count(),
    )

    reader.open(found.get_by_role("link", name="Italy", exact=True))

    answer = reader.page.locator(".answers > div").filter(has_text="cleared")
    expect(answer).to_contain_text("clearance")
    assert_sourced(answer)


def test_providers_that_connect_business_central_with_peppol(reader: Reader) -> None:
    reader.follow("Connectors")
    reader.choose(erp="business-central")
    reader.page.get_by_label("Words").fill("Peppol")
    providers = [row.inner_text() for row in reader.rows()]

    assert any("Continia" in provider for provider in providers)
    assert all("Business Central" in provider and "peppol" in provider.lower() for provider in providers)


def test_vat_rates_of_ten_countries_in_one_table(reader: Reader) -> None:
    reader.search("VAT rates", "/vat-rates/")
    reader.choose(country=TAXED)
    rates = {f"{row.get_attribute('data-country')}": row for row in reader.rows()}

    assert rates.keys() == {*TAXED}
    assert all("%" in row.locator("[data-label='VAT or GST']").inner_text() for row in rates.values())


def test_what_changed_in_the_last_90_days(reader: Reader) -> None:
    reader.search("what changed", "/recent/")
    main = reader.page.get_by_role("main")

    expect(main).to_contain_text("The 90 days from")
    for heading in ("Phases that began", "Records that changed"):
        expect(main.get_by_role("heading", name=heading)).to_be_visible()
    began = main.locator("tbody tr", has=reader.page.locator("td[data-label=State]")).all()
    assert began
    assert all("started" in row.inner_text() for row in began)


def test_all_dates_of_eight_countries_in_one_calendar(reader: Reader) -> None:
    reader.search("calendar", "/feeds/")
    reader.choose(country=(*CHANGING,))
    expect(reader.page.get_by_role("status")).to_have_text(re.compile(r"^\d+ events"))
    with reader.page.expect_download() as download:
        reader.page.get_by_role("button", name="Download the calendar").click()
    dates = [properties(event) for event in events(download.value.path().read_bytes())]
    countries = {f"{date['SUMMARY']}".partition(":")[0] for date in dates}

    # Those without a date are named.
    assert countries <= {*CHANGING.values()}
    for country in {*CHANGING.values()} - countries:
        expect(reader.page.get_by_role("status")).to_contain_text(country)
    assert {"Germany", "Poland"} <= countries
    assert [date for date in dates if "https://" not in f"{date['DESCRIPTION']}"] == []


def test_whether_e_invoices_must_be_issued_in_germany_and_above_which_turnover(reader: Reader) -> None:
    reader.search("must I issue e-invoices in Germany", "/germany/#e-invoicing")
    answer = reader.page.locator(".answers > div").filter(has_text="between businesses mandatory")

    expect(answer).to_contain_text("turnover above EUR 800,000")
    assert_sourced(answer)


def test_countries_that_require_saf_t(reader: Reader) -> None:
    reader.open_menu("Countries")
    reader.choose(saft="in_force")
    table = reader.page.get_by_role("table", name="Countries and their obligations")
    found = table.locator("tbody tr").filter(visible=True)

    for country in ("Norway", "Poland", "Portugal", "Romania"):
        expect(found.filter(has_text=country)).to_have_count(1)

    reader.open(found.get_by_role("link", name="Portugal", exact=True))

    answer = reader.page.locator(".answers > div").filter(has_text="Must a SAF-T file be submitted")
    expect(answer).to_contain_text("Yes")
    assert_sourced(answer)


def test_where_an_error_is_reported(reader: Reader) -> None:
    reader.search("report an error", "/methodology/")

    expect(reader.page.get_by_role("heading", name=re.compile("error", re.IGNORECASE)).first).to_be_visible()
    expect(reader.page.locator("main a[href^='mailto:']").first).to_be_attached()
