"""A run of the watch: visits to addresses, several hosts at a time, and what each visit adds to the state."""

import datetime as dt
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from urllib.parse import urlsplit

from locdata_build.data.sources import is_landing_page, is_same_page
from locdata_build.derive.claims import group_by
from locdata_watch.visits.addresses import CitedAddress
from locdata_watch.visits.client import NO_VALIDATORS, Client, NoRequestsLeftError, Outcome, Validators, Visit
from locdata_watch.visits.newer import newer_files, newer_tags, versions_of
from locdata_watch.visits.page_text import NoTextError, PageText, read_page
from locdata_watch.visits.repositories import (
    RepositoryError,
    RepositoryListing,
    content_urls,
    list_repository,
    repository_of,
)
from locdata_watch.visits.state import PageState, State, Version

TAG = "refs/tags/"
"""Precedes the names of tags in the listing of a repository."""

_MAX_THREADS = 16

_SHRINK_FACTOR, _MIN_FORMER_LENGTH = 5, 1_000
"""A page with less than a fifth of its former text, if that had a thousand characters, may be down for maintenance."""


class NoNetworkError(Exception):
    """No host can be reached."""


def watch_addresses(
    addresses: Sequence[CitedAddress],
    state: State,
    client: Client,
    *,
    day: dt.date,
    report: Callable[[str], None] = lambda line: None,
) -> None:
    """Visit addresses and write each visit to the state.

    It ends early when the requests of the client are used up. ``report`` gets a line about each visit. Raises
    ``NoNetworkError``, with nothing written, if no host answers.
    """
    run = _Run(state, client, day, report)
    hosts = group_by(addresses, lambda address: urlsplit(content_urls(address.url)[-1]).netloc.lower())
    with ThreadPoolExecutor(_MAX_THREADS) as pool:
        futures = [pool.submit(run.visit_host, group) for group in hosts.values()]
        try:
            for future in futures:
                future.result()
        finally:
            # After an interrupt, the requests that have begun are finished.
            client.stop()
            pool.shutdown(cancel_futures=True)
    if client.request_count and not client.has_answers:
        raise NoNetworkError("no host has answered: is there a network?")


class _Run:
    """State of a run, which its threads share."""

    def __init__(self, state: State, client: Client, day: dt.date, report: Callable[[str], None]) -> None:
        self._state, self._client, self._day, self._report = state, client, day, report
        self._pages, self._lock = state.pages(), threading.Lock()

    def visit_host(self, addresses: Sequence[CitedAddress]) -> None:
        """Visit the addresses on a host, one after the other."""
        with suppress(NoRequestsLeftError):
            for address in addresses:
                self._visit(address)

    def _visit(self, address: CitedAddress) -> None:
        page = self._pages.get(address.url)
        for visit, since in _visits(self._client, address, page, self._day):
            if not self._client.has_answers:
                # There may be no network.
                return
            text = _read(visit, address.language)
            with self._lock:
                latest = self._state.versions(address.url)[-1:]
                page, version = after_visit(address.url, page, latest[0] if latest else None, visit, text, day=since)
                self._state.write(address.url, page, version, {citing.claim.checked for citing in address.citings})
        if page:
            self._report(f"{page.outcome}: {address.url}{f': {page.reason}' if page.reason else ''}")


def _visits(
    client: Client, address: CitedAddress, former: PageState | None, day: dt.date
) -> Iterator[tuple[Visit, dt.date]]:
    """Yield the visits that an address needs, each with the day since when its page is known to be so.

    Of a file that is cited as it was in a commit, claims rest on that, and the one on the default branch may have changed.
    """
    *cited, current = content_urls(address.url)
    if cited and former is None and (visit := client.visit(cited[0])).outcome is Outcome.READ:
        yield visit, min((citing.claim.checked for citing in address.citings), default=day)
    visit = client.visit(current, _validators(former))
    if cited and visit.outcome is Outcome.GONE:
        visit = client.visit(cited[0])
    yield visit, day


def _validators(former: PageState | None) -> Validators:
    """Return the validators of the last text. Without them, a page that was not read is asked for as a whole."""
    if former is None or former.outcome not in {Outcome.READ, Outcome.UNCHANGED}:
        return NO_VALIDATORS
    return Validators(former.etag, former.last_modified)


