"""A small whole set of source files: two ERP products, one tracked country, one connector, one news item, no sponsor."""

import copy
import datetime as dt
import re
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

from locdata_build.check.canonical import check_shapes
from locdata_build.check.dataset import check_sources
from locdata_build.check.exceptions import needed_exceptions
from locdata_build.source.errors import SourceError
from locdata_build.source.files import EXCEPTIONS, Dataset
from locdata_build.source.reading import read_sources
from locdata_model.serialization import encode_json
from locdata_model.urls import slugify

Files = dict[str, Any]
"""JSON values of source files by their path below the data folder."""

DAY = "2026-11-20"
COUNTRY = "countries/fr.json"
ERP = "erps/erp_id_01.json"

UNSOURCED = (
    "facts/fr-e-invoicing-erp-support-erp_id_02",
    "facts/fr-statutory-accounts",
    "local-erps/fr-local",
    "obligations/fr-audit-file",
)
"""The claims of the small set that have no source."""

KINDS = {"tax.example": "authority", "vendor.example": "vendor", "law.example": "law", "news.example": "press"}
"""The kind of the sources on each host; those on other hosts are of firms for services."""

PUBLISHERS = {"tax.example": "Tax office", "vendor.example": "Vendor 1", "provider.example": "Provider"}
"""The publisher of each host; a host that is not listed is its own publisher."""


def provenance(*urls: str) -> dict[str, Any]:
    """Provenance that names sources by their URLs: ``cited`` puts ids in their place. Unverified where there is no URL."""
    return {"sources": list(urls), "checked": DAY}


def source_id(url: str) -> str:
    """The id of the source at a URL."""
    return slugify(url.removeprefix("https://"))


def source_record(url: str) -> dict[str, Any]:
    """The record of the source at a URL, which was read on the day of the check."""
    host, _, path = url.removeprefix("https://").partition("/")
    return {
        "url": url,
        "title": path.replace("/", " ").strip().capitalize() or None,
        "publisher": PUBLISHERS.get(host, host),
        "kind": KINDS.get(host, "service"),
        "language": "en",
        "published": None,
        "read": DAY,
        "evidence": "fetched",
    }


def cited(file: dict[str, Any]) -> dict[str, Any]:
    """The file with ids in place of URLs, and with a record of each source that it has no record of."""
    urls: set[str] = set()

    def with_ids(value: Any) -> Any:  # noqa: ANN401  # JSON
        if isinstance(value, list):
            return [with_ids(item) for item in value]
        if not isinstance(value, dict):
            return value
        if isinstance(named := value.get("sources"), list):
            found = [name for name in named if isinstance(name, str) and name.startswith("https://")]
            urls.update(found)
            return value | {"sources": [source_id(name) if name in found else name for name in named]}
        return {key: with_ids(item) for key, item in value.items()}

    resolved: dict[str, Any] = with_ids(file)
    if isinstance(recorded := file.get("sources"), dict):
        records = {source_id(url): source_record(url) for url in urls} | recorded
        resolved["sources"] = dict(sorted(records.items()))
    return resolved


def source(name: str) -> str:
    """A deep link."""
    return f"https://tax.example/{name}"


def fact(value: str) -> dict[str, Any]:
    """A verified fact."""
    return {"value": value, "provenance": provenance(source("fact"))}


def obligation(status: str = "in_force", *dates: str) -> dict[str, Any]:
    """An obligation with a phase on each of ``dates``; ``unknown`` has no source."""
    known = status != "unknown"
    return {
        "status": status,
        "phases": [
            {"slug": f"step-{n}", "date": date, "what": f"Phase of {date}"} for n, date in enumerate(dates, start=1)
        ],
        "summary": f"The obligation is {status}." if known else "Not known.",
        "provenance": provenance(source("law")) if known else provenance(),
    }


def support(erp: str, support_type: str = "native") -> dict[str, Any]:
    """A cell of the matrix."""
    known = support_type != "unknown/unverified"
    return {
        "erp": erp,
        "support_type": support_type,
        "vendors": "",
        "notes": "Makes the format." if known else "Not known.",
        "provenance": provenance("https://vendor.example/e-invoices") if known else provenance(),
    }


