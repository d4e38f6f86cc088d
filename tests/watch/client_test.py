"""Polite visits: within limits, as robots.txt allows, with pauses."""

import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from locdata_watch.visits.client import NO_VALIDATORS, Client, NoRequestsLeftError, Outcome, Validators, Visit
from locdata_watch.visits.limits import Limits
from watch import answers
from watch.answers import GIGABYTE, MEGABYTE, Answer, page, redirect, reply, retry_after, robots, validated
from watch.local_web import LocalWeb

URL = "https://tax.example/rates"
ROBOTS = "https://tax.example/robots.txt"
PATIENT = Limits(body_bytes=2 * MEGABYTE, pause=0, attempts=2)
HASTY = Limits(body_bytes=2 * MEGABYTE, seconds=0.4, silence=0.2, pause=0, attempts=2)
PAUSING = Limits(pause=10, attempts=3, max_wait=100)


class Visitor:
    """A client that does not sleep, but records how long it would."""

    def __init__(self, web: LocalWeb) -> None:
        self.waits: list[float] = []
        self._web = web

    def client(self, limits: Limits = PATIENT, max_requests: int | None = None) -> Client:
        return Client(
            "locdata-watch/1 (+https://site.example/watch)",
            transport=self._web.transport(),
            limits=limits,
            max_requests=max_requests,
            sleep=self.waits.append,
        )

    def visit(self, *served: Answer, validators: Validators = NO_VALIDATORS, limits: Limits = PATIENT) -> Visit:
        """Visit the address whose server gives these answers."""
        self._web.set(URL, *served)
        return self.client(limits).visit(URL, validators)


@pytest.fixture
def visitor(web: LocalWeb) -> Visitor:
    """A visitor of the web."""
    return Visitor(web)


# Pages


def test_a_page_is_read_with_its_type_and_its_validators(visitor: Visitor) -> None:
    body = answers.html("VAT rates")
    visit = visitor.visit(validated(body, etag='"1"', last_modified="Mon, 30 Nov 2026 08:00:00 GMT"))

    assert visit == Visit(
        outcome=Outcome.READ,
        final_url=URL,
        status=200,
        validators=Validators('"1"', "Mon, 30 Nov 2026 08:00:00 GMT"),
        content_type=answers.HTML,
        body=body.encode(),
    )


def test_the_bytes_of_a_file_are_kept(visitor: Visitor) -> None:
    file = answers.pdf("VAT rates", "The standard rate is 21%.")

    assert visitor.visit(reply(file, content_type="application/pdf")).body == file


def test_a_compressed_page_is_decompressed(visitor: Visitor) -> None:
    assert visitor.visit(answers.gzipped("The standard rate is 21%.")).body == b"The standard rate is 21%."


@pytest.mark.parametrize(
    "known", [Validators(etag='"1"'), Validators(last_modified="Mon, 30 Nov 2026 08:00:00 GMT")], ids=["etag", "date"]
)
def test_an_unchanged_page_is_not_sent_again_and_keeps_its_validators(visitor: Visitor, known: Validators) -> None:
    served = validated("text", etag=known.etag, last_modified=known.last_modified)
    visit = visitor.visit(served, validators=known)

    assert (visit.outcome, visit.validators, visit.body) == (Outcome.UNCHANGED, known, b"")


def test_a_changed_page_is_sent_again(visitor: Visitor) -> None:
    visit = visitor.visit(validated("text", etag='"2"'), validators=Validators('"1"'))

    assert (visit.outcome, visit.validators) == (Outcome.READ, Validators('"2"'))


def test_a_page_that_was_never_read_cannot_be_unchanged(visitor: Visitor) -> None:
    assert visitor.visit(reply(status=304)).outcome == Outcome.UNREADABLE


