"""Published lists of records: the fields that identify a record, and those that are compared."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.contract.snapshot import Row
from locdata_model import endpoints
from locdata_model.data_files import DATA_FILES, LIST_FILES, REPORTING_FILE, DataFormat

ABOUT_OTHER_LISTS = (
    endpoints.INDEX,
    endpoints.FLIPS,
    endpoints.DUE_DATES,
    endpoints.CHANGES,
    endpoints.TOMBSTONES,
    endpoints.STATUS,
)
"""The endpoints that describe the other lists, or follow from them, which are compared themselves."""

OWN_URLS = frozenset({"url", "api_url"})
"""URLs at which the site publishes a record: promised as paths and anchors, and different for each base URL."""

WITH_OTHER_URLS = (endpoints.NEWS, endpoints.SOURCES, endpoints.SPONSORS)
"""The lists whose ``url`` is a page of another site, and therefore compared."""

ABOUT_OTHER_RECORDS = frozenset({"counts", "claim_count", "claims", "next_due", "undated"})
"""Sizes of other lists, the claims that cite a source, and due dates: these follow from what is compared itself."""

UNPROMISED_LISTS = frozenset({endpoints.SOURCES.list_name})
"""The lists whose records come and go with the records that name them: nothing cites a source that is not published."""

STATEMENTS = "statements"
"""The field with the statements of a record, whose words are compared as part of its texts."""

ALSO_IN_MANDATES = frozenset(f"details.{name}" for name in ("mandate", "scope", "deadlines", "format"))
"""The fields of facts on e-invoicing support whose values are those of the mandate."""

ALSO_IN_API = frozenset(
    {
        *("topic", "country", "mandate", "scope", "deadlines", "format", "support_type", "vendors", "erp_source"),
        *("countries_covered", "countries_in_scope", "connector_type", "built_by", "direction", "source_urls"),
        *("region", "value", "source", "status", "last_verified", "notes"),
    }
)
"""The fields of data files whose values the API has as well."""


class RecordList(Struct, frozen=True, kw_only=True):
    """A published list of records. ``key`` names the fields that identify a record, ``ignored`` those not compared."""

    name: str
    path: str
    key: tuple[str, ...]
    ignored: frozenset[str] = frozenset()
    is_numbered: bool = False
    has_envelope: bool = True

    def rows(self, records: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Row]]:
        """Yield the id and the compared fields of each record. In a numbered list, records with the same key are counted."""
        seen: Counter[str] = Counter()
        for record in records:
            name = "-".join(str(record.get(field)) for field in self.key)
            seen[name] += 1
            fields = _flat(record)
            row = {field: value for field, value in fields if self.ignored.isdisjoint((field, field.split(".")[0]))}
            yield f"{name}-{seen[name]}" if self.is_numbered else name, row


def _flat(record: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        elif name != "source_url" or "source_urls" not in record:
            yield f"{prefix}{name}", _compared(name, value)


def _compared(name: str, value: Any) -> Any:  # noqa: ANN401  # JSON
    """Return the value of a field as it is compared: of each statement what it cites, also in records of a list."""
    if not isinstance(value, list):
        return value
    if name == STATEMENTS:
        return [[*map(_place, each["source_urls"], each["locators"])] for each in value]
    return [dict(_flat(item)) if isinstance(item, dict) else item for item in value]


def _place(url: str, locator: str | None) -> str:
    return f"{url} ({locator})" if locator else url


API_LISTS = tuple(
    RecordList(
        name=spec.list_name,
        path=spec.path,
        key=("code",) if spec is endpoints.COUNTRIES else ("id",),
        ignored=ABOUT_OTHER_RECORDS | ALSO_IN_MANDATES | (frozenset() if spec in WITH_OTHER_URLS else OWN_URLS),
    )
    for spec in endpoints.ENDPOINTS
    if spec.parameter is None and spec not in ABOUT_OTHER_LISTS
)
"""The lists of the API."""

DATA_LISTS = tuple(
    RecordList(
        name=spec.list_name,
        path=spec.path(DataFormat.JSON),
        # A report is identified by its position, because the file has no ids and names may be reworded.
        key=("topic", "country_code") if spec is REPORTING_FILE else spec.key,
        is_numbered=spec is REPORTING_FILE,
        has_envelope=False,
    )
    for spec in DATA_FILES
    if spec.name != endpoints.DUE_DATES.list_name
)
"""The data files, for comparisons in which a side has nothing else."""

WHOLLY_IN_API = frozenset(spec.list_name for spec in (REPORTING_FILE, *LIST_FILES))
"""The data files of which the API has every field."""

SITE_LISTS = (
    *API_LISTS,
    *(replace(each, ignored=ALSO_IN_API) for each in DATA_LISTS if each.name not in WHOLLY_IN_API),
)
"""The lists of a whole site, in which an edit of one value is one change."""
