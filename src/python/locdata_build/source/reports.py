"""The reports of a country as its source file records them: what is filed, how often and until when, and who supports it."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from locdata_build.source.citations import SourceProvenance
from locdata_build.source.source_record import SourceRecord
from locdata_model.fields import ChannelFormat, Deadline, Frequency, Notes, ReportEnglish, ReportLocal
from locdata_model.reports import (
    Aliases,
    DeadlineFrequency,
    DeadlineMonths,
    DeadlineNumber,
    DeadlineUnit,
    Filers,
    ReportForm,
    ReportFrequency,
    ReportKind,
    ReportNumber,
)
from locdata_model.scalars import ErpId, Text
from locdata_model.vocabulary import ReportingSupport, ReportingTopic


class SourceFrequency(SourceRecord, frozen=True, kw_only=True):
    """How often a report is made, and by whom if not by everybody."""

    frequency: ReportFrequency
    filers: Filers = None


class SourceDeadline(SourceRecord, frozen=True, kw_only=True):
    """When a report is due: a rule that counts from the end of the period, or from the transaction."""

    unit: DeadlineUnit
    months: DeadlineMonths = None
    number: DeadlineNumber = None
    frequency: DeadlineFrequency = None
    filers: Filers = None


class ReportSupport(SourceRecord, frozen=True, kw_only=True):
    """How an ERP product supports a report. The support of products that are not listed is unknown."""

    erp: ErpId
    support: ReportingSupport
    notes: Notes = ""
    provenance: SourceProvenance


class SourceReport(SourceRecord, frozen=True, kw_only=True):
    """A VAT or tax report, or a SAF-T file."""

    topic: ReportingTopic
    number: ReportNumber
    kind: ReportKind
    form: ReportForm
    aliases: Aliases
    report_local: ReportLocal
    report_en: ReportEnglish
    frequency: Frequency
    frequencies: Annotated[
        tuple[SourceFrequency, ...], Meta(description="The frequency in codes; empty where it is not known")
    ]
    deadline: Deadline
    deadlines: Annotated[
        tuple[SourceDeadline, ...],
        Meta(description="The deadline in codes; empty where it follows no rule or is not known"),
    ]
    channel_format: ChannelFormat
    notes: Notes
    erp_support: Annotated[
        tuple[ReportSupport, ...],
        Meta(description="Products whose support is known, or that have a note; may be empty"),
    ]
    provenance: SourceProvenance


class AbsentReport(SourceRecord, frozen=True, kw_only=True):
    """Why nobody files a report of a kind in a country whose region or obligations would let readers expect one."""

    reason: Annotated[Text, Meta(max_length=300, description="Why there is no such report, in one or two sentences")]
    provenance: SourceProvenance


AbsentReports = Annotated[
    Mapping[ReportKind, AbsentReport],
    Meta(
        description="The kinds of reports that nobody files, and why; may be empty",
        extra_json_schema={"propertyNames": {"enum": sorted(ReportKind)}},
    ),
]
