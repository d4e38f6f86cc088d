"""The provenance of records as pages show it: sources, verification, evidence and the date of the check."""

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache
from types import GeneratorType
from urllib.parse import urlsplit

from msgspec import Struct

from locdata_build.source.records import Provenance, RatedProvenance
from locdata_build.view.text import CACHED_TEXTS, Aside, Badge, Link, Rich, Tone, joined, rich
from locdata_build.view.words import EVIDENCE, VERIFICATIONS, counted
from locdata_model.listings import NewsItem
from locdata_model.record import nested_fields
from locdata_model.vocabulary import Evidence, Verification

CHECK_DUE_DAYS = 180
"""A check that is older is overdue: laws and products change about every half-year."""

_SHARED_HOSTS = ("github.com",)
"""Hosts with many publishers, each named by the first part of the path."""

UNVERIFIED = Badge(VERIFICATIONS[Verification.UNVERIFIED].label, Tone.UNKNOWN)


def source_links(urls: Sequence[str]) -> tuple[Link, ...]:
    """Return a link for each source, named by its publisher; links with the same name are numbered."""
    seen: dict[str, int] = {}
    links = []
    for url in urls:
        name = publisher_name(url)
        seen[name] = seen.get(name, 0) + 1
        links.append(Link(name if seen[name] == 1 else f"{name} ({seen[name]})", url))
    return tuple(links)


def source_list(urls: Sequence[str]) -> Rich:
    """Return the links to the sources, separated by commas."""
    return joined(", ", ((link,) for link in source_links(urls)))


@lru_cache(maxsize=CACHED_TEXTS)
def publisher_name(url: str) -> str:
    """Return the host of a URL, followed by the publisher if the host has many of them."""
    parts = urlsplit(url)
    host = (parts.hostname or url).removeprefix("www.")
    publisher = parts.path.split("/")[1:2] if host in _SHARED_HOSTS else []
    return "/".join([host, *filter(None, publisher)])


def check_date(last_checked: dt.date, today: dt.date) -> Rich:
    """Return the date of a record's last check; an overdue check is marked with its age."""
    age = (today - last_checked).days
    overdue = (", ", Badge(f"check overdue: {counted(age, 'day')} old", Tone.ATTENTION)) if age > CHECK_DUE_DAYS else ()
    return rich("checked ", last_checked, *overdue)


def markers(provenance: Provenance) -> str:
    """Return the verification and the evidence in words: ``official or vendor source, page read``."""
    verification = _verification(provenance)
    words = [VERIFICATIONS[verification].label] if verification else []
    return ", ".join([*words, EVIDENCE[provenance.evidence].label])


def source_line(provenance: Provenance, today: dt.date) -> Rich:
    """Return the sources, their markers and the date of the check."""
    when = check_date(provenance.last_checked, today)
    if not provenance.source_urls:
        return (UNVERIFIED, *rich(", no source found, last "), *when)
    return (*source_list(provenance.source_urls), *rich(f" ({markers(provenance)}; "), *when, *rich(")"))


def source_aside(provenance: Provenance, today: dt.date) -> Aside:
    """Return the source line as small print, with a label in front."""
    label = {0: "", 1: "Source: "}.get(len(provenance.source_urls), "Sources: ")
    return Aside(rich(label, *source_line(provenance, today)))


def primary_source(source_urls: Sequence[str], verification: Verification) -> Rich:
    """Return the first source with its verification, where there is no room for all; ``unverified`` if there is none."""
    if not source_urls:
        return rich(UNVERIFIED)
    return rich(*source_links(source_urls[:1]), f" ({VERIFICATIONS[verification].label})")


def _verification(provenance: Provenance) -> Verification | None:
    """Return the verification; None if it is not recorded."""
    if isinstance(provenance, RatedProvenance):
        return provenance.verification
    return Verification.UNVERIFIED if provenance.evidence is Evidence.UNVERIFIED else None


def newest_check(records: object) -> dt.date | None:
    """Return the newest date of a check in ``records``; None if there is none.

    The records may be nested in tuples, lists and generators.

    A news item is read only once, on the day on which it was first seen.
    """
    days: list[dt.date] = []
    _collect_checks(records, days)
    return max(days, default=None)


def _collect_checks(value: object, days: list[dt.date]) -> None:
    if isinstance(value, Provenance):
        days.append(value.last_checked)
    elif isinstance(value, NewsItem):
        days.append(value.first_seen.date())
    elif isinstance(value, Struct):
        for name in nested_fields(type(value)):
            _collect_checks(getattr(value, name), days)
    elif isinstance(value, (tuple, list, GeneratorType)):
        for member in value:
            _collect_checks(member, days)
