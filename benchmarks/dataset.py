"""Source data of any size: a folder like ``data_src``, but larger by a factor, the scale. Equal sources give equal data.

Each country is copied once, because the map has no room for more. Beyond that, the lists of each country grow: reports, local ERP
systems and partners. Everything that is not about one country stays as it is.
"""

import itertools
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from iso3166 import countries_by_alpha2

from locdata_build.data.canonical import check_shapes
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import SourceError
from locdata_build.data.exceptions import needed_exceptions
from locdata_build.data.files import EXCEPTIONS
from locdata_build.data.reading import Sources, read_sources

MAP_SQUARES = list(itertools.product(range(1, 13), range(1, 13)))
"""Columns and rows of the map of countries."""

Record = dict[str, Any]

VARIED: Mapping[str, Callable[[Any, int], Any]] = {
    "number": lambda number, copy: number + 50 * copy,
    "slug": lambda slug, copy: f"{slug}-{copy}",
    **dict.fromkeys(
        ("name", "form", "report_local", "report_en"), lambda text, copy: f"{text} {copy}" if text else text
    ),
    "aliases": lambda aliases, copy: [f"{alias} {copy}" for alias in aliases],
}
"""The differences of a copy from its entry, by field: ids and names are unique."""


def generate(source: Path, target: Path, scale: int) -> None:
    """Write the data in ``source``, ``scale`` times as large, into the new folder ``target``. The real records are part of it.

    The scale is 1 or an even number.
    """
    shutil.copytree(source, target)
    real = [msgspec.json.decode(file.read_bytes()) for file in sorted((source / "countries").glob("*.json"))]
    pairs = [*zip(real, _copies(real), strict=True)] if scale > 1 else []
    for country in itertools.chain(*pairs):
        longer = {key: [*_repeated(country[key], scale // 2)] for key in ("reporting", "local_erps", "partners")}
        _write(target / f"countries/{country['code']}.json", {**country, **longer})
    _write_exceptions(target)


def _write_exceptions(data: Path) -> None:
    """Write the exceptions that the data need: each copy of a claim needs those of the claim."""
    path = data / EXCEPTIONS.path
    file = msgspec.json.decode(path.read_bytes())
    reasons = {each["rule"]: each["reason"] for each in file["exceptions"]}
    _write(path, {**file, "exceptions": []})
    claims: dict[str, set[str]] = defaultdict(set)
    for rule, claim in _needed_exceptions(read_sources(data, "data")):
        claims[rule].add(claim)
    granted = [{"rule": rule, "reason": reasons[rule], "claims": sorted(claims[rule])} for rule in sorted(claims)]
    _write(path, {**file, "exceptions": granted})


def _needed_exceptions(sources: Sources) -> Iterable[tuple[str, str]]:
    try:
        check_sources(sources)
    except SourceError as error:
        records = {file.file.name: file.record for file in check_shapes(sources)[0] if file.record}
        return needed_exceptions(error.issues, records).values()
    return ()


def _copies(real: Sequence[Record]) -> Iterator[Record]:
    """Yield a copy of each country, with a free code and a free square of the map."""
    codes = sorted({code.lower() for code in countries_by_alpha2} - {country["code"] for country in real})
    used = [(country["map_tile"]["column"], country["map_tile"]["row"]) for country in real]
    free = [square for square in MAP_SQUARES if square not in used]
    for country, code, (column, row) in zip(real, codes, free, strict=False):
        name, tile = f"{country['name']} {code.upper()}", {"column": column, "row": row}
        yield {**country, "code": code, "name": name, "map_tile": tile}


def _write(file: Path, record: Record) -> None:
    file.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")


def _repeated(entries: Sequence[Record], times: int) -> Iterator[Record]:
    yield from entries
    for copy, entry in itertools.product(range(1, times), entries):
        yield {key: VARIED[key](value, copy) if key in VARIED else value for key, value in entry.items()}
