"""The citation gate: which pages claims may cite. Exceptions from some of these rules can be granted."""

from collections.abc import Iterator, Mapping

from locdata_build.check.rule import CheckContext, PathAndMessage, rule, unsorted_entries
from locdata_build.check.source_urls import has_public_host, is_below, is_landing_page
from locdata_build.source import claim_specs  # noqa: F401  # registers the kinds of claims
from locdata_build.source.citations import CitedSource, SourceProvenance
from locdata_build.source.claims import claim_spec, is_unregistered
from locdata_build.source.errors import IssueCode
from locdata_build.source.files import ExceptionsFile, RefusedSourcesFile
from locdata_build.source.granted_exceptions import GrantedException
from locdata_build.source.obligations import SourceObligation
from locdata_build.source.refused_sources import RefusedKind, RefusedSource
from locdata_model.record import Record
from locdata_model.vocabulary import SourceKind

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
