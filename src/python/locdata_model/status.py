"""The status of a build: what happens next without an edit, and how old the oldest check is."""

from typing import Annotated

from msgspec import Meta

from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.scalars import IsoDate, Text


class OldestCheck(Record, frozen=True, kw_only=True):
    """The record whose sources were checked the longest time ago."""

    date: Annotated[IsoDate, Meta(description="Date of the check")]
    resource: Annotated[Text, Meta(description="List that holds the record", examples=["facts"])]
    record: Annotated[Text, Meta(description="Id of the record in that list", examples=["fr-vat"])]


class BuildStatus(Record, frozen=True, kw_only=True):
    """What a monitor watches. The time of the build is ``generated_at`` in ``meta``."""

    next_flip: Annotated[
        Flip | None,
        Meta(description="First flip after the day of the build, of several on one day the first by id; null: none"),
    ]
    next_phase: Annotated[
        Phase | None,
        Meta(description="First phase after the day of the build, of several on one day the first by id; null: none"),
    ]
    oldest_check: Annotated[
        OldestCheck, Meta(description="Oldest check of a record, of several on one day the first by list and id")
    ]
