"""500 cited pages on 63 hosts, as they are at a first visit and at a second, with 20 planted changes and harmless ones."""

import datetime as dt
from collections.abc import Callable, Mapping
from zlib import crc32

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.data.findings import FindingKind
from watch import answers
from watch.answers import Answer, hang, pdf, redirect, reply, retry_after, validated
from watch.local_web import LocalWeb

FIRST_DAY, SECOND_DAY = dt.date(2026, 11, 30), dt.date(2026, 12, 30)

PAGES, HOSTS = 485, 57

HIDDEN_HOSTS: Mapping[str, str] = {
    "forbidden.example": "403",
    "members.example": "401",
    "robots.example": "robots.txt",
    "busy.example": "429",
    "silent.example": "no answer",
}
"""Hosts whose pages no program can read, and a part of the reason."""

MONTHS = ("January", "April", "July", "October")
SUBJECTS = (
    "VAT rates",
    "E-invoicing",
    "VAT returns",
    "Registration",
    "Invoices",
    "Audit file",
    "Import VAT",
    "Refunds",
)
PARAGRAPHS = (
    "Records are kept in electronic form and handed over on request.",
    "A tax representative is needed for businesses without an establishment in the country.",
    "The obligation does not apply to supplies that are exempt without the right of deduction.",
    "Corrections are made by a credit note that refers to the original invoice.",
    "Forms that are sent on paper are not accepted; the portal confirms the receipt.",
)


