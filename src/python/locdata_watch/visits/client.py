"""Polite visits: one request at a time for each host, with pauses, within limits, and as robots.txt allows."""

import datetime as dt
import email.utils
import math
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from http import HTTPStatus

import httpx
from msgspec import Struct
from protego import Protego

from locdata_watch.visits.hosts import NoSuchHostError, PrivateAddressError, PublicTransport
from locdata_watch.visits.limits import DEFAULT_LIMITS, ENCODINGS, BodyError, Deadline, Limits, read_body

PROGRAM = "locdata-watch"
"""The name that robots.txt may address."""

_ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,application/xml;q=0.9,*/*;q=0.5"

_PERMANENT, _REDIRECTS = frozenset({301, 308}), frozenset({301, 302, 303, 307, 308})

_MAX_PORT = 65_535

_TEMPORARY = frozenset({429, 500, 502, 503, 504})


class Outcome(StrEnum):
    """The outcome of a visit: the page was read, has not changed, is gone, or could not be looked at."""

    READ = "read"
    UNCHANGED = "unchanged"
    GONE = "gone"
    UNREADABLE = "unreadable"


class Validators(Struct, frozen=True):
    """Validators of a page, for conditional requests: the values of its headers ETag and Last-Modified."""

    etag: str | None = None
    last_modified: str | None = None

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of a conditional request."""
        pairs = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in pairs.items() if value}


NO_VALIDATORS = Validators()


class Visit(Struct, frozen=True, kw_only=True):
    """The outcome of a visit, why it is not ``read``, and the page.

    ``moved_to`` is the address to which permanent redirects lead, and ``final_url`` that to which all redirects do.
    """

    outcome: Outcome
    final_url: str
    status: int | None = None
    reason: str = ""
    moved_to: str | None = None
    validators: Validators = NO_VALIDATORS
    content_type: str = ""
    body: bytes = b""


class NoRequestsLeftError(Exception):
    """The requests that the run may make are used up, or it was stopped."""


class _UnreadableError(Exception):
    """The page cannot be looked at, for a reason."""


class _Answer(Struct, frozen=True):
    status: int
    headers: httpx.Headers
    body: bytes


class _Host:
    """State of a host in a run: its last request, the pause and the rules of its robots.txt, and why it was given up."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.last_request = -math.inf
        self.pause = 0.0
        self.rules: dict[str, Protego] = {}
        self.given_up = ""


class Client:
    """A client for one run. Its methods may be called by several threads."""

    def __init__(
        self,
        user_agent: str,
        *,
        transport: httpx.BaseTransport | None = None,
        limits: Limits = DEFAULT_LIMITS,
        max_requests: int | None = None,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        """Take the name that servers see, the transport, the limits, and the number of requests that the run may make."""
        self._client = httpx.Client(
            transport=transport or PublicTransport(),
            headers={"User-Agent": user_agent, "Accept": _ACCEPT, "Accept-Encoding": ENCODINGS},
            timeout=limits.silence,
            trust_env=False,
        )
        self._limits, self._max_requests = limits, max_requests
        self._lock, self._stopped = threading.Lock(), threading.Event()
        self._sleep = sleep or self._stopped.wait
        self._hosts: dict[str, _Host] = {}
        self.request_count = 0
        self._answered, self._first_answer_timeout = threading.Event(), limits.silence

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def stop(self) -> None:
        """End the run: no request and no wait begins any more."""
        self._stopped.set()

    def visit(self, url: str, validators: Validators = NO_VALIDATORS) -> Visit:
        """Visit a page and follow its redirects. Raises ``NoRequestsLeftError``."""
        if self._is_over:
            raise NoRequestsLeftError
        target, moved_to, is_permanent = httpx.URL(), None, True
        try:
            target = _address(target, url)
            for _ in range(self._limits.redirects + 1):
                answer = self._ask(target, validators)
                location = answer.headers.get("Location")
                if answer.status not in _REDIRECTS or not location:
                    return _judge(answer, str(target), moved_to, validators)
                target = _address(target, location)
                is_permanent = is_permanent and answer.status in _PERMANENT
                moved_to = str(target) if is_permanent else moved_to
            reason = f"more than {self._limits.redirects} redirects"
        except NoSuchHostError:
            # That a redirect names a host that does not exist may be a slip.
            is_gone = target.host == httpx.URL(url).host and self._has_network()
            outcome = Outcome.GONE if is_gone else Outcome.UNREADABLE
            return Visit(outcome=outcome, final_url=str(target), reason=f"there is no host {target.host}")
        except (httpx.HTTPError, _UnreadableError) as error:
            reason = _reason(error)
        return Visit(outcome=Outcome.UNREADABLE, final_url=str(target) or url, reason=reason)

    @property
    def has_answers(self) -> bool:
        """Whether any host has answered."""
        return self._answered.is_set()

    @property
    def _is_over(self) -> bool:
        is_used_up = self._max_requests is not None and self.request_count >= self._max_requests
        return is_used_up or self._stopped.is_set()

    def _has_network(self) -> bool:
        """Return whether any host has answered, after some waiting for the first. Without a network, no host seems to exist."""
        if not self._answered.wait(self._first_answer_timeout):
            self._first_answer_timeout = 0
        return self._answered.is_set()

    def _ask(self, url: httpx.URL, validators: Validators) -> _Answer:
        """Ask for a page, if robots.txt allows it, after all other requests to its host have been answered."""
        with self._lock:
            host = self._hosts.setdefault(url.host, _Host())
        with host.lock:
            if host.given_up:
                raise _UnreadableError(host.given_up)
            if not self._rules(host, url).can_fetch(str(url), PROGRAM):
                raise _UnreadableError("robots.txt disallows it")
            try:
                answer = self._persist(host, url, validators.headers)
            except (NoSuchHostError, PrivateAddressError):
                raise
            except (httpx.TimeoutException, httpx.ConnectError) as error:
                host.given_up = _reason(error)
                raise
            if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                host.given_up = _phrase(answer.status)
            return answer

    def _rules(self, host: _Host, url: httpx.URL) -> Protego:
        """Return the rules in the robots.txt of an origin, which is read once. An error of the client means that there are none.

        If that cannot be found out, the host is given up.
        """
        address = url.join("/robots.txt")
        if (key := str(address)) not in host.rules:
            try:
                rules = Protego.parse(self._robots(host, address))
            except (NoSuchHostError, PrivateAddressError):
                raise
            except (httpx.TransportError, _UnreadableError) as error:
                host.given_up = f"robots.txt: {_reason(error)}"
                raise _UnreadableError(host.given_up) from error
            host.rules[key] = rules
            host.pause = max(host.pause, min(rules.crawl_delay(PROGRAM) or 0, self._limits.max_wait))
        return host.rules[key]

    def _robots(self, host: _Host, address: httpx.URL) -> str:
        """Return the text of a robots.txt, which is empty if there is none. Raises ``_UnreadableError`` if that is unknown."""
        for _ in range(self._limits.redirects):
            answer = self._persist(host, address, {})
            location = answer.headers.get("Location")
            if answer.status not in _REDIRECTS or not location:
                break
            address, last = _address(address, location), address
            # A redirect within the host is followed. One to another host would need its lock as well.
            if address.host != last.host:
                break
        if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR or answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            raise _UnreadableError(_phrase(answer.status))
        return answer.body.decode("utf-8-sig", "replace") if answer.status == HTTPStatus.OK else ""

    def _persist(self, host: _Host, url: httpx.URL, headers: Mapping[str, str]) -> _Answer:
        """Ask again, after a growing pause or the one that the server wants, while an error may pass."""
        attempt = 0
        while True:
            attempt += 1
            is_last, wait = attempt >= self._limits.attempts, self._limits.pause * 2**attempt
            self._wait(host)
            try:
                answer = self._send(url, headers)
            except (NoSuchHostError, PrivateAddressError):
                raise
            except httpx.TransportError:
                if is_last:
                    raise
            else:
                wait = max(wait, _retry_after(answer.headers.get("Retry-After")))
                if answer.status not in _TEMPORARY or is_last or wait > self._limits.max_wait:
                    return answer
            self._sleep(wait)

    def _wait(self, host: _Host) -> None:
        """Wait until the pause after the last request to a host is over. Raises ``NoRequestsLeftError``."""
        pause = max(self._limits.pause, host.pause)
        if (rest := host.last_request + pause - time.monotonic()) > 0:
            self._sleep(rest)
        with self._lock:
            if self._is_over:
                raise NoRequestsLeftError
            self.request_count += 1
        host.last_request = time.monotonic()

    def _send(self, url: httpx.URL, headers: Mapping[str, str]) -> _Answer:
        """Send one request and return the answer, with the body if there is a page. Raises ``_UnreadableError``."""
        with Deadline(self._limits.seconds) as deadline:
            try:
                with self._client.stream("GET", url, headers=headers, extensions={"trace": deadline.trace}) as response:
                    self._answered.set()
                    body = b""
                    if response.status_code == HTTPStatus.OK:
                        encoding = response.headers.get("Content-Encoding", "")
                        body = read_body(response.iter_raw(), encoding, self._limits.body_bytes)
                if not deadline.has_passed:
                    return _Answer(response.status_code, response.headers, body)
            except BodyError as error:
                raise _UnreadableError(str(error)) from error
            # The library reads the address of a redirect, even if it does not follow it.
            except httpx.InvalidURL as error:
                raise _UnreadableError(f"redirects to no valid address: {error}") from error
            except httpx.TransportError:
                if not deadline.has_passed:
                    raise
        raise _UnreadableError(f"not complete after {self._limits.seconds:g} seconds")


def _judge(answer: _Answer, final_url: str, moved_to: str | None, sent: Validators) -> Visit:
    """Return the visit that ends with an answer that is no redirect, to a request with validators."""
    outcomes: dict[int, Outcome] = {
        HTTPStatus.OK: Outcome.READ,
        HTTPStatus.NOT_MODIFIED: Outcome.UNCHANGED if sent.headers else Outcome.UNREADABLE,
        HTTPStatus.NOT_FOUND: Outcome.GONE,
        HTTPStatus.GONE: Outcome.GONE,
    }
    outcome = outcomes.get(answer.status, Outcome.UNREADABLE)
    return Visit(
        outcome=outcome,
        status=answer.status,
        reason="" if outcome in {Outcome.READ, Outcome.UNCHANGED} else _phrase(answer.status),
        final_url=final_url,
        moved_to=moved_to if outcome in {Outcome.READ, Outcome.UNCHANGED} else None,
        validators=Validators(answer.headers.get("ETag"), answer.headers.get("Last-Modified")),
        content_type=answer.headers.get("Content-Type", ""),
        body=answer.body,
    )


def _address(base: httpx.URL, text: str) -> httpx.URL:
    """Return an address, which may be relative to the base. Raises ``_UnreadableError`` if it is not an HTTP address."""
    try:
        address = base.join(text)
    except httpx.InvalidURL as error:
        raise _UnreadableError(f"{text} is no valid address: {error}") from error
    if address.scheme not in {"http", "https"} or not address.host or (address.port or 0) > _MAX_PORT:
        raise _UnreadableError(f"{text} is no address of the web")
    return address


def _retry_after(value: str | None) -> float:
    """Return the seconds that the header Retry-After names, as a number or a date; 0 if it has no valid value."""
    if value is None:
        return 0
    with suppress(ValueError):
        return float(value)
    with suppress(ValueError):
        date = email.utils.parsedate_to_datetime(value)
        # A zone of -0000 makes a moment without a zone.
        return (date.replace(tzinfo=date.tzinfo or dt.UTC) - dt.datetime.now(dt.UTC)).total_seconds()
    return 0


def _phrase(status: int) -> str:
    """Return a status with its name: ``403 Forbidden``."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _reason(error: Exception) -> str:
    if isinstance(error, httpx.TimeoutException):
        return "no answer in time"
    if isinstance(error, httpx.ConnectError) and not isinstance(error, PrivateAddressError):
        return f"no connection: {error}"
    return str(error) or type(error).__name__
