"""Rules for provenance: markers, sources and texts must agree."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from locdata_build.check.rule import CheckContext, PathAndMessage, rule
from locdata_build.source.errors import IssueCode
from locdata_build.source.records import (
    NOT_KNOWN,
    ErpLocalization,
    ErpSupport,
    Mandate,
    Obligation,
    Provenance,
    RatedProvenance,
    Report,
    ReportSupport,
    SourceFact,
)
from locdata_model.vocabulary import Evidence, ObligationStatus, SupportType

UNVERIFIED = Evidence.UNVERIFIED.value
"""The marker of records without sources, in both vocabularies."""


@rule(IssueCode.SOURCE_MISSING)
def verified_record_has_source(provenance: Provenance, context: CheckContext) -> Iterator[PathAndMessage]:
    """A record must have a source where its evidence or verification is not `unverified`."""
    if provenance.source_urls:
        return
    for name, marker in _markers(provenance).items():
        if marker != UNVERIFIED:
            yield ".source_urls", f"must have a source where {name} is {marker!r}, but is empty"


@rule(IssueCode.SOURCE_PRESENT)
def record_with_source_is_verified(
    record: Provenance | ReportSupport, context: CheckContext
) -> Iterator[PathAndMessage]:
    """A record must not be `unverified` where it has a source."""
    if not record.source_urls:
        return
    for name, marker in _markers(record).items():
        if marker == UNVERIFIED:
            yield f".{name}", "must not be 'unverified' where there are sources"


def _markers(record: Provenance | ReportSupport) -> dict[str, str]:
    markers = {"evidence": record.evidence.value}
    if isinstance(record, RatedProvenance):
        markers["verification"] = record.verification.value
    return markers


@rule(IssueCode.SOURCE_MISSING)
def known_obligation_has_source(obligation: Obligation, context: CheckContext) -> Iterator[PathAndMessage]:
    """An obligation must have the status `unknown` where it has no source."""
    is_unverified = obligation.provenance.evidence is Evidence.UNVERIFIED
    if is_unverified and obligation.status is not ObligationStatus.UNKNOWN:
        yield ".status", f"must be 'unknown' without a source, but is {obligation.status.value!r}"


@rule(IssueCode.SUPPORT_MARKER)
def known_support_has_source(support: ErpSupport, context: CheckContext) -> Iterator[PathAndMessage]:
    """Support in the matrix must have a source exactly where its type is not `unknown/unverified`."""
    is_unknown = support.support_type is SupportType.UNKNOWN
    if is_unknown != (support.provenance.evidence is Evidence.UNVERIFIED):
        wanted = "have no source" if is_unknown else "have a source"
        yield ".provenance", f"must {wanted} where the support type is {support.support_type.value!r}"


@rule(IssueCode.NOT_KNOWN)
def text_with_source_is_known(
    record: SourceFact | ErpLocalization | Obligation | Mandate, context: CheckContext
) -> Iterator[PathAndMessage]:
    """A text must not be `Not known.` where it has a source."""
    match record:
        case Obligation(summary=text):
            field = "summary"
        case Mandate(mandate=text):
            field = "mandate"
        case _:
            field, text = "value", record.value
    if text == NOT_KNOWN and record.provenance.source_urls:
        yield f".{field}", f"must say what the sources say, but is {NOT_KNOWN!r}"


@rule(IssueCode.BARE_HOST)
def legal_claim_cites_page(
    record: SourceFact | Obligation | Mandate | Report, context: CheckContext
) -> Iterator[PathAndMessage]:
    """A fact, obligation, mandate or report must cite a page where it has a source, not only a host."""
    urls = record.provenance.source_urls
    if urls and all(map(_is_bare_host, urls)):
        yield ".provenance.source_urls", "must have a page that states the claim, not only the URL of a host"


def _is_bare_host(url: str) -> bool:
    parts = urlsplit(url)
    return parts.path in ("", "/") and not parts.query and not parts.fragment