@pytest.mark.parametrize(("status", "reason"), [(404, "404 Not Found"), (410, "410 Gone")])
def test_a_page_that_the_server_does_not_have_is_gone(visitor: Visitor, status: int, reason: str) -> None:
    visit = visitor.visit(reply(status=status))

    assert (visit.outcome, visit.status, visit.reason) == (Outcome.GONE, status, reason)


def test_all_pages_of_a_host_that_does_not_exist_are_gone(web: LocalWeb, visitor: Visitor) -> None:
    web.set(URL, page())
    client = visitor.client()
    visits = [client.visit(url) for url in (URL, "https://closed.example/rates", "https://closed.example/returns")]

    assert [(visit.outcome, visit.reason) for visit in visits[1:]] == [
        (Outcome.GONE, "there is no host closed.example"),
        (Outcome.GONE, "there is no host closed.example"),
    ]


def test_a_page_is_not_gone_if_no_host_seems_to_exist(visitor: Visitor) -> None:
    # There may be no network.
    assert visitor.client(HASTY).visit("https://closed.example/rates").outcome == Outcome.UNREADABLE


def test_a_host_that_does_not_exist_is_found_even_before_others_have_answered(web: LocalWeb, visitor: Visitor) -> None:
    web.set(URL, page())
    web.delay = 0.02
    client = visitor.client()
    with ThreadPoolExecutor(2) as pool:
        gone, _ = pool.map(client.visit, ["https://closed.example/rates", URL])

    assert gone.outcome == Outcome.GONE


@pytest.mark.parametrize("status", [400, 401, 403, 406, 418, 451, 500, 501, 503, 599])
def test_an_error_does_not_mean_that_the_page_is_gone(visitor: Visitor, status: int) -> None:
    visit = visitor.visit(reply(status=status))

    assert (visit.outcome, visit.status) == (Outcome.UNREADABLE, status)
    assert visit.reason.startswith(str(status))


@pytest.mark.parametrize(
    "url", ["http://[::1", "ftp://tax.example/rates", "https:///rates", "https://tax.example:99999/"]
)
def test_what_is_no_address_of_the_web_is_not_visited(web: LocalWeb, visitor: Visitor, url: str) -> None:
    visit = visitor.client().visit(url)

    assert visit.outcome == Outcome.UNREADABLE
    assert url in visit.reason
    assert web.log == []


# Redirects


@pytest.mark.parametrize("status", [301, 308])
def test_a_moved_page_names_its_new_address(web: LocalWeb, visitor: Visitor, status: int) -> None:
    web.set("https://tax.example/new", page())
    visit = visitor.visit(redirect("/new", status))

    assert (visit.outcome, visit.moved_to, visit.final_url) == (
        Outcome.READ,
        "https://tax.example/new",
        "https://tax.example/new",
    )


@pytest.mark.parametrize("status", [302, 303, 307])
def test_a_page_that_is_elsewhere_for_a_while_has_not_moved(web: LocalWeb, visitor: Visitor, status: int) -> None:
    web.set("https://tax.example/today", page())
    visit = visitor.visit(redirect("/today", status))

    assert (visit.outcome, visit.moved_to, visit.final_url) == (Outcome.READ, None, "https://tax.example/today")


def test_what_follows_a_temporary_redirect_is_not_the_new_address(web: LocalWeb, visitor: Visitor) -> None:
    web.set("https://tax.example/new", redirect("/today", 302))
    web.set("https://tax.example/today", redirect("/en/today", 301))
    web.set("https://tax.example/en/today", page())
    visit = visitor.visit(redirect("/new", 301))

    assert (visit.moved_to, visit.final_url) == ("https://tax.example/new", "https://tax.example/en/today")


def test_a_page_may_move_to_another_host_and_scheme(web: LocalWeb, visitor: Visitor) -> None:
    web.set("http://tax.example/rates", redirect(URL))
    web.set(URL, redirect("https://www.tax.example/rates"))
    web.set("https://www.tax.example/rates", page())

    assert visitor.client().visit("http://tax.example/rates").moved_to == "https://www.tax.example/rates"


