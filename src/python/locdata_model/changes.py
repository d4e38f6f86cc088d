"""What changed from release to release, and what went away for good."""

import re
from typing import Annotated

from msgspec import Meta

from locdata_model.record import Record
from locdata_model.scalars import CountryCode, RecordId, Text, UtcStamp, Version
from locdata_model.vocabulary import ChangeCause, ChangeKind, ContractPart

JsonText = Annotated[str, Meta(min_length=1, description="A value as JSON text")]


class Change(Record, frozen=True, kw_only=True):
    """A record that was added or removed, or a field of a record that has another value."""

    resource: Annotated[Text, Meta(description="List that the record stands in", examples=["facts"])]
    record: Annotated[Text, Meta(description="Id of the record in that list", examples=["fr-vat"])]
    country: Annotated[CountryCode | None, Meta(description="Country that the record is about; null: none or several")]
    kind: ChangeKind
    cause: ChangeCause
    field: Annotated[Text | None, Meta(description="Field with another value; null where a whole record came or went")]
    before: Annotated[JsonText | None, Meta(description="The value before as JSON text; null where there was none")]
    after: Annotated[JsonText | None, Meta(description="The value since as JSON text; null where there is none")]
    phase: Annotated[RecordId | None, Meta(description="Phase whose day has come; null for an edit")]


class ContractChange(Record, frozen=True, kw_only=True):
    """A promise that was added, changed or withdrawn."""

    part: ContractPart
    name: Annotated[Text, Meta(description="What was promised", examples=["Fact.source_url"])]
    kind: ChangeKind
    is_breaking: Annotated[bool, Meta(description="Whether a client that relied on it can fail")]
    before: Annotated[Text | None, Meta(description="What was promised of it before; null where that says no more")]
    after: Annotated[Text | None, Meta(description="What is promised of it since; null where that says no more")]


class Release(Record, frozen=True, kw_only=True):
    """A release, and all that is different from the one before it. The first has nothing to be compared with."""

    version: Annotated[Version, Meta(description="Semantic version of the release")]
    released_at: Annotated[UtcStamp, Meta(description="Stamp of the release")]
    contract: Annotated[tuple[ContractChange, ...], Meta(description="Changes of the contract, by part and name")]
    changes: Annotated[tuple[Change, ...], Meta(description="Changes of records, by list, id and field")]


class Tombstone(Record, frozen=True, kw_only=True):
    """A promise that is withdrawn on purpose. It stays on record for ever, so that nothing vanishes without a word.

    Until the site has the version ``since``, the tombstone is an announcement: what it names is still there, deprecated.
    """

    part: ContractPart
    name: Annotated[
        Text, Meta(description="What is gone or will go; `*` stands for any characters", examples=["facts/fr-vat"])
    ]
    since: Annotated[Version, Meta(description="First release without it")]
    reason: Annotated[Text, Meta(description="Why it goes")]
    replaced_by: Annotated[Text | None, Meta(description="What takes its place; null: nothing")]

    def stands_for(self, part: ContractPart, name: str) -> bool:
        """Whether it names the promise. A ``*`` in its own name stands for any characters."""
        pattern = ".*".join(map(re.escape, self.name.split("*")))
        return self.part is part and re.fullmatch(pattern, name) is not None
