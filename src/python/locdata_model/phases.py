"""Dated phases of obligations, and the toggles that change on their days."""

from typing import Annotated

from msgspec import Meta

from locdata_model.record import Record
from locdata_model.scalars import CountryCode, IsoDate, RecordId, Text, WebUrl
from locdata_model.toggles import Toggles
from locdata_model.vocabulary import ObligationKind, ObligationStatus, Verification

PhaseSources = Annotated[tuple[WebUrl, ...], Meta(description="Sources of the obligation, the primary one first")]

PhaseDate = Annotated[IsoDate, Meta(description="Day from which the phase applies; it may lie ahead")]

PhaseText = Annotated[Text, Meta(description="Who must do what from that day")]

ToggleName = Annotated[
    str,
    Meta(
        pattern=f"^({'|'.join(Toggles.__struct_fields__)})$",
        description="Name of a toggle",
        extra_json_schema={"enum": list(Toggles.__struct_fields__)},
    ),
]


class Phase(Record, frozen=True, kw_only=True):
    """A day from which an obligation binds more of those concerned. Its id stays when its day moves."""

    id: RecordId
    country: CountryCode
    obligation: ObligationKind
    status: Annotated[ObligationStatus, Meta(description="Where the whole obligation stands")]
    date: PhaseDate
    what: PhaseText
    url: Annotated[WebUrl, Meta(description="The phase on the timeline for people")]
    source_urls: PhaseSources
    verification: Verification
    last_checked: IsoDate


class Flip(Record, frozen=True, kw_only=True):
    """A toggle that changes by itself when the day of a phase comes, as the data stands today."""

    id: RecordId
    country: CountryCode
    toggle: ToggleName
    date: Annotated[IsoDate, Meta(description="First day on which the toggle has its new value")]
    before: Annotated[bool | None, Meta(description="Value until the day before; null: unknown")]
    after: Annotated[bool | None, Meta(description="Value from that day on; null: unknown")]
    phase: Annotated[RecordId, Meta(description="Id of the phase whose day it is")]
    what: PhaseText
    source_urls: PhaseSources
    verification: Verification
    last_checked: IsoDate
