"""Published lists of records: the fields that identify a record, and changes of records from one site to the next."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from locdata_build.contract.snapshot import DatedPhase, Row, Snapshot, ToggleFlip
from locdata_model import endpoints
from locdata_model.changes import Change
from locdata_model.data_files import (
    CONNECTORS_FILE,
    COUNTRIES_FILE,
    MATRIX_FILE,
    REPORTING_FILE,
    DataFileSpec,
    DataFormat,
)
from locdata_model.endpoint_spec import EndpointSpec
from locdata_model.vocabulary import ChangeCause, ChangeKind, PhaseState

# Lists

OWN_URLS = frozenset({"url", "api_url"})
"""URLs at which the site publishes a record: promised as paths and anchors, and different for each base URL."""

COUNTS = "counts"
"""Sizes of other lists, which are compared themselves."""

CITING_CLAIMS = frozenset({"claim_count", "claims"})
"""Claims that cite a source: part of those claims, which are compared themselves."""


class RecordList(Struct, frozen=True, kw_only=True):
    """A published list of records. ``key`` names the fields that identify a record, ``ignored`` those not compared."""

    name: str
    path: str
    key: tuple[str, ...]
    ignored: frozenset[str] = frozenset()
    is_numbered: bool = False
    has_envelope: bool = True

    def id(self, record: Mapping[str, Any]) -> str:
        """Return the id of a record."""
        return "-".join(str(record.get(field)) for field in self.key)

    def rows(self, records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Row]]:
        """Yield the id and the compared fields of each record. In a numbered list, records with the same key are counted."""
        seen: Counter[str] = Counter()
        for record in records:
            name = self.id(record)
            seen[name] += 1
            row = {field: value for field, value in _flat(record) if field.split(".")[0] not in self.ignored}
            yield f"{name}-{seen[name]}" if self.is_numbered else name, row


def _flat(record: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _api_list(spec: EndpointSpec, key: str, ignored: frozenset[str] = frozenset()) -> RecordList:
    return RecordList(name=spec.list_name, path=spec.path, key=(key,), ignored=ignored)


def _data_list(spec: DataFileSpec, *, key: tuple[str, ...] = (), is_numbered: bool = False) -> RecordList:
    return RecordList(
        name=spec.list_name,
        path=spec.path(DataFormat.JSON),
        key=key or spec.key,
        is_numbered=is_numbered,
        has_envelope=False,
    )


API_LISTS: tuple[RecordList, ...] = (
    _api_list(endpoints.COUNTRIES, "code", OWN_URLS | {COUNTS}),
    _api_list(endpoints.ERPS, "id", OWN_URLS | {COUNTS}),
    _api_list(endpoints.FACTS, "id"),
    _api_list(endpoints.LOCAL_ERPS, "id"),
    _api_list(endpoints.PARTNER_FLAGS, "id"),
    _api_list(endpoints.PARTNERS, "id"),
    _api_list(endpoints.NEWS, "id"),
    _api_list(endpoints.SPONSORS, "id"),
    _api_list(endpoints.PHASES, "id", OWN_URLS),
    _api_list(endpoints.SOURCES, "id", CITING_CLAIMS),
    _api_list(endpoints.OBLIGATIONS, "id", OWN_URLS),
    _api_list(endpoints.REPORTS, "id", OWN_URLS),
    _api_list(endpoints.CONNECTORS, "id", OWN_URLS),
    _api_list(endpoints.TERMS, "id", OWN_URLS),
)
"""The lists of the API. Flips, changes, tombstones and the status are missing because they describe the other lists."""

UNPROMISED_LISTS = frozenset({endpoints.SOURCES.list_name})
"""The lists whose records come and go with the records that name them: nothing cites a source that is not published."""

DATA_LISTS: tuple[RecordList, ...] = (
    _data_list(MATRIX_FILE),
    # A report is identified by its position, because the file has no ids and names may be reworded.
    _data_list(REPORTING_FILE, key=("topic", "country_code"), is_numbered=True),
    _data_list(CONNECTORS_FILE),
    _data_list(COUNTRIES_FILE),
)
"""The data files, for comparisons in which a side has nothing else."""

ALSO_IN_API: Mapping[str, frozenset[str]] = {
    MATRIX_FILE.list_name: frozenset(
        {
            "topic",
            "country",
            "mandate",
            "scope",
            "deadlines",
            "format",
            "support_type",
            "vendors",
            "notes",
            "erp_source",
            "status",
            "last_verified",
        }
    ),
    CONNECTORS_FILE.list_name: frozenset(
        {
            "countries_covered",
            "countries_in_scope",
            "connector_type",
            "built_by",
            "direction",
            "source_urls",
            "status",
            "last_verified",
            "notes",
        }
    ),
    COUNTRIES_FILE.list_name: frozenset({"country", "region", "value", "source", "status", "last_verified"}),
}
"""The fields of data files whose values the API has as well."""

SITE_LISTS: tuple[RecordList, ...] = (
    *API_LISTS,
    *(
        replace(data_list, ignored=ALSO_IN_API.get(data_list.name, frozenset()))
        for data_list in DATA_LISTS
        if data_list.name != REPORTING_FILE.list_name
    ),
)
"""The lists of a whole site, in which an edit of one value is one change. The API has all of the reports, and their ids."""


# Changes

COUNTRY_FIELDS = ("country_code", "country", "code")
"""The fields that may hold a country code, in this order: in a data file ``country`` is the name."""

AS_OF_BUILD = frozenset({"verdict", "applies", "binds"})
"""The fields of an obligation that follow from the day of the build."""

RECORDED = ("status", "since", "bound", "mode", "within_days", "phases")
"""The fields of an obligation from which those follow."""


RECORDED_OF_PHASE = ("date", "binds", "certainty")
"""The fields of a phase from which those follow too."""


class PassedDates:
    """The phases and flips whose date has come since the older site.

    Obligations in ``edited``, each with its country, do not change by time.
    """

    def __init__(
        self, phases: Collection[DatedPhase], flips: Iterable[ToggleFlip], edited: Collection[tuple[str, str]]
    ) -> None:
        # The first of several is the cause.
        by_obligation = {(p.country, p.obligation): p.id for p in reversed([*phases])}
        self._by_obligation = {key: phase for key, phase in by_obligation.items() if key not in edited}
        self._phases = frozenset(phase.id for phase in phases)
        self._flips = {_encode((f.country, f.toggle, f.before, f.after)): f.phase for f in reversed([*flips])}

    def causing_phase(self, resource: str, field: str, before: Row, after: Row) -> str | None:
        """Return the id of the phase whose date changed the field of a record; None if an edit changed it."""
        toggle = field.removeprefix("toggles.")
        if toggle != field:
            return self._flips.get(_encode((before.get("code"), toggle, before.get(field), after.get(field))))
        if resource == endpoints.PHASES.list_name and field == "state" and before.get(field) == PhaseState.UPCOMING:
            phase = before.get("id")
            return phase if phase in self._phases and after.get(field) == PhaseState.STARTED else None
        if resource == endpoints.OBLIGATIONS.list_name and field in AS_OF_BUILD:
            is_edited = any(before.get(name) != after.get(name) for name in RECORDED)
            obligation = str(before.get("country")), str(before.get("obligation"))
            return None if is_edited else self._by_obligation.get(obligation)
        return None


def passed_dates(old: Snapshot, new: Snapshot) -> PassedDates:
    """Return what the older site announced for the days after it, up to the day of the newer one."""
    since, until = old.generated_at.date(), new.generated_at.date()
    before, after = (side.records.get(endpoints.PHASES.list_name, {}) for side in (old, new))

    def is_law(phase: DatedPhase) -> bool:
        return before.get(phase.id, {}).get("state") == PhaseState.UPCOMING

    passed = [phase for phase in old.phases if since < phase.date <= until]
    return PassedDates(
        # Only where no law sets a date does an announced one change anything.
        phases=sorted(passed, key=is_law, reverse=True),
        flips=(flip for flip in old.flips if since < flip.date <= until),
        edited={(phase.country, phase.obligation) for phase in old.phases if _is_edited(phase.id, before, after)},
    )


def _is_edited(phase: str, before: Mapping[str, Row], after: Mapping[str, Row]) -> bool:
    """Return whether a phase that both sites have has another date, requires something else, or is law on one side only."""
    if phase not in before or phase not in after:
        return False
    return any(before[phase].get(name) != after[phase].get(name) for name in RECORDED_OF_PHASE)


def record_changes(old: Snapshot, new: Snapshot) -> tuple[Change, ...]:
    """Return every record that was added or removed and every field with another value, by list, id and field."""
    dates = passed_dates(old, new)
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
    for field in dict.fromkeys((*before, *after)):
        # As JSON, 1 differs from true, and a field that is null from one that is absent.
        old_value, new_value = (_encode(row[field]) if field in row else None for row in (before, after))
        if old_value != new_value:
            phase = dates.causing_phase(name, field, before, after)
            cause = ChangeCause.TIME if phase else ChangeCause.EDIT
            yield replace(template, cause=cause, field=field, before=old_value, after=new_value, phase=phase)


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
