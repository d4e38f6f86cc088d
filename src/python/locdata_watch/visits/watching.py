"""A run of the watch: visits to addresses, several hosts at a time, and what each visit adds to the state."""

import datetime as dt
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from locdata_build.derive.claims import group_by
from locdata_watch.visits.addresses import CitedAddress
from locdata_watch.visits.client import NO_VALIDATORS, Client, NoRequestsLeftError, Outcome, Validators, Visit
from locdata_watch.visits.page_text import NoTextError, PageText, read_page
from locdata_watch.visits.state import PageState, State, Version

_HOSTS_AT_A_TIME = 16

_SHORT, _LEAST_BEFORE = 5, 1_000
"""A page with less than a fifth of its former text, if that had a thousand characters, may be down for maintenance."""


def watch_addresses(
    addresses: Sequence[CitedAddress],
    state: State,
    client: Client,
    *,
    day: dt.date,
    report: Callable[[str], None] = lambda line: None,
) -> int:
    """Visit addresses and write each visit to the state; return the number of visits.

    It ends early when the requests of the client are used up. ``report`` gets a line about each visit.
    """
    pages, lock, is_over, count = state.pages(), threading.Lock(), threading.Event(), 0

    def visit_host(group: Sequence[CitedAddress]) -> None:
        nonlocal count
        for address in group:
            if is_over.is_set():
                return
            former = pages.get(address.url)
            try:
                visit = client.visit(address.url, _validators(former))
            except NoRequestsLeftError:
                is_over.set()
                return
            text = _read(visit, address.language)
            with lock:
                versions = state.versions(address.url)
                page, version = after_visit(former, versions[-1] if versions else None, visit, text, day)
                state.write(address.url, page, version, {citing.claim.checked for citing in address.citings})
                count += 1
                report(f"{page.outcome}: {address.url}{f': {page.reason}' if page.reason else ''}")

    groups = group_by(addresses, lambda address: urlsplit(address.url).netloc.lower()).values()
    with ThreadPoolExecutor(_HOSTS_AT_A_TIME) as pool:
        futures = [pool.submit(visit_host, group) for group in groups]
        try:
            for future in futures:
                future.result()
        finally:
            # After an interrupt, the visits that have begun are finished.
            is_over.set()
            pool.shutdown(cancel_futures=True)
    return count


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
    former: PageState | None, latest: Version | None, visit: Visit, text: PageText | str, day: dt.date
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
    moved_to = visit.moved_to if outcome in {Outcome.READ, Outcome.UNCHANGED} else None
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


def _is_same_outcome(former: Outcome, outcome: Outcome) -> bool:
    readable = {Outcome.READ, Outcome.UNCHANGED}
    return former is outcome or {former, outcome} <= readable


def _is_short(text: PageText, former: PageText) -> bool:
    return len(former.whole) > _LEAST_BEFORE and len(text.whole) * _SHORT < len(former.whole)
