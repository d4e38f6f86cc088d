"""The claims of a source file: every record, or part of one, that has sources of its own."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from locdata_build.source.citations import SourceProvenance
from locdata_build.source.errors import member_path
from locdata_build.source.files import ConnectorsFile, CountryFile, ErpFile, SourcedFile
from locdata_build.source.obligations import SourceObligation
from locdata_build.source.records import (
    NOT_KNOWN,
    ErpLocalization,
    ErpSupport,
    Mandate,
    SourceConnector,
    SourceFact,
    SourceLocalErp,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.source.reports import AbsentReport, ReportSupport, SourceReport
from locdata_build.source.terms import SourceTerm
from locdata_model.anchors import report_anchor
from locdata_model.ids import (
    absent_report_id,
    claim_name,
    connector_id,
    fact_id,
    obligation_id,
    record_id,
    report_support_id,
)
from locdata_model.vocabulary import (
    ClaimKind,
    ObligationKind,
    ReportingSupport,
    SupportType,
    Topic,
)

LegalClaim: TypeAlias = SourceFact | SourceObligation | Mandate | SourceReport | AbsentReport | SourceTerm
"""A claim on law, a date, a rate, a threshold or a deadline, or on what a term means."""

ProductClaim: TypeAlias = (
    ErpSupport
    | ErpLocalization
    | ReportSupport
    | SourceLocalErp
    | SourcePartner
    | SourcePartnerFlag
    | SourceConnector
    | ErpFile
)
"""A claim on what a product does, or on who works with it."""

Claim: TypeAlias = LegalClaim | ProductClaim

LEGAL_CHECK_DAYS, PRODUCT_CHECK_DAYS = 180, 365
"""The number of days for which the check of a claim holds. Laws and returns change about every half-year."""


class LocatedClaim(Struct, frozen=True, kw_only=True):
    """A claim with its kind, its id, and the JSON path in its file."""

    kind: ClaimKind
    id: str
    path: str
    claim: Claim

    @property
    def name(self) -> str:
        """The name, which no other claim has: ``facts/fr-vat``."""
        return claim_name(self.kind, self.id)

    @property
    def provenance(self) -> SourceProvenance:
        """The sources of the claim, and when it was checked."""
        return self.claim.provenance


def check_days(claim: Claim) -> int:
    """Return the number of days for which the check of a claim holds. After that it is due."""
    return LEGAL_CHECK_DAYS if isinstance(claim, LegalClaim) else PRODUCT_CHECK_DAYS


def is_known(claim: Claim) -> bool:
    """Tell whether the claim states anything. A claim that is not known may name a page that does not answer it."""
    match claim:
        case (
            SourceFact(value=text)
            | ErpLocalization(value=text)
            | SourceObligation(summary=text)
            | Mandate(mandate=text)
        ):
            return text != NOT_KNOWN
        case ErpSupport(support_type=support):
            return support is not SupportType.UNKNOWN
        case ReportSupport(support=support):
            return support is not ReportingSupport.UNKNOWN
        case _:
            return True


def located_claims(file: SourcedFile) -> Iterator[LocatedClaim]:
    """Yield every claim of a file, in the order of the file."""
    match file:
        case CountryFile():
            yield from _of_country(file)
        case ErpFile():
            yield LocatedClaim(kind=ClaimKind.ERP, id=file.id, path="$", claim=file)
        case ConnectorsFile():
            for index, connector in enumerate(file.connectors):
                identifier = connector_id(connector.erp, connector.provider)
                path = f"$.connectors[{index}]"
                yield LocatedClaim(kind=ClaimKind.CONNECTOR, id=identifier, path=path, claim=connector)
        case _:
            for index, term in enumerate(file.terms):
                yield LocatedClaim(kind=ClaimKind.TERM, id=term.id, path=f"$.terms[{index}]", claim=term)


def _of_country(country: CountryFile) -> Iterator[LocatedClaim]:
    yield from _facts(country)
    for kind in ObligationKind:
        obligation = getattr(country.obligations, kind.value)
        identifier = obligation_id(country.code, kind)
        yield LocatedClaim(
            kind=ClaimKind.OBLIGATION, id=identifier, path=f"$.obligations.{kind.value}", claim=obligation
        )
    yield from _mandate(country)
    yield from _reports(country)
    yield from _others(country)


def _facts(country: CountryFile) -> Iterator[LocatedClaim]:
    for name in country.facts.__struct_fields__:
        yield LocatedClaim(
            kind=ClaimKind.FACT,
            id=fact_id(country.code, name),
            path=f"$.facts.{name}",
            claim=getattr(country.facts, name),
        )
    for index, localization in enumerate(country.erp_localizations):
        yield LocatedClaim(
            kind=ClaimKind.FACT,
            id=fact_id(country.code, Topic.ERP_LOCALIZATION, localization.erp),
            path=f"$.erp_localizations[{index}]",
            claim=localization,
        )


def _mandate(country: CountryFile) -> Iterator[LocatedClaim]:
    if country.e_invoicing is None:
        return
    mandate = country.e_invoicing.mandate
    yield LocatedClaim(kind=ClaimKind.MANDATE, id=country.code, path="$.e_invoicing.mandate", claim=mandate)
    for index, support in enumerate(country.e_invoicing.erp_support):
        yield LocatedClaim(
            kind=ClaimKind.FACT,
            id=fact_id(country.code, Topic.E_INVOICING_ERP_SUPPORT, support.erp),
            path=f"$.e_invoicing.erp_support[{index}]",
            claim=support,
        )


def _reports(country: CountryFile) -> Iterator[LocatedClaim]:
    for index, report in enumerate(country.reporting):
        identifier = report_anchor(report.topic, country.code, report.number)
        path = f"$.reporting[{index}]"
        yield LocatedClaim(kind=ClaimKind.REPORT, id=identifier, path=path, claim=report)
        for place, support in enumerate(report.erp_support):
            yield LocatedClaim(
                kind=ClaimKind.REPORT_SUPPORT,
                id=report_support_id(identifier, support.erp),
                path=f"{path}.erp_support[{place}]",
                claim=support,
            )
    for kind, absent in country.absent_reports.items():
        identifier = absent_report_id(country.code, kind)
        path = member_path("$.absent_reports", kind)
        yield LocatedClaim(kind=ClaimKind.ABSENT_REPORT, id=identifier, path=path, claim=absent)


def _others(country: CountryFile) -> Iterator[LocatedClaim]:
    kinds: Mapping[str, ClaimKind] = {
        "local_erps": ClaimKind.LOCAL_ERP,
        "partners": ClaimKind.PARTNER,
        "partner_flags": ClaimKind.PARTNER_FLAG,
    }
    for name, kind in kinds.items():
        for index, claim in enumerate(getattr(country, name)):
            identifier = record_id(country.code, *_last_parts(claim))
            yield LocatedClaim(kind=kind, id=identifier, path=f"$.{name}[{index}]", claim=claim)


def _last_parts(claim: SourceLocalErp | SourcePartner | SourcePartnerFlag) -> tuple[str, ...]:
    match claim:
        case SourceLocalErp(slug=slug):
            return (slug,)
        case SourcePartner(erp=erp, slug=slug):
            return erp, slug
        case _:
            return (claim.erp,)
