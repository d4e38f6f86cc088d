"""Rules on citations: pages that claims may cite, and descriptions of sources that agree in all files.

Exceptions from some of these rules can be granted.
"""

from collections.abc import Mapping
from operator import attrgetter

from locdata_build.data.claims import claim_spec, is_unregistered
from locdata_build.data.countries import SourcedFile
from locdata_build.data.errors import IssueCode, member_path
from locdata_build.data.obligations import SourceObligation
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.sources import (
    CitedSource,
    RefusedKind,
    SourceProvenance,
    has_public_host,
    is_below,
    is_landing_page,
    is_same_page,
)
from locdata_model.record import Record
from locdata_model.vocabulary import Evidence, SourceKind

DESCRIPTION = ("title", "publisher", "kind", "language", "published")
"""The fields that describe a source itself, and not how it was read."""


@rule(IssueCode.UNKNOWN_SOURCE)
def cited_sources_exist(provenance: SourceProvenance, context: CheckContext) -> Issues:
    """A source that a claim cites must be one of the sources of the file."""
    for index, source_id in enumerate(provenance.sources):
        if context.sources is not None and source_id not in context.sources:
            yield f".sources[{index}]", f"must be the id of a source of the file, got {source_id!r}"


@rule(IssueCode.UNUSED_SOURCE)
def sources_are_cited(file: SourcedFile, context: CheckContext) -> Issues:
    """A source of a file must be cited by a claim of the file."""
    for source_id in file.sources:
        if source_id not in context.cited:
            yield member_path(".sources", source_id), "must be cited by a claim of the file"


@rule(IssueCode.UNKNOWN_SOURCE)
def locators_are_of_cited_sources(provenance: SourceProvenance, context: CheckContext) -> Issues:
    """A locator must belong to a source that the claim cites."""
    for source_id in provenance.locators:
        if source_id not in provenance.sources:
            path = member_path(".locators", source_id)
            yield path, f"must belong to a source of the claim, got {source_id!r}"


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


@rule(IssueCode.UNREAD_SOURCE)
def claim_is_checked_against_reading(provenance: SourceProvenance, context: CheckContext) -> Issues:
    """A claim must not be checked after its first source was last read."""
    for source_id in provenance.sources[:1]:
        first = context.source(source_id)
        if first and provenance.checked > first.read:
            yield ".checked", f"must not be after the first source was read, {first.read}, got {provenance.checked}"


INSTEAD: Mapping[RefusedKind, str] = {
    RefusedKind.LANDING: "cite the page that states the claim",
    RefusedKind.SEARCH: "cite the page that the search finds",
    RefusedKind.STAGING: "cite the page on the public site",
    RefusedKind.DOCUMENT_SHARING: "cite the document where its publisher has it",
    RefusedKind.MIRROR: "cite the original; the 'url' of a law is its official address, and 'read_at' may be the copy",
    RefusedKind.REDIRECT: "cite the page that it leads to",
}
"""Advice for each kind of refused page."""


@rule(IssueCode.NO_SOURCE)
def claim_cites_source(provenance: SourceProvenance, context: CheckContext) -> Issues:
    """A claim must cite a source, even if nothing is known."""
    if not provenance.sources:
        yield ".sources", "must cite a source; if nothing is known, cite the page that was consulted"


@rule(IssueCode.UNREGISTERED_CLAIM, where=is_unregistered)
def claim_is_registered(record: Record, context: CheckContext) -> Issues:
    """A record with sources must be a registered kind of claim."""
    yield "", f"must be a registered kind of claim, got {type(record).__name__}, which has no ClaimSpec"


_sources_of = attrgetter("provenance.sources")


def is_legal_claim(kind: type[Record]) -> bool:
    """Return whether records of a type are claims on law, a date, a rate, a threshold, a deadline or a term."""
    spec = claim_spec(kind)
    return spec is not None and spec.is_legal and not spec.is_part


@rule(IssueCode.LANDING_PAGE, where=is_legal_claim)
def legal_claim_has_deep_links(claim: Record, context: CheckContext) -> Issues:
    """A claim on law, a date, a rate, a threshold, a deadline or a term must not cite a landing page."""
    for index, source_id in enumerate(_sources_of(claim)):
        source = context.source(source_id)
        for _, url in source.addresses if source else ():
            if is_landing_page(url):
                message = f"must be a deep link to the page that states the claim, got the landing page {url}"
                yield f".provenance.sources[{index}]", message


@rule(IssueCode.VENDOR_SOURCE, where=is_legal_claim)
def first_source_of_legal_claim_is_no_vendor(claim: Record, context: CheckContext) -> Issues:
    """The first source of a claim on law, a date, a rate, a threshold, a deadline or a term, or of a phase, must not be a vendor."""
    firsts = {".provenance": _sources_of(claim)}
    if isinstance(claim, SourceObligation):
        firsts |= {f".phases[{index}]": phase.sources or () for index, phase in enumerate(claim.phases)}
    for path, named in firsts.items():
        source = context.source(named[0]) if named else None
        if source and source.kind is SourceKind.VENDOR:
            message = "must not be a vendor: cite a law, an authority or an advisor first; a vendor may follow"
            yield f"{path}.sources[0]", message


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


@rule(IssueCode.WRONG_VALUE)
def source_is_public(source: CitedSource, context: CheckContext) -> Issues:
    """A source must be on a host with a public name."""
    for name, url in source.addresses:
        if not has_public_host(url):
            yield f".{name}", f"must be on a host with a public name, got {url}"


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
