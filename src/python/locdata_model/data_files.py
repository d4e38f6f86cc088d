"""The data files: the types of their records, which are flat and hold strings only, and the table of the files."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from itertools import dropwhile, takewhile
from typing import Annotated, Any, get_args, get_type_hints

from msgspec import Meta, Struct, defstruct
from msgspec.structs import asdict

from locdata_model import media_types, scalars
from locdata_model.endpoints import FILED_LISTS
from locdata_model.record import Record
from locdata_model.urls import data_path, data_schema_path
from locdata_model.vocabulary import (
    ConnectorType,
    Evidence,
    ReportingSupport,
    ReportingTopic,
    Status,
    SupportType,
    Verification,
    Vocabulary,
)

_KEY = re.compile(get_args(scalars.ErpKey)[1].pattern)


class MatrixRecord(Record, frozen=True, kw_only=True):
    """E-invoicing: one record for each tracked country and ERP product."""

    topic: Annotated[scalars.Text, Meta(description="Topic label")]
    country_code: scalars.CountryCode
    country: scalars.CountryName
    short_label: scalars.MandateLabel
    mandate: scalars.MandateText
    scope: scalars.MandateScope
    deadlines: scalars.MandateDeadlines
    format: scalars.MandateFormat
    mandate_source: Annotated[scalars.WebUrlList, Meta(description="Sources of the mandate, joined by one space")]
    mandate_evidence: Annotated[Evidence, Meta(description="How the source of the mandate was read")]
    erp: scalars.ErpId
    support_type: SupportType
    vendors: scalars.Vendors
    notes: scalars.Notes
    erp_source: Annotated[
        scalars.WebUrlList, Meta(description="Sources of the claim about the product, joined by one space")
    ]
    evidence: Annotated[Evidence, Meta(description="How the source about the product was read")]
    status: Status
    last_verified: scalars.LastVerified


class _FieldsBeforeErps(Record, frozen=True):
    # Without kw_only: msgspec puts keyword-only fields last, so the columns of ``reporting_record`` are between these
    # fields and those of ``ReportingFields``.
    topic: ReportingTopic
    country_code: scalars.CountryCode
    country: scalars.CountryName
    report_local: scalars.ReportLocal
    report_en: scalars.ReportEnglish
    frequency: scalars.Frequency
    deadline: scalars.Deadline
    channel_format: scalars.ChannelFormat
    source: scalars.SourceList
    source_checked: Annotated[scalars.IsoDate, Meta(description="Date on which the sources were last checked")]
    evidence: Evidence
    status: Status


class ReportingFields(_FieldsBeforeErps, frozen=True, kw_only=True):
    """The fixed fields of a reporting record. ``reporting_record`` adds a column for each ERP product."""

    erp_sources: Annotated[
        scalars.WebUrlList, Meta(description="Vendor pages on the products' support, joined by one space")
    ]
    notes: scalars.Notes

    @property
    def support_by_erp_key(self) -> dict[str, ReportingSupport]:
        """The columns of the ERP products, in their order: the support of each product by its key."""
        own = ReportingFields.__struct_fields__
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in own}


class ConnectorRecord(Record, frozen=True, kw_only=True):
    """E-invoicing providers by ERP product."""

    provider: scalars.ProviderName
    erp: scalars.ErpId
    countries_covered: scalars.CountriesCovered
    countries_in_scope: Annotated[
        scalars.CountryCodeList, Meta(description="The tracked countries that the source lists, joined by one space")
    ]
    connector_type: ConnectorType
    built_by: scalars.BuiltBy
    direction: scalars.Direction
    source_urls: scalars.SourceList
    status: Status
    last_verified: scalars.LastVerified
    notes: scalars.Notes


class CountryRecord(Record, frozen=True, kw_only=True):
    """One record for each fact of a country, including the localization of some ERP products."""

    country_code: scalars.CountryCode
    country: scalars.CountryName
    region: scalars.RegionName
    fact: scalars.FactLabel
    value: Annotated[scalars.Text, Meta(description="Text of the fact")]
    source: scalars.SourceList
    evidence: Evidence
    status: Status
    last_verified: scalars.LastVerified


ERP_COLUMNS_FOLLOW = _FieldsBeforeErps.__struct_fields__[-1]
"""The field of a reporting record that the columns of the ERP products follow."""


@cache
def reporting_record(erp_keys: tuple[str, ...]) -> type[ReportingFields]:
    """Return the type of a reporting record with one column for each of ``erp_keys``, in their order.

    Raises ``ValueError`` if two columns have the same name.
    """
    names = [*erp_keys, *ReportingFields.__struct_fields__]
    if len(set(names)) < len(names):
        twice = min(name for name in names if names.count(name) > 1)
        raise ValueError(f"columns must have different names, but {twice!r} occurs twice")
    record: type[ReportingFields] = defstruct(
        "ReportingRecord",
        [(key, ReportingSupport) for key in erp_keys],
        bases=(ReportingFields,),
        namespace={
            "__doc__": "VAT and tax reports and SAF-T files, with one column for each ERP product.",
            # Pickle looks types up by their names, and those with other columns have the same one.
            "__reduce__": lambda self: (_reporting_row, (erp_keys, asdict(self))),
        },
        module=__name__,
        frozen=True,
        kw_only=False,
    )  # type: ignore[assignment]  # the stubs of msgspec leave the bases out
    return record


def _reporting_row(erp_keys: tuple[str, ...], values: Mapping[str, Any]) -> ReportingFields:
    return reporting_record(erp_keys)(**values)


def erp_columns(names: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of ERP products among the names of a reporting record's fields, in their order.

    They are the keys between ``status`` and the next fixed field.
    """
    after = [*dropwhile(lambda name: name != ERP_COLUMNS_FOLLOW, names)][1:]
    columns = takewhile(lambda name: name not in ReportingFields.__struct_fields__, after)
    return tuple(name for name in columns if _KEY.fullmatch(name))


