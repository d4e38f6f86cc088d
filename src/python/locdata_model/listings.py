"""News items and sponsored placements."""

from typing import Annotated, Literal

from msgspec import Meta

from locdata_model.record import Record
from locdata_model.scalars import ErpId, IsoDate, NewsId, Slug, Text, UtcStamp, WebUrl


class NewsItem(Record, frozen=True, kw_only=True):
    """A vendor's news item that concerns localization: title, date and link only."""

    id: NewsId
    title: Text
    url: WebUrl
    date: Annotated[IsoDate | None, Meta(description="Date given by the publisher; null: unknown")]
    first_seen: UtcStamp
    erps: tuple[ErpId, ...]
    source: Annotated[WebUrl, Meta(description="Site that published the item")]


class Sponsor(Record, frozen=True, kw_only=True):
    """A paid placement. It stands apart from the verified data and changes no fact, toggle or order."""

    id: Slug
    name: Text
    scope: Annotated[Text, Meta(description="Where the placement may be shown")]
    tagline: Text
    description: Text
    url: WebUrl
    start: Annotated[IsoDate, Meta(description="First day of the placement")]
    end: Annotated[IsoDate | None, Meta(description="Last day of the placement; null: open")]
    sponsored: Annotated[
        Literal[True], Meta(description="Always true: the item is paid for", extra_json_schema={"type": "boolean"})
    ]
