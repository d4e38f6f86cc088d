"""Rules on citations: which pages claims may cite, and how all files describe a source alike."""

from collections.abc import Iterator, Mapping

from locdata_build.data.claims import claim_spec, is_unregistered
from locdata_build.data.countries import SourcedFile
from locdata_build.data.errors import IssueCode, member_path
from locdata_build.data.exceptions import ExceptionsFile, GrantedException
from locdata_build.data.obligations import SourceObligation
from locdata_build.data.rule import CheckContext, PathAndMessage, after_build, rule, unsorted_entries
from locdata_build.data.sources import (
    CitedSource,
    RefusedKind,
    RefusedSource,
    RefusedSourcesFile,
    SourceProvenance,
    has_public_host,
    is_below,
    is_landing_page,
    is_same_page,
)
from locdata_model.record import Record
from locdata_model.vocabulary import Evidence, SourceKind

DESCRIPTION = ("title", "publisher", "kind", "language", "published")
"""The fields of a source that say what it is, and not how it was read."""


@rule(IssueCode.UNKNOWN_SOURCE)
def named_sources_exist(provenance: SourceProvenance, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source that a claim names must be one of the sources of the file."""
    for index, source_id in enumerate(provenance.sources):
        if context.sources is not None and source_id not in context.sources:
            yield f".sources[{index}]", f"must be the id of a source of the file, but is {source_id!r}"


@rule(IssueCode.UNUSED_SOURCE)
def sources_are_cited(file: SourcedFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source of a file must be cited by a claim of the file."""
    for source_id in file.sources:
        if source_id not in context.cited:
            yield member_path(".sources", source_id), "must be cited by a claim of the file, but none names it"


@rule(IssueCode.UNKNOWN_SOURCE)
def locators_are_of_cited_sources(provenance: SourceProvenance, context: CheckContext) -> Iterator[PathAndMessage]:
    """A locator must belong to a source that the claim names."""
    for source_id in provenance.locators:
        if source_id not in provenance.sources:
            path = member_path(".locators", source_id)
            yield path, f"must belong to a source of the claim, but {source_id!r} is not one of them"


@rule(IssueCode.SOURCE_CONFLICT)
def sources_agree(file: SourcedFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source must have the same id, title, publisher, kind, language and date of publication in every file."""
    for source_id, source in file.sources.items():
        path = member_path(".sources", source_id)
        first_file, first_id, first = context.first_sources.get(source.url, ("", source_id, source))
        if first_id != source_id:
            yield path, f"must have the same id in every file, but the source is {first_id!r} in {first_file}"
        for name in DESCRIPTION:
            here, there = getattr(source, name), getattr(first, name)
            if here != there:
                yield f"{path}.{name}", f"must be the same in every file, but is {_shown(there)} in {first_file}"
        other_file, url = context.first_urls.get(source_id, ("", source.url))
        if url != source.url:
            yield path, f"must be the id of one source, but is that of {url} in {other_file}"


def _shown(value: object) -> str:
    return "null" if value is None else repr(str(value))


@rule(IssueCode.WRONG_VALUE)
def source_was_read(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source must have been read: its evidence must not be `unverified`."""
    if source.evidence is Evidence.UNVERIFIED:
        yield ".evidence", f"must say how the source was read, but is {source.evidence.value!r}"


@rule(IssueCode.WRONG_VALUE)
def vendor_is_no_authority(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source whose publisher is the vendor of an ERP product must be of the kind `vendor`, or `community` where its users write."""
    if source.publisher in context.vendors and source.kind not in {SourceKind.VENDOR, SourceKind.COMMUNITY}:
        reason = f"because {source.publisher} is the vendor of an ERP product"
        yield ".kind", f"must be 'vendor', or 'community' where users write, {reason}, but is {source.kind.value!r}"


@rule(IssueCode.LAW_COPY)
def only_laws_are_read_in_copies(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """Only a law may be recorded as read in a copy, and at another address than its own."""
    if source.read_at is None:
        return
    if source.kind is not SourceKind.LAW:
        yield (
            ".read_at",
            f"must be left out, because only a law may be read in a copy, and the kind is {source.kind.value!r}",
        )
    if is_same_page(source.read_at, source.url):
        yield ".read_at", "must be the address of a copy, but is that of the source"


@rule(IssueCode.UNREAD_SOURCE)
def claim_is_checked_against_reading(provenance: SourceProvenance, context: CheckContext) -> Iterator[PathAndMessage]:
    """A claim must not be checked after its first source was last read."""
    for source_id in provenance.sources[:1]:
        first = context.source(source_id)
        if first and provenance.checked > first.read:
            yield ".checked", f"must not be after the first source was read, {first.read}, but is {provenance.checked}"


INSTEAD: Mapping[RefusedKind, str] = {
    RefusedKind.LANDING: "cite the page that states the claim",
    RefusedKind.SEARCH: "cite the page that the search finds",
    RefusedKind.STAGING: "cite the page on the public site",
    RefusedKind.DOCUMENT_SHARING: "cite the document where its publisher has it",
    RefusedKind.MIRROR: "cite the original; the 'url' of a law is its official address, and 'read_at' may be the copy",
    RefusedKind.REDIRECT: "cite the page that it leads to",
}
"""What to cite instead of each kind of refused page."""


@rule(IssueCode.NO_SOURCE)
def claim_names_source(provenance: SourceProvenance, context: CheckContext) -> Iterator[PathAndMessage]:
    """A claim must cite a source, even if nothing is known."""
    if not provenance.sources:
        yield ".sources", "must cite a source; if nothing is known, cite the page that was consulted"


@rule(IssueCode.UNREGISTERED_CLAIM)
def claim_is_registered(record: Record, context: CheckContext) -> Iterator[PathAndMessage]:
    """A record with sources must be a kind of claim that the program registers."""
    if is_unregistered(type(record)):
        yield "", f"must be a registered kind of claim, but {type(record).__name__} has no ClaimSpec"


@rule(IssueCode.LANDING_PAGE)
def legal_claim_has_deep_links(claim: Record, context: CheckContext) -> Iterator[PathAndMessage]:
    """A claim on law, a date, a rate, a threshold, a deadline or a term must not cite a landing page."""
    for index, source_id in enumerate(_legal_sources(claim)):
        source = context.source(source_id)
        for _, url in source.addresses if source else ():
            if is_landing_page(url):
                message = f"must be a deep link to the page that states the claim, but is the landing page {url}"
                yield f".provenance.sources[{index}]", message


def _legal_sources(record: Record) -> tuple[str, ...]:
    """Return the sources of a claim on law, a date, a rate, a threshold, a deadline or a term; none for other records."""
    spec = claim_spec(type(record))
    is_legal = spec is not None and spec.is_legal and not spec.is_part
    return provenance.sources if is_legal and (provenance := getattr(record, "provenance", None)) else ()


@rule(IssueCode.VENDOR_SOURCE)
def legal_claim_begins_with_no_vendor(claim: Record, context: CheckContext) -> Iterator[PathAndMessage]:
    """The first source of a claim on law, a date, a rate, a threshold, a deadline or a term, or of a phase, must not be a vendor's."""
    firsts = {".provenance": _legal_sources(claim)}
    if isinstance(claim, SourceObligation):
        firsts |= {f".phases[{index}]": phase.sources or () for index, phase in enumerate(claim.phases)}
    for path, named in firsts.items():
        source = context.source(named[0]) if named else None
        if source and source.kind is SourceKind.VENDOR:
            message = "must not be a vendor's: put a law, an authority or an advisor first; a vendor's page may follow"
            yield f"{path}.sources[0]", message


@rule(IssueCode.REFUSED_SOURCE)
def source_is_not_refused(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source must not be one that `refused_sources.json` lists, except that a law may be read in a mirror."""
    for refused in context.refused_sources.refusing(source.url):
        yield ".url", _refusal(refused)
    if source.read_at:
        for refused in context.refused_sources.refusing(source.read_at):
            if refused.kind is not RefusedKind.MIRROR:
                yield ".read_at", _refusal(refused)


def _refusal(refused: RefusedSource) -> str:
    return f"must not be at {refused.pattern} ({refused.kind}): {INSTEAD[refused.kind]}. {refused.reason}"


@rule(IssueCode.WRONG_VALUE)
def source_is_public(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source must be on a host with a public name."""
    for name, url in source.addresses:
        if not has_public_host(url):
            yield f".{name}", f"must be on a host with a public name, but is {url}"


@rule(IssueCode.OWN_SITE)
def source_is_not_own_page(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source must not be a page of the site itself."""
    for name, url in source.addresses:
        if context.base_url and is_below(url, context.base_url):
            yield f".{name}", "must be a page of somebody else, but is a page of the site itself"


@rule(IssueCode.SOURCE_CONFLICT)
def page_is_one_source(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """A page must have one address in all files, and not another one with `www.`, a slash at the end, `http` or `utm_source`."""
    if first := context.former_addresses.get(source.url):
        yield ".url", f"must be {first}, as the page is cited elsewhere, but is {source.url}"


@rule(IssueCode.LIST_ORDER)
def lists_of_gate_are_sorted(
    record: RefusedSourcesFile | ExceptionsFile | GrantedException, context: CheckContext
) -> Iterator[PathAndMessage]:
    """The refused sources, the exceptions and the claims of an exception must be sorted."""
    keys: list[tuple[str, ...]]
    match record:
        case RefusedSourcesFile():
            name, keys = "refused", [(each.pattern,) for each in record.refused]
        case ExceptionsFile():
            name, keys = "exceptions", [(each.rule, each.reason) for each in record.exceptions]
        case _:
            name, keys = "claims", [(claim,) for claim in record.claims]
    yield from unsorted_entries(f".{name}", keys)


@rule(IssueCode.FUTURE_DATE)
def check_is_not_after_build(provenance: SourceProvenance, context: CheckContext) -> Iterator[PathAndMessage]:
    """The last check of a claim must not be after the date of the build."""
    if context.build_date and provenance.checked > context.build_date:
        yield ".checked", after_build(context.build_date, provenance.checked)


@rule(IssueCode.FUTURE_DATE)
def reading_is_not_after_build(source: CitedSource, context: CheckContext) -> Iterator[PathAndMessage]:
    """A source must not be read after the date of the build, nor published after it was read."""
    if context.build_date and source.read > context.build_date:
        yield ".read", after_build(context.build_date, source.read)
    if source.published and source.published > source.read:
        yield ".published", f"must not be after the source was read, {source.read}, but is {source.published}"
