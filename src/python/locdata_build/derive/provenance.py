"""The provenance of a claim as it is published: its sources, and the markers that follow from the first one."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from urllib.parse import urlsplit

from msgspec import Struct

from locdata_build.source.citations import CitedSource, SourceProvenance
from locdata_build.source.claims import Claim, check_days, is_known
from locdata_build.source.files import ErpFile, SourcedFile
from locdata_build.source.records import (
    ErpLocalization,
    ErpSupport,
    SourceConnector,
    SourceLocalErp,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.source.reports import ReportSupport
from locdata_model.vocabulary import Evidence, SourceKind, Verification

OFFICIAL_KINDS = frozenset({SourceKind.LAW, SourceKind.AUTHORITY, SourceKind.INTERNATIONAL})
"""The kinds of sources that are official for every claim."""

MAKER_KINDS = frozenset({SourceKind.VENDOR, SourceKind.SERVICE})
"""The kinds of sources in which makers of products speak. Under a maker's name, users and reporters may speak as well."""


class Citation(Struct, frozen=True, kw_only=True):
    """A source as a claim cites it: its id and record, the place in it, and its quality for this claim."""

    id: str
    source: CitedSource
    locator: str | None
    verification: Verification


class Provenance(Struct, frozen=True, kw_only=True):
    """The sources of a claim, the one that carries it first, its markers, the date of its last check, and for how long it holds."""

    citations: tuple[Citation, ...]
    evidence: Evidence
    verification: Verification
    last_checked: dt.date
    check_days: int

    @property
    def source_urls(self) -> tuple[str, ...]:
        """The addresses of the sources, the primary one first."""
        return tuple(citation.source.url for citation in self.citations)

    @property
    def source_url(self) -> str:
        """The address of the primary source."""
        return self.citations[0].source.url


class Bibliography(Struct, frozen=True):
    """The sources of a file by id, and the vendors of the ERP products by the id of the product."""

    sources: Mapping[str, CitedSource]
    vendors: Mapping[str, str]

    def cite(self, claim: Claim) -> Provenance:
        """Return the provenance of a claim of the file."""
        provenance: SourceProvenance = claim.provenance
        makers = self._makers(claim)
        citations = tuple(
            Citation(
                id=source_id,
                source=(source := self.sources[source_id]),
                locator=provenance.locators.get(source_id),
                verification=_verification(source, claim, makers),
            )
            for source_id in provenance.sources
        )
        is_verified = is_known(claim)
        return Provenance(
            citations=citations,
            evidence=citations[0].source.evidence if is_verified else Evidence.UNVERIFIED,
            verification=citations[0].verification if is_verified else Verification.UNVERIFIED,
            last_checked=provenance.checked,
            check_days=check_days(claim),
        )

    def _makers(self, claim: Claim) -> frozenset[str | None]:
        """Return who makes the product that the claim is about."""
        match claim:
            case SourceConnector():
                return frozenset({self.vendors.get(claim.erp), claim.provider, claim.built_by})
            case ErpSupport() | ErpLocalization() | ReportSupport() | SourcePartner() | SourcePartnerFlag():
                return frozenset({self.vendors.get(claim.erp)})
            case ErpFile(vendor=vendor):
                return frozenset({vendor})
            case _:
                return frozenset()


def bibliography_of(file: SourcedFile, erps: Iterable[ErpFile]) -> Bibliography:
    """Return the bibliography of a file, whose claims may be about the products in ``erps``."""
    return Bibliography(file.sources, {erp.id: erp.vendor for erp in erps})


def _verification(source: CitedSource, claim: Claim, makers: Collection[str | None]) -> Verification:
    is_maker = source.kind in MAKER_KINDS and source.publisher in makers
    return Verification.OFFICIAL if is_maker or _is_of_site(source, claim) else verification_of(source)


def verification_of(source: CitedSource) -> Verification:
    """Return the quality of a source for a claim that is not about a product of its publisher.

    A law that was read in a public copy is secondary.
    """
    is_official = source.kind in OFFICIAL_KINDS and source.read_at is None
    return Verification.OFFICIAL if is_official else Verification.SECONDARY


def _is_of_site(source: CitedSource, claim: Claim) -> bool:
    """Tell whether the source is on the website of the local ERP system that the claim is about."""
    if not isinstance(claim, SourceLocalErp) or source.kind is not SourceKind.VENDOR:
        return False
    host, site = _host(source.url), _host(claim.website)
    return host == site or host.endswith(f".{site}") or site.endswith(f".{host}")


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")