def test_a_page_whose_new_address_is_gone_is_gone(visitor: Visitor) -> None:
    visit = visitor.visit(redirect("/new"))

    assert (visit.outcome, visit.moved_to) == (Outcome.GONE, None)


def test_a_redirect_to_a_host_that_does_not_exist_does_not_mean_that_the_page_is_gone(visitor: Visitor) -> None:
    visit = visitor.visit(redirect("https://slip.example/"))

    assert (visit.outcome, visit.reason) == (Outcome.UNREADABLE, "there is no host slip.example")


def test_a_host_that_moves_into_a_private_network_is_not_visited_again(web: LocalWeb, visitor: Visitor) -> None:
    web.set(URL, page())
    client = visitor.client()
    client.visit(URL)
    web.set_addresses("tax.example", "10.1.2.3")

    assert client.visit(URL).reason == "tax.example: 10.1.2.3 is not a public address"
    assert web.requested() == [URL]


def test_a_loop_of_redirects_ends(visitor: Visitor) -> None:
    visit = visitor.visit(redirect("/rates"))

    assert (visit.outcome, visit.reason) == (Outcome.UNREADABLE, "more than 8 redirects")


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "https://intranet.example/",
    ],
)
def test_a_redirect_into_a_private_network_is_not_followed(web: LocalWeb, visitor: Visitor, target: str) -> None:
    web.set_addresses("intranet.example", "10.1.2.3")
    visit = visitor.visit(redirect(target))

    assert visit.outcome == Outcome.UNREADABLE
    assert visit.reason.endswith("is not a public address")
    assert {request.host for request in web.log} == {"tax.example"}


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("file:///etc/passwd", "file:///etc/passwd is no address of the web"),
        ("ftp://tax.example/", "ftp://tax.example/ is no address of the web"),
        ("http://tax.example:99999/", "http://tax.example:99999/ is no address of the web"),
        ("javascript:1", "redirects to no valid address: For absolute URLs, path must be empty or begin with '/'"),
        ("http://tax.example:x/", "Invalid URL in location header: Invalid port: 'x'."),
    ],
)
def test_a_redirect_out_of_the_web_is_not_followed(visitor: Visitor, target: str, reason: str) -> None:
    visit = visitor.visit(redirect(target))

    assert (visit.outcome, visit.reason) == (Outcome.UNREADABLE, reason)


# Limits


@pytest.mark.parametrize(
    "served",
    [answers.huge(names_length=True), answers.huge(names_length=False), answers.gzip_bomb()],
    ids=["named length", "unknown length", "compressed"],
)
def test_a_page_of_a_gigabyte_is_given_up_before_it_fills_the_memory(visitor: Visitor, served: Answer) -> None:
    tracemalloc.start()
    visit = visitor.visit(served)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (visit.outcome, visit.reason, visit.body) == (Outcome.UNREADABLE, "larger than 2 MB", b"")
    assert most < 20 * MEGABYTE < GIGABYTE


@pytest.mark.parametrize("encoding", ["br", "gzip, gzip", "zstd"])
def test_an_encoding_without_a_limit_is_neither_wanted_nor_read(web: LocalWeb, visitor: Visitor, encoding: str) -> None:
    visit = visitor.visit(reply("data", headers={"Content-Encoding": encoding}))

    assert (visit.outcome, visit.reason) == (Outcome.UNREADABLE, f"has the encoding {encoding}")
    assert {request.headers["accept-encoding"] for request in web.log} == {"gzip"}


@pytest.mark.parametrize("served", [answers.trickle, answers.trickle_headers, answers.trickle_gzip])
def test_a_page_that_comes_byte_by_byte_is_given_up(visitor: Visitor, served: Answer) -> None:
    visit = visitor.visit(served, limits=HASTY)

    assert (visit.outcome, visit.reason) == (Outcome.UNREADABLE, "not complete after 0.4 seconds")


