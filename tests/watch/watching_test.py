"""A run of visits adds to the state of the watch."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from locdata_watch.visits.addresses import CitedAddress
from locdata_watch.visits.client import Client, Outcome
from locdata_watch.visits.limits import Limits
from locdata_watch.visits.repositories import RepositoryError, RepositoryListing
from locdata_watch.visits.state import PageState, State
from locdata_watch.visits.watching import TAG, NoNetworkError, list_repositories, watch_addresses
from watch import answers
from watch.answers import Answer, page, reply, validated
from watch.local_web import LocalWeb

URL = "https://tax.example/rates"
DAYS = [dt.date(2026, 12, day) for day in range(1, 8)]
TEXT = "The standard rate of the tax is 21 percent, and the reduced rate for food and for books is 9 percent."
LONG = [f"{TEXT} Section {number} of the act says more." for number in range(20)]


FOLDER = "https://raw.githubusercontent.com/tax/laws"
COMMIT = "a" * 40
CHECKED = dt.date(2026, 11, 20)


def cited(url: str = URL) -> CitedAddress:
    """Return an address that no claim rests on."""
    return CitedAddress(url=url, language="en", kinds=frozenset(), citings=(), is_due=False)


def cited_in_commit() -> CitedAddress:
    """Return the address of a file in a commit, on which a claim rests."""
    citing: Any = SimpleNamespace(claim=SimpleNamespace(checked=CHECKED))
    return replace(cited(f"https://github.com/tax/laws/blob/{COMMIT}/vat.md"), citings=(citing,))


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    """An empty state."""
    state = State(tmp_path / "state.sqlite")
    yield state
    state.close()


class Watch:
    """Daily runs over some addresses."""

    def __init__(self, web: LocalWeb, state: State) -> None:
        self.state = state
        self.web = web
        self._days = iter(DAYS)

    def run(self, *addresses: CitedAddress, max_requests: int | None = None) -> None:
        """Visit addresses on the next day."""
        limits = Limits(pause=0, attempts=1, silence=0.2)
        client = Client(
            "locdata-watch/1",
            transport=self.web.transport(),
            limits=limits,
            max_requests=max_requests,
            sleep=lambda _: None,
        )
        watch_addresses(addresses, self.state, client, day=next(self._days))

    def page(self, *daily: Answer) -> PageState:
        """Return the state of the page after a visit on each day, on which its server gives these answers."""
        for answer in daily:
            self.web.set(URL, answer)
            self.run(cited())
        return self.state.pages()[URL]

    def lines(self, url: str = URL) -> list[tuple[dt.date, tuple[str, ...]]]:
        """Return the kept versions of what the page is about."""
        return [(version.since, version.text.main) for version in self.state.versions(url)]


@pytest.fixture
def watch(web: LocalWeb, state: State) -> Watch:
    """A watch of the web."""
    return Watch(web, state)


@pytest.mark.parametrize(
    "answer",
    [
        page("VAT", TEXT),
        answers.gzipped(answers.html("VAT", TEXT)),
        reply(answers.pdf("VAT", TEXT), content_type="application/pdf"),
        reply(answers.pdf("VAT", TEXT), content_type="application/octet-stream"),
        reply(f"VAT\n{TEXT}", content_type="text/plain"),
        reply(f"<title>VAT</title><h1>VAT<p>{TEXT}<table><td></html></p>"),
    ],
    ids=["page", "compressed page", "PDF file", "PDF file without its type", "text", "broken page"],
)
def test_the_text_of_a_page_is_kept(watch: Watch, answer: Answer) -> None:
    assert watch.page(answer).outcome is Outcome.READ
    assert watch.lines() == [(DAYS[0], ("VAT", TEXT))]


@pytest.mark.parametrize(
    ("content_type", "encoding"),
    [("text/html; charset=iso-8859-1", "iso-8859-1"), ("text/html", "iso-8859-1"), ("text/html", "utf-8")],
    ids=["named", "Latin-1 without a name", "UTF-8 without a name"],
)
def test_accented_letters_are_read_in_the_encoding_of_the_page(watch: Watch, content_type: str, encoding: str) -> None:
    text = (
        "Le taux réduit de la taxe est de 5,5 %, et le taux normal s'élève à 20 % depuis le début de l'année dernière."
    )
    watch.page(reply(answers.html("Taux", text).encode(encoding), content_type=content_type))

    assert watch.lines() == [(DAYS[0], ("Taux", text))]


@pytest.mark.parametrize("name", ["rot13", "undefined", "base64", "no-such-encoding"])
def test_an_encoding_that_does_not_exist_is_ignored(watch: Watch, name: str) -> None:
    watch.page(reply(answers.html("VAT", TEXT), content_type=f"text/html; charset={name}"))

    assert watch.lines() == [(DAYS[0], ("VAT", TEXT))]


@pytest.mark.parametrize(
    "body",
    [
        b"%PDF-1.7",
        answers.pdf("VAT", TEXT)[:300],
        answers.pdf("VAT", TEXT).replace(b"/Pages", b"/Paces"),
        answers.pdf("VAT", TEXT).replace(b"/Length", b"/Filter /NoSuchFilter /Length"),
        answers.pdf("VAT", TEXT).replace(b"startxref", b"startxrex").replace(b"1 0 obj", b"1 0 odj"),
    ],
    ids=["head", "half", "no pages", "unknown filter", "no table"],
)
def test_a_broken_pdf_file_does_not_end_the_run(watch: Watch, body: bytes) -> None:
    visited = watch.page(reply(body, content_type="application/pdf"))

    assert visited.outcome is Outcome.UNREADABLE
    assert watch.lines() == []


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (page("VAT"), "no text: scripts may make the page"),
        (page("Just a moment...", TEXT), "asks whether the reader is a program: Just a moment..."),
        (reply(b"\x89PNG", content_type="image/png"), "no text in image/png"),
        (reply(answers.pdf(""), content_type="application/pdf"), "no text in the PDF file, which may be scanned"),
    ],
    ids=["scripts", "challenge", "image", "scan"],
)
def test_a_page_without_its_text_is_not_read(watch: Watch, answer: Answer, reason: str) -> None:
    visited = watch.page(answer)

    assert (visited.outcome, visited.reason) == (Outcome.UNREADABLE, reason)
    assert watch.lines() == []


def test_the_text_is_kept_while_the_page_cannot_be_read(watch: Watch) -> None:
    visited = watch.page(page("VAT", TEXT), reply(status=403), answers.reset, reply(status=404))

    assert visited.outcome is Outcome.GONE
    assert watch.lines() == [(DAYS[0], ("VAT", TEXT))]


def test_validators_of_a_page_whose_text_was_not_read_are_not_sent(watch: Watch, web: LocalWeb) -> None:
    watch.page(validated("scripts", etag='"1"'), reply(status=304))

    assert all("if-none-match" not in request.headers for request in web.log)


def test_a_run_ends_when_its_requests_are_used_up_and_keeps_its_visits(watch: Watch, web: LocalWeb) -> None:
    urls = [f"https://tax.example/{number}" for number in range(5)]
    for url in urls:
        web.set(url, page("VAT", TEXT))

    watch.run(*map(cited, urls), max_requests=3)

    # The first request is for robots.txt.
    assert [*watch.state.pages()] == urls[:2]


def test_nothing_is_written_if_there_is_no_network(watch: Watch) -> None:
    with pytest.raises(NoNetworkError, match="is there a network"):
        watch.run(cited("https://nowhere.example/"))

    assert not watch.state.pages()


def test_a_file_that_is_cited_in_a_commit_is_compared_with_the_default_branch(watch: Watch, web: LocalWeb) -> None:
    file = cited_in_commit()
    web.set(f"{FOLDER}/{COMMIT}/vat.md", reply(TEXT, content_type="text/plain"))
    web.set(f"{FOLDER}/HEAD/vat.md", reply(LONG[0], content_type="text/plain"))

    watch.run(file)
    watch.run(file)

    assert watch.lines(file.url) == [(CHECKED, (TEXT,)), (DAYS[0], (LONG[0],))]
    # The commit never changes.
    assert web.requested().count(f"{FOLDER}/{COMMIT}/vat.md") == 1


def test_a_file_that_the_default_branch_no_longer_has_is_not_gone_from_its_commit(watch: Watch, web: LocalWeb) -> None:
    file = cited_in_commit()
    web.set(f"{FOLDER}/{COMMIT}/vat.md", reply(TEXT, content_type="text/plain"))
    web.set(f"{FOLDER}/HEAD/vat.md", reply(status=404))

    watch.run(file)

    assert watch.state.pages()[file.url].outcome is Outcome.READ
    assert watch.lines(file.url) == [(CHECKED, (TEXT,))]


def test_repository_that_cannot_be_listed_is_reported_and_keeps_its_names(state: State) -> None:
    tag = cited("https://github.com/tax/formats/releases/tag/v1.3")
    reports: list[str] = []

    def listing(clone_url: str) -> RepositoryListing:
        if reports:
            raise RepositoryError("git took longer than 300 seconds")
        return RepositoryListing(tags={"v1.3": "1", "v1.4": "2"}, files=())

    for day in DAYS[:2]:
        list_repositories([tag], [tag], state, day=day, listing_of=listing, report=reports.append)

    assert reports == [
        "read: https://github.com/tax/formats",
        "unreadable: https://github.com/tax/formats: git took longer than 300 seconds",
    ]
    assert state.listing("https://github.com/tax/formats") == {f"{TAG}v1.4": DAYS[0]}
