"""The lists of records that are compared, and the fields that identify a record in each."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.contract.snapshot import Row
from locdata_model import endpoints
from locdata_model.data_files import (
    CONNECTORS_FILE,
    COUNTRIES_FILE,
    MATRIX_FILE,
    REPORTING_FILE,
    DataFileSpec,
    DataFormat,
)
from locdata_model.endpoint_spec import EndpointSpec

OWN_URLS = frozenset({"url", "api_url"})
"""Where the site publishes a record: promised as paths and anchors, and different for each base URL."""

COUNTS = "counts"
"""The sizes of other lists, which are compared themselves."""

CITING_CLAIMS = frozenset({"claim_count", "claims"})
"""Which claims cite a source: part of those claims, which are compared themselves."""


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
