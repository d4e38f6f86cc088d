"""The status of a build: what happens or is announced next, how old the oldest check is, and how many checks are due."""

from typing import Annotated

from msgspec import Meta

from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.scalars import Count, IsoDate, Text


class OldestCheck(Record, frozen=True, kw_only=True):
    """The claim that was compared with its sources the longest time ago. Its name is ``resource``, a slash and ``record``."""

    date: Annotated[IsoDate, Meta(description="Date of the check")]
    resource: Annotated[Text, Meta(description="Kind of the claim, the first part of its name", examples=["facts"])]
    record: Annotated[Text, Meta(description="Id of the claim, the other part of its name", examples=["fr-vat"])]


class BuildStatus(Record, frozen=True, kw_only=True):
    """What a monitor watches. The time of the build is ``generated_at`` in ``meta``."""

    next_flip: Annotated[
        Flip | None,
        Meta(description="First flip after the day of the build, of several on one day the first by id; null: none"),
    ]
    next_phase: Annotated[
        Phase | None,
        Meta(
            description="First phase after the day of the build, also one that is only announced or voluntary, as its state "
            "says; of several on one day the first by id; null: none"
        ),
    ]
    oldest_check: Annotated[
        OldestCheck, Meta(description="Oldest check of a claim, of several on one day the first by kind and id")
    ]
    due_claims: Annotated[
        Count,
        Meta(
            description="Number of claims that are due for a check on the day of the build: a date in them has come since "
            "their last check, or that check is too long ago"
        ),
    ]
