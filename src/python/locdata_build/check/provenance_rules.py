"""Rules for provenance: claims name sources that the file has, and all files describe a source alike."""

from collections.abc import Iterator

from locdata_build.check.rule import CheckContext, PathAndMessage, rule
from locdata_build.check.source_urls import is_same_page
from locdata_build.source.citations import CitedSource, SourceProvenance
from locdata_build.source.errors import IssueCode, member_path
from locdata_build.source.files import SourcedFile
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
