"""What a record was read from, how well, and when: one line beneath the record."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from locdata_build.source.records import Provenance, RatedProvenance
from locdata_build.source.remembered import MOST_REMEMBERED
from locdata_build.view.text import Aside, Badge, Link, Rich, Tone, joined, rich
from locdata_build.view.words import EVIDENCE, VERIFICATIONS, counted
from locdata_model.vocabulary import Evidence, Verification

CHECK_DUE_DAYS = 180
"""A check older than this is overdue. Laws and releases of products change with the half-year."""

_PLAIN_HOST = re.compile(r"https?://(?:www\.)?([a-z0-9.-]+)/")
"""Of an address with a host in lower case and nothing beside it."""

_HOSTS_OF_MANY = ("github.com",)
"""Where the first part of the path tells who publishes."""

UNVERIFIED = Badge(VERIFICATIONS[Verification.UNVERIFIED].label, Tone.UNKNOWN)


def source_links(urls: Sequence[str]) -> tuple[Link, ...]:
    """A link for each source, named by its host; one that stands there again gets a number."""
    seen: Counter[str] = Counter()
    links = []
    for url in urls:
        name = _name_of(url)
        seen[name] += 1
        links.append(Link(name if seen[name] == 1 else f"{name} ({seen[name]})", url))
    return tuple(links)


def source_list(urls: Sequence[str]) -> Rich:
    """The same in a line, with commas between them."""
    return joined(", ", ((link,) for link in source_links(urls)))


@lru_cache(maxsize=MOST_REMEMBERED)
def _name_of(url: str) -> str:
    """The host; for a host of many publishers the publisher as well."""
    if (plain := _PLAIN_HOST.match(url)) and plain[1] not in _HOSTS_OF_MANY:
        # Nearly all of them, in a fifth of the time.
        return plain[1]
    parts = urlsplit(url)
    host = (parts.hostname or url).removeprefix("www.")
    publisher = parts.path.split("/")[1:2] if host in _HOSTS_OF_MANY else []
    return "/".join([host, *filter(None, publisher)])


def checked(last_checked: dt.date, today: dt.date) -> Rich:
    """When a record was last checked; a check that is overdue says so, with its age."""
    age = (today - last_checked).days
    overdue = (", ", Badge(f"check overdue: {counted(age, 'day')} old", Tone.NOTE)) if age > CHECK_DUE_DAYS else ()
    return rich("checked ", last_checked, *overdue)


def marks(provenance: Provenance) -> str:
    """The quality of the sources and how they were read: ``official source, page read``."""
    quality = _quality(provenance)
    return ", ".join([*([VERIFICATIONS[quality].label] if quality else []), EVIDENCE[provenance.evidence].label])


def source_line(provenance: Provenance, today: dt.date) -> Rich:
    """The sources, their quality, how they were read, and when."""
    when = checked(provenance.last_checked, today)
    if not provenance.source_urls:
        return (UNVERIFIED, *rich(", no source found, last "), *when)
    return (*source_list(provenance.source_urls), *rich(f" ({marks(provenance)}; "), *when, *rich(")"))


def source_note(provenance: Provenance, today: dt.date) -> Aside:
    """The same as small print beneath a text, which says what it is."""
    label = {0: "", 1: "Source: "}.get(len(provenance.source_urls), "Sources: ")
    return Aside(rich(label, *source_line(provenance, today)))


def primary_source(provenance: Provenance) -> Rich:
    """The first source with its quality, where all of them stand elsewhere; or that there is none."""
    quality = _quality(provenance)
    link = source_links(provenance.source_urls[:1])
    if not link:
        return rich(UNVERIFIED)
    return rich(*link, f" ({VERIFICATIONS[quality].label})" if quality else "")


def _quality(provenance: Provenance) -> Verification | None:
    """Unverified where there is no source; None where the quality of sources is not recorded."""
    if isinstance(provenance, RatedProvenance):
        return provenance.verification
    return Verification.UNVERIFIED if provenance.evidence is Evidence.UNVERIFIED else None
