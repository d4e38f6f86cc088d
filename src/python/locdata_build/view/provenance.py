"""The provenance of records as pages show it: sources, verification, evidence and the date of the check."""

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache
from types import GeneratorType
from urllib.parse import urlsplit

from msgspec import Struct

from locdata_build.derive.due import is_overdue
from locdata_build.derive.provenance import Citation, Provenance
from locdata_build.source.citations import CitedSource, SourceProvenance
from locdata_build.view.text import CACHED_TEXTS, Aside, Badge, Link, Rich, Tone, joined, rich
from locdata_build.view.words import EVIDENCE, VERIFICATIONS, counted
from locdata_model.listings import NewsItem
from locdata_model.record import nested_fields
from locdata_model.vocabulary import Verification

_SHARED_HOSTS = ("github.com",)
"""Hosts with many publishers, each named by the first part of the path."""

UNVERIFIED = Badge(VERIFICATIONS[Verification.UNVERIFIED].label, Tone.UNKNOWN)


def source_links(citations: Sequence[Citation]) -> tuple[Link, ...]:
    """Return a link for each source, named by its publisher and title; links with the same name are numbered."""
    seen: dict[str, int] = {}
    links = []
    for citation in citations:
        name = source_name(citation.source)
        seen[name] = seen.get(name, 0) + 1
        links.append(Link(name if seen[name] == 1 else f"{name} ({seen[name]})", citation.source.url))
    return tuple(links)


def source_name(source: CitedSource) -> str:
    """Return the publisher and the title of a source; the publisher alone if no title is recorded."""
    return ", ".join(filter(None, (source.publisher, source.title)))


def source_list(citations: Sequence[Citation]) -> Rich:
    """Return the links to the sources, each with its place, its quality and how it was read, separated by semicolons."""
    links = source_links(citations)
    return joined("; ", (_cited(link, citation) for link, citation in zip(links, citations, strict=True)))


def _cited(link: Link, citation: Citation) -> Rich:
    locator = f", {citation.locator}" if citation.locator else ""
    return rich(link, f"{locator} ({grade(citation.source, citation.verification)})")


def grade(source: CitedSource, verification: Verification) -> str:
    """Return the quality of a source and how it was read: ``official, page read``."""
    if source.read_at:
        return "law, read in a copy"
    return f"{VERIFICATIONS[verification].label}, {EVIDENCE[source.evidence].label}"


@lru_cache(maxsize=CACHED_TEXTS)
def publisher_name(url: str) -> str:
    """Return the host of a URL, followed by the publisher if the host has many of them."""
    parts = urlsplit(url)
    host = (parts.hostname or url).removeprefix("www.")
    publisher = parts.path.split("/")[1:2] if host in _SHARED_HOSTS else []
    return "/".join([host, *filter(None, publisher)])


def check_date(provenance: Provenance, today: dt.date) -> Rich:
    """Return the date of a claim's last check; an overdue check is marked with its age."""
    age = (today - provenance.last_checked).days
    is_old = is_overdue(provenance, today)
    overdue = (", ", Badge(f"check overdue: {counted(age, 'day')} old", Tone.ATTENTION)) if is_old else ()
    return rich("checked ", provenance.last_checked, *overdue)


def markers(provenance: Provenance) -> str:
    """Return the verification and the evidence in words: ``official or vendor source, page read``."""
    if not provenance.citations or provenance.verification is Verification.UNVERIFIED:
        return VERIFICATIONS[Verification.UNVERIFIED].label
    return grade(provenance.citations[0].source, provenance.verification)


def source_line(provenance: Provenance, today: dt.date) -> Rich:
    """Return the sources with their grades, and the date of the check."""
    when = check_date(provenance, today)
    if not provenance.citations:
        return (UNVERIFIED, *rich(", no source found, last "), *when)
    if provenance.verification is Verification.UNVERIFIED:
        return (UNVERIFIED, *rich(", not answered by "), *source_list(provenance.citations), *rich("; last "), *when)
    return (*source_list(provenance.citations), *rich("; "), *when)


def source_aside(provenance: Provenance, today: dt.date) -> Aside:
    """Return the source line as small print, with a label in front."""
    is_verified = provenance.verification is not Verification.UNVERIFIED
    label = {0: "", 1: "Source: "}.get(len(provenance.citations), "Sources: ") if is_verified else ""
    return Aside(rich(label, *source_line(provenance, today)))


def primary_source(provenance: Provenance) -> Rich:
    """Return the first source with its grade, where there is no room for all; ``unverified`` if there is none."""
    if provenance.verification is Verification.UNVERIFIED:
        return rich(UNVERIFIED)
    return source_list(provenance.citations[:1])


def newest_check(records: object) -> dt.date | None:
    """Return the newest date of a check in ``records``; None if there is none.

    The records may be nested in tuples, lists and generators.

    A news item is read only once, on the day on which it was first seen.
    """
    days: list[dt.date] = []
    _collect_checks(records, days)
    return max(days, default=None)


def _collect_checks(value: object, days: list[dt.date]) -> None:
    if isinstance(value, SourceProvenance):
        days.append(value.checked)
    elif isinstance(value, Provenance):
        days.append(value.last_checked)
    elif isinstance(value, NewsItem):
        days.append(value.first_seen.date())
    elif isinstance(value, Struct):
        for name in nested_fields(type(value)):
            _collect_checks(getattr(value, name), days)
    elif isinstance(value, (tuple, list, GeneratorType)):
        for member in value:
            _collect_checks(member, days)
