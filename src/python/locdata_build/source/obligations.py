"""The obligations of a country as its source file records them: their status, their start and their dated phases."""

from typing import Annotated

from msgspec import Meta

from locdata_build.source.citations import SourceProvenance
from locdata_build.source.source_record import SourceRecord
from locdata_model.fields import PermanentSlug
from locdata_model.obligations import Bound, Mode, Since, Summary, WithinDays
from locdata_model.phases import Binds, PhaseCertainty, PhaseText, Who
from locdata_model.scalars import IsoDate
from locdata_model.sources import SourceId
from locdata_model.vocabulary import ObligationStatus


class SourcePhase(SourceRecord, frozen=True, kw_only=True):
    """A date from which an obligation applies to more businesses or transactions."""

    slug: PermanentSlug
    date: IsoDate
    what: PhaseText
    binds: Binds
    who: Who
    certainty: PhaseCertainty
    sources: Annotated[
        Annotated[tuple[SourceId, ...], Meta(min_length=1)] | None,
        Meta(
            description="The sources of the obligation that state the phase, in the order of their weight; left out: all"
        ),
    ] = None


class SourceObligation(SourceRecord, frozen=True, kw_only=True):
    """A legal obligation of businesses or public bodies. Toggles are derived from it."""

    status: ObligationStatus
    since: Since
    phases: Annotated[tuple[SourcePhase, ...], Meta(description="Phases, earliest first; a pilot is not a phase")]
    summary: Summary
    provenance: SourceProvenance


class B2gObligation(SourceObligation, frozen=True, kw_only=True):
    """An obligation to use e-invoices to or for public bodies."""

    bound: Bound


class RealTimeObligation(SourceObligation, frozen=True, kw_only=True):
    """An obligation to send invoices to the tax authority one by one or continuously."""

    mode: Mode
    within_days: WithinDays = None


class Obligations(SourceRecord, frozen=True, kw_only=True):
    """The obligations of a country, one for each kind."""

    e_invoicing_b2b: Annotated[
        SourceObligation,
        Meta(description="E-invoices between domestic businesses, including an obligation to receive them"),
    ]
    e_invoicing_b2g: Annotated[
        B2gObligation,
        Meta(description="E-invoices to or for public bodies, including an obligation of public bodies alone"),
    ]
    real_time_reporting: Annotated[
        RealTimeObligation,
        Meta(description="Invoices or transactions sent to the tax authority one by one or continuously"),
    ]
    saft: Annotated[SourceObligation, Meta(description="A national SAF-T file, periodically or on request")]
    audit_file: Annotated[SourceObligation, Meta(description="A standard tax-audit file other than SAF-T, on request")]
