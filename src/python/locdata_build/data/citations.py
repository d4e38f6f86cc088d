"""Rules on citations: pages that claims may cite, and descriptions of sources that agree in all files.

Exceptions from some of these rules can be granted.
"""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Protocol, cast, get_args, get_type_hints

from locdata_build.data.claims import claim_spec, is_checked, is_unregistered
from locdata_build.data.countries import SourcedFile
from locdata_build.data.errors import IssueCode, member_path, suggestion
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.sources import (
    CitedSource,
    RefusedKind,
    is_below,
    is_landing_page,
    is_same_page,
)
from locdata_build.data.statements import CitedText, cited_fields, markers_in, statements_of, uncited_parts
from locdata_model.record import Record
from locdata_model.vocabulary import Evidence, SourceKind

DESCRIPTION = ("title", "publisher", "kind", "language", "published")
"""The fields that describe a source itself, and not how it was read."""

MAX_QUOTED_LENGTH = 80
"""Characters of a sentence in a message."""

_FIGURE = re.compile(r"\b[0-9]")
"""The start of a figure or a date, but not the 2 of B2B."""


@rule(IssueCode.CITATION, where=cited_fields)
def markers_are_well_formed(record: Record, context: CheckContext) -> Issues:
    """A marker must follow the words that its source supports, and be like `[^source-id]` or `[^source-id: section 4.2]`."""
    for name in cited_fields(type(record)):
        text = getattr(record, name)
        yield from ((f".{name}", error) for error in (text.errors if isinstance(text, CitedText) else ()))


@cache
def texts_without_citations(kind: type[Record]) -> tuple[str, ...]:
    """Return the names of the other texts, and lists of texts, of a record that cites in some; none for any other record."""
    hints, cited = get_type_hints(kind), cited_fields(kind)
    names = (name for name in kind.__struct_fields__ if str in {hints[name], *get_args(hints[name])})
    return tuple(name for name in names if name not in cited) if cited else ()


@rule(IssueCode.CITATION, where=texts_without_citations)
def other_texts_have_no_marker(record: Record, context: CheckContext) -> Issues:
    """A marker must not be in a text that takes none, such as a name."""
    for name in texts_without_citations(type(record)):
        if "[^" in str(getattr(record, name)):
            takers = ", ".join(cited_fields(type(record))) or "none"
            yield f".{name}", f"must not have citation markers; texts of this record that take them: {takers}"


@rule(IssueCode.UNKNOWN_SOURCE, where=cited_fields)
def cited_sources_exist(record: Record, context: CheckContext) -> Issues:
    """A source that a text cites must be one of the sources of the file."""
    if context.sources is None:
        return
    for name, marker in markers_in(record):
        if marker.source not in context.sources:
            hint = suggestion(marker.source, context.sources)
            yield f".{name}", f"must cite sources of the file, got {marker.source!r}{hint}"


@rule(IssueCode.UNUSED_SOURCE)
def sources_are_cited(file: SourcedFile, context: CheckContext) -> Issues:
    """A source of a file must be cited by a text of the file."""
    for source_id in file.sources:
        if source_id not in context.cited:
            yield member_path(".sources", source_id), "must be cited by a text of the file"


@rule(IssueCode.SOURCE_CONFLICT)
def sources_agree(file: SourcedFile, context: CheckContext) -> Issues:
    """A source must have the same id, title, publisher, kind, language and date of publication in every file."""
    for source_id, source in file.sources.items():
        path = member_path(".sources", source_id)
        first_file, first_id, first = context.first_sources.get(source.url, ("", source_id, source))
        if first_id != source_id:
            yield path, f"must have the same id in every file, and is {first_id!r} in {first_file}"
        for name in DESCRIPTION:
            here, there = getattr(source, name), getattr(first, name)
            if here != there:
                yield f"{path}.{name}", f"must be the same in every file, and is {_shown(there)} in {first_file}"
        other_file, url = context.first_urls.get(source_id, ("", source.url))
        if url != source.url:
            yield path, f"must be the id of one source, and is that of {url} in {other_file}"


def _shown(value: object) -> str:
    return "null" if value is None else repr(str(value))