def test_a_page_that_does_not_come_is_given_up_with_the_other_pages_of_its_host(
    web: LocalWeb, visitor: Visitor
) -> None:
    web.set(URL, answers.hang)
    client = visitor.client(HASTY)
    visits = [client.visit(URL), client.visit("https://tax.example/returns")]

    assert [(visit.outcome, visit.reason) for visit in visits] == [(Outcome.UNREADABLE, "no answer in time")] * 2
    assert web.requested() == [URL, URL]


def test_a_host_that_cannot_be_connected_to_is_given_up(web: LocalWeb, visitor: Visitor) -> None:
    web.set(URL, page())
    client = visitor.client()
    client.visit(URL)
    web.fail("tax.example")
    visits = [client.visit(URL), client.visit("https://tax.example/returns")]

    assert [(visit.outcome, visit.reason) for visit in visits] == [
        (Outcome.UNREADABLE, "no connection: tax.example: nobody knows"),
        (Outcome.UNREADABLE, "no connection: tax.example: nobody knows"),
    ]


@pytest.mark.parametrize(
    "served",
    [answers.reset, answers.cut_off, answers.broken_gzip(), answers.cut_off_gzip()],
    ids=["reset", "cut off", "broken gzip", "half a gzip"],
)
def test_half_a_page_is_not_read(visitor: Visitor, served: Answer) -> None:
    visit = visitor.visit(served)

    assert (visit.outcome, visit.body) == (Outcome.UNREADABLE, b"")
    assert visit.reason


def test_the_requests_of_a_run_are_limited(web: LocalWeb, visitor: Visitor) -> None:
    web.set(URL, page())
    client = visitor.client(max_requests=3)
    for _ in range(2):
        client.visit(URL)

    with pytest.raises(NoRequestsLeftError):
        client.visit(URL)
    assert client.request_count == len(web.log) == 3


def test_a_run_that_is_stopped_waits_for_nothing(web: LocalWeb) -> None:
    web.set(URL, retry_after("50"))
    client = Client("locdata-watch/1", transport=web.transport(), limits=Limits(pause=0))
    threading.Timer(0.05, client.stop).start()

    with pytest.raises(NoRequestsLeftError):
        client.visit(URL)


# Pauses


def test_requests_to_a_host_have_pauses_between_them(web: LocalWeb, visitor: Visitor) -> None:
    web.set(URL, page())
    client = visitor.client(PAUSING)
    for _ in range(2):
        client.visit(URL)

    assert visitor.waits == pytest.approx([10, 10], abs=0.5)
    assert [request.path for request in web.log] == ["/robots.txt", "/rates", "/rates"]


def test_another_host_is_asked_without_a_pause(web: LocalWeb, visitor: Visitor) -> None:
    web.set(ROBOTS, robots("User-agent: *", "Disallow: /"))
    web.set("https://law.example/robots.txt", robots("User-agent: *", "Disallow: /"))
    client = visitor.client(PAUSING)
    for url in (URL, "https://law.example/acts"):
        client.visit(url)

    assert [request.host for request in web.log] == ["tax.example", "law.example"]
    assert visitor.waits == []


def test_a_host_is_asked_for_one_page_at_a_time(web: LocalWeb, visitor: Visitor) -> None:
    urls = [f"https://{host}.example/{number}" for number in range(4) for host in ("tax", "law")]
    for url in urls:
        web.set(url, page())
    web.delay = 0.01
    with ThreadPoolExecutor(len(urls)) as pool:
        visits = [*pool.map(visitor.client().visit, urls)]

    assert {visit.outcome for visit in visits} == {Outcome.READ}
    assert (web.most_at_once("tax.example"), web.most_at_once("law.example")) == (1, 1)


def test_an_error_that_passes_is_waited_for(web: LocalWeb, visitor: Visitor) -> None:
    visit = visitor.visit(reply(status=503), answers.reset, page(), limits=PAUSING)

    assert visit.outcome == Outcome.READ
    assert web.requested() == [URL] * 3
    assert [wait for wait in visitor.waits if wait > 15] == [20, 40]


