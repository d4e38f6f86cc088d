"""Product releases: from which release on, and by which module, an ERP product supports e-invoicing or a report in a country."""

from typing import Annotated

from msgspec import Meta

from locdata_model.dated_records import DatedRecord, ShortText
from locdata_model.reports import Action, ReportId
from locdata_model.responses import Response
from locdata_model.scalars import ErpId, RecordId, Text

SupportedReport = Annotated[ReportId | None, Meta(description="Id of the report; null: the e-invoicing mandate")]
Module = Annotated[ShortText | None, Meta(description="Module or app; null: part of the product, or not known")]
FirstRelease = Annotated[
    ShortText | None, Meta(description="First release that has it; null: not known", examples=["26.3"])
]
Edition = Annotated[ShortText | None, Meta(description="Edition or plan that it needs; null: none or not known")]
Backports = Annotated[tuple[ShortText, ...], Meta(description="Earlier releases that have it too; may be empty")]
ReleaseFormats = Annotated[tuple[RecordId, ...], Meta(description="Ids of the formats that it makes; may be empty")]
ReleaseUse = Annotated[Text, Meta(max_length=600, description="What the release or the module does, and its limits")]


class ProductRelease(DatedRecord, frozen=True):
    """A release or a module of an ERP product that supports a report or e-invoicing. ``since`` is the day of the release."""

    erp: ErpId
    report: SupportedReport
    module: Module
    version: FirstRelease
    edition: Edition
    backports: Backports
    formats: ReleaseFormats
    action: Action
    use: ReleaseUse


class ProductReleasesResponse(Response[tuple[ProductRelease, ...]], frozen=True, kw_only=True):
    """Response with the product releases of all countries, or of one."""