@rule(IssueCode.WRONG_VALUE)
def source_was_read(source: CitedSource, context: CheckContext) -> Issues:
    """A source must have been read: its evidence must not be `unverified`."""
    if source.evidence is Evidence.UNVERIFIED:
        yield ".evidence", f"must state how the source was read, got {source.evidence.value!r}"


@rule(IssueCode.WRONG_VALUE)
def vendor_is_no_authority(source: CitedSource, context: CheckContext) -> Issues:
    """A source that the vendor of an ERP product publishes must be of the kind `vendor`, or `community` if users write it."""
    if source.publisher in context.vendors and source.kind not in {SourceKind.VENDOR, SourceKind.COMMUNITY}:
        reason = f"because {source.publisher} is the vendor of an ERP product"
        yield ".kind", f"must be 'vendor', or 'community' if users write it, {reason}, got {source.kind.value!r}"


@rule(IssueCode.LAW_COPY)
def only_laws_are_read_in_copies(source: CitedSource, context: CheckContext) -> Issues:
    """A source that was read in a copy must be a law, and the URL of the copy must differ from its own."""
    if source.read_at is None:
        return
    if source.kind is not SourceKind.LAW:
        yield ".read_at", f"must be left out, because only a law may be read in a copy, got {source.kind.value!r}"
    if is_same_page(source.read_at, source.url):
        yield ".read_at", "must be the URL of a copy, got that of the source"


class _Checked(Protocol):
    """A claim with the date of its check."""

    @property
    def checked(self) -> dt.date: ...


def _is_cited(kind: type[Record]) -> bool:
    return is_checked(kind) and bool(cited_fields(kind))


@rule(IssueCode.UNREAD_SOURCE, where=_is_cited)
def claim_is_checked_against_reading(claim: Record, context: CheckContext) -> Issues:
    """A claim must not be checked after its first source was last read."""
    checked = cast("_Checked", claim).checked
    for _, marker in islice(markers_in(claim), 1):
        first = context.source(marker.source)
        if first and checked > first.read:
            yield ".checked", f"must not be after the first source was read, {first.read}, got {checked}"


INSTEAD: Mapping[RefusedKind, str] = {
    RefusedKind.LANDING: "cite the page that states the claim",
    RefusedKind.SEARCH: "cite the page that the search finds",
    RefusedKind.STAGING: "cite the page on the public site",
    RefusedKind.DOCUMENT_SHARING: "cite the document where its publisher has it",
    RefusedKind.MIRROR: "cite the original; the 'url' of a law is its official address, and 'read_at' may be the copy",
    RefusedKind.REDIRECT: "cite the page that it leads to",
}
"""Advice for each kind of refused page."""


@rule(IssueCode.NO_SOURCE, where=_is_cited)
def claim_cites_source(claim: Record, context: CheckContext) -> Issues:
    """A claim must cite a source, even if nothing is known."""
    if not any(markers_in(claim)):
        name = cited_fields(type(claim))[-1]
        yield f".{name}", "must cite a source; if nothing is known, cite the page that was consulted"


def uncited_sentences(claim: Record) -> Iterator[tuple[str, str]]:
    """Yield each sentence that must have a marker and has none, after the name of its field. One source needs one marker."""
    if len({marker.source for _, marker in markers_in(claim)}) > 1:
        for name in cited_fields(type(claim)):
            yield from ((name, part) for part in uncited_parts(getattr(claim, name)))


@rule(IssueCode.UNCITED, where=cited_fields)
def sentences_have_markers(claim: Record, context: CheckContext) -> Issues:
    """Each sentence of a claim, or of a phase, that cites several sources must have a marker, and no part of it may follow the last one."""
    for name, part in uncited_sentences(claim):
        yield f".{name}", f"must have a marker after {_shortened(part)!r}"


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_QUOTED_LENGTH else f"{text[:MAX_QUOTED_LENGTH]}…"


@rule(IssueCode.NO_LOCATOR, where=cited_fields)
def law_has_locator(record: Record, context: CheckContext) -> Issues:
    """A marker of a law must have a locator."""
    for name, marker in markers_in(record):
        source = context.source(marker.source)
        if source and source.kind is SourceKind.LAW and marker.locator is None:
            yield (
                f".{name}",
                f"must state where in the law it is: [^{marker.source}: section 4], got [^{marker.source}]",
            )


