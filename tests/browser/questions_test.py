"""A reader who starts at the home page has the answer to a question after two page loads, or after one search.

The site is that of the real data, and the answers are those of its API. What the search finds first for more questions is tested
in ``tests/site``.
"""

import datetime as dt
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from browser.measuring import DESK, choose
from browser.serving import published_headers, serve

MAX_LOADS = 2

SCREENS = 2
"""Number of screens that a reader looks at after the last step."""

_TEXT_IN_REACH = r"""
(elements, screens) => {
  const range = document.createRange();
  const isInReach = (node) => {
    range.selectNodeContents(node);
    const { top, bottom } = range.getBoundingClientRect();
    return node.parentElement.checkVisibility() && bottom > 0 && top < screens * innerHeight;
  };
  const found = [];
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.parentElement.closest("sup") && isInReach(node)) found.push(node.data);
    }
  }
  return found.join("").replace(/\s+/g, " ");
}
"""

Record = dict[str, Any]


@cache
def records_of(file: Path) -> list[Record]:
    """Return the records of a file of the API."""
    records: list[Record] = json.loads(file.read_bytes())["data"]
    return records


class Data:
    """The records of the API of a site."""

    def __init__(self, site: Path) -> None:
        self._folder = site / "api/v1"

    def records(self, endpoint: str, **fields: object) -> list[Record]:
        """Return the records of an endpoint that have the values in the fields."""
        records = records_of(self._folder / f"{endpoint}.json")
        return [record for record in records if all(record[name] == value for name, value in fields.items())]

    def record(self, endpoint: str, **fields: object) -> Record:
        """Return the first such record."""
        return self.records(endpoint, **fields)[0]

    def last_checked(self, country: str) -> str:
        """Return the day on which a record on a country was checked last."""
        files = [self._folder / f"countries/{country}.json", *(self._folder / "countries" / country).iterdir()]
        days = re.finditer(r'"last_checked": ?"([^"]+)"', "".join(file.read_text() for file in files))
        return max(str(day[1]) for day in days)


