"""The changes of each release, and the tombstones of withdrawn promises."""

from fnmatch import fnmatchcase
from typing import Annotated

from msgspec import Meta

from locdata_model.record import Record
from locdata_model.responses import Response
from locdata_model.scalars import CountryCode, ErpId, RecordId, Text, UtcStamp, Version
from locdata_model.vocabulary import ChangeCause, ChangeKind, ContractPart

JsonText = Annotated[str, Meta(min_length=1, description="A value as JSON text")]


class Change(Record, frozen=True, kw_only=True):
    """A record that was added or removed, or a field of a record whose value changed."""

    resource: Annotated[Text, Meta(description="List that holds the record", examples=["facts"])]
    record: Annotated[Text, Meta(description="Id of the record in that list", examples=["fr-vat"])]
    country: Annotated[CountryCode | None, Meta(description="Country of the record; null: none or several")]
    erp: Annotated[ErpId | None, Meta(description="ERP product of the record; null: none or several")]
    kind: ChangeKind
    cause: ChangeCause
    field: Annotated[
        Text | None, Meta(description="Field whose value changed; null if the whole record was added or removed")
    ]
    before: Annotated[
        JsonText | None, Meta(description="Value before the change, as JSON text; null if there was none")
    ]
    after: Annotated[JsonText | None, Meta(description="Value after the change, as JSON text; null if there is none")]
    phase: Annotated[RecordId | None, Meta(description="Id of the phase that started; null for an edit")]


class ContractChange(Record, frozen=True, kw_only=True):
    """A promise that was added, changed or withdrawn."""

    part: ContractPart
    name: Annotated[Text, Meta(description="What was promised", examples=["Fact.source_url"])]
    kind: ChangeKind
    is_breaking: Annotated[bool, Meta(description="Whether a client that relied on the promise can fail")]
    before: Annotated[Text | None, Meta(description="What was promised before; null if the name says it all")]
    after: Annotated[Text | None, Meta(description="What is promised now; null if the name says it all")]


class Release(Record, frozen=True, kw_only=True):
    """A release and its changes since the release before it. The first release has none."""

    version: Annotated[Version, Meta(description="Semantic version of the release")]
    released_at: Annotated[UtcStamp, Meta(description="Time of the release")]
    contract: Annotated[
        tuple[ContractChange, ...], Meta(description="Changes of the contract, sorted by part and name")
    ]
    changes: Annotated[tuple[Change, ...], Meta(description="Changes of records, sorted by list, id and field")]


class ChangesResponse(Response[tuple[Release, ...]], frozen=True, kw_only=True):
    """Response with the changes of all releases."""


class Tombstone(Record, frozen=True, kw_only=True):
    """A promise that is withdrawn, and why. Tombstones are permanent.

    Before version ``since``, the tombstone is an announcement: what it names is still published, but deprecated.
    """

    part: ContractPart
    name: Annotated[
        Text, Meta(description="What is or will be withdrawn; `*` matches any characters", examples=["facts/fr-vat"])
    ]
    since: Annotated[Version, Meta(description="First release without it")]
    reason: Annotated[Text, Meta(description="Why it is withdrawn")]
    replaced_by: Annotated[Text | None, Meta(description="What replaces it; null: nothing")]

    @property
    def is_pattern(self) -> bool:
        """True if its name may stand for several promises."""
        return "*" in self.name

    def stands_for(self, part: ContractPart, name: str) -> bool:
        """Return whether the tombstone names the promise. A ``*`` in its name matches any characters."""
        # Brackets and question marks stand for themselves.
        pattern = self.name.replace("[", "[[]").replace("?", "[?]")
        return self.part is part and fnmatchcase(name, pattern)


class TombstonesResponse(Response[tuple[Tombstone, ...]], frozen=True, kw_only=True):
    """Response with all tombstones."""