@pytest.mark.parametrize("status", [429, 503])
def test_the_wait_that_a_host_wants_is_granted(visitor: Visitor, status: int) -> None:
    assert visitor.visit(retry_after("77", status), page(), limits=PAUSING).outcome == Outcome.READ
    assert 77 in visitor.waits


@pytest.mark.parametrize("zone", ["GMT", "-0000"])
def test_the_wait_may_be_named_as_a_date(visitor: Visitor, zone: str) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=77), usegmt=True).replace("GMT", zone)

    assert visitor.visit(retry_after(date), page(), limits=PAUSING).outcome == Outcome.READ
    assert max(visitor.waits) == pytest.approx(77, abs=2)


@pytest.mark.parametrize("value", ["86400", "inf", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_host_that_wants_too_long_a_wait_is_given_up(web: LocalWeb, visitor: Visitor, value: str) -> None:
    web.set(URL, retry_after(value))
    web.set("https://tax.example/returns", page())
    client = visitor.client()
    visits = [client.visit(URL), client.visit("https://tax.example/returns")]

    assert [(visit.outcome, visit.reason) for visit in visits] == [
        (Outcome.UNREADABLE, "429 Too Many Requests"),
        (Outcome.UNREADABLE, "429 Too Many Requests"),
    ]
    assert web.requested() == [URL]


@pytest.mark.parametrize("value", ["soon", "", "nan", "-5", "Mon, 99 Xyz 2026 00:00:00 GMT"])
def test_a_wait_that_says_nothing_is_the_usual_one(visitor: Visitor, value: str) -> None:
    assert visitor.visit(retry_after(value), page(), limits=PAUSING).outcome == Outcome.READ
    assert 20 in visitor.waits


# Robots


@pytest.mark.parametrize(
    "lines",
    [
        ["User-agent: *", "Disallow: /"],
        ["User-agent: locdata-watch", "Disallow: /rates"],
        ["User-agent: *", "Disallow: /*ates$"],
        ["User-agent: *", "Disallow: /", "User-agent: locdata-watch", "Disallow: /r"],
        ["\ufeffUser-agent: *", "Disallow: /"],
        ["User-agent: *", "Disallow: /rates", *["# " + "x" * 98] * 7000],
    ],
    ids=["all", "by name", "wildcard", "own group", "byte order mark", "large"],
)
def test_a_page_that_robots_txt_disallows_is_not_visited(web: LocalWeb, visitor: Visitor, lines: list[str]) -> None:
    web.set(ROBOTS, robots(*lines))
    visit = visitor.visit(page())

    assert (visit.outcome, visit.reason) == (Outcome.UNREADABLE, "robots.txt disallows it")
    assert web.requested() == []


@pytest.mark.parametrize(
    "served",
    [
        robots("User-agent: *", "Disallow: /private/"),
        robots("User-agent: *", "Disallow: /", "User-agent: locdata-watch", "Disallow: /private/"),
        robots("User-agent: *", "Disallow: /", "Allow: /rates"),
        reply(status=404),
        reply(status=403),
        page("Not a robots.txt"),
        reply(b"\xff\xfe\x00", content_type="text/plain"),
        redirect("/robots.txt"),
    ],
    ids=["other pages", "other programs", "allowed again", "none", "forbidden", "a page", "no text", "loop"],
)
def test_a_page_that_robots_txt_does_not_disallow_is_visited(web: LocalWeb, visitor: Visitor, served: Answer) -> None:
    web.set(ROBOTS, served)

    assert visitor.visit(page()).outcome == Outcome.READ


@pytest.mark.parametrize(
    ("served", "reason"),
    [
        (reply(status=500), "robots.txt: 500 Internal Server Error"),
        (retry_after("86400"), "robots.txt: 429 Too Many Requests"),
        (answers.hang, "robots.txt: no answer in time"),
        (answers.trickle, "robots.txt: not complete after 0.4 seconds"),
        (answers.huge(names_length=False), "robots.txt: larger than 2 MB"),
        (redirect("file:///robots.txt"), "robots.txt: file:///robots.txt is no address of the web"),
    ],
    ids=["error", "busy", "hanging", "slow", "huge", "redirected out of the web"],
)
def test_a_host_is_given_up_if_its_robots_txt_may_disallow_everything(
    web: LocalWeb, visitor: Visitor, served: Answer, reason: str
) -> None:
    web.set(ROBOTS, served)
    client = visitor.client(HASTY)
    visits = [client.visit(URL), client.visit("https://tax.example/returns")]

    assert [(visit.outcome, visit.reason) for visit in visits] == [(Outcome.UNREADABLE, reason)] * 2
    assert web.requested() == []


def test_a_robots_txt_is_read_once_for_each_origin(web: LocalWeb, visitor: Visitor) -> None:
    urls = [
        f"{origin}.example/{number}" for number in range(2) for origin in ("http://tax", "https://tax", "https://law")
    ]
    for url in urls:
        web.set(url, page())
    client = visitor.client()
    for url in urls:
        client.visit(url)

    assert [request.url for request in web.log if request.path == "/robots.txt"] == [
        "http://tax.example/robots.txt",
        "https://tax.example/robots.txt",
        "https://law.example/robots.txt",
    ]


def test_a_redirected_robots_txt_is_obeyed(web: LocalWeb, visitor: Visitor) -> None:
    web.set(ROBOTS, redirect("/static/robots.txt"))
    web.set("https://tax.example/static/robots.txt", robots("User-agent: *", "Disallow: /rates"))

    assert visitor.visit(page()).reason == "robots.txt disallows it"


def test_a_robots_txt_that_is_on_another_host_is_left_out(web: LocalWeb, visitor: Visitor) -> None:
    web.set(ROBOTS, redirect("https://law.example/robots.txt"))
    web.set("https://law.example/robots.txt", robots("User-agent: *", "Disallow: /"))

    assert visitor.visit(page()).outcome == Outcome.READ
    assert {request.host for request in web.log} == {"tax.example"}


def test_the_robots_txt_of_a_redirects_target_is_obeyed(web: LocalWeb, visitor: Visitor) -> None:
    web.set("https://law.example/robots.txt", robots("User-agent: *", "Disallow: /acts"))
    web.set("https://law.example/acts", page())

    assert visitor.visit(redirect("https://law.example/acts")).reason == "robots.txt disallows it"
    assert web.requested("law.example") == []


@pytest.mark.parametrize(("wanted", "granted"), [("30", 30), ("5", 10), ("1000000", 100)])
def test_the_pause_that_robots_txt_wants_is_granted_within_limits(
    web: LocalWeb, visitor: Visitor, wanted: str, granted: float
) -> None:
    web.set(ROBOTS, robots("User-agent: *", f"Crawl-delay: {wanted}"))
    visitor.visit(page(), limits=PAUSING)

    assert visitor.waits == pytest.approx([granted], abs=0.5)


def test_the_pause_that_the_robots_txt_of_an_origin_wants_is_that_of_the_host(web: LocalWeb, visitor: Visitor) -> None:
    web.set(ROBOTS, robots("User-agent: *", "Crawl-delay: 30"))
    client = visitor.client(PAUSING)
    for url in (URL, "http://tax.example/rates"):
        web.set(url, page())
        client.visit(url)

    assert visitor.waits == pytest.approx([30, 30, 30], abs=0.5)


def test_the_program_names_itself_and_its_page(web: LocalWeb, visitor: Visitor) -> None:
    visitor.visit(page())

    assert {request.headers["user-agent"] for request in web.log} == {"locdata-watch/1 (+https://site.example/watch)"}
