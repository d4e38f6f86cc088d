"""Records on the service itself: the status of a build, news items and sponsored placements."""

from typing import Annotated, Literal

from msgspec import Meta

from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.responses import Envelope, Response, SponsorsMeta
from locdata_model.scalars import Count, ErpId, IsoDate, NewsId, Slug, Text, UtcStamp, WebUrl


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


class StatusResponse(Response[BuildStatus], frozen=True, kw_only=True):
    """Response with the status of the build."""


class NewsItem(Record, frozen=True, kw_only=True):
    """A news item of a vendor about localization: title, date and link only."""

    id: NewsId
    title: Annotated[Text, Meta(description="Title, as given by the publisher")]
    url: Annotated[WebUrl, Meta(description="Page of the item at its publisher")]
    date: Annotated[IsoDate | None, Meta(description="Date, as given by the publisher; null: unknown")]
    first_seen: Annotated[UtcStamp, Meta(description="Time at which the item was first recorded here")]
    erps: Annotated[tuple[ErpId, ...], Meta(description="Ids of the ERP products that the item is about")]
    source: Annotated[WebUrl, Meta(description="Site that published the item")]

    @property
    def number(self) -> int:
        """The number in the id."""
        return int(self.id.removeprefix("n"))


class NewsResponse(Response[tuple[NewsItem, ...]], frozen=True, kw_only=True):
    """Response with all news items."""


class Sponsor(Record, frozen=True, kw_only=True):
    """A paid placement. It is separate from the verified data and changes no fact, toggle or order."""

    id: Annotated[Slug, Meta(description="Stable id of the placement")]
    name: Annotated[Text, Meta(description="Name of the sponsor")]
    scope: Annotated[Text, Meta(description="Where the placement may be shown")]
    tagline: Annotated[Text, Meta(description="Short line of the placement")]
    description: Annotated[Text, Meta(description="Text of the placement")]
    url: Annotated[WebUrl, Meta(description="Page that the placement links to")]
    start: Annotated[IsoDate, Meta(description="First day of the placement")]
    end: Annotated[IsoDate | None, Meta(description="Last day of the placement; null: no end date")]
    sponsored: Annotated[
        Literal[True], Meta(description="Always true: the item is paid for", extra_json_schema={"type": "boolean"})
    ]


class SponsorsResponse(Envelope[SponsorsMeta, tuple[Sponsor, ...]], frozen=True, kw_only=True):
    """Response with all paid placements."""
