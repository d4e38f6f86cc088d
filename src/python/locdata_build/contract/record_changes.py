"""Changes of records from one site to the next: edits, and changes that came with a date that the older site announced."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from locdata_build.contract.record_lists import STATEMENTS
from locdata_build.contract.snapshot import Row, Snapshot
from locdata_model import endpoints
from locdata_model.changes import Change
from locdata_model.vocabulary import ChangeCause, ChangeKind, PhaseState

COUNTRY_FIELDS = ("country_code", "country", "code")
"""The fields that may hold a country code, in this order: in a data file ``country`` is the name."""

AS_OF_BUILD = frozenset({"verdict", "applies", "binds"})
"""The fields of an obligation that follow from the day of the build."""

RECORDED = ("status", "since", "bound", "mode", "within_days", "phases")
"""The fields of an obligation from which those follow."""

RECORDED_OF_PHASE = ("date", "binds", "certainty")
"""The fields of a phase from which those follow too."""


class PassedDates:
    """What the older site announced for the days after it, up to the day of the newer one."""

    def __init__(self, old: Snapshot, new: Snapshot) -> None:
        since, until = old.generated_at.date(), new.generated_at.date()
        before, after = (site.records.get(endpoints.PHASES.list_name, {}) for site in (old, new))
        # Only where no law sets a date does an announced one change anything. The first of several is the cause.
        phases = sorted(
            (phase for phase in old.phases if since < phase.date <= until),
            key=lambda phase: before.get(phase.id, {}).get("state") != PhaseState.UPCOMING,
        )
        edited = {
            (phase.country, phase.obligation)
            for phase in old.phases
            if phase.id in before.keys() & after.keys()
            and _is_edited(before[phase.id], after[phase.id], RECORDED_OF_PHASE)
        }
        by_obligation = {(phase.country, phase.obligation): phase.id for phase in reversed(phases)}
        self._by_obligation = {key: phase for key, phase in by_obligation.items() if key not in edited}
        self._phases = frozenset(phase.id for phase in phases)
        self._flips = {
            _encode((flip.country, flip.toggle, flip.before, flip.after)): flip.phase
            for flip in reversed(old.flips)
            if since < flip.date <= until
        }

    def causing_phase(self, resource: str, field: str, before: Row, after: Row) -> str | None:
        """Return the id of the phase whose date changed the field of a record; None if an edit changed it."""
        toggle = field.removeprefix("toggles.")
        if toggle != field:
            return self._flips.get(_encode((before.get("code"), toggle, before.get(field), after.get(field))))
        if resource == endpoints.PHASES.list_name and field == "state" and before.get(field) == PhaseState.UPCOMING:
            phase = before.get("id")
            return phase if phase in self._phases and after.get(field) == PhaseState.STARTED else None
        if resource == endpoints.OBLIGATIONS.list_name and field in AS_OF_BUILD:
            obligation = str(before.get("country")), str(before.get("obligation"))
            return None if _is_edited(before, after, RECORDED) else self._by_obligation.get(obligation)
        return None


def _is_edited(before: Row, after: Row, fields: Sequence[str]) -> bool:
    return any(before.get(field) != after.get(field) for field in fields)


def record_changes(old: Snapshot, new: Snapshot) -> tuple[Change, ...]:
    """Return every record that was added or removed and every field with another value, by list, id and field."""
    dates = PassedDates(old, new)
    changes: list[Change] = []
    for name in sorted(old.records.keys() | new.records.keys()):
        before, after = old.records.get(name, {}), new.records.get(name, {})
        for record in sorted(before.keys() | after.keys()):
            changes.extend(_changes(name, record, before.get(record), after.get(record), dates))
    return tuple(changes)


def _changes(name: str, record: str, before: Row | None, after: Row | None, dates: PassedDates) -> Iterator[Change]:
    """Yield the changes of one record; a side is None if it does not have the record."""
    if before is None or after is None:
        kind = ChangeKind.ADDED if before is None else ChangeKind.REMOVED
        yield _whole_record(name, record, after or before or {}, kind)
        return
    template = _whole_record(name, record, after, ChangeKind.CHANGED)
    for field, (old_value, new_value) in _edited(before, after).items():
        phase = dates.causing_phase(name, field, before, after)
        cause = ChangeCause.TIME if phase else ChangeCause.EDIT
        yield replace(template, cause=cause, field=field, before=old_value, after=new_value, phase=phase)


def _edited(before: Row, after: Row) -> dict[str, tuple[str | None, str | None]]:
    """Return both values of each field that has another one, as JSON; None on a side that lacks the field.

    As JSON, 1 differs from true, and a field that is null from one that is absent. What the statements cite is left out if
    the texts or the sources tell the same edit, and if only one side has statements.
    """
    fields = dict.fromkeys((*before, *after))
    values = {field: (_member(before, field), _member(after, field)) for field in fields}
    edited = {field: (old, new) for field, (old, new) in values.items() if old != new}
    if len(edited) > 1 or None in edited.get(STATEMENTS, ()):
        edited.pop(STATEMENTS, None)
    return edited


def _member(row: Row, field: str) -> str | None:
    return _encode(row[field]) if field in row else None


def _encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _whole_record(name: str, record: str, row: Row, kind: ChangeKind) -> Change:
    codes = (row.get(field) for field in COUNTRY_FIELDS)
    product = row.get("id" if name == endpoints.ERPS.list_name else "erp")
    return Change(
        resource=name,
        record=record,
        country=next((code for code in codes if isinstance(code, str)), None),
        erp=product if isinstance(product, str) else None,
        kind=kind,
        cause=ChangeCause.EDIT,
        field=None,
        before=None,
        after=None,
        phase=None,
    )
