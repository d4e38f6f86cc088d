"""Obligations: what each country requires, since when and of whom."""

from typing import Annotated

from msgspec import Meta

from locdata_model.fields import LastChecked, SourceUrls
from locdata_model.phases import Requirements
from locdata_model.record import Record
from locdata_model.scalars import CountryCode, IsoDate, RecordId, Text, WebUrl
from locdata_model.toggles import ToggleName
from locdata_model.vocabulary import BoundParty, Evidence, ObligationKind, ObligationStatus, ReportingMode, Verification

Since = Annotated[
    IsoDate | None,
    Meta(description="Date on which the obligation first applied; null: not known, or it does not apply"),
]

Summary = Annotated[Text, Meta(description="What the obligation is, and its current state")]

Bound = Annotated[
    Annotated[tuple[BoundParty, ...], Meta(min_length=1)] | None,
    Meta(description="Whom an obligation to use e-invoices with public bodies binds; null: unknown, or nobody"),
]

Mode = Annotated[
    ReportingMode | None, Meta(description="When the tax authority gets the data of an invoice; null: unknown or never")
]

WithinDays = Annotated[
    Annotated[int, Meta(ge=1, le=60)] | None,
    Meta(description="Days, or working days, until the data must be sent; null in a mode that counts none"),
]


class Obligation(Record, frozen=True, kw_only=True):
    """A legal obligation of a country. What depends on the date is as of the day of the build."""

    id: RecordId
    country: CountryCode
    obligation: ObligationKind
    status: Annotated[ObligationStatus, Meta(description="Status at the last check")]
    verdict: Annotated[Text, Meta(description="Whether the obligation applies on the day of the build, in a few words")]
    applies: Annotated[
        bool | None,
        Meta(description="Whether the obligation applies on the day of the build, at least in part; null: unknown"),
    ]
    summary: Summary
    since: Since
    effective_date: Annotated[
        IsoDate | None,
        Meta(description="Date from which the obligation applies, also one in the future; null: unknown or none"),
    ]
    binds: Annotated[
        Requirements | None,
        Meta(description="What the obligation requires on the day of the build; empty: nothing; null: unknown"),
    ]
    bound: Annotated[
        Bound, Meta(description="Only e_invoicing_b2g: whom it binds; null: unknown, nobody, or another obligation")
    ]
    mode: Annotated[
        Mode,
        Meta(
            description="Only real_time_reporting: when the data is sent; null: unknown, never, or another obligation"
        ),
    ]
    within_days: WithinDays
    toggles: Annotated[tuple[ToggleName, ...], Meta(description="The toggles that are derived from the obligation")]
    phases: Annotated[tuple[RecordId, ...], Meta(description="Ids of the phases, the earliest first")]
    url: Annotated[WebUrl, Meta(description="The obligation on the page of its country")]
    source_urls: SourceUrls
    evidence: Evidence
    verification: Verification
    last_checked: LastChecked