class DataFormat(StrEnum):
    """A format of the data files. The value is the file extension."""

    JSON = "json"
    CSV = "csv"

    @property
    def media_type(self) -> str:
        """The media type of the files."""
        return media_types.JSON if self is DataFormat.JSON else media_types.CSV


class Reference(Struct, frozen=True):
    """A foreign key: each value of ``field`` occurs in the same field of the data file ``file``."""

    field: str
    file: str


class DataFileSpec(Struct, frozen=True, kw_only=True):
    """A data file. It is published as ``/data/<name>.json`` and ``/data/<name>.csv``; ``key`` is its primary key."""

    name: str
    summary: str
    description: str
    record: type[Record]
    key: tuple[str, ...]
    references: tuple[Reference, ...] = ()

    def path(self, data_format: DataFormat) -> str:
        """Return the path of the file in one of its formats."""
        return data_path(self.name, data_format)

    @property
    def excel_csv_path(self) -> str:
        """The path of the copy of the CSV file that begins with a byte order mark, by which Excel recognises UTF-8."""
        return data_path(self.name, f"excel.{DataFormat.CSV}")

    @property
    def list_name(self) -> str:
        """The name of the list of its records in changes and tombstones: ``data/matrix``."""
        return f"data/{self.name}"

    @property
    def schema_path(self) -> str:
        """The path of the schema of the file in its JSON format."""
        return data_schema_path(self.name)

    def record_type(self, erp_keys: tuple[str, ...]) -> type[Record]:
        """Return the type of a record, given the keys of the ERP products in their order."""
        return reporting_record(erp_keys) if self.record is ReportingFields else self.record


COUNTRIES_FILE = DataFileSpec(
    name="countries",
    summary="Country facts",
    description="The facts of each country, with the localization of some ERP products; the API has that of all",
    record=CountryRecord,
    key=("country_code", "fact"),
)
COUNTRY_OF_RECORD = Reference("country_code", COUNTRIES_FILE.name)
"""Every country has facts, so the file ``countries`` has every country."""

