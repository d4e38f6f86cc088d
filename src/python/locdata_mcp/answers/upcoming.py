"""What starts when: the dated phases of obligations."""

import datetime as dt
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query, answered, day_of_build
from locdata_mcp.answers.names import CountryNames, country_codes
from locdata_model import ObligationKind, Phase

IF_NONE = "no phase is recorded in these days; obligations has what is planned without a date"


class UpcomingQuery(Query, frozen=True, kw_only=True):
    """Which phases."""

    countries: CountryNames = ()
    kind: ObligationKind | None = None
    first: Annotated[dt.date | None, Meta(description="First day; without: the day after the build")] = field(
        default=None, name="from"
    )
    last: Annotated[dt.date | None, Meta(description="Last day; without: no limit")] = field(default=None, name="to")


class PhaseRecord(Struct, frozen=True, kw_only=True):
    """A date from which an obligation applies to more businesses or transactions."""

    id: str
    country: str
    obligation: str
    date: dt.date
    state: Annotated[
        str,
        Meta(description="started and upcoming: a law sets the date; announced: none does; voluntary: binds nobody"),
    ]
    what: str
    verification: str
    source_url: str
    who: Annotated[str | UnsetType | None, Meta(description="null: unknown, or nobody")] = UNSET
    binds: Annotated[
        tuple[str, ...] | UnsetType | None,
        Meta(description="What is required; null: unknown"),
    ] = UNSET


def upcoming(client: Client, query: UpcomingQuery) -> Answer[PhaseRecord]:
    """Return the phases that match, the earliest first; the more they are, the less of each."""
    codes = country_codes(client, query.countries)
    phases = client.upcoming(codes, query.last, since=query.first)
    records = [_record(phase) for phase in phases if query.kind in (None, phase.obligation)]
    without = [code for code in codes if code not in {record.country for record in records}]
    return answered(
        day_of_build(client),
        records,
        shortened=[lambda record: replace(record, who=UNSET, binds=UNSET)],
        unknown=[f"no phase of these days is recorded in {', '.join(without)}"] if without else [],
        if_none=IF_NONE,
    )


def _record(phase: Phase) -> PhaseRecord:
    return PhaseRecord(
        id=phase.id,
        country=phase.country,
        obligation=phase.obligation,
        date=phase.date,
        state=phase.state,
        what=phase.what,
        who=phase.who,
        binds=phase.binds,
        verification=phase.verification,
        source_url=phase.source_urls[0],
    )