def erp(number: int) -> dict[str, Any]:
    """A product of the registry."""
    return {
        "$schema": "../schema/erp.schema.json",
        "id": f"erp_id_{number:02}",
        "key": f"erp_key_{number:02}",
        "name": f"Product {number}",
        "vendor": f"Vendor {number}",
        "category": "ERP",
        "profile": "A product.",
        "website": "https://vendor.example/",
        "localization_label": f"Product {number} localization",
        "provenance": provenance("https://vendor.example/product"),
        "sources": {},
    }


def tile(code: str) -> dict[str, int]:
    """A tile of the map that depends on the letters of ``code``, so that the countries of a test have different ones."""
    row, column = divmod((26 * ord(code[0]) + ord(code[1])) % (12 * 12), 12)
    return {"column": column + 1, "row": row + 1}


def country(code: str = "fr", name: str = "France") -> dict[str, Any]:
    """A tracked country."""
    return {
        "$schema": "../schema/country.schema.json",
        "code": code,
        "name": name,
        "region": "Region 1",
        "map_tile": tile(code),
        "facts": {
            "currency": fact("Euro (EUR)."),
            "vat": fact("Standard rate 20%."),
            "e_invoicing": fact("B2B e-invoices are compulsory."),
            "periodic_reporting": fact("Monthly VAT return."),
            "eu_vida": fact("Binds the country."),
            "statutory_accounts": {"value": "Not known.", "provenance": provenance()},
            "tax_authority": fact("The tax office."),
        },
        "obligations": {
            "e_invoicing_b2b": obligation("in_force", "2026-01-01", "2027-01-01"),
            "e_invoicing_b2g": obligation("in_force", "2020-01-01"),
            "real_time_reporting": obligation("enacted", "2027-01-01"),
            "saft": obligation("none"),
            "audit_file": obligation("unknown"),
        },
        "e_invoicing": {
            "mandate": {
                "short_label": "B2B in force",
                "mandate": "Businesses must send e-invoices.",
                "scope": "Domestic B2B invoices.",
                "deadlines": "From 1 January 2026.",
                "format": "UBL",
                "provenance": provenance(source("mandate")),
            },
            "erp_support": [support("erp_id_01"), support("erp_id_02", "unknown/unverified")],
        },
        "erp_localizations": [
            {"erp": "erp_id_01", "value": "A local version.", "provenance": provenance("https://vendor.example/local")}
        ],
        "reporting": [
            {
                "topic": "vat-reporting",
                "report_local": "Déclaration",
                "report_en": "VAT return",
                "frequency": "Monthly",
                "deadline": "Day 24",
                "channel_format": "Online",
                "notes": "",
                "erp_support": [
                    {
                        "erp": "erp_id_01",
                        "support": "native",
                        "provenance": provenance("https://vendor.example/vat"),
                    }
                ],
                "provenance": provenance(source("return")),
            }
        ],
        "local_erps": [
            {
                "slug": "local",
                "name": "Local",
                "segment": "SME accounting",
                "description": "Accounting software.",
                "website": "https://local.example/",
                "provenance": provenance(),
            }
        ],
        "partners": [
            {
                "erp": "erp_id_01",
                "slug": "partner",
                "name": "Partner",
                "partner_type": "localization partner",
                "summary": "Localizes the product.",
                "source_kind": "partner site",
                "provenance": provenance("https://partner.example/local"),
            }
        ],
        "partner_flags": [
            {
                "erp": "erp_id_02",
                "flag": "partner localization",
                "note": "Partners localize it.",
                "provenance": provenance("https://vendor.example/partners"),
            }
        ],
        "sources": {},
    }


def exceptions(*granted: tuple[str, str], reason: str = "Not found yet.") -> dict[str, Any]:
    """The file of exceptions that grants each claim or source an exception from a rule, in the order in which files have them."""
    claims: dict[str, list[str]] = {}
    for rule, name in sorted({*granted}):
        claims.setdefault(rule, []).append(name)
    listed = [{"rule": rule, "reason": reason, "claims": names} for rule, names in claims.items()]
    return {"$schema": "schema/exceptions.schema.json", "exceptions": listed}