class Reader:
    """Someone on the home page. Each page that the browser loads after it is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.loads = -1
        page.on("request", self._count)
        page.goto("/")

    def _count(self, request: Request) -> None:
        self.loads += request.is_navigation_request()

    def follow(self, link: Locator) -> None:
        """Follow a link, and wait until the scripts of its page have run."""
        with self.page.expect_navigation():
            link.filter(visible=True).first.click()

    def type(self, words: str) -> Locator:
        """Type words into the search, and return the results below it."""
        self.page.get_by_role("search").locator("input").fill(words)
        results = self.page.get_by_role("listbox", name="Results").get_by_role("option")
        expect(results.last).to_have_text(f'All results for "{words}"')
        return results

    def sees(self, where: str) -> str:
        """Return the text of elements that the reader sees without opening a fold, without the numbers of notes."""
        text: str = self.page.locator(where).evaluate_all(_TEXT_IN_REACH, SCREENS)
        return text


Step = Callable[[Reader], None]


def follow(link: str) -> Step:
    """Follow the first link with the name, after which its place may be named."""
    name = re.compile(rf"^{re.escape(link)}(, |$)")
    return lambda reader: reader.follow(reader.page.get_by_role("link", name=name))


def follow_note(where: str) -> Step:
    """Follow the number of the first note in an element."""
    return lambda reader: reader.follow(reader.page.locator(f"{where} sup a"))


def narrow(**choices: str | tuple[str, ...]) -> Step:
    """Choose options of filters."""

    def step(reader: Reader) -> None:
        for name, values in choices.items():
            choose(reader.page, name, *([values] if isinstance(values, str) else values))

    return step


def pick(words: str, result: str = "") -> Step:
    """Search for words, and follow the first result in the list that has a text."""
    return lambda reader: reader.follow(reader.type(words).filter(has_text=result))


def search(words: str) -> Step:
    """Search for words, and open the page of all results."""

    def step(reader: Reader) -> None:
        reader.type(words)
        with reader.page.expect_navigation():
            reader.page.keyboard.press("Enter")
        expect(reader.page.get_by_role("main").get_by_role("status")).to_have_text(re.compile(r"^\d+ results? for "))

    return step


def answer_to(question: str) -> str:
    """Return the selector of the answer to a question on the page of a country."""
    return f'dt:has-text("{question}") + dd'


def money(threshold: Record) -> str:
    """Return the amount of a threshold as pages show it: ``EUR 40,000``."""
    return f"{threshold['currency']} {int(threshold['amount']):,}"


def sentence(record: Record) -> str:
    """Return the first statement of a record."""
    text: str = record["statements"][0]["text"]
    return text


def day(date: str) -> str:
    """Return a date as pages show it: ``1 July 2027``."""
    return f"{int(date[-2:])} {dt.date.fromisoformat(date):%B %Y}"


class Question(NamedTuple):
    """The steps of a reader, and the texts that must be seen then in the elements ``where``, by default the one that a link leads to."""

    steps: tuple[Step, ...]
    answer: Callable[[Data], Iterable[str]]
    where: str = ":target"


QUESTIONS = {
    "From which turnover must a Polish company register for VAT?": Question(
        (pick("polish company vat registration limit"),),
        lambda data: [
            money(data.record("thresholds", country="pl", kind="registration", established="resident", until=None))
        ],
    ),
    "What is the standard rate in Hungary?": Question(
        (follow("VAT rates"), narrow(country="hu")),
        lambda data: [f"{data.record('vat-rates', country='hu', category='standard', until=None)['rate']}%"],
        "#hu",
    ),
    "What is sold at the reduced rate in Portugal?": Question(
        (pick("lower vat rate portugal", "on the mainland"),),
        lambda data: [sentence(data.record("vat-rates", id="pt-reduced"))],
    ),
    "When does e-invoicing between businesses start in Latvia?": Question(
        (follow("Latvia"),),
        lambda data: [data.record("obligations", id="lv-e-invoicing-b2b")["verdict"]],
        answer_to("between businesses"),
    ),
    "In which format does a Finnish town want its invoices?": Question(
        (search("invoice format municipality finland"),),
        lambda data: [each["name"] for each in data.records("formats", country="fi") if "b2g" in each["flows"]],
        "main li",
    ),
    "Must a Lithuanian company send SAF-T?": Question(
        (search("does lithuania want saf-t"),),
        lambda data: [f"SAF-T: {data.record('obligations', id='lt-saft')['verdict']}"],
        "main li",
    ),
    "When is the next German advance VAT return due?": Question(
        (search("next german vat return"),),
        lambda data: [f"next due {day(data.record('reports', id='vat-reporting-de-1')['next_due'])}"],
        "main li:has-text('Voranmeldung')",
    ),
    "How is the VAT return filed in Ireland?": Question(
        (pick("how to file vat return ireland", "VAT3"),),
        lambda data: [data.record("reports", id="vat-reporting-ie-1")["channel_format"]],
    ),
    "Which products send the British VAT return to HMRC?": Question(
        (search("which software files the british vat return"),),
        lambda data: [
            f"{data.record('erps', id=support['erp'])['name']}: {report['report_local']}: files it"
            for report in data.records("reports", id="vat-reporting-gb-1")
            for support in report["erp_support"]
            if support["action"] == "files"
        ],
        "main li",
    ),
    "Which products make Belgian e-invoices themselves?": Question(
        (follow("Belgium"),),
        lambda data: [
            each["name"]
            for each in data.records("erps")
            if data.record("facts", id=f"be-e-invoicing-erp-support-{each['id']}")["value"].startswith("native")
        ],
        answer_to("ERP products"),
    ),
    "How long must invoices be kept in Germany?": Question(
        (pick("how long to keep invoices in germany", "invoices issued and received"),),
        lambda data: [f"{data.record('tax-rules', id='de-archiving-invoices')['years']} years"],
    ),
    "The Italian return is due on a Sunday. When must it be there?": Question(
        (pick("vat return due on a sunday italy", "day off"),),
        lambda data: [data.record("tax-rules", country="it", kind="deadline-shift")["shift"].replace("-", " ")],
    ),
    "What does a Finnish VAT number look like?": Question(
        (pick("what does a finnish vat number look like"),),
        lambda data: [data.record("identifiers", country="fi", kind="vat")[name] for name in ("pattern", "example")],
    ),
    "Under which Peppol codes are Belgian companies found?": Question(
        (follow("Peppol schemes"), narrow(country="be")),
        lambda data: [each["code"] for each in data.records("peppol-schemes", country="be", state="active")],
        "#be",
    ),
    "Who runs KSeF, and is there a system to test with?": Question(
        (pick("ksef test system", "test system"),),
        lambda data: [f"Run by {data.record('platforms', id='pl-ksef')['operator']}", "Test system"],
    ),
    "What starts next in the Middle East?": Question(
        (follow("Timeline"), narrow(region="middle-east", state="upcoming")),
        lambda data: [sentence(next_phase(data, "Middle East"))],
        "main tbody tr",
    ),
    "How do e-invoices differ between Germany and France?": Question(
        (follow("Compare"), narrow(country=("de", "fr"))),
        lambda data: [data.record("obligations", id=f"{code}-e-invoicing-b2b")["verdict"] for code in ("de", "fr")],
        "main",
    ),
    "In which countries are invoices cleared?": Question(
        (pick("which countries clear invoices"),),
        lambda data: [
            data.record("countries", code=each["country"])["name"]
            for each in data.records("obligations", obligation="real_time_reporting", mode="clearance", applies=True)
        ],
        "main tbody tr",
    ),
    "Where is a calendar of Polish due dates?": Question(
        (follow("Poland"), follow("What starts next")),
        lambda data: ["due dates"],
        "main a[href^=webcal][href$='/filings/countries/pl.ics']",
    ),
    "Can the rates of Austria and Spain be opened in Excel?": Question(
        (follow("VAT rates"), narrow(country=("at", "es"))),
        lambda data: ["Download Excel", "2 of"],
        "main form",
    ),
    "What does CTC mean?": Question(
        (pick("what does ctc mean"),),
        lambda data: [data.record("terms", id="ctc")["text"]],
    ),
    "Which tax authority is responsible in Norway?": Question(
        (pick("tax office norway"),),
        lambda data: [data.record("facts", id="no-tax-authority")["value"].partition(",")[0]],
        answer_to("Tax authority"),
    ),
    "Who says what the Polish standard rate is?": Question(
        (follow("Poland"), follow_note("#vat-rates-standard")),
        lambda data: [
            data.record("sources", url=data.record("vat-rates", id="pl-standard")["source_urls"][0])["publisher"]
        ],
    ),
    "When was the page on Japan checked last?": Question(
        (follow("Japan"),),
        lambda data: [f"Last checked {day(data.last_checked('jp'))}"],
        "main",
    ),
}


def next_phase(data: Data, region: str) -> Record:
    """Return the first phase to come in the countries of a region."""
    codes = {country["code"] for country in data.records("countries", region=region)}
    phases = [phase for phase in data.records("phases", state="upcoming") if phase["country"] in codes]
    return min(phases, key=lambda phase: phase["date"])


@pytest.fixture(scope="module")
def served(real_site: Path) -> Iterator[str]:
    """The URL of the site of the real data."""
    with serve(real_site, published_headers(real_site)) as url:
        yield url


@pytest.mark.parametrize("question", QUESTIONS)
def test_reader_sees_the_answer_after_two_page_loads_or_one_search(page: Page, real_site: Path, question: str) -> None:
    steps, answer, where = QUESTIONS[question]
    page.set_viewport_size(DESK)
    reader = Reader(page)
    for step in steps:
        step(reader)
    seen = reader.sees(where)

    assert [text for text in answer(Data(real_site)) if text not in seen] == [], seen
    assert 0 < reader.loads <= MAX_LOADS
