"""Small sets of source files with one citation more, and what is refused in them."""

import re
from pathlib import Path
from typing import Any

from locdata_build.data.errors import SourceError
from locdata_build.data.record import SourceRecord
from locdata_build.data.sources import CitedSource
from support.dataset import COUNTRY, GRANTED, Files, load, value_at, whole
from support.records import exceptions, marked, source_id, source_record

FACT = "$.facts.currency"
REFUSED = {
    "code.example/someone/copies/": "mirror",
    "copies.example": "mirror",
    "firm.example/blog": "landing",
    "modules.example/browse/": "search",
    "sharing.example": "document-sharing",
    "short.example": "redirect",
    "test.firm.example": "staging",
}


def strict_set() -> Files:
    """The whole set with refused sources, and with exceptions for the reports that are missing."""
    refused = [{"pattern": each, "kind": kind, "reason": "It is no source."} for each, kind in REFUSED.items()]
    files = whole()
    files["refused_sources.json"]["refused"] = refused
    files["exceptions.json"] = granting()
    return files


def granting(*granted: tuple[str, str]) -> dict[str, Any]:
    """The file of exceptions with more of them than the whole set needs."""
    return exceptions(*GRANTED, *granted, reason="Not recorded.")


def citing(claim: str, *urls: str, file: str = COUNTRY, **fields: object) -> Files:
    """The strict set with a claim that cites ``urls``; ``fields`` are those of the record of the last one.

    A URL may have a locator, as in ``marked``.
    """
    files = strict_set()
    record = value_at(files[file], claim)
    name = citing_text(claim, file).rpartition(".")[2]
    record[name] = marked(re.sub(r"\[\^.*?\]", "", record[name]), *urls)
    for url in (each.partition(": ")[0] for each in urls[-1:]):
        files[file]["sources"][source_id(url)] = in_order(source_record(url) | fields, CitedSource)
    return files


def citing_text(claim: str, file: str = COUNTRY) -> str:
    """The JSON path of the text of a claim that cites its source."""
    record = value_at(whole()[file], claim)
    return next(f"{claim}.{name}" for name, text in record.items() if isinstance(text, str) and "[^" in text)


def with_record(url: str, /, **fields: object) -> Files:
    """The strict set with a partner who cites ``url``; ``fields`` are those of its record."""
    return citing("$.partners[0]", url, file=COUNTRY, **fields)


def with_value(file: str, path: str, **fields: object) -> Files:
    """The strict set with other fields in one object."""
    files = strict_set()
    value_at(files[file], path).update(fields)
    return files


def stating(text: str) -> Files:
    """The strict set with another text of a fact. ``FACT`` has no figures, which would need a strong source."""
    return with_value(COUNTRY, FACT, value=text)


def in_order(value: dict[str, Any], kind: type[SourceRecord]) -> dict[str, Any]:
    """The value with its keys in the order of the canonical format."""
    return {name: value[name] for name in kind.__struct_fields__ if name in value}


def refusals(folder: Path, files: Files) -> list[tuple[str, str, str]]:
    """The file, JSON path and code of each issue."""
    try:
        load(folder, files)
    except SourceError as error:
        return [(issue.file.removeprefix("data/"), issue.path, issue.code.value) for issue in error.issues]
    return []


def record_path(url: str, field: str = "url") -> str:
    """The JSON path of a field of the record of a source."""
    return f"$.sources['{source_id(url)}'].{field}"