def sponsor() -> dict[str, Any]:
    """A paid placement."""
    return {
        "id": "aaa",
        "name": "AAA",
        "scope": "Sponsors page",
        "tagline": "First",
        "description": "A sponsor.",
        "url": "https://sponsor.example/",
        "start": "2026-01-01",
        "end": None,
        "sponsored": True,
    }


def whole() -> Files:
    """A fresh copy of every source file."""
    return copy.deepcopy(
        {
            "site.json": {
                "$schema": "schema/site.schema.json",
                "title": "Service",
                "description": "Reference data.",
                "version": "1.2.3",
                "base_url": "https://data.example",
                "generated_at": "2026-11-21T00:00:00Z",
                "attribution": "Service (data.example)",
                "contact": "contact@data.example",
                "data_licence": {"name": "CC BY 4.0", "spdx": "CC-BY-4.0", "url": "https://licences.example/by"},
                "api_licence": {"name": "CC BY-NC 4.0", "spdx": "CC-BY-NC-4.0", "url": "https://licences.example/nc"},
                "commercial_licence": "/licence/",
                "regions": ["Region 1"],
            },
            ERP: erp(1),
            "erps/erp_id_02.json": erp(2),
            COUNTRY: country(),
            "connectors.json": {
                "$schema": "schema/connectors.schema.json",
                "connectors": [
                    {
                        "provider": "Provider",
                        "erp": "erp_id_01",
                        "countries_covered": "France",
                        "countries_in_scope": ["fr"],
                        "connector_type": "partner-built",
                        "built_by": "Provider",
                        "direction": "send and receive",
                        "notes": "",
                        "provenance": provenance("https://provider.example/connector"),
                    }
                ],
                "sources": {},
            },
            "refused_sources.json": {
                "$schema": "schema/refused_sources.schema.json",
                "refused": [
                    {"pattern": "sharing.example", "kind": "document-sharing", "reason": "Anyone uploads documents."}
                ],
            },
            EXCEPTIONS.path: exceptions(*(("no-source", name) for name in UNSOURCED)),
            "news.json": {
                "$schema": "schema/news.schema.json",
                "news": [
                    {
                        "id": "n1",
                        "title": "New format",
                        "url": "https://vendor.example/news/1",
                        "date": DAY,
                        "first_seen": "2026-11-20T00:00:00Z",
                        "erps": ["erp_id_01"],
                        "source": "https://vendor.example",
                    }
                ],
            },
            "sponsors.json": {
                "$schema": "schema/sponsors.schema.json",
                "notice": "Sponsored content is apart.",
                "sponsors": [],
            },
            "tombstones.json": {"$schema": "schema/tombstones.schema.json", "tombstones": []},
        }
    )


def value_at(value: Any, path: str) -> Any:  # noqa: ANN401  # JSON
    """The part of a JSON value at a JSON path such as ``$.reporting[0].notes``."""
    return reduce(getitem, _keys(path), value)


def changed(file: str, path: str, value: object) -> Files:
    """The whole set with another value at a JSON path of one file."""
    files = whole()
    *outer, last = _keys(path)
    reduce(getitem, outer, files[file])[last] = value
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
    """The checked dataset of ``files`` (the whole set by default), written to ``folder``."""
    sources = read_sources(write(folder, whole() if files is None else files), "data")
    try:
        return check_sources(sources, generated_at=generated_at)
    except SourceError as error:
        error.add_note("the small dataset of the tests is in tests/support/dataset.py: a new field needs a value there")
        raise


def issues(folder: Path, files: Files, *, generated_at: dt.datetime | None = None) -> list[str]:
    """Every issue of ``files``, as it is printed, with ``data`` for the folder."""
    try:
        load(folder, files, generated_at=generated_at)
    except SourceError as error:
        return [str(issue) for issue in error.issues]
    return []
