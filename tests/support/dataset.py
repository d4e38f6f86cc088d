"""A small whole set of source files: two ERP products, one tracked country, one connector, one term, one news item, no sponsor."""

import copy
import datetime as dt
import re
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from locdata_build.data.canonical import check_shapes
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import SourceError
from locdata_build.data.exceptions import needed_exceptions
from locdata_build.data.files import EXCEPTIONS, Dataset
from locdata_build.data.reading import read_sources
from locdata_build.data.record import SourceRecord, walk
from locdata_build.data.statements import separate_citations
from locdata_model.serialization import encode_json
from support.records import (
    WITHOUT_ANSWER,
    audit,
    cited,
    connector,
    country,
    erp,
    exceptions,
    news_item,
    source_id,
    source_record,
    term,
)

RecordT = TypeVar("RecordT", bound=SourceRecord)

Files = dict[str, Any]
"""JSON values of source files by their path below the data folder."""

COUNTRY = "countries/fr.json"
ERP = "erps/erp_id_01.json"
CHECKED = "$.facts.statutory_accounts.checked"

MISSING_REPORTS = ("absent-reports/fr-one-stop-shop", "absent-reports/fr-recapitulative-statement")
"""The reports that its country must have, and lacks."""

GRANTED = tuple(("missing-report", name) for name in MISSING_REPORTS)
"""The exceptions that the small set needs: rules, and the names of claims."""

REFUSED = {"pattern": "sharing.example", "kind": "document-sharing", "reason": "Anyone uploads documents."}
TERM = term(
    "format-one", name="Format One", aliases=["Premier format"], text="The format of invoices.", countries=["fr"]
)


def whole() -> Files:
    """Return a fresh copy of every source file."""
    return copy.deepcopy(
        {
            "site.json": _file(
                "site",
                title="Service",
                description="Reference data.",
                version="1.2.3",
                base_url="https://data.example",
                generated_at="2026-11-21T00:00:00Z",
                attribution="Service (data.example)",
                contact="contact@data.example",
                data_licence={"name": "CC BY 4.0", "spdx": "CC-BY-4.0", "url": "https://licences.example/by"},
                api_licence={"name": "CC BY-NC 4.0", "spdx": "CC-BY-NC-4.0", "url": "https://licences.example/nc"},
                commercial_licence="/licence/",
                regions=["Region 1"],
            ),
            ERP: erp(1),
            "erps/erp_id_02.json": erp(2),
            COUNTRY: country(),
            "connectors.json": _file("connectors", connectors=[connector()], sources={}),
            "terms.json": _file("terms", terms=[TERM], sources={}),
            "refused_sources.json": _file("refused_sources", refused=[REFUSED]),
            EXCEPTIONS.path: exceptions(*GRANTED),
            "audits.json": _file("audits", audits=[audit()]),
            "news.json": _file("news", news=[news_item()]),
            "sponsors.json": _file("sponsors", notice="Sponsored content is apart.", sponsors=[]),
            "tombstones.json": _file("tombstones", tombstones=[]),
        }
    )


def _file(kind: str, **fields: object) -> dict[str, Any]:
    return {"$schema": f"schema/{kind}.schema.json", **fields}


def value_at(value: Any, path: str) -> Any:  # noqa: ANN401  # JSON
    """Return the part of a JSON value at a JSON path such as ``$.reporting[0].notes``."""
    return reduce(getitem, _keys(path), value)


def changed(file: str, path: str, value: object) -> Files:
    """Return the whole set with another value at a JSON path of one file."""
    files = whole()
    *outer, last = _keys(path)
    reduce(getitem, outer, files[file])[last] = value
    return files


def as_read(value: Any, kind: type[RecordT]) -> RecordT:  # noqa: ANN401  # JSON
    """Return a record as it is read from a file: its texts are separated from their markers."""
    record = msgspec.convert(cited(value), kind)
    separate_citations(each for _, each in walk(record))
    return record


def with_check(day: str) -> Files:
    """Return the whole set with a claim that was checked, and its source read, on a day."""
    files = changed(COUNTRY, CHECKED, day)
    files[COUNTRY]["sources"][source_id(WITHOUT_ANSWER)] = source_record(WITHOUT_ANSWER) | {"read": day}
    return files


def _keys(path: str) -> list[Any]:
    return [int(key) if key.isdecimal() else key for key in re.findall(r"\w+", path)]


def write(folder: Path, files: Files) -> Path:
    """Write ``files`` in canonical format below ``folder``; bytes are written as they are. The folder.

    If the exceptions are those of the whole set, those that the files need are written in their place.
    """
    for path, value in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(value if isinstance(value, bytes) else encode_json(cited(value)))
    if files.get(EXCEPTIONS.path) == whole()[EXCEPTIONS.path]:
        (folder / EXCEPTIONS.path).write_bytes(encode_json(exceptions()))
        (folder / EXCEPTIONS.path).write_bytes(encode_json(exceptions(*_needed_exceptions(folder))))
    return folder


def _needed_exceptions(folder: Path) -> list[tuple[str, str]]:
    sources = read_sources(folder, "data")
    parsed, _ = check_shapes(sources)
    records = {each.file.name: each.record for each in parsed if each.record}
    try:
        check_sources(sources)
    except SourceError as error:
        return [*needed_exceptions(error.issues, records).values()]
    return []


def load(folder: Path, files: Files | None = None, *, generated_at: dt.datetime | None = None) -> Dataset:
    """Return the checked dataset of ``files`` (the whole set by default), written to ``folder``."""
    sources = read_sources(write(folder, whole() if files is None else files), "data")
    try:
        return check_sources(sources, generated_at=generated_at)
    except SourceError as error:
        error.add_note(
            "the small dataset of the tests has the records of tests/support/records.py: a new field needs a value there"
        )
        raise


def issues(folder: Path, files: Files, *, generated_at: dt.datetime | None = None) -> list[str]:
    """Return every issue of ``files``, as it is printed, with ``data`` for the folder."""
    try:
        load(folder, files, generated_at=generated_at)
    except SourceError as error:
        return [str(issue) for issue in error.issues]
    return []