@rule(IssueCode.UNREGISTERED_CLAIM, where=is_unregistered)
def claim_is_registered(record: Record, context: CheckContext) -> Issues:
    """A record with sources must be a registered kind of claim."""
    yield "", f"must be a registered kind of claim, got {type(record).__name__}, which has no ClaimSpec"


def is_legal_claim(kind: type[Record]) -> bool:
    """Return whether records of a type are claims on law, a date, a rate, a threshold, a deadline or a term."""
    spec = claim_spec(kind)
    return spec is not None and spec.is_legal


@rule(IssueCode.LANDING_PAGE, where=is_legal_claim)
def legal_claim_has_deep_links(claim: Record, context: CheckContext) -> Issues:
    """A claim on law, a date, a rate, a threshold, a deadline or a term must not cite a landing page."""
    for name, marker in markers_in(claim):
        source = context.source(marker.source)
        for _, url in source.addresses if source else ():
            if is_landing_page(url):
                message = f"must be a deep link to the page that states the claim, got the landing page {url}"
                yield f".{name}", message


@rule(IssueCode.VENDOR_SOURCE, where=is_legal_claim)
def first_source_of_legal_claim_is_no_vendor(claim: Record, context: CheckContext) -> Issues:
    """The first source of a claim on law, a date, a rate, a threshold, a deadline or a term, or of a phase, must not be a vendor."""
    for name, marker in islice(markers_in(claim), 1):
        source = context.source(marker.source)
        if source and source.kind is SourceKind.VENDOR:
            message = "must not be a vendor: cite a law, an authority or an advisor first; a vendor may follow"
            yield f".{name}", f"the first source {message}"


FIGURE_KINDS = frozenset({
    SourceKind.LAW, SourceKind.AUTHORITY, SourceKind.INTERNATIONAL, SourceKind.STANDARD, SourceKind.ADVISOR, SourceKind.PRESS,
})  # fmt: skip
"""The kinds of sources of which one must support each figure and date in a claim on law."""


@rule(IssueCode.WEAK_SOURCE, where=is_legal_claim)
def figures_have_strong_source(claim: Record, context: CheckContext) -> Issues:
    """A statement with a figure or a date, in a claim on law, must cite a law, an authority, an institution, a standard, an adviser or the press."""
    for name in cited_fields(type(claim)):
        for statement in statements_of(getattr(claim, name)):
            kinds = {source.kind for each in statement.markers if (source := context.source(each.source))}
            if kinds and kinds.isdisjoint(FIGURE_KINDS) and _FIGURE.search(statement.text):
                found = " and ".join(sorted(kinds))
                message = "must support the figure with a law, an authority, an institution, an adviser or the press"
                yield f".{name}", f"{message}, got {found}: {_shortened(statement.text)!r}"


@rule(IssueCode.REFUSED_SOURCE)
def source_is_not_refused(source: CitedSource, context: CheckContext) -> Issues:
    """A source must not be one that `refused_sources.json` lists, except that a law may be read in a mirror."""
    for name, url in source.addresses:
        for refused in context.refused_sources.refusing(url):
            if name == "url" or refused.kind is not RefusedKind.MIRROR:
                message = (
                    f"must not be at {refused.pattern} ({refused.kind}): {INSTEAD[refused.kind]}. {refused.reason}"
                )
                yield f".{name}", message


@rule(IssueCode.OWN_SITE)
def source_is_not_own_page(source: CitedSource, context: CheckContext) -> Issues:
    """A source must not be a page of the site itself."""
    for name, url in source.addresses:
        if context.base_url and is_below(url, context.base_url):
            yield f".{name}", "must not be a page of the site itself"


@rule(IssueCode.SOURCE_CONFLICT)
def page_has_one_url(source: CitedSource, context: CheckContext) -> Issues:
    """A page must have the same URL in all files, without variants in `www.`, a final slash, `http` or `utm_source`."""
    if first := context.former_addresses.get(source.url):
        yield ".url", f"must be {first}, as the page is cited elsewhere, got {source.url}"


@rule(IssueCode.FUTURE_DATE)
def source_is_not_published_after_reading(source: CitedSource, context: CheckContext) -> Issues:
    """A source must not be published after it was read."""
    if source.published and source.published > source.read:
        yield ".published", f"must not be after the source was read, {source.read}, got {source.published}"
