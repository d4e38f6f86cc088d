"""The lists of records that are compared, and by what each record is known."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

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
from locdata_model.endpoints import EndpointSpec

OWN_ADDRESSES = frozenset({"url", "api_url"})
"""Where a record lies on the site itself: a part of the contract, and another for each base URL."""

COUNTS = "counts"
"""Sizes of other lists: they change with these."""


class RecordList(Struct, frozen=True, kw_only=True):
    """A list of records. ``key``: the fields that name a record; ``left_out``: those that are not compared."""

    name: str
    path: str
    key: tuple[str, ...]
    left_out: frozenset[str] = frozenset()
    numbered: bool = False

    def rows(self, records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Row]]:
        """The id and the compared fields of each record. A numbered list counts the records with one key."""
        seen: Counter[str] = Counter()
        for record in records:
            name = "-".join(str(record.get(field)) for field in self.key)
            seen[name] += 1
            row = {field: value for field, value in _flat(record) if field.split(".")[0] not in self.left_out}
            yield f"{name}-{seen[name]}" if self.numbered else name, row


def _api_list(spec: EndpointSpec, key: str, left_out: frozenset[str] = frozenset()) -> RecordList:
    name = spec.path.rpartition("/")[2].removesuffix(".json")
    return RecordList(name=name, path=spec.path, key=(key,), left_out=left_out)


API_LISTS: tuple[RecordList, ...] = (
    _api_list(endpoints.COUNTRIES, "code", OWN_ADDRESSES | {COUNTS}),
    _api_list(endpoints.ERPS, "id", OWN_ADDRESSES | {COUNTS}),
    _api_list(endpoints.FACTS, "id"),
    _api_list(endpoints.LOCAL_ERPS, "id"),
    _api_list(endpoints.PARTNER_FLAGS, "id"),
    _api_list(endpoints.PARTNERS, "id"),
    _api_list(endpoints.NEWS, "id"),
    _api_list(endpoints.SPONSORS, "id"),
    _api_list(endpoints.PHASES, "id", OWN_ADDRESSES),
)
"""The lists of the API that hold records of their own."""


def _data_list(spec: DataFileSpec, *, key: tuple[str, ...] = (), numbered: bool = False) -> RecordList:
    path = spec.path(DataFormat.JSON)
    return RecordList(name=f"data/{spec.name}", path=path, key=key or spec.key, numbered=numbered)


DATA_LISTS: tuple[RecordList, ...] = (
    _data_list(MATRIX_FILE),
    # As its anchors are: a report is named by its place, because its name may be put better.
    _data_list(REPORTING_FILE, key=("topic", "country_code"), numbered=True),
    _data_list(CONNECTORS_FILE),
    _data_list(COUNTRIES_FILE),
)
"""The data files."""

SAID_BY_FACTS: Mapping[str, frozenset[str]] = {
    f"data/{MATRIX_FILE.name}": frozenset(
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
    f"data/{COUNTRIES_FILE.name}": frozenset({"country", "region", "value", "source", "status", "last_verified"}),
}
"""Fields of data files that the API says as well: a change is told once where both are known."""


def _flat(record: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value