class Page(Struct, frozen=True, kw_only=True):
    """A page of an authority: the figures that claims cite, and what surrounds them."""

    title: str
    site: str = "Tax office"
    rate: str
    since: str
    threshold: str
    form: str
    paragraphs: tuple[str, ...]
    has_section: bool = True
    shows_banner: bool = False

    @property
    def statement(self) -> str:
        """The text of a claim that cites the page, without the full stop."""
        return f"The standard rate is {self.rate} since {self.since}; form {self.form} is due above a turnover of EUR {self.threshold}"

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its text."""
        return (
            f"The standard rate is {self.rate}. It applies since {self.since}.",
            f"Businesses with an annual turnover above EUR {self.threshold} file form {self.form} each quarter.",
            *self.paragraphs,
            *(("Penalties", "A return that is late costs EUR 150 for each month.") if self.has_section else ()),
        )

    def html(self, day: dt.date, visitors: int) -> str:
        """Return the page as it is on a day: its banner, its navigation and its footer say nothing about tax."""
        banner = '<div class="cookie-banner" role="dialog">We use cookies. <button>Accept all</button></div>\n'
        lines = "".join(f"<p>{line}</p>\n" for line in self.lines)
        return (
            f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{self.title} - {self.site}</title>\n'
            f'<meta name="csrf-token" content="{visitors * 7919:x}">\n<script>var visitors = {visitors};</script>\n'
            "<style>main { color: black }</style></head>\n<body>\n"
            "<header><a href='/'>Tax office</a><nav><ul><li><a href='/news'>News</a></li>"
            "<li><a href='/forms'>Forms</a></li><li><a href='/contact'>Contact</a></li></ul></nav></header>\n"
            f"{banner if self.shows_banner else ''}"
            f"<main><h1>{self.title}</h1>\n{lines}</main>\n"
            f"<footer><p>Today is {day:%d.%m.%Y}. You are visitor {visitors}.</p><p>Imprint</p></footer>\n</body></html>\n"
        )


class Change(Struct, frozen=True):
    """A change between the visits that the watch has to find, and the figures of the statement that are gone with it."""

    kind: FindingKind
    figures: tuple[str, ...] = ()


def page(number: int) -> Page:
    """Return a page by its number, as it is at the first visit."""
    first = number % len(PARAGRAPHS)
    return Page(
        title=f"{SUBJECTS[number % len(SUBJECTS)]} {number}",
        rate=f"{5 + number % 21}%",
        since=f"1 {MONTHS[number % len(MONTHS)]} {2008 + number % 17}",
        threshold=f"{10 + number % 80},000",
        form=f"D{200 + number}",
        paragraphs=tuple((PARAGRAPHS + PARAGRAPHS)[first : first + 3]),
    )


def address(number: int) -> str:
    """Return the address of a page by its number; some are PDF files. The last page has a host of its own."""
    host = "alone" if number == PAGES - 1 else f"tax-{number % HOSTS + 1}"
    return f"https://{host}.example/{'files' if is_pdf(number) else 'pages'}/{number}{'.pdf' if is_pdf(number) else ''}"


def is_pdf(number: int) -> bool:
    """Return whether a page is a PDF file."""
    return number % 16 == 7


def is_validated(number: int) -> bool:
    """Return whether the server of a page says that it has not changed. Its page has no date of the day."""
    return number % 5 == 3 and not is_pdf(number)


def has_banner(number: int) -> bool:
    """Return whether a page has a banner at the second visit."""
    return number % 8 == 1


def hidden_addresses() -> tuple[str, ...]:
    """Return the addresses that no program can read."""
    return tuple(f"https://{host}/pages/{number}" for host in HIDDEN_HOSTS for number in range(3))


def addresses() -> tuple[str, ...]:
    """Return the 500 cited addresses."""
    return (*map(address, range(PAGES)), *hidden_addresses())


def _rate(page: Page) -> Page:
    return replace(page, rate=f"{int(page.rate[:-1]) + 1}%")


def _since(page: Page) -> Page:
    return replace(page, since="1 May 2026")


def _form(page: Page) -> Page:
    return replace(page, form="D990")


def _threshold(page: Page) -> Page:
    return replace(page, threshold="95,000")


def _title(page: Page) -> Page:
    return replace(page, site="Archive of the tax office")


def _section(page: Page) -> Page:
    return replace(page, has_section=False)


def _sentence(page: Page) -> Page:
    return replace(
        page,
        paragraphs=(
            *page.paragraphs,
            "Until the portal opens, invoices on paper are allowed if the buyer has agreed to receive them.",
        ),
    )


def _words(page: Page) -> Page:
    return replace(
        page,
        paragraphs=(
            "Books may be kept on paper if every sheet is bound, numbered and shown to the office within a week.",
            *page.paragraphs[1:],
        ),
    )


EDITS: Mapping[int, tuple[FindingKind, Callable[[Page], Page]]] = {
    110: (FindingKind.FIGURES_GONE, _rate),
    150: (FindingKind.FIGURES_GONE, _rate),
    # A PDF file.
    167: (FindingKind.FIGURES_GONE, _rate),
    # Its server has a new validator for it.
    193: (FindingKind.FIGURES_GONE, _since),
    202: (FindingKind.FIGURES_GONE, _since),
    244: (FindingKind.FIGURES_GONE, _form),
    286: (FindingKind.FIGURES_GONE, _form),
    300: (FindingKind.FIGURES_GONE, _threshold),
    321: (FindingKind.TITLE_CHANGED, _title),
    340: (FindingKind.TITLE_CHANGED, _title),
    362: (FindingKind.TEXT_CHANGED, _section),
    381: (FindingKind.TEXT_CHANGED, _section),
    400: (FindingKind.TEXT_CHANGED, _sentence),
    420: (FindingKind.TEXT_CHANGED, _words),
}
"""Pages that say something else at the second visit."""

GONE: Mapping[int, Answer] = {10: reply(status=404), 52: reply(status=404), 94: reply(status=410)}

MOVED: Mapping[int, int] = {31: 301, 78: 308}
"""Pages that have moved at the second visit, and the status with which their old addresses say so."""

BORROWED = 64
"""A page that is for a while at another address, which is no change."""


def figures(page: Page) -> tuple[str, ...]:
    """Return the figures of the statement that cites a page."""
    return (page.rate, page.since, page.form, page.threshold)


def planted() -> Mapping[str, Change]:
    """Return the changes by address."""
    edited = {
        address(number): Change(
            kind, tuple(figure for figure in figures(page(number)) if figure not in figures(edit(page(number))))
        )
        for number, (kind, edit) in EDITS.items()
    }
    return {
        **edited,
        **{address(number): Change(FindingKind.GONE) for number in (*GONE, PAGES - 1)},
        **{address(number): Change(FindingKind.MOVED) for number in MOVED},
    }


def publish(web: LocalWeb, day: dt.date) -> None:
    """Serve the pages as they are on a day: the first, or the second with the changes."""
    is_second = day == SECOND_DAY
    for number in range(PAGES):
        now = EDITS[number][1](page(number)) if is_second and number in EDITS else page(number)
        if is_second and has_banner(number):
            now = replace(now, shows_banner=True)
        web.set(address(number), _served(number, now, day))
    for host in HIDDEN_HOSTS:
        for url in (url for url in hidden_addresses() if f"//{host}/" in url):
            web.set(url, _hidden(host))
    web.set("https://robots.example/robots.txt", answers.robots("User-agent: *", "Disallow: /pages/"))
    if is_second:
        for number, gone in GONE.items():
            web.set(address(number), gone)
        for number, status in MOVED.items():
            target = f"https://new.example/pages/{number}"
            web.set(address(number), redirect(target, status))
            web.set(target, _served(number, page(number), day))
        borrowed = f"{address(BORROWED)}?lang=en"
        web.set(address(BORROWED), redirect(borrowed, 302))
        web.set(borrowed, _served(BORROWED, page(BORROWED), day))
        web.set_addresses("alone.example")


def _served(number: int, page: Page, day: dt.date) -> Answer:
    if is_pdf(number):
        return reply(pdf(page.title, *page.lines), content_type="application/pdf")
    if is_validated(number):
        body = page.html(FIRST_DAY, 1)
        return validated(body, etag=f'"{crc32(body.encode())}"')
    return reply(page.html(day, number * day.day))


def _hidden(host: str) -> Answer:
    hidden: Mapping[str, Answer] = {
        "forbidden.example": reply(status=403),
        "members.example": reply(status=401),
        "robots.example": reply(answers.html("Hidden")),
        "busy.example": retry_after("86400"),
        "silent.example": hang,
    }
    return hidden[host]
