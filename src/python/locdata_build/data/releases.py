"""Stored releases and tombstones, and the rules for them."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, field

from locdata_build.data.errors import IssueCode
from locdata_build.data.parsing import parse_json
from locdata_build.data.record import SCHEMA_OF_FILE, SourceRecord, UniqueBy, walk_texts
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.values import visibility_error
from locdata_model.changes import Change, Release, Tombstone
from locdata_model.scalars import version_parts


class ReleaseFile(SourceRecord, frozen=True, kw_only=True):
    """The changes of a release. The command ``release`` writes this file; it is never edited."""

    schema: Annotated[Literal["../schema/release.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    release: Release


class TombstonesFile(SourceRecord, frozen=True, kw_only=True):
    """Withdrawn parts of the contract. A release must keep all other promises of the release before it."""

    schema: Annotated[Literal["schema/tombstones.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    tombstones: Annotated[
        tuple[Tombstone, ...], UniqueBy("part", "name"), Meta(description="Every withdrawn promise, the latest last")
    ]


@rule(IssueCode.VERSION_ORDER)
def release_is_not_newer_than_site(release: Release, context: CheckContext) -> Issues:
    """A release must not be newer than the version in `site.json`."""
    if context.version and version_parts(release.version) > version_parts(context.version):
        message = f"must not be newer than the version of site.json, {context.version}, got {release.version}"
        yield ".version", message


@rule(IssueCode.NOT_JSON)
def changed_values_are_json(change: Change, context: CheckContext) -> Issues:
    """The values before and after a change must be JSON text."""
    for path, text in _changed_values(change):
        for issue in parse_json(text.encode(), path)[1]:
            yield path, f"must be JSON text: {issue.message}"


@rule(IssueCode.CONTROL_CHARACTER)
def changed_texts_are_visible(change: Change, context: CheckContext) -> Issues:
    """A text in the value before or after a change must not contain a control or invisible character."""
    for path, text in _changed_values(change):
        for _, inner in walk_texts(parse_json(text.encode(), path)[0]):
            if message := visibility_error(inner):
                yield path, f"must be JSON text of visible texts: {message}"


def _changed_values(change: Change) -> Iterator[tuple[str, str]]:
    if change.before is not None:
        yield ".before", change.before
    if change.after is not None:
        yield ".after", change.after