MATRIX_FILE = DataFileSpec(
    name="matrix",
    summary="E-invoicing matrix",
    description="The e-invoicing mandate of each tracked country and its support by each ERP product; for other countries, "
    "see the country facts",
    record=MatrixRecord,
    key=("country_code", "erp"),
    references=(COUNTRY_OF_RECORD,),
)
REPORTING_FILE = DataFileSpec(
    name="reporting",
    summary="VAT reporting and SAF-T",
    description="VAT and tax reports and SAF-T files of each country and their support by each ERP product",
    record=ReportingFields,
    key=("topic", "country_code", "report_local", "report_en"),
    references=(COUNTRY_OF_RECORD,),
)
CONNECTORS_FILE = DataFileSpec(
    name="connectors",
    summary="Connectors",
    description="E-invoicing providers that an ERP product can be connected to",
    record=ConnectorRecord,
    key=("provider", "erp"),
)


# Lists of records

_NOT_IN_ROWS = frozenset(
    {"country", "url", "source_url", "source_urls", "evidence", "verification", "last_checked", "statements"}
)
"""The fields of a record that its row leaves out, or has by the names of the other data files."""


@cache
def own_fields(kind: type[Record]) -> Mapping[str, Any]:
    """Return the fields of a kind of records that its rows have, with the type of each cell: a word, or described text."""
    fields = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        described = (each.description for each in reversed(getattr(hint, "__metadata__", ())) if each.description)
        is_word = isinstance(hint, type) and issubclass(hint, Vocabulary)
        fields[name] = hint if is_word else Annotated[str, Meta(description=next(described, ""))]
    return {name: kind for name, kind in fields.items() if name not in _NOT_IN_ROWS}


@cache
def list_row_type(kind: type[Record]) -> type[Record]:
    """Return the type of a row of a kind of records."""
    row: type[Record] = defstruct(
        f"{kind.__name__}Row",
        [
            ("country_code", scalars.CountryCode),
            ("country", scalars.CountryName),
            *own_fields(kind).items(),
            ("source", scalars.SourceList),
            ("evidence", Evidence),
            ("verification", Verification),
            ("status", Status),
            ("last_verified", scalars.LastVerified),
        ],
        bases=(Record,),
        namespace={"__doc__": kind.__doc__, "__reduce__": lambda self: (_list_row, (kind, asdict(self)))},
        module=__name__,
        frozen=True,
        kw_only=True,
    )  # type: ignore[assignment]  # the stubs of msgspec leave the bases out
    return row


def _list_row(kind: type[Record], values: Mapping[str, Any]) -> Record:
    return list_row_type(kind)(**values)


def cell_of(value: object) -> str:
    """Return a value of a record as the text of a cell: empty for null, ``true`` or ``false``, items of a list joined by one space."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


LIST_FILES: tuple[DataFileSpec, ...] = tuple(
    DataFileSpec(
        name=endpoint.list_name,
        summary=endpoint.summary,
        description=endpoint.description,
        record=list_row_type(endpoint.item),
        key=("id",),
        references=(COUNTRY_OF_RECORD,),
    )
    for endpoint in FILED_LISTS
)
"""The data file of each of these lists."""

DATA_FILES: tuple[DataFileSpec, ...] = (MATRIX_FILE, REPORTING_FILE, CONNECTORS_FILE, COUNTRIES_FILE, *LIST_FILES)
"""Every data file: those of the specification in its order, then those of lists of records."""

_BY_PATH = {spec.path(data_format): (spec, data_format) for spec in DATA_FILES for data_format in DataFormat}


def data_file_for(path: str) -> tuple[DataFileSpec, DataFormat] | None:
    """Return the data file at ``path`` and its format; None if there is none."""
    return _BY_PATH.get(path)
