"""The dated phases of obligations, and the flips: toggles that change on the date of a phase."""

from typing import Annotated

from msgspec import Meta

from locdata_model import vocabulary
from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.scalars import CountryCode, IsoDate, RecordId, Text, WebUrl
from locdata_model.sources import Statements
from locdata_model.toggles import ToggleName

PhaseSources = Annotated[
    tuple[WebUrl, ...],
    Meta(description="Sources of the phase, the primary one first; those of its obligation if it has none of its own"),
]

PHASE_YEARS = range(2000, 2051)
"""The years in which a phase may be. Each year has its own path, with or without phases."""

PhaseDate = Annotated[IsoDate, Meta(description="First day on which the phase applies; may be in the future")]
PhaseText = Annotated[Text, Meta(description="Who must do what from that date")]
Requirements = tuple[vocabulary.Requirement, ...]

Binds = Annotated[
    Requirements | None, Meta(description="What the phase requires; empty: nothing, it opens a choice; null: unknown")
]

ALL = "all"
"""The parties that a phase binds if it has no exceptions."""

Who = Annotated[
    Annotated[Text, Meta(max_length=120)] | None,
    Meta(description=f"Whom the phase binds: {ALL!r}, or a few words; null: unknown, or nothing is required"),
]

PhaseCertainty = Annotated[
    vocabulary.Certainty,
    Meta(description="Whether a law or a binding rule sets the date, or whether it is only announced"),
]


class Phase(Record, frozen=True, kw_only=True):
    """A date from which an obligation applies to more businesses or transactions. The id stays if the date moves."""

    id: RecordId
    country: CountryCode
    obligation: vocabulary.ObligationKind
    status: Annotated[vocabulary.ObligationStatus, Meta(description="Status of the whole obligation at the last check")]
    date: PhaseDate
    what: PhaseText
    binds: Binds
    who: Who
    certainty: PhaseCertainty
    state: Annotated[vocabulary.PhaseState, Meta(description="State on the day of the build")]
    url: Annotated[WebUrl, Meta(description="The phase on the timeline page")]
    source_urls: PhaseSources
    evidence: vocabulary.Evidence
    verification: vocabulary.Verification
    last_checked: IsoDate
    statements: Statements


class PhasesResponse(Response[tuple[Phase, ...]], frozen=True, kw_only=True):
    """Response with all phases, or those of a year."""


class Flip(Record, frozen=True, kw_only=True):
    """A toggle that changes on the date of a phase, according to the current data."""

    id: RecordId
    country: CountryCode
    toggle: ToggleName
    date: Annotated[IsoDate, Meta(description="First day on which the toggle has its new value")]
    before: Annotated[bool | None, Meta(description="Value until the day before; null: unknown")]
    after: Annotated[bool | None, Meta(description="Value from that day on; null: unknown")]
    phase: Annotated[RecordId, Meta(description="Id of the phase that starts on that day")]
    what: PhaseText
    source_urls: PhaseSources
    evidence: vocabulary.Evidence
    verification: vocabulary.Verification
    last_checked: IsoDate


class FlipsResponse(Response[tuple[Flip, ...]], frozen=True, kw_only=True):
    """Response with all flips."""
