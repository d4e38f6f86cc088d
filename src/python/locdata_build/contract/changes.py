"""What of the records is different from one site to the next, and whether an edit or the calendar made it so."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from locdata_build.contract.by_time import Between, between
from locdata_build.contract.snapshot import Row, Snapshot
from locdata_model.changes import Change
from locdata_model.vocabulary import ChangeCause, ChangeKind

COUNTRY_FIELDS = ("country_code", "country", "code")
"""The fields that may hold the code of a record's country. In a data file ``country`` is its name, so the code comes first."""


def record_changes(old: Snapshot, new: Snapshot) -> tuple[Change, ...]:
    """Every record that came, went or has another value, by list, id and field."""
    calendar = between(old, new)
    return tuple(
        change
        for name in sorted(old.records.keys() | new.records.keys())
        for record in sorted(old.records.get(name, {}).keys() | new.records.get(name, {}).keys())
        for change in _changes(
            name, record, old.records.get(name, {}).get(record), new.records.get(name, {}).get(record), calendar
        )
    )


def json_text(value: object) -> str:
    """A value as JSON text in one line, so that values of any type can be told apart."""
    return msgspec.json.encode(value).decode()


def _changes(name: str, record: str, before: Row | None, after: Row | None, calendar: Between) -> Iterator[Change]:
    """The changes of one record; None stands for a side that does not have it."""
    if before is None or after is None:
        kind = ChangeKind.ADDED if before is None else ChangeKind.REMOVED
        yield _whole(name, record, after or before or {}, kind)
        return
    template = _whole(name, record, after, ChangeKind.CHANGED)
    for field in dict.fromkeys((*before, *after)):
        sides = tuple(json_text(row[field]) if field in row else None for row in (before, after))
        if sides[0] != sides[1]:
            phase = calendar.phase_behind(field, before, after)
            cause = ChangeCause.TIME if phase else ChangeCause.EDIT
            yield replace(template, cause=cause, field=field, before=sides[0], after=sides[1], phase=phase)


def _whole(name: str, record: str, row: Row, kind: ChangeKind) -> Change:
    codes = (row.get(field) for field in COUNTRY_FIELDS)
    return Change(
        resource=name,
        record=record,
        country=next((code for code in codes if isinstance(code, str)), None),
        kind=kind,
        cause=ChangeCause.EDIT,
        field=None,
        before=None,
        after=None,
        phase=None,
    )