def _read(visit: Visit, language: str) -> PageText | str:
    """Return the text of a page that was read, or the reason why there is none."""
    try:
        return read_page(visit.body, visit.content_type, language) if visit.outcome is Outcome.READ else visit.reason
    except NoTextError as error:
        return str(error)


def after_visit(
    url: str, former: PageState | None, latest: Version | None, visit: Visit, text: PageText | str, *, day: dt.date
) -> tuple[PageState, Version | None]:
    """Return the state of a page after a visit, and its text if it differs from the latest one."""
    outcome, reason, short_since = visit.outcome, visit.reason, None
    if outcome is Outcome.READ and isinstance(text, str):
        outcome, reason = Outcome.UNREADABLE, text
    elif isinstance(text, PageText) and latest and _is_short(text, latest.text):
        short_since = (former.short_since if former else None) or day
        if short_since == day:
            outcome, reason = Outcome.UNREADABLE, "has lost most of its text, which the next visit will confirm"
    is_as_before = former is not None and _is_same_outcome(former.outcome, outcome)
    moved_to = _moved_to(url, visit) if outcome in {Outcome.READ, Outcome.UNCHANGED} else None
    if former and outcome is Outcome.UNREADABLE:
        # A page that cannot be looked at today has not moved back.
        moved_to = former.moved_to
    kept = Validators(former.etag, former.last_modified) if former and outcome is Outcome.UNCHANGED else NO_VALIDATORS
    page = PageState(
        visited=day,
        outcome=outcome,
        reason=reason,
        since=former.since if former and is_as_before else day,
        visits=former.visits + 1 if former and is_as_before else 1,
        status=visit.status,
        final_url=visit.final_url,
        etag=visit.validators.etag or kept.etag,
        last_modified=visit.validators.last_modified or kept.last_modified,
        moved_to=moved_to,
        moved_since=(former.moved_since if former and former.moved_to == moved_to else day) if moved_to else None,
        short_since=short_since,
    )
    if outcome is Outcome.READ and isinstance(text, PageText) and (latest is None or latest.text != text):
        return page, Version(day, text)
    return page, None


def _moved_to(url: str, visit: Visit) -> str | None:
    """Return the address to which a page has moved. That of a landing page usually says that the page is gone."""
    if visit.moved_to and not is_same_page(url, visit.moved_to):
        return visit.moved_to
    return visit.final_url if is_landing_page(visit.final_url) and not is_landing_page(url) else None


def _is_same_outcome(former: Outcome, outcome: Outcome) -> bool:
    readable = {Outcome.READ, Outcome.UNCHANGED}
    return former is outcome or {former, outcome} <= readable


def _is_short(text: PageText, former: PageText) -> bool:
    return len(former.whole) > _MIN_FORMER_LENGTH and len(text.whole) * _SHRINK_FACTOR < len(former.whole)


def list_repositories(
    selected: Iterable[CitedAddress],
    addresses: Iterable[CitedAddress],
    state: State,
    *,
    day: dt.date,
    listing_of: Callable[[str], RepositoryListing] = list_repository,
    report: Callable[[str], None] = lambda line: None,
) -> None:
    """Write the files and tags to the state that are newer versions of cited ones, for the repositories of selected addresses.

    What ``addresses`` cite of these counts as well, as each writing replaces the one before. A repository that cannot be listed is
    only reported. ``listing_of`` lists a repository, by its address for ``git clone``.
    """
    clone_urls = {page.clone_url for address in selected if (page := repository_of(address.url))}
    pages = [page for address in addresses if (page := repository_of(address.url))]
    for clone_url, group in group_by(pages, lambda page: page.clone_url).items():
        paths, refs = {page.path for page in group if page.path}, {page.ref for page in group if page.ref}
        if clone_url not in clone_urls or not any(map(versions_of, (*paths, *refs))):
            continue
        try:
            listing = listing_of(clone_url)
        except RepositoryError as error:
            report(f"unreadable: {clone_url}: {error}")
            continue
        files = {file for path in paths for file in newer_files(path, listing.files, paths)}
        tags = {tag for ref in refs for tag in newer_tags(ref, listing.tags, refs)}
        state.write_listing(clone_url, {*files, *(f"{TAG}{tag}" for tag in tags)}, day)
        report(f"read: {clone_url}")
