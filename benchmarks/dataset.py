"""Source data of any size: a folder like ``data_src``, but larger by a factor, the scale. Equal sources give equal data.

Each country is copied once, because the map has no room for more. Beyond that, the lists of each country grow: reports, local ERP
systems and partners. Everything that is not about one country stays as it is.
"""

import itertools
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from iso3166 import countries_by_alpha2

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
    file = msgspec.json.decode((source / "exceptions.json").read_bytes())
    for exception in file["exceptions"]:
        claims = exception["claims"]
        copies = [_claim_of(claim, model["code"], copy["code"]) for claim in claims for model, copy in pairs]
        exception["claims"] = sorted({*claims, *copies})
    _write(target / "exceptions.json", file)


def _copies(real: Sequence[Record]) -> Iterator[Record]:
    """Yield a copy of each country, with a free code and a free square of the map."""
    codes = sorted({code.lower() for code in countries_by_alpha2} - {country["code"] for country in real})
    used = [(country["map_tile"]["column"], country["map_tile"]["row"]) for country in real]
    free = [square for square in MAP_SQUARES if square not in used]
    for country, code, (column, row) in zip(real, codes, free, strict=False):
        name, tile = f"{country['name']} {code.upper()}", {"column": column, "row": row}
        yield {**country, "code": code, "name": name, "map_tile": tile}


def _claim_of(claim: str, model: str, copy: str) -> str:
    """Return the claim of a copy that is like a claim of its model, or the claim itself if it is about another country."""
    return claim.replace(f"/{model}-", f"/{copy}-")


def _write(file: Path, record: Record) -> None:
    file.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n")


def _repeated(entries: Sequence[Record], times: int) -> Iterator[Record]:
    yield from entries
    for copy, entry in itertools.product(range(1, times), entries):
        yield {key: VARIED[key](value, copy) if key in VARIED else value for key, value in entry.items()}
