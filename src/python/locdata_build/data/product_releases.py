"""The releases and modules by which ERP products support e-invoicing and the reports of a country."""

from typing import Annotated

from msgspec import Meta

from locdata_build.data.claims import ClaimSpec, is_from_vendor
from locdata_build.data.dated_records import SourceDated, dated_claim
from locdata_build.data.statements import CITES
from locdata_model.product_releases import Backports, Edition, FirstRelease, Module, ProductRelease, ReleaseUse
from locdata_model.reports import Action, ReportNumber
from locdata_model.scalars import ErpId, LastChecked, PermanentSlug
from locdata_model.urls import product_releases_path
from locdata_model.vocabulary import ClaimKind, ReportingTopic


class SourceProductRelease(SourceDated, frozen=True, kw_only=True):
    """A release or a module of an ERP product that supports a report or e-invoicing."""

    erp: ErpId
    topic: Annotated[
        ReportingTopic | None, Meta(description="Topic of the report; absent: the e-invoicing mandate")
    ] = None
    number: Annotated[ReportNumber | None, Meta(description="Number of the report")] = None
    module: Module = None
    version: FirstRelease = None
    edition: Edition = None
    backports: Backports = ()
    formats: Annotated[tuple[PermanentSlug, ...], Meta(description="Slugs of the formats that it makes")] = ()
    action: Action = None
    use: Annotated[ReleaseUse, CITES]
    checked: LastChecked


# Claims

PRODUCT_RELEASE: ClaimSpec[SourceProductRelease, ProductRelease] = dated_claim(
    SourceProductRelease,
    ProductRelease,
    ClaimKind.PRODUCT_RELEASE,
    is_legal=False,
    is_from_maker=is_from_vendor,
    path=lambda claim: f"{product_releases_path(claim.source.erp)}#{claim.id}",
    label=lambda claim, erps: (" ".join(filter(None, (erps[claim.source.erp].name, claim.source.version))),),
    order=lambda record: (record.erp, record.topic or "", record.number or 0),
)
