"""The provenance of claims as pages show it: sources with their grades, evidence and the date of the check."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from locdata_build.data.formats import FORMAT
from locdata_build.data.sources import CitedSource
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.provenance import Citation, Provenance
from locdata_build.view.obligations import summarize_obligations
from locdata_build.view.text import CACHED_TEXTS, Badge, Link, Rich, Tone, rich
from locdata_build.view.words import EVIDENCE, UNOFFICIAL_COPY, VERIFICATIONS, counted
from locdata_model.sources import Source
from locdata_model.vocabulary import Verification

_SHARED_HOSTS = ("github.com",)
"""Hosts with many publishers, each named by the first part of the path."""

TEXT_OF_LAW = "text of the law"

MAX_NAME_LENGTH = 60
"""Characters of the name of a page without a title."""

SOURCE_GRADES: Mapping[Verification, Badge] = {
    Verification.OFFICIAL: Badge(VERIFICATIONS[Verification.OFFICIAL].label, Tone.OFFICIAL),
    Verification.SECONDARY: Badge(VERIFICATIONS[Verification.SECONDARY].label, Tone.SECONDARY),
    Verification.UNVERIFIED: Badge(VERIFICATIONS[Verification.UNVERIFIED].label, Tone.UNKNOWN),
}
"""The badge of the grade of a source or a claim."""

ANSWER_GRADES: Mapping[Verification, Badge] = {**SOURCE_GRADES, Verification.UNVERIFIED: Badge("unknown", Tone.UNKNOWN)}
"""The badge of the grade of an answer. An answer that no source confirms is unknown."""


def title_link(source: CitedSource | Source) -> Link:
    """Return a link to a source, named by its title alone and marked with the language of the title."""
    is_foreign = source.title is not None and source.language.partition("-")[0] != "en"
    language = source.language if is_foreign else ""
    return Link(_title(source), source.url, language=language, subject=source.publisher)


def source_name(source: CitedSource) -> str:
    """Return the publisher and the title of a source: ``AEAT, Modelo 303``."""
    return f"{source.publisher}, {_title(source)}"


def _title(source: CitedSource | Source) -> str:
    return source.title or page_name(source.url)


@lru_cache(maxsize=CACHED_TEXTS)
def page_name(url: str) -> str:
    """Return a name for a page whose title is not recorded, from the end of its address: ``page “saf-t-poland”``."""
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    name = f"{parts.path.rstrip('/').rpartition('/')[2]}{query}"
    if not name:
        return "home page"
    return f"page “{name if len(name) <= MAX_NAME_LENGTH else f'{name[: MAX_NAME_LENGTH - 1]}…'}”"


def reading(source: CitedSource) -> Rich:
    """Return how a source was read."""
    if source.read_at:
        return rich(f", {TEXT_OF_LAW}, ", Link(UNOFFICIAL_COPY, source.read_at, subject=_title(source)), ", read")
    return rich(f", {EVIDENCE[source.evidence].label}")


def citation_grade(citation: Citation) -> str:
    """Return the quality of a source for a claim and how it was read: ``official, read in full``."""
    if citation.source.read_at:
        return f"{TEXT_OF_LAW}, {UNOFFICIAL_COPY}"
    return f"{VERIFICATIONS[citation.verification].label}, {EVIDENCE[citation.source.evidence].label}"


@lru_cache(maxsize=CACHED_TEXTS)
def publisher_name(url: str) -> str:
    """Return the host of a URL, followed by the publisher if the host has many of them."""
    parts = urlsplit(url)
    host = (parts.hostname or url).removeprefix("www.")
    publisher = parts.path.split("/")[1:2] if host in _SHARED_HOSTS else []
    return "/".join([host, *filter(None, publisher)])


def check_age(provenance: Provenance, today: dt.date) -> Rich:
    """Return the date of a claim's last check, followed by its age if it is overdue."""
    age = (today - provenance.last_checked).days
    is_old = provenance.is_overdue(today)
    overdue = (", ", Badge(f"check overdue: {counted(age, 'day')} old", Tone.ATTENTION)) if is_old else ()
    return rich(provenance.last_checked, *overdue)


# Answers


def counted_answers(country: CountryRecords, today: dt.date) -> str:
    """Return the number of answers on a country with each grade: ``2 official, 3 secondary, 1 unknown``.

    Counted are the answers at the top of its page with a single source: on every obligation, and on the format of
    e-invoices. The answer on ERP products, with a claim for each product, is not.
    """
    carriers = [summary.carrier for summary in summarize_obligations(country.obligations, today)]
    counts = Counter(map(_answer_grade, (*carriers, format_carrier(country, today))))
    return ", ".join(f"{counts[grade]} {badge.text}" for grade, badge in ANSWER_GRADES.items() if counts[grade])


def format_carrier(country: CountryRecords, today: dt.date) -> Provenance | None:
    """Return the provenance of the answer on formats: that of the first format that applies.

    If none does, it is that of the first one to come, or of one that is not known. None stands for a country without formats.
    """
    formats = (each for each in country.index.of_kind(FORMAT) if not each.source.is_past(today))
    first = min(formats, key=lambda each: (not each.is_known, each.source.is_later(today)), default=None)
    return first.provenance if first else None


def _answer_grade(provenance: Provenance | None) -> Verification:
    """Return the grade of an answer: that of the first source of its claim. An answer without a claim is not verified."""
    return provenance.verification if provenance else Verification.UNVERIFIED


def graded_source(provenance: Provenance | None) -> Rich:
    """Return the grade of an answer and its source, by publisher and place; None stands for no claim."""
    grade = ANSWER_GRADES[_answer_grade(provenance)]
    if provenance is None:
        return rich(grade, ": no source found")
    first, is_unverified = provenance.citations[0], provenance.verification is Verification.UNVERIFIED
    place = (", ", first.locator) if first.locator else ()
    return rich(
        grade, ": not answered by " if is_unverified else ": ", Link(first.source.publisher, first.source.url), *place
    )


def newest_source(claims: Iterable[Provenance]) -> Rich:
    """Return the date of the newest source that claims cite, in a sentence."""
    published = [citation.source.published for claim in claims for citation in claim.citations]
    newest = max(filter(None, published), default=None)
    return rich("Newest dated source: ", newest, ".") if newest else rich("No source is dated.")


def newest_check(*groups: Iterable[Claim[Any, Any] | None]) -> dt.date | None:
    """Return the newest date of a check of the claims in groups and of their parts; None without claims."""
    claims = filter(None, chain.from_iterable(groups))
    checks = (each.provenance.last_checked for claim in claims for each in (claim, *claim.parts))
    return max(checks, default=None)
